"""Append, tip, load and enqueue on a real stream."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from dicearena_bus import Bus, Conflict, Entry, Unknown, metrics
from dicearena_contracts import subjects
from dicearena_contracts.errors import DicearenaError, ErrorCode

from tests.support.nats import NatsServer
from tests.support.waiting import until

STREAM = subjects.table_stream("pub")


async def append_many(bus: Bus, log: str, count: int) -> list[Entry]:
    entries, seq = [], 0
    for number in range(count):
        payload = b"record %d" % number
        seq = await bus.append(log, payload, seq)
        entries.append(Entry(seq, payload))
    return entries


async def test_append_and_tip_and_load_agree(nats: NatsServer) -> None:
    log = subjects.table_log("pub", "agree")
    async with nats.connect("rules-pub") as bus:
        entries = await append_many(bus, log, 5)
        assert await bus.tip(STREAM, log) == entries[-1]
        assert await bus.load(STREAM, log) == entries
        assert await bus.load(STREAM, log, after=entries[2].seq) == entries[3:]
        assert await bus.load(STREAM, log, after=entries[-1].seq) == []


async def test_an_empty_log_has_no_tip_and_no_records(nats: NatsServer) -> None:
    log = subjects.table_log("pub", "empty")
    async with nats.connect("rules-pub") as bus:
        assert await bus.tip(STREAM, log) is None
        assert await bus.load(STREAM, log) == []


async def test_a_log_longer_than_one_batch_is_loaded_whole_and_without_its_neighbours(nats: NatsServer) -> None:
    one, other = subjects.table_log("pub", "long"), subjects.table_log("pub", "neighbour")
    async with nats.connect("rules-pub") as bus:
        entries: list[Entry] = []
        seq = other_seq = 0
        for number in range(1200):
            seq = await bus.append(one, b"record %d" % number, seq)
            entries.append(Entry(seq, b"record %d" % number))
            if number % 3 == 0:
                other_seq = await bus.append(other, b"neighbour", other_seq)
        assert await bus.load(STREAM, one) == entries
        assert await bus.load(STREAM, one, after=entries[600].seq) == entries[601:]


@pytest.mark.parametrize("wrong", [0, 1, 999_999])
async def test_an_append_behind_the_wrong_record_is_a_conflict_and_stores_nothing(nats: NatsServer, wrong: int) -> None:
    log = subjects.table_log("pub", f"conflict-{wrong}")
    async with nats.connect("rules-pub") as bus:
        await append_many(bus, subjects.table_log("pub", f"before-{wrong}"), 1)
        entries = await append_many(bus, log, 2)
        with pytest.raises(Conflict):
            await bus.append(log, b"too late", wrong)
        assert await bus.load(STREAM, log) == entries


async def test_of_two_appends_at_once_one_wins(nats: NatsServer) -> None:
    log = subjects.table_log("pub", "race")
    async with nats.connect("rules-pub") as one, nats.connect("rules-pub") as two:
        outcomes = await asyncio.gather(
            *(bus.append(log, b"x", 0) for bus in (one, two, one, two)), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes if not isinstance(outcome, int)] == [Conflict] * 3
        assert len(await one.load(STREAM, log)) == 1


async def test_an_append_without_an_acknowledgement_is_unknown(own_nats: NatsServer) -> None:
    log = subjects.table_log("pub", "silent")
    async with own_nats.connect("rules-pub") as bus:
        own_nats.pause()
        try:
            with pytest.raises(Unknown) as caught:
                await bus.append(log, b"perhaps", 0)
        finally:
            own_nats.resume()
        assert caught.value.retryable
        # It was stored after all, which is why the caller has to look.
        tip: Entry = await until(lambda: bus.tip(STREAM, log))
        assert tip.payload == b"perhaps"


async def test_an_append_under_way_when_the_server_dies_is_unknown_at_once(own_nats: NatsServer) -> None:
    log = subjects.table_log("pub", "killed")
    async with own_nats.connect("rules-pub") as bus:
        own_nats.pause()
        appending = asyncio.create_task(bus.append(log, b"perhaps", 0))
        await asyncio.sleep(0.05)
        own_nats.kill()
        with pytest.raises(Unknown):
            await asyncio.wait_for(appending, 1.0)


async def test_a_forbidden_append_is_told_in_metrics_and_stays_unknown(nats: NatsServer) -> None:
    counter = metrics.BUS_ERRORS.labels("rules-bluff", "forbidden")
    before = counter._value.get()
    async with nats.connect("rules-bluff") as bus:
        with pytest.raises(Unknown):
            await bus.append(subjects.table_log("pub", "foreign"), b"x", 0)
    assert counter._value.get() == before + 1


async def test_the_same_message_id_is_stored_once(nats: NatsServer) -> None:
    async with nats.connect("rules-pub") as bus:
        subject = subjects.match_finished("chicago")
        first = await bus.enqueue(subject, b"result", msg_id="table-7:result")
        again = await bus.enqueue(subject, b"result", msg_id="table-7:result")
        other = await bus.enqueue(subject, b"result", msg_id="table-8:result")
    assert first == again != other


async def test_a_message_id_cannot_smuggle_a_header(nats: NatsServer) -> None:
    log = subjects.table_log("pub", "smuggle")
    async with nats.connect("rules-pub") as bus:
        with pytest.raises(ValueError, match="line break"):
            await bus.append(log, b"x", 0, msg_id="a\r\nNats-Rollup: sub")
        assert await bus.tip(STREAM, log) is None


async def test_where_a_stream_is_missing_the_store_is_unavailable(tmp_path: Path) -> None:
    bare = NatsServer(tmp_path)
    bare.start()
    try:
        async with bare.connect("rules-pub") as bus:
            for call in (
                bus.append(subjects.table_log("pub", "none"), b"x", 0),
                bus.tip(STREAM, subjects.table_log("pub", "none")),
                bus.load(STREAM, subjects.table_log("pub", "none")),
            ):
                with pytest.raises(DicearenaError) as caught:
                    await call
                assert caught.value.code is ErrorCode.UNAVAILABLE
    finally:
        bare.stop()
