"""The dice service on a real bus."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from dicearena_bus import Bus, serve
from dicearena_contracts import subjects
from dicearena_contracts.dice import (
    CommitReply,
    CommitRequest,
    DailyThrow,
    DayReply,
    DayRequest,
    RevealReply,
    RevealRequest,
    SealReply,
    SealRequest,
    ThrowReply,
    ThrowRequest,
)
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_dice.days import Calendar
from dicearena_dice.handlers import DiceHandlers
from dicearena_dice.store import DiceStore
from dicearena_games import fair

from tests.support.nats import NatsServer

A, B = "aa" * 16, "bb" * 16


@dataclass
class Clock:
    """A clock the test sets."""

    now: datetime

    def __call__(self) -> datetime:
        return self.now


@dataclass
class House:
    """Dice services, and a rules service's and the lobby's connection to ask them with."""

    rules: Bus
    lobby: Bus
    clock: Clock
    handlers: DiceHandlers

    async def commit(self, table: str) -> CommitReply:
        return await self.lobby.request(subjects.DICE_COMMIT, CommitRequest(table=table), CommitReply)

    async def seal(self, table: str, *entropy: str) -> SealReply:
        return await self.rules.request(subjects.DICE_SEAL, SealRequest(table=table, entropy=entropy), SealReply)

    async def throw(
        self, table: str, n: int = 1, count: int = 5, faces: int = 6, **more: DailyThrow
    ) -> tuple[int, ...]:
        request = ThrowRequest(table=table, n=n, count=count, faces=faces, **more)
        return (await self.rules.request(subjects.DICE_THROW, request, ThrowReply)).dice

    async def reveal(self, table: str) -> RevealReply:
        return await self.rules.request(subjects.DICE_REVEAL, RevealRequest(table=table), RevealReply)

    async def day(self, day: str | None = None) -> DayReply:
        return await self.lobby.request(subjects.DICE_DAY, DayRequest(day=day), DayReply)


@asynccontextmanager
async def house(nats: NatsServer, *, cache: int = 100, now: datetime | None = None) -> AsyncIterator[House]:
    clock = Clock(now or datetime.now(UTC))
    async with AsyncExitStack() as stack:
        dice, rules, lobby = [
            await stack.enter_async_context(nats.connect(user)) for user in ("dice", "rules-pub", "lobby")
        ]
        calendar = Calendar(ZoneInfo("Europe/Berlin"))
        handlers = DiceHandlers(DiceStore(dice), calendar, cache=cache, now=clock)
        await stack.enter_async_context(serve(dice, "dice", handlers))
        yield House(rules, lobby, clock, handlers)


@asynccontextmanager
async def refusal(code: ErrorCode, key: str) -> AsyncIterator[None]:
    with pytest.raises(DicearenaError) as caught:
        yield
    assert (caught.value.code, caught.value.wire.key) == (code, key)


async def test_a_table_has_one_commitment_however_often_it_is_asked_for(nats: NatsServer) -> None:
    async with house(nats) as dice, house(nats) as twin:
        replies = await asyncio.gather(*(side.commit("one-promise") for side in (dice, twin) * 10))
    assert len({reply.commitment for reply in replies}) == 1


async def test_different_tables_have_different_commitments(nats: NatsServer) -> None:
    async with house(nats) as dice:
        assert (await dice.commit("table-one")).commitment != (await dice.commit("table-two")).commitment


async def test_only_the_first_seal_counts_and_later_ones_are_told_it(nats: NatsServer) -> None:
    async with house(nats) as dice:
        commitment = (await dice.commit("sealed-once")).commitment
        first = await dice.seal("sealed-once", A, B)
        assert first == SealReply(commitment=commitment, entropy=(A, B))
        assert await dice.seal("sealed-once", B) == first


async def test_a_throw_is_the_derivation_of_the_revealed_secret(nats: NatsServer) -> None:
    async with house(nats) as dice:
        await dice.commit("checked")
        await dice.seal("checked", A, B)
        thrown = {(n, faces): await dice.throw("checked", n, 7, faces) for n in (1, 2, 30) for faces in (2, 6, 100)}
        revealed = await dice.reveal("checked")
    assert hashlib.sha256(bytes.fromhex(revealed.secret)).hexdigest() == revealed.commitment
    assert revealed.entropy == (A, B)
    for (n, faces), roll in thrown.items():
        secret = bytes.fromhex(revealed.secret)
        assert roll == fair.table_throw(secret, "checked", n, (A, B), count=7, faces=faces)


async def test_the_same_throw_is_the_same_after_a_restart_of_service_and_server(own_nats: NatsServer) -> None:
    async with house(own_nats) as dice:
        await dice.commit("restarted")
        await dice.seal("restarted", A)
        before = [await dice.throw("restarted", n, 20) for n in range(1, 6)]
    own_nats.stop()
    own_nats.start()
    async with house(own_nats) as dice:
        assert [await dice.throw("restarted", n, 20) for n in range(1, 6)] == before


async def test_the_same_throw_is_the_same_when_its_table_has_fallen_out_of_the_cache(nats: NatsServer) -> None:
    async with house(nats, cache=1) as dice:
        for table in ("cached-one", "cached-two"):
            await dice.commit(table)
            await dice.seal(table)
        first = await dice.throw("cached-one", count=30)
        assert await dice.throw("cached-two", count=30) != first
        assert await dice.throw("cached-one", count=30) == first


async def test_no_throw_and_no_reveal_before_the_seal(nats: NatsServer) -> None:
    async with house(nats) as dice:
        await dice.commit("unsealed")
        async with refusal(ErrorCode.CONFLICT, "dice.refused.not_sealed"):
            await dice.throw("unsealed")
        async with refusal(ErrorCode.CONFLICT, "dice.refused.not_sealed"):
            await dice.reveal("unsealed")


async def test_nothing_for_a_table_without_commitment(nats: NatsServer) -> None:
    async with house(nats) as dice:
        for ask in (dice.throw, dice.reveal, dice.seal):
            async with refusal(ErrorCode.NOT_FOUND, "dice.refused.not_committed"):
                await ask("never-seen")


@pytest.mark.parametrize(
    "wrong", [{"faces": 1}, {"faces": 101}, {"count": 0}, {"count": 101}, {"n": 0}, {"table": "UPPER.case"}]
)
async def test_impossible_throws_are_refused(nats: NatsServer, wrong: dict[str, Any]) -> None:
    request = ThrowRequest.model_construct(**{"table": "a-table", "n": 1, "count": 1, "faces": 6, **wrong})
    async with house(nats) as dice, refusal(ErrorCode.BAD_REQUEST, "error.bad_request"):
        await dice.rules.request(subjects.DICE_THROW, request, ThrowReply)


BERLIN = ZoneInfo("Europe/Berlin")


async def test_a_day_is_promised_before_it_begins_and_told_only_after_its_close(nats: NatsServer) -> None:
    async with house(nats, now=datetime(2031, 5, 3, 12, tzinfo=BERLIN)) as dice:
        await dice.handlers.draw_ahead()
        tomorrow = await dice.day("2031-05-04")
        assert tomorrow.secret is None
        dice.clock.now = datetime(2031, 5, 5, 2, 59, 59, tzinfo=BERLIN)
        assert await dice.day("2031-05-04") == tomorrow
        assert tomorrow.closes_at == datetime(2031, 5, 5, 3, tzinfo=BERLIN).timestamp() * 1000
        dice.clock.now = datetime(2031, 5, 5, 3, tzinfo=BERLIN)
        closed = await dice.day("2031-05-04")
    assert closed.commitment == tomorrow.commitment
    assert closed.secret is not None
    assert fair.commitment(bytes.fromhex(closed.secret)) == tomorrow.commitment


async def test_today_is_the_calendar_day_of_the_houses_zone(nats: NatsServer) -> None:
    async with house(nats, now=datetime(2031, 7, 1, 21, 59, tzinfo=UTC)) as dice:
        assert (await dice.day()).day == "2031-07-01"
        dice.clock.now = datetime(2031, 7, 1, 22, 0, tzinfo=UTC)
        assert (await dice.day()).day == "2031-07-02"


@pytest.mark.parametrize(
    ("day", "close"),
    [("2031-03-29", datetime(2031, 3, 30, 1, tzinfo=UTC)), ("2031-10-25", datetime(2031, 10, 26, 2, tzinfo=UTC))],
)
async def test_days_close_at_three_local_time_when_clocks_change(nats: NatsServer, day: str, close: datetime) -> None:
    async with house(nats, now=datetime.fromisoformat(f"{day}T12:00:00+00:00")) as dice:
        assert (await dice.day(day)).closes_at == close.timestamp() * 1000


async def test_days_to_come_past_days_nobody_drew_and_no_days_are_refused(nats: NatsServer) -> None:
    async with house(nats, now=datetime(2032, 5, 3, 12, tzinfo=BERLIN)) as dice:
        for day in ("2032-05-05", "2032-05-02"):
            async with refusal(ErrorCode.NOT_FOUND, "dice.refused.day_not_drawn"):
                await dice.day(day)
        async with refusal(ErrorCode.BAD_REQUEST, "dice.refused.no_such_day"):
            await dice.day("2032-02-30")


async def test_daily_throws_are_the_days_for_every_table(nats: NatsServer) -> None:
    async with house(nats, now=datetime(2033, 1, 1, 12, tzinfo=BERLIN)) as dice:
        await dice.day()
        for table in ("daily-one", "daily-two"):
            await dice.commit(table)
            await dice.seal(table, A)
        name = DailyThrow(day="2033-01-01", round=2, throw=3)
        throws = [await dice.throw(table, n, 40, daily=name) for table, n in (("daily-one", 1), ("daily-two", 9))]
        dice.clock.now = datetime(2033, 1, 2, 3, tzinfo=BERLIN)
        secret = (await dice.day("2033-01-01")).secret
    assert secret is not None
    assert throws == [fair.day_throw(bytes.fromhex(secret), 2, 3, count=40, faces=6)] * 2


async def test_no_throw_of_a_day_that_has_not_begun(nats: NatsServer) -> None:
    async with house(nats, now=datetime(2034, 1, 1, 12, tzinfo=BERLIN)) as dice:
        await dice.handlers.draw_ahead()
        await dice.commit("daily-early")
        await dice.seal("daily-early")
        async with refusal(ErrorCode.CONFLICT, "dice.refused.day_not_begun"):
            await dice.throw("daily-early", daily=DailyThrow(day="2034-01-02", round=1, throw=1))
