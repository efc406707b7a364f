"""Stats on a real bus and real databases: exactly once, and what the lists say."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from dicearena_contracts import subjects
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_stats.results import Results

from tests.services.stats.house import TODAY, attempt, export, house, match, seat
from tests.support.databases import KINDS
from tests.support.nats import NatsServer

pytestmark = pytest.mark.parametrize("database", KINDS)


async def test_a_result_delivered_often_is_one_row(own_nats: NatsServer, database: str, tmp_path: Path) -> None:
    async with house(own_nats, database, tmp_path) as stats:
        finished = match(seat("anna", 1), seat("ben", 2))
        await stats.publish(finished, times=10)
        await stats.until(lambda: stats.others.finished.count(finished.table) == 10)
        assert await stats.rows(finished.table) == 1
        assert [(row.name, row.points, row.games) for row in (await stats.leaderboard()).rows] == [
            ("Anna", 30, 1),
            ("Ben", 0, 1),
        ]


async def test_a_result_no_table_knows_of_is_not_stored(own_nats: NatsServer, database: str, tmp_path: Path) -> None:
    async with house(own_nats, database, tmp_path) as stats:
        forged, real = match(seat("eve", 1), seat("ben", 2)), match(seat("anna", 1), seat("ben", 2))
        stats.others.over[real.table] = real
        for told in (forged, real.model_copy(update={"seats": forged.seats})):
            await stats.rules[real.family].enqueue(
                subjects.match_finished(real.game), told.model_dump_json().encode(), told.table
            )
        await stats.until(lambda: real.table in stats.others.finished)
        assert await stats.rows(forged.table) == 0
        assert [row.name for row in (await stats.leaderboard()).rows] == ["Anna", "Ben"]


async def test_results_stored_at_once_by_several_are_one_row(nats: NatsServer, database: str, tmp_path: Path) -> None:
    async with house(nats, database, tmp_path, intake=False) as stats:
        finished = match(seat("anna", 1), seat("ben", 2))
        results = Results(stats.engine)
        stored = await asyncio.gather(*(results.store(finished) for _ in range(8)))
        assert sorted(stored) == [False] * 7 + [True]
        assert await stats.rows(finished.table) == 1


async def test_results_wait_in_the_queue_for_a_stats_that_is_away(
    own_nats: NatsServer, database: str, tmp_path: Path
) -> None:
    waiting = [match(seat("anna", 1), seat("ben", 2)) for _ in range(5)]
    async with house(own_nats, database, tmp_path, intake=False) as stats:
        for finished in waiting:
            await stats.publish(finished)
    async with house(own_nats, database, tmp_path, over={match.table: match for match in waiting}) as stats:
        await stats.until(lambda: len(stats.others.finished) == 5)
        assert (await stats.leaderboard()).rows[0].games == 5


async def test_the_lobby_is_told_even_if_it_was_away(own_nats: NatsServer, database: str, tmp_path: Path) -> None:
    async with house(own_nats, database, tmp_path) as stats:
        stats.others.lobby_down = True
        finished = match(seat("anna", 1), seat("ben", 2))
        await stats.publish(finished)
        while await stats.rows(finished.table) == 0:  # noqa: ASYNC110 - nothing tells the test when
            await asyncio.sleep(0.01)
        stats.others.lobby_down = False
        await stats.until(lambda: stats.others.finished == [finished.table])


async def test_the_leaderboard_ranks_people_only_and_equals_alike(
    own_nats: NatsServer, database: str, tmp_path: Path
) -> None:
    async with house(own_nats, database, tmp_path) as stats:
        await stats.play(match(seat("anna", 1), seat("ben", 2), seat(None, 3)))
        await stats.play(match(seat("cleo", 1), seat(None, 2), game="shut_the_box", family="boards"))
        await stats.play(match(seat("dirk", 2, left=True), seat("eva", 1)))
        await stats.play(match(seat("eva", 1), seat("ben", 2), scored=False))
        await stats.play(match(seat("eva", 1)))
        await stats.play(attempt("ben", 20.0))
        rows = (await stats.leaderboard()).rows
        assert [
            (row.rank, row.name, row.points, row.wins) for row in sorted(rows, key=lambda row: (row.rank, row.name))
        ] == [
            (1, "Anna", 30, 1),
            (1, "Cleo", 30, 1),
            (1, "Eva", 30, 1),
            (4, "Ben", 15, 0),
            (5, "Dirk", -10, 0),
        ]
        assert [row.name for row in (await stats.leaderboard("shut_the_box")).rows] == ["Cleo"]
        assert len((await stats.leaderboard(limit=2)).rows) == 2


async def test_the_leaderboard_shows_the_newest_name(own_nats: NatsServer, database: str, tmp_path: Path) -> None:
    async with house(own_nats, database, tmp_path) as stats:
        await stats.play(match(seat("anna", 1, name="Neue Anna"), seat("ben", 2), finished_at=2_000))
        await stats.play(match(seat("anna", 1, name="Alte Anna"), seat("ben", 2), finished_at=1_500))
        assert (await stats.leaderboard()).rows[0].name == "Neue Anna"


async def test_my_games_are_newest_first_with_sums_over_all(
    own_nats: NatsServer, database: str, tmp_path: Path
) -> None:
    async with house(own_nats, database, tmp_path) as stats:
        first = await stats.play(match(seat("anna", 1, 3.0, rare={"maexchen": 2}), seat("ben", 2), finished_at=10))
        second = await stats.play(
            match(
                seat(None, 1, 10.0),
                seat("anna", 2, 20.0, rare={"box_shut": 1}, bests={"box_low": 12.0}),
                seat("cleo", 3),
                game="shut_the_box",
                family="boards",
                finished_at=20,
            )
        )
        third = await stats.play(
            match(seat("anna", 1, 7.0, rare={"maexchen": 1}, bests={"box_low": 7.0, "high": 3.0}), finished_at=30)
        )
        await stats.play(match(seat("anna", 0, rare={"maexchen": 9}), seat("ben", 0), scored=False, finished_at=40))
        mine = await stats.mine("anna", limit=3)
        assert [game.scored for game in mine.games] == [False, True, True]
        assert [game.table for game in mine.games[1:]] == [third.table, second.table]
        newest = mine.games[2]
        assert (newest.opponents, newest.seats, newest.place, newest.score) == (("Computer", "Cleo"), 3, 2, 20.0)
        assert (mine.played, mine.points) == (3, 30 + 15)
        assert mine.wins == {"maexchen": 1}
        assert mine.rare == {"maexchen": 3, "box_shut": 1}
        assert mine.bests == {"box_low": 7.0, "high": 3.0}
        assert first.table not in {game.table for game in mine.games}


async def test_a_stranger_has_no_games(nats: NatsServer, database: str, tmp_path: Path) -> None:
    async with house(nats, database, tmp_path) as stats:
        mine = await stats.mine("nobody")
        assert (mine.games, mine.played, mine.points, mine.wins) == ((), 0, 0, {})


async def test_the_daily_list_shows_others_only_after_the_close(
    own_nats: NatsServer, database: str, tmp_path: Path
) -> None:
    async with house(own_nats, database, tmp_path) as stats:
        for person, penalty in (("anna", 31.0), ("ben", 25.0), ("cleo", 31.0), ("dirk", 50.0)):
            await stats.play(attempt(person, penalty))
        await stats.play(attempt("anna", 3.0, official=False))
        before = await stats.daily(person="anna")
        assert (before.closed, before.attempts, before.rows) == (False, 4, ())
        assert before.mine is not None
        assert (before.mine.rank, before.mine.penalty, before.mine.rival) == (0, 31.0, 40.0)
        assert before.played == {TODAY: 31.0}
        assert (await stats.daily()).mine is None
    async with house(own_nats, database, tmp_path, fresh=False) as stats:
        stats.others.closes_at[TODAY] = 1
        after = await stats.daily(TODAY, person="cleo")
        assert [(row.rank, row.name) for row in after.rows] == [
            (1, "Ben"),
            (2, "Anna"),
            (2, "Cleo"),
            (4, "Dirk"),
        ]
        assert after.mine == after.rows[2]


async def test_the_calendar_has_the_official_results_of_six_weeks(
    own_nats: NatsServer, database: str, tmp_path: Path
) -> None:
    async with house(own_nats, database, tmp_path) as stats:
        for day, penalty in (("2031-03-22", 1.0), ("2031-03-23", 2.0), ("2031-05-01", 3.0), (TODAY, 4.0)):
            await stats.play(attempt("anna", penalty, day=day))
        listed = await stats.daily(person="anna")
        assert listed.played == {"2031-03-23": 2.0, "2031-05-01": 3.0, TODAY: 4.0}


async def test_a_past_day_nobody_rolled_is_empty_and_a_day_to_come_refused(
    nats: NatsServer, database: str, tmp_path: Path
) -> None:
    async with house(nats, database, tmp_path) as stats:
        empty = await stats.daily("2031-01-01")
        assert (empty.closed, empty.rows) == (True, ())
        with pytest.raises(DicearenaError) as caught:
            await stats.daily("2031-06-01")
        assert caught.value.code is ErrorCode.NOT_FOUND


async def test_finished_matches_are_archived_once(own_nats: NatsServer, database: str, tmp_path: Path) -> None:
    async with house(own_nats, database, tmp_path) as stats:
        finished = await stats.play(match(seat("anna", 1), seat("ben", 2)))
        with pytest.raises(DicearenaError) as caught:
            await stats.archived(finished.table)
        assert (caught.value.code, caught.value.wire.key) == (ErrorCode.NOT_FOUND, "stats.refused.not_archived")
        await stats.archiving_due()
        assert await stats.archive.round() == 1
        assert await stats.archived(finished.table) == export(finished.table)
        await stats.archiving_due()
        assert await stats.archive.round() == 0
        assert stats.others.replays == [finished.table]


async def test_two_archivers_at_once_keep_one_export(own_nats: NatsServer, database: str, tmp_path: Path) -> None:
    async with house(own_nats, database, tmp_path) as stats:
        finished = await stats.play(match(seat("anna", 1), seat("ben", 2)))
        await stats.archiving_due()
        await asyncio.gather(stats.archive.round(), stats.archive.round())
        assert await stats.archived(finished.table) == export(finished.table)


async def test_an_export_refused_for_now_is_asked_for_again_later(
    own_nats: NatsServer, database: str, tmp_path: Path
) -> None:
    async with house(own_nats, database, tmp_path) as stats:
        finished = await stats.play(match(seat("anna", 1), seat("ben", 2)))
        stats.others.replay_error = DicearenaError(ErrorCode.FORBIDDEN, "error.still_running")
        await stats.archiving_due()
        assert await stats.archive.round() == 1
        assert await stats.archive.round() == 0, "not at once"
        stats.others.replay_error = None
        await stats.archiving_due()
        await stats.archive.round()
        assert await stats.archived(finished.table) == export(finished.table)


async def test_a_daily_attempt_is_archived_only_after_the_close(
    own_nats: NatsServer, database: str, tmp_path: Path
) -> None:
    async with house(own_nats, database, tmp_path) as stats:
        finished = await stats.play(attempt("anna", 30.0))
        await stats.archiving_due()
        assert await stats.archive.round() == 1
        assert stats.others.replays == []
    async with house(own_nats, database, tmp_path, fresh=False) as stats:
        stats.others.closes_at[TODAY] = 1
        await stats.archiving_due()
        await stats.archive.round()
        assert stats.others.replays == [finished.table]
