"""Bluff's kinds of vectors."""

from __future__ import annotations

from typing import Any, Final

from dicearena_games.bluff import bluff as game
from dicearena_games.bluff.bluff_bids import Bid, chances, minima
from dicearena_games.bluff.bluff_types import BluffOptions, Doubt, Exact, Record, State

from dicearena_cli.vectors.kinds import Kinds, given

_STARTING_DICE: Final = 6


def _minima(case: dict[str, Any]) -> dict[int, int]:
    previous = case.get("previous")
    standing = (previous["count"], previous["face"]) if previous else None
    return minima(standing, case["dice_on_table"], given(case, "sonderrunde", False))


def _raise_legal(case: dict[str, Any]) -> dict[str, Any]:
    bid = case["bid"]
    fewest = _minima(case).get(bid["face"])
    return {"legal": fewest is not None and fewest <= bid["count"] <= case["dice_on_table"]}


def _min_raise(case: dict[str, Any]) -> dict[str, Any]:
    return {"min_count_per_face": {str(face): count for face, count in _minima(case).items()}}


def _showdown(case: dict[str, Any]) -> dict[str, Any]:
    """Seat 0 made the bid; the next one who has dice doubts, or calls it exact. An empty cup is of one who is out."""
    cups = tuple(tuple(sorted(cup)) for cup in case["cups"])
    caller = next(seat for seat in (*range(1, len(cups)), 0) if cups[seat])
    state = State(
        options=BluffOptions(dice=_STARTING_DICE),
        dice=tuple(len(cup) for cup in cups),
        out_in=(0,) * len(cups),
        phase="bid",
        round=1,
        turn=caller,
        special=given(case, "sonderrunde", False),
        specials=(False,) * len(cups),
        rolling=None,
        cups=cups,
        bids=(Bid(0, case["bid"]["count"], case["bid"]["face"]),),
        reveal=None,
        record=(Record(),) * len(cups),
    )
    doubted, matched = (game.act(state, caller, call).state.reveal for call in (Doubt(), Exact()))
    if doubted is None or matched is None:
        raise ValueError("the cups were not lifted")
    counts = {cup.seat: cup.plain + cup.jokers for cup in doubted.cups}
    return {
        "per_cup": [counts.get(seat, 0) for seat in range(len(cups))],
        "total": doubted.total,
        "bid_true": not doubted.right,
        "loser_if_doubted": "wettender" if doubted.loser == 0 else "zweifler",
        "punktlandung_correct": matched.right,
    }


def _probability(case: dict[str, Any]) -> dict[str, Any]:
    at_least, exactly = chances(case["unknown_dice"], case["needed"], given(case, "jokers_count", True))
    return {"at_least": at_least, "exactly": exactly}


KINDS: Final[Kinds] = {
    "raise_legal": _raise_legal,
    "min_raise": _min_raise,
    "showdown": _showdown,
    "probability": _probability,
}
