"""Requests and endpoints over a real server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from dicearena_bus import Bus, endpoint, metrics, serve
from dicearena_contracts import subjects
from dicearena_contracts.base import Empty
from dicearena_contracts.dice import CommitRequest, RevealRequest, ThrowReply, ThrowRequest
from dicearena_contracts.errors import DicearenaError, ErrorCode

from tests.support.nats import NatsServer
from tests.support.waiting import until

THROW = ThrowRequest(table="table-1", n=1, count=2, faces=6)


class Dice:
    """Endpoints that succeed, refuse, break and dawdle."""

    def __init__(self) -> None:
        self.running = self.most = self.done = 0
        self.gate = asyncio.Event()

    @endpoint(subjects.DICE_THROW)
    async def throw(self, request: ThrowRequest) -> ThrowReply:
        if request.n == 2:
            raise DicearenaError(ErrorCode.ILLEGAL, "dice.refused", n=request.n)
        if request.n == 3:
            raise RuntimeError(f"internal matter {request.table}")
        if request.n == 4:
            CommitRequest.model_validate({"table": "NOT A TABLE"})
        return ThrowReply(dice=(1,) * request.count)

    @endpoint(subjects.DICE_REVEAL)
    async def reveal(self, _request: RevealRequest) -> Empty:
        self.running += 1
        self.most = max(self.most, self.running)
        await self.gate.wait()
        self.running -= 1
        self.done += 1
        return Empty()

    @endpoint(subjects.DICE_DAY)
    async def day(self, request: bytes) -> bytes:
        return request[::-1]


@asynccontextmanager
async def serving(nats: NatsServer, concurrency: int = 256) -> AsyncIterator[tuple[Dice, Bus]]:
    """The endpoints above, and a connection of the rules that may ask them."""
    dice = Dice()
    async with (
        nats.connect("dice") as bus,
        nats.connect("rules-pub") as rules,
        serve(bus, "dice", dice, concurrency=concurrency),
    ):
        yield dice, rules


async def failure(bus: Bus, subject: str, payload: bytes, **limits: Any) -> DicearenaError:
    with pytest.raises(DicearenaError) as caught:
        await bus.request_raw(subject, payload, **limits)
    return caught.value


async def test_a_request_gets_its_typed_answer(nats: NatsServer) -> None:
    async with serving(nats) as (_, rules):
        assert await rules.request(subjects.DICE_THROW, THROW, ThrowReply) == ThrowReply(dice=(1, 1))


async def test_bytes_pass_untouched(nats: NatsServer) -> None:
    async with serving(nats) as (_, rules):
        assert await rules.request_raw(subjects.DICE_DAY, b"\x00\xffab") == b"ba\xff\x00"


async def test_a_typed_error_arrives_whole(nats: NatsServer) -> None:
    async with serving(nats) as (_, rules):
        error = await failure(rules, subjects.DICE_THROW, THROW.model_copy(update={"n": 2}).model_dump_json().encode())
    assert (error.code, error.wire.key, error.wire.params) == (ErrorCode.ILLEGAL, "dice.refused", {"n": 2})


@pytest.mark.parametrize("n", [3, 4], ids=["an exception", "a message of our own that does not validate"])
async def test_an_unexpected_error_says_nothing_of_its_inside(nats: NatsServer, n: int) -> None:
    async with serving(nats) as (_, rules):
        error = await failure(rules, subjects.DICE_THROW, THROW.model_copy(update={"n": n}).model_dump_json().encode())
    assert error.wire.model_dump(mode="json") == {"code": "internal", "key": "error.internal", "params": {}}


@pytest.mark.parametrize(
    ("payload", "fields"),
    [
        (b'{"table":"table-1","n":"secret words","count":1,"faces":6}', ["n"]),
        (b'{"table":"table-1","n":1}', ["count", "faces"]),
        (b"not json", ["*"]),
        (b"", ["*"]),
    ],
)
async def test_a_malformed_request_is_told_the_fields_and_nothing_else(
    nats: NatsServer, payload: bytes, fields: list[str]
) -> None:
    async with serving(nats) as (_, rules):
        error = await failure(rules, subjects.DICE_THROW, payload)
    assert error.code is ErrorCode.BAD_REQUEST
    assert error.wire.params == {"fields": fields}


async def test_where_nobody_listens_the_service_is_unavailable(nats: NatsServer) -> None:
    async with nats.connect("rules-pub") as rules:
        assert (await failure(rules, subjects.DICE_THROW, b"{}")).code is ErrorCode.UNAVAILABLE


async def test_no_answer_in_time_is_a_timeout(nats: NatsServer) -> None:
    async with serving(nats) as (dice, rules):
        payload = RevealRequest(table="table-1").model_dump_json().encode()
        assert (await failure(rules, subjects.DICE_REVEAL, payload, timeout=0.1)).code is ErrorCode.TIMEOUT
        dice.gate.set()


async def test_a_request_too_large_for_the_bus_is_refused_here(nats: NatsServer) -> None:
    async with serving(nats) as (_, rules):
        assert (await failure(rules, subjects.DICE_DAY, b"x" * 2_000_000)).code is ErrorCode.TOO_LARGE
        assert await rules.request_raw(subjects.DICE_DAY, b"ab") == b"ba"


async def test_an_answer_of_another_shape_is_an_internal_error(nats: NatsServer) -> None:
    async with serving(nats) as (_, rules):
        with pytest.raises(DicearenaError) as caught:
            await rules.request(subjects.DICE_DAY, b'{"a":1}', ThrowReply)
    assert caught.value.code is ErrorCode.INTERNAL


async def test_patience_asks_again_until_the_service_is_there(nats: NatsServer) -> None:
    async with nats.connect("rules-pub") as rules:
        asking = asyncio.create_task(rules.request(subjects.DICE_THROW, THROW, ThrowReply, patience=10))
        await asyncio.sleep(0.2)
        assert not asking.done()
        async with nats.connect("dice") as bus, serve(bus, "dice", Dice()):
            assert (await asking).dice == (1, 1)


async def test_patience_ends(nats: NatsServer) -> None:
    async with nats.connect("rules-pub") as rules:
        assert (await failure(rules, subjects.DICE_THROW, b"{}", patience=0.3)).code is ErrorCode.UNAVAILABLE


async def test_a_refusal_is_not_asked_again(nats: NatsServer) -> None:
    counter = metrics.REQUESTS.labels("dice", "throw", "illegal")
    async with serving(nats) as (_, rules):
        before = counter._value.get()
        payload = THROW.model_copy(update={"n": 2}).model_dump_json().encode()
        assert (await failure(rules, subjects.DICE_THROW, payload, patience=5)).code is ErrorCode.ILLEGAL
        assert counter._value.get() == before + 1


async def test_requests_run_at_once_up_to_the_bound_and_the_rest_wait(nats: NatsServer) -> None:
    async with serving(nats, concurrency=5) as (dice, rules):
        message = RevealRequest(table="table-1")
        asking = [asyncio.create_task(rules.request(subjects.DICE_REVEAL, message, Empty)) for _ in range(30)]
        await until(lambda: dice.running == 5)
        dice.gate.set()
        await asyncio.gather(*asking)
        assert (dice.most, dice.done) == (5, 30)


async def test_beyond_bound_and_queue_one_is_told_to_come_again(nats: NatsServer) -> None:
    async with serving(nats, concurrency=1) as (dice, rules):
        message = RevealRequest(table="table-1")
        asking = [asyncio.create_task(rules.request(subjects.DICE_REVEAL, message, Empty)) for _ in range(40)]
        await until(lambda: any(task.done() for task in asking))
        dice.gate.set()
        outcomes = await asyncio.gather(*asking, return_exceptions=True)
        busy = [o for o in outcomes if isinstance(o, DicearenaError)]
        assert {(error.code, error.wire.key) for error in busy} == {(ErrorCode.UNAVAILABLE, "error.busy")}
        assert len(outcomes) - len(busy) == 1 + 16


async def test_leaving_serve_answers_everything_that_was_asked(nats: NatsServer) -> None:
    dice = Dice()
    async with nats.connect("rules-pub") as rules, nats.connect("dice") as bus:
        async with serve(bus, "dice", dice, concurrency=3):
            message = RevealRequest(table="table-1")
            asking = [asyncio.create_task(rules.request(subjects.DICE_REVEAL, message, Empty)) for _ in range(20)]
            await asyncio.sleep(0)
            await rules.flush()
            asyncio.get_running_loop().call_later(0.2, dice.gate.set)
        assert await asyncio.gather(*asking) == [Empty()] * 20
        assert (await failure(rules, subjects.DICE_REVEAL, b"{}")).code is ErrorCode.UNAVAILABLE


async def test_two_replicas_under_fire_hand_over_without_a_lost_request(nats: NatsServer) -> None:
    """One of two replicas leaves while requests stream in: every one is answered."""
    async with nats.connect("rules-pub") as rules, nats.connect("dice") as one, nats.connect("dice") as two:
        stopping = asyncio.Event()
        answered = 0

        async def ask() -> None:
            nonlocal answered
            while not stopping.is_set():
                await rules.request(subjects.DICE_THROW, THROW, ThrowReply)
                answered += 1

        async with serve(one, "dice", Dice()):
            async with serve(two, "dice", Dice()):
                askers = [asyncio.create_task(ask()) for _ in range(32)]
                await until(lambda: answered >= 500)
            seen = answered
            await until(lambda: answered >= seen + 500)
            stopping.set()
            await asyncio.gather(*askers)


async def test_micro_tools_see_the_service_and_its_counts(nats: NatsServer) -> None:
    async with serving(nats) as (_, rules), nats.connect("admin") as admin:
        await rules.request(subjects.DICE_THROW, THROW, ThrowReply)
        await failure(rules, subjects.DICE_THROW, b"not json")
        info = json.loads(await admin.request_raw("$SRV.INFO.dice", b""))
        stats = json.loads(await admin.request_raw("$SRV.STATS.dice", b""))
    assert {(e["name"], e["subject"]) for e in info["endpoints"]} == {
        ("throw", subjects.DICE_THROW),
        ("reveal", subjects.DICE_REVEAL),
        ("day", subjects.DICE_DAY),
    }
    throw = next(e for e in stats["endpoints"] if e["name"] == "throw")
    assert (throw["num_requests"], throw["num_errors"]) == (2, 1)
    assert throw["last_error"] == "bad_request:error.bad_request"
    assert throw["processing_time"] > 0


async def test_a_builder_endpoint_gets_its_subject_from_serve(nats: NatsServer) -> None:
    class Rules:
        @endpoint(subjects.rules_view)
        async def view(self, request: bytes) -> bytes:
            return request

    async with (
        nats.connect("rules-pub") as bus,
        nats.connect("gateway") as gateway,
        serve(bus, "rules-pub", Rules(), family="pub"),
    ):
        assert await gateway.request_raw(subjects.rules_view("pub"), b"v") == b"v"


async def test_an_endpoint_without_annotations_is_refused_at_once(nats: NatsServer) -> None:
    class Careless:
        @endpoint(subjects.DICE_THROW)
        async def throw(self, request):  # type: ignore[no-untyped-def]
            return request

    async with nats.connect("dice") as bus:
        with pytest.raises(TypeError, match="throw"):
            async with serve(bus, "dice", Careless()):
                pass


async def test_a_subscription_may_be_a_function_or_a_coroutine(nats: NatsServer) -> None:
    plain: list[tuple[str, bytes]] = []
    awaited: list[tuple[str, bytes]] = []

    def take(subject: str, payload: bytes) -> None:
        plain.append((subject, payload))

    async def take_later(subject: str, payload: bytes) -> None:
        await asyncio.sleep(0)
        awaited.append((subject, payload))

    async with nats.connect("rules-pub") as rules, nats.connect("gateway") as gateway:
        await gateway.subscribe(subjects.views_of_table("pub", "table-1"), take)
        await gateway.subscribe(subjects.views_of_table("pub", "table-1"), take_later)
        await gateway.flush()
        sent = [(subjects.view("pub", "table-1", seat), b"%d" % seat) for seat in range(6)]
        for subject, payload in sent:
            await rules.publish(subject, payload)
        await rules.flush()
        await gateway.flush()
        await until(lambda: len(awaited) == 6)
    assert plain == awaited == sent


async def test_a_callback_that_fails_does_not_deafen_the_connection(nats: NatsServer) -> None:
    def take(_subject: str, _payload: bytes) -> None:
        raise RuntimeError("broken callback")

    async with serving(nats) as (_, rules), nats.connect("gateway") as gateway:
        await gateway.subscribe(subjects.views_of_table("pub", "table-2"), take)
        await gateway.flush()
        await rules.publish(subjects.view("pub", "table-2", 0), b"v")
        await rules.flush()
        await gateway.flush()
        assert gateway.connected
        assert await rules.request(subjects.DICE_THROW, THROW, ThrowReply)
