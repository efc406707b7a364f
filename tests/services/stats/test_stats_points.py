"""Leaderboard points of one match."""

from __future__ import annotations

import pytest
from dicearena_contracts.records import MatchFinished, MatchSeat
from dicearena_stats.points import points, ranked


def match(*seats: tuple[str, int] | tuple[str, int, bool], stake: int = 0, **more: object) -> MatchFinished:
    """Seats as (who, place[, left]); who beginning with "c" is a computer."""
    made = tuple(
        MatchSeat(
            person=None if who.startswith("c") else who,
            name=who,
            level="easy" if who.startswith("c") else None,
            place=place,
            score=0.0,
            left=bool(left),
        )
        for who, place, left in ((*seat, False)[:3] for seat in seats)
    )
    fields: dict[str, object] = {
        "table": "table-1",
        "game": "maexchen",
        "family": "bluff",
        "started_at": 1,
        "finished_at": 2,
        "scored": True,
        "reason": "played",
        "options": {},
        "rules": 1,
        "turns": 3,
    }
    return MatchFinished.model_validate({**fields, "seats": made, "stake": stake, **more})


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ([("a", 1), ("b", 2)], (30, 0)),
        ([("a", 2), ("b", 1), ("d", 3)], (15, 30, 0)),
        ([("a", 1), ("b", 2), ("d", 3), ("e", 4)], (30, 15, 5, 0)),
        ([("a", 3), ("c1", 1), ("c2", 2), ("c3", 4)], (5, 0, 0, 0)),
        ([("a", 1), ("b", 1)], (30, 30)),
        ([("a", 1), ("b", 2), ("d", 2), ("e", 4)], (30, 15, 15, 0)),
        ([("a", 1), ("b", 2), ("d", 3), ("e", 4), ("c1", 5), ("c2", 6)], (30, 15, 5, 0, 0, 0)),
    ],
)
def test_places_bring_points_by_the_number_of_seats(seats: list[tuple[str, int]], expected: tuple[int, ...]) -> None:
    assert points(match(*seats)) == expected


@pytest.mark.parametrize(
    ("seats", "stake", "expected"),
    [
        ([("a", 1), ("b", 2)], 10, (30 + 10, -10)),
        ([("a", 1), ("b", 2), ("d", 3)], 20, (30 + 20, 15 + 0, -20)),
        ([("a", 1), ("b", 2), ("d", 3), ("e", 4)], 5, (30 + 8, 15 + 2, 5 - 5, -5)),
        ([("a", 1), ("b", 1)], 20, (30, 30)),
        ([("a", 1), ("b", 1), ("d", 3)], 10, (30 + 5, 30 + 5, -10)),
        ([("a", 2), ("c1", 1), ("b", 3)], 10, (15 + 10, 0, -10)),
        ([("a", 2), ("c1", 1)], 10, (0, 0)),
    ],
)
def test_the_pot_goes_to_the_best_humans(seats: list[tuple[str, int]], stake: int, expected: tuple[int, ...]) -> None:
    assert points(match(*seats, stake=stake)) == expected


def test_a_leaver_pays_ten_points_and_the_stake_and_has_no_share_of_the_pot() -> None:
    assert points(match(("a", 1, True), ("b", 2), stake=10)) == (30 - 10 - 10, 10)
    assert points(match(("a", 4, True), ("b", 1), ("d", 2), ("e", 3), stake=10)) == (-20, 30 + 17, 15 + 3, 5 - 10)


@pytest.mark.parametrize(
    "more", [{"scored": False}, {"day": "2031-05-03", "official": True}, {"options": {"own_dice": True}}]
)
def test_unscored_games_the_daily_roll_and_own_dice_bring_nothing(more: dict[str, object]) -> None:
    finished = match(("a", 1), ("b", 2, True), stake=10, **more)
    assert not ranked(finished)
    assert points(finished) == (0, 0)


def test_a_game_alone_brings_nothing() -> None:
    assert points(match(("a", 1), stake=10)) == (0,)
