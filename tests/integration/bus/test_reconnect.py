"""The connection outlives the server."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest
from dicearena_bus import BusSettings, connect, endpoint, metrics, serve
from dicearena_contracts import subjects
from dicearena_contracts.errors import DicearenaError, ErrorCode
from nats.errors import FlushTimeoutError

from tests.support.nats import NatsServer
from tests.support.waiting import until


class Echo:
    """Answers with what it is asked."""

    @endpoint(subjects.DICE_THROW)
    async def throw(self, request: bytes) -> bytes:
        return request


async def test_requests_subscriptions_and_services_work_again_after_the_server_died(own_nats: NatsServer) -> None:
    views: list[bytes] = []
    reconnects = metrics.RECONNECTS.labels("gateway")
    before = reconnects._value.get()
    async with (
        own_nats.connect("dice") as dice,
        own_nats.connect("rules-pub") as rules,
        own_nats.connect("gateway") as gateway,
        serve(dice, "dice", Echo()),
    ):
        await gateway.subscribe(subjects.views_of_table("pub", "t"), lambda _subject, payload: views.append(payload))
        resync: list[str] = []
        gateway.on_reconnect.append(lambda: resync.append("now"))
        for number in range(3):
            own_nats.kill()
            await until(lambda: not gateway.connected)
            own_nats.start()
            assert await rules.request_raw(subjects.DICE_THROW, b"again", patience=20) == b"again"
            await until(lambda: gateway.connected)
            await gateway.flush()
            await rules.publish(subjects.view("pub", "t", 0), b"%d" % number)
            await until(partial(views.__contains__, b"%d" % number))
        assert len(resync) == 3
    assert reconnects._value.get() == before + 3


async def test_a_request_under_way_when_the_server_dies_fails_at_once(own_nats: NatsServer) -> None:
    async with own_nats.connect("dice") as dice, own_nats.connect("rules-pub") as rules, serve(dice, "dice", Echo()):
        own_nats.pause()
        asking = asyncio.create_task(rules.request_raw(subjects.DICE_THROW, b"x", timeout=60))
        await asyncio.sleep(0.05)
        own_nats.kill()
        with pytest.raises(DicearenaError) as caught:
            await asyncio.wait_for(asking, 2)
        assert caught.value.code is ErrorCode.TIMEOUT


async def test_what_is_sent_without_a_connection_goes_out_with_the_next(own_nats: NatsServer) -> None:
    async with own_nats.connect("rules-pub") as rules:
        own_nats.kill()
        await until(lambda: not rules.connected)
        appending = asyncio.create_task(rules.append(subjects.table_log("pub", "kept"), b"x", 0))
        own_nats.start()
        await until(lambda: rules.connected)
        tip = await until(lambda: rules.tip(subjects.table_stream("pub"), subjects.table_log("pub", "kept")))
        assert tip.payload == b"x"
        await asyncio.gather(appending, return_exceptions=True)


async def test_without_a_connection_not_more_is_kept_than_the_buffer_holds(own_nats: NatsServer) -> None:
    async with own_nats.connect("rules-pub") as rules:
        own_nats.kill()
        await until(lambda: not rules.connected)
        with pytest.raises(DicearenaError) as caught:
            for _ in range(100):
                await rules.publish(subjects.view("pub", "other", 0), b"x" * 500_000)
        assert caught.value.code is ErrorCode.UNAVAILABLE


async def test_connect_waits_for_a_server_that_is_not_there_yet(tmp_path: Path) -> None:
    server = NatsServer(tmp_path)
    settings = server.settings()

    async def connected() -> str:
        async with connect(settings, user="dice") as bus:
            await bus.flush()
            return bus.user

    connecting = asyncio.create_task(connected())
    await asyncio.sleep(0.7)
    assert not connecting.done()
    server.start()
    try:
        assert await asyncio.wait_for(connecting, 10) == "dice"
    finally:
        server.stop()


async def test_a_wrong_password_never_connects(own_nats: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEARENA_NATS_PASSWORD_DICE", "pwrong")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(1.5), connect(BusSettings(nats_url=own_nats.url), user="dice"):
            pass


async def test_leaving_without_a_server_does_not_hang(own_nats: NatsServer) -> None:
    async with asyncio.timeout(5):
        async with own_nats.connect("dice") as dice, serve(dice, "dice", Echo()):
            own_nats.kill()
            await until(lambda: not dice.connected)


async def test_a_frozen_server_is_given_up_and_found_again(own_nats: NatsServer) -> None:
    """No socket error comes from a server that hangs; unanswered pings tell."""
    async with own_nats.connect("dice") as dice:
        dice.client.options["ping_interval"] = 0.2
        assert dice.client._ping_interval_task is not None
        dice.client._ping_interval_task.cancel()
        dice.client._ping_interval_task = asyncio.create_task(dice.client._ping_interval())
        own_nats.pause()
        await until(lambda: not dice.connected)
        own_nats.resume()
        await until(lambda: dice.connected)
        await dice.flush()


async def test_a_server_that_does_not_read_fills_the_buffer_and_then_sending_fails(own_nats: NatsServer) -> None:
    views: list[int] = []
    async with own_nats.connect("rules-pub") as rules, own_nats.connect("gateway") as gateway:
        await gateway.subscribe(subjects.views_of_table("pub", "t"), lambda _subject, data: views.append(len(data)))
        await gateway.flush()
        own_nats.pause()
        sent = 0
        with pytest.raises(DicearenaError) as caught:
            while sent < 1000:
                await rules.publish(subjects.view("pub", "t", 0), b"x" * 100_000)
                sent += 1
                await asyncio.sleep(0)
        assert caught.value.code is ErrorCode.UNAVAILABLE
        own_nats.resume()
        await until(lambda: len(views) == sent)
    assert set(views) == {100_000}


async def test_a_flush_given_up_does_not_deafen_the_connection(own_nats: NatsServer) -> None:
    async with own_nats.connect("dice") as dice, own_nats.connect("rules-pub") as rules, serve(dice, "dice", Echo()):
        own_nats.pause()
        with pytest.raises(FlushTimeoutError):
            await rules.client.flush(timeout=1)
        own_nats.resume()
        assert await rules.request_raw(subjects.DICE_THROW, b"heard") == b"heard"


async def test_an_error_of_the_server_ends_the_connection_but_not_the_client(own_nats: NatsServer) -> None:
    async with own_nats.connect("dice") as dice, own_nats.connect("rules-pub") as rules, serve(dice, "dice", Echo()):
        await rules.client._send_command(b"NONSENSE\r\n")
        await rules.client._flush_pending()
        await until(lambda: not rules.connected)
        assert await rules.request_raw(subjects.DICE_THROW, b"back", patience=10) == b"back"
        assert not rules.closed


async def test_a_flush_covers_what_was_sent_before_it(own_nats: NatsServer) -> None:
    """What nats-py's own flush does not: its ping overtakes what still waits to be sent."""
    views: list[bytes] = []
    async with own_nats.connect("rules-pub") as rules, own_nats.connect("gateway") as gateway:
        for number in range(20):
            subject = subjects.view("pub", f"t{number}", 0)
            await gateway.subscribe(subject, lambda _subject, payload: views.append(payload))
            await gateway.flush()
            await rules.publish(subject, b"%d" % number)
            await rules.flush()
            await gateway.flush()
            assert views[-1:] == [b"%d" % number]
