"""Two holes that permissions alone leave open: somebody else publishes where the attacker may not."""

from __future__ import annotations

import asyncio

import pytest
from dicearena_bus import Bus, Entry, endpoint, metrics, serve
from dicearena_contracts import subjects
from nats.aio.msg import Msg

from tests.support.nats import NatsServer

FAMILY, GAME = "pub", "schocken"
STREAM = subjects.table_stream(FAMILY)


class Echo:
    """Answers with what it is asked: the worst a service could do."""

    def __init__(self) -> None:
        self.asked = 0

    @endpoint(subjects.rules_view)
    async def view(self, request: bytes) -> bytes:
        self.asked += 1
        return request


def dropped() -> float:
    return float(metrics.REQUESTS_DROPPED.labels(f"rules-{FAMILY}", "view")._value.get())


async def records(bus: Bus, log: str, count: int) -> list[Entry]:
    """The log, once it holds as many messages as expected."""
    for _ in range(500):
        entries = await bus.load(STREAM, log)
        if len(entries) >= count:
            return entries
        await asyncio.sleep(0.02)
    raise AssertionError(f"{log} holds {len(entries)} messages, expected {count}")


async def test_a_request_whose_reply_is_a_table_log_gets_no_answer(nats: NatsServer) -> None:
    log = subjects.table_log(FAMILY, "reply-attack")
    echo, before = Echo(), dropped()
    async with nats.connect("rules-pub") as rules, serve(rules, "rules-pub", echo, family=FAMILY):
        attacker = await nats.raw("gateway")
        await attacker.publish(subjects.rules_view(FAMILY), b"forged record", reply=log)
        await attacker.flush()
        # The attacker's request is behind us once the same service has answered an honest one.
        assert (await attacker.request(subjects.rules_view(FAMILY), b"honest", timeout=5)).data == b"honest"
        await attacker.close()
        assert await rules.tip(STREAM, log) is None
    assert echo.asked == 1
    assert dropped() == before + 1


async def test_without_our_bus_that_attack_would_write_the_log(nats: NatsServer) -> None:
    """Why the rule is needed: a plain responder under the same permissions does write."""
    log = subjects.table_log(FAMILY, "plain-attack")
    responder, attacker = await nats.raw("rules-pub"), await nats.raw("gateway")

    async def answer(message: Msg) -> None:
        await message.respond(message.data)

    await responder.subscribe(subjects.rules_view(FAMILY), cb=answer)
    await responder.flush()
    await attacker.publish(subjects.rules_view(FAMILY), b"forged record", reply=log)
    await attacker.flush()
    async with nats.connect("rules-pub") as rules:
        entries = await records(rules, log, 1)
    assert [entry.payload for entry in entries] == [b"forged record"]
    await responder.close()
    await attacker.close()


async def test_a_pull_delivered_to_a_table_log_leaves_no_record_of_the_table(nats: NatsServer) -> None:
    """The server itself delivers, so no permission stops it.

    The message keeps the subject it had, so no table's log shows it; only the pull's status does land there: an empty
    foreign record, which the fold of the rules service skips and counts. An append goes on behind it.
    """
    log = subjects.table_log(FAMILY, "pull-attack")
    pull = f"$JS.API.CONSUMER.MSG.NEXT.{subjects.BOT_STREAM}.{subjects.bot_consumer(GAME)}"
    async with nats.connect("rules-pub") as rules:
        first = await rules.append(log, b"record 1", 0)
        await rules.enqueue(subjects.bot_turn(GAME), b"a turn")
        attacker = await nats.raw("bots")
        for _ in range(2):
            await attacker.publish(pull, b'{"batch":1,"no_wait":true}', reply=log)
        await attacker.flush()
        await attacker.close()
        entries = await records(rules, log, 2)
        assert [entry.payload for entry in entries] == [b"record 1", b""]
        await rules.append(log, b"record 2", entries[-1].seq)
        assert [entry.payload for entry in await rules.load(STREAM, log, first)] == [b"", b"record 2"]


@pytest.mark.parametrize("block", ["NATS/1.0 204 EOB\r\n", "NATS/1.0\r\nNats-Sequence: 77\r\nNats-Num-Pending: 0\r\n"])
async def test_a_stored_message_sent_to_a_table_log_cannot_hide_the_records_behind_it(
    nats: NatsServer, block: str
) -> None:
    """Third way: who may read a bucket has the server send a message of its own making to a log, headers included.

    It is a foreign record as well; its headers must not end or misdate what is loaded.
    """
    log = subjects.table_log(FAMILY, f"get-attack-{len(block)}")
    key = subjects.kv_key(subjects.LOBBY_BUCKET, f"bait-{len(block)}")
    async with nats.connect("rules-pub") as rules, nats.connect("lobby") as attacker:
        first = await rules.append(log, b"record 1", 0)
        await attacker.streams.store(key, b"forged", block.encode() + b"\r\n")
        attacker.client.send(f"$JS.API.DIRECT.GET.{subjects.kv_stream(subjects.LOBBY_BUCKET)}.{key}", b"", log)
        await attacker.flush()
        forged = (await records(rules, log, 2))[1]
        assert forged.payload == b"forged"
        assert forged == await rules.tip(STREAM, log)
        last = await rules.append(log, b"record 2", forged.seq)
        entries = await rules.load(STREAM, log)
        assert [entry.payload for entry in entries] == [b"record 1", b"forged", b"record 2"]
        assert [entry.seq for entry in entries] == [first, forged.seq, last]
