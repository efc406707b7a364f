"""The table host on a real bus: exactly once, refusals after the tip, replicas, forged records, clocks, results."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import orjson
import pytest
from dicearena_bus import Job, work
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import FAMILY_OF, Family, GameKey
from dicearena_contracts.dice import DayReply, DayRequest
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.records import MatchFinished, RecordKind
from dicearena_contracts.rules import Act, BotTurn, DailySpec, Leave, OpenReply, OpenTable
from dicearena_games import fair
from dicearena_games.core import expand
from dicearena_games.table import Draft, Intent, seal

from tests.services.rules.conftest import PEOPLE, House, replica
from tests.support.nats import NatsServer

MAEXCHEN, BOX = GameKey.MAEXCHEN, GameKey.SHUT_THE_BOX


def any_action(view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    return rng.choice([action for domain in view["actions"] for action in expand(domain)])


async def play_to_the_end(house: House, opened: OpenTable, seed: int = 1) -> dict[str, Any]:
    rng = random.Random(seed)
    for _ in range(3000):
        for seat in range(len(opened.seats)):
            view = await house.view(opened, seat)
            if view["status"] == "over":
                return view
            if view["actions"]:
                await house.act(opened, seat, any_action(view, rng), decision=view["decision"])
    raise AssertionError("no end")


@pytest.mark.parametrize("game", [MAEXCHEN, BOX])
async def test_a_whole_game_is_played_stored_and_checked(nats: NatsServer, house: House, game: GameKey) -> None:
    async with replica(nats, FAMILY_OF[game]):
        opened = await house.open(game)
        view = await play_to_the_end(house, opened)
        assert sorted(view["result"]["places"])[0] == 1
        export = await house.replay(opened)
    secret = bytes.fromhex(export.secret)
    assert fair.commitment(secret) == opened.commitment == export.commitment
    thrown = [dice for record in export.records for dice in record.throws]
    entropy = [seat.entropy or "" for seat in opened.seats]
    assert thrown == [
        fair.table_throw(secret, opened.table, n, entropy, count=2, faces=6) for n in range(1, len(thrown) + 1)
    ]


async def test_a_repeated_command_is_answered_alike_and_done_once(nats: NatsServer, house: House) -> None:
    async with replica(nats, Family.BOARDS):
        opened = await house.open(BOX)
        first = await house.act(opened, 0, {"kind": "roll"}, command="command-roll", decision=0)
        again = await house.act(opened, 0, {"kind": "roll"}, command="command-roll", decision=0)
        view = await house.view(opened, 0)
    assert (again.n, again.repeated) == (first.n, True)
    assert view["n"] == first.n


async def test_a_repeat_after_a_crash_sends_the_views_again(nats: NatsServer, house: House) -> None:
    async with replica(nats, Family.BOARDS):
        opened = await house.open(BOX)
        await house.act(opened, 0, {"kind": "roll"}, command="command-crash", decision=0)
    async with replica(nats, Family.BOARDS):
        got = await house.follow(opened)
        reply = await house.act(opened, 0, {"kind": "roll"}, command="command-crash", decision=0)
        await house.gateway.flush()
        await asyncio.sleep(0.05)
    assert reply.repeated
    assert {subject for subject, _ in got} == {subjects.view(Family.BOARDS, opened.table, r) for r in (0, 1, None)}


async def test_two_replicas_never_refuse_what_is_legal(nats: NatsServer, house: House) -> None:
    async with replica(nats, Family.BOARDS) as one, replica(nats, Family.BOARDS) as two:
        opened = await house.open(BOX, humans=4, rounds=3)
        rng = random.Random(7)

        async def player(seat: int) -> int:
            done = 0
            while True:
                view = await house.view(opened, seat)
                if view["status"] == "over":
                    return done
                action = next((a for d in view["actions"] for a in expand(d) if a["kind"] != "weiter"), None)
                if action is None:
                    if seat == 0 and view["actions"]:
                        await house.act(opened, 0, {"kind": "weiter"}, decision=view["decision"], seen=view["n"])
                    await asyncio.sleep(0.01)
                    continue
                action = rng.choice([a for d in view["actions"] for a in expand(d)])
                try:
                    await house.act(opened, seat, action, decision=view["decision"], seen=view["n"])
                except DicearenaError as refused:
                    # Only a round that another seat ended meanwhile may make a move illegal.
                    now = await house.view(opened, seat)
                    assert now["board"]["phase"] != "play" or now["board"]["round"] != view["board"]["round"], (
                        refused.wire
                    )
                done += 1

        moves = await asyncio.gather(*(player(seat) for seat in range(4)))
        export = await house.replay(opened)
        served = [one.cell(opened.table).table, two.cell(opened.table).table]
    assert sum(moves) > 50
    assert [record.n for record in export.records] == list(range(1, len(export.records) + 1))
    assert len({record.command for record in export.records}) == len(export.records)
    assert all(table is not None for table in served), "both replicas served the table"


class TestRefusals:
    @pytest.fixture
    async def opened(self, nats: NatsServer, house: House) -> Any:
        async with replica(nats, Family.BLUFF, Family.BOARDS):
            yield await house.open(MAEXCHEN)

    @pytest.mark.parametrize(
        ("seat", "deed", "code"),
        [
            (1, Act(decision=0, action={"kind": "doubt"}), ErrorCode.NOT_YOUR_TURN),
            (0, Act(decision=5, action={"kind": "claim", "value": 31}), ErrorCode.STALE),
            (0, Act(decision=0, action={"kind": "claim", "value": 99}), ErrorCode.ILLEGAL),
            (0, Act(decision=0, action={"kind": "fly"}), ErrorCode.BAD_REQUEST),
            (2, Act(decision=0, action={"kind": "doubt"}), ErrorCode.FORBIDDEN),
        ],
    )
    async def test_a_refusal_says_why_and_nothing_happens(
        self, house: House, opened: OpenTable, seat: int, deed: Act, code: ErrorCode
    ) -> None:
        got = await house.follow(opened)
        with pytest.raises(DicearenaError) as caught:
            await house.do(opened, seat, deed)
        assert caught.value.code is code
        assert (await house.view(opened, 0))["n"] == 1
        assert got == []

    async def test_an_unknown_table_is_not_found(self, house: House, opened: OpenTable) -> None:
        with pytest.raises(DicearenaError) as caught:
            await house.view(opened.model_copy(update={"table": "nowhere"}), 0)
        assert caught.value.code is ErrorCode.NOT_FOUND

    async def test_a_bot_command_for_a_persons_seat_is_forbidden(self, house: House, opened: OpenTable) -> None:
        with pytest.raises(DicearenaError) as caught:
            await house.bot(opened, 0, 0, {"kind": "claim", "value": 31})
        assert caught.value.code is ErrorCode.FORBIDDEN

    async def test_a_running_game_is_not_replayed(self, house: House, opened: OpenTable) -> None:
        with pytest.raises(DicearenaError) as caught:
            await house.replay(opened)
        assert caught.value.wire.key == "error.still_running"


async def test_opening_again_is_the_same_and_opening_otherwise_is_refused(nats: NatsServer, house: House) -> None:
    async with replica(nats, Family.BOARDS):
        opened = await house.open(BOX)
        again = await house.lobby.request(subjects.rules_open(Family.BOARDS), opened, OpenReply)
        assert again.n == 1
        other = opened.model_copy(update={"seats": tuple(reversed(opened.seats))})
        with pytest.raises(DicearenaError) as caught:
            await house.lobby.request(subjects.rules_open(Family.BOARDS), other, OpenReply)
        assert caught.value.code is ErrorCode.CONFLICT


async def test_records_no_replica_wrote_are_skipped(nats: NatsServer, house: House) -> None:
    async with replica(nats, Family.BOARDS) as host, nats.connect("rules-boards") as thief:
        opened = await house.open(BOX)
        subject = subjects.table_log(Family.BOARDS, opened.table)
        stream = subjects.table_stream(Family.BOARDS)
        tip = await thief.tip(stream, subject)
        assert tip is not None
        table = host.cell(opened.table).table
        assert table is not None
        forged = seal(b"not the key" * 4, subject, await _record_two(table))
        seq = await thief.append(subject, forged, expected=tip.seq)
        await thief.append(subject, tip.payload, expected=seq)
        assert (await house.view(opened, 0))["n"] == 1
        reply = await house.act(opened, 0, {"kind": "roll"}, decision=0)
    assert reply.n == 2


async def _record_two(table: Any) -> Any:
    from dicearena_games.table import Draft, Intent

    draft = Draft(table, Intent(RecordKind.ACT, "command-forged", 0, False, 0, {"kind": "roll"}), table.at)
    draft.feed((1, 1))
    return draft.record()


async def test_a_computers_turn_waits_in_the_queue_with_its_seats_view_only(nats: NatsServer, house: House) -> None:
    turns: asyncio.Queue[BotTurn] = asyncio.Queue()

    async def take(job: Job) -> None:
        turns.put_nowait(BotTurn.model_validate_json(job.payload))

    consumer = subjects.bot_consumer(MAEXCHEN)
    async with replica(nats, Family.BLUFF), work(house.bots, subjects.BOT_STREAM, consumer, take):
        opened = await house.open(MAEXCHEN, humans=1, computers=1)
        first = await house.view(opened, 0)
        await house.act(opened, 0, {"kind": "claim", "value": 31}, decision=first["decision"])
        async with asyncio.timeout(10):
            while (turn := await turns.get()).table != opened.table:
                pass
        assert (turn.seat, turn.decision, turn.view["seat"]) == (1, 0, 1)
        assert turn.view["board"]["dice"] is None
        reply = await house.bot(opened, 1, 0, {"kind": "doubt"})
    assert reply.n == 3


async def test_a_computer_is_asked_again_when_another_ended_the_round_before_its_answer(
    nats: NatsServer, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    throws = iter([(3, 6), (4, 4), (3, 4), (5, 6), (3, 4), (1, 2)])
    monkeypatch.setattr(fair, "table_throw", lambda *_, **__: next(throws))
    turns: list[BotTurn] = []

    async def take(job: Job) -> None:
        turns.append(BotTurn.model_validate_json(job.payload))

    consumer = subjects.bot_consumer(BOX)
    async with replica(nats, Family.BOARDS), work(house.bots, subjects.BOT_STREAM, consumer, take):
        opened = await house.open(BOX, humans=1, computers=1, rounds=3, flaps=9)
        for flaps in ([9], [8], [7], [5, 6], [3, 4], [1, 2]):
            await house.act(opened, 0, {"kind": "roll"})
            await house.act(opened, 0, {"kind": "close", "flaps": flaps})
        await house.act(opened, 0, {"kind": "weiter"})
        async with asyncio.timeout(10):
            while [turn.view["board"]["round"] for turn in turns if turn.table == opened.table] != [1, 2]:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    assert [(turn.seat, turn.decision) for turn in turns if turn.table == opened.table] == [(1, 0), (1, 0)]


async def test_the_result_is_published_once_whole(nats: NatsServer, house: House) -> None:
    results: asyncio.Queue[MatchFinished] = asyncio.Queue()

    async def take(job: Job) -> None:
        results.put_nowait(MatchFinished.model_validate_json(job.payload))

    async with (
        replica(nats, Family.BOARDS),
        nats.connect("stats") as stats,
        work(stats, subjects.MATCH_STREAM, subjects.MATCH_CONSUMER, take),
    ):
        opened = await house.open(BOX)
        await play_to_the_end(house, opened)
        await house.view(opened, 0)
        async with asyncio.timeout(10):
            while (result := await results.get()).table != opened.table:
                pass
        await asyncio.sleep(0.3)
    assert [seat.person for seat in result.seats] == list(PEOPLE[:2])
    assert result.scored
    assert results.empty()


async def test_a_pause_ends_by_itself(nats: NatsServer, house: House) -> None:
    async with replica(nats, Family.BLUFF):
        opened = await house.open(MAEXCHEN, lives=3)
        await house.act(opened, 0, {"kind": "claim", "value": 31}, decision=0)
        await house.act(opened, 1, {"kind": "doubt"}, decision=0)
        view = await house.view(opened, 0)
        assert view["pause"] is not None
        after = await house.until(opened, 0, lambda view: view["pause"] is None)
    assert after["board"]["round"] == 2


EARLY = {
    "a stand-in": Intent(RecordKind.STANDIN, "clock:standin:1:0", 1, decision=0),
    "the end of a look": Intent(RecordKind.WAITED, "clock:waited:3", decision=3),
    "a computer's end of a look": Intent(RecordKind.ACT, "bot:t:2:0", 2, True, 0, {"kind": "weiter"}),
    "a close for idleness": Intent(RecordKind.CLOSE, "clock:close", reason="idle"),
}


@pytest.mark.parametrize("what", EARLY)
async def test_the_host_writes_nothing_before_its_time(nats: NatsServer, house: House, what: str) -> None:
    async with replica(nats, Family.BLUFF) as host:
        opened = await house.open(MAEXCHEN, computers=1, clock=30)
        await house.act(opened, 0, {"kind": "claim", "value": 31}, decision=0)
        cell = host.cell(opened.table)
        async with cell.lock:
            table = await host.current(cell)
            if "look" in what:
                doubt = Intent(RecordKind.ACT, "command-doubt", 1, decision=0, action={"kind": "doubt"})
                await host.command(cell, lambda _: (table, doubt))
            Draft(table, EARLY[what], table.at)  # would be taken, but for the time
            before = table.n
            with pytest.raises(DicearenaError) as caught:
                await host.command(cell, lambda _: (table, EARLY[what]))
            assert caught.value.code is ErrorCode.STALE
            assert (await host.current(cell)).n == before


async def test_leaving_hands_the_seat_to_the_computer_and_the_last_one_closes_the_table(
    nats: NatsServer, house: House
) -> None:
    async with replica(nats, Family.BOARDS):
        opened = await house.open(BOX)
        await house.do(opened, 0, Leave())
        assert (await house.view(opened, 1))["seats"][0]["held"] == "left"
        await house.do(opened, 1, Leave())
        view = await house.view(opened, None)
    assert view["result"] == {"places": [], "scores": [], "scored": False, "reason": "abandoned"}


async def test_views_go_out_before_the_answer(nats: NatsServer, house: House) -> None:
    async with replica(nats, Family.BOARDS):
        opened = await house.open(BOX)
        got = await house.follow(opened)
        reply = await house.act(opened, 0, {"kind": "roll"}, decision=0)
        own = subjects.view(Family.BOARDS, opened.table, 0)
        assert [orjson.loads(payload)["n"] for subject, payload in got if subject == own] == [reply.n]


async def test_s9_nobody_else_sees_a_days_attempt_or_its_replay_before_the_close(
    nats: NatsServer, house: House
) -> None:
    today = await house.lobby.request(subjects.DICE_DAY, DayRequest(), DayReply)
    daily = DailySpec(day=today.day, official=True, closes_at=today.closes_at)
    refusals: list[str] = []

    async def rechenmeister(job: Job) -> None:
        turn = BotTurn.model_validate_json(job.payload)
        if turn.table == opened.table:
            await house.bot(opened, turn.seat, turn.decision, any_action(turn.view, random.Random(turn.seed)))

    async def strangers_look() -> None:
        for stranger in (1, None):
            with pytest.raises(DicearenaError) as refused:
                await house.view(opened, stranger)
            refusals.append(refused.value.wire.key)

    async with replica(nats, Family.BOARDS):
        opened = await house.open(BOX, humans=1, computers=1, rounds=3, day=today.day, daily=daily)
        got = await house.follow(opened)
        async with work(house.bots, subjects.BOT_STREAM, subjects.bot_consumer(BOX), rechenmeister):
            for _ in range(600):
                view = await house.view(opened, 0)
                if view["status"] == "over":
                    break
                await strangers_look()
                if view["actions"]:
                    await house.act(opened, 0, any_action(view, random.Random(3)), decision=view["decision"])
                else:
                    await asyncio.sleep(0.02)
        assert view["status"] == "over"
        await strangers_look()
        with pytest.raises(DicearenaError) as unrevealed:
            await house.replay(opened)
    assert set(refusals) == {"error.daily_is_private"}
    assert unrevealed.value.wire.key == "error.day_still_open"
    assert {subject for subject, _ in got} == {subjects.view(Family.BOARDS, opened.table, 0)}
