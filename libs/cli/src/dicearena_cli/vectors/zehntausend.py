"""Zehntausend's kinds of vectors."""

from __future__ import annotations

from typing import Any, Final, Literal

from dicearena_games.pushluck.zehntausend_scoring import Scoring, bust_chance, may_write, takes
from dicearena_players.zehntausend.turn_values import best_takes, expected_if_rolling

from dicearena_cli.vectors.kinds import Kinds, given

_MORE_ALIKE: Final[dict[str, Literal["double", "add"]]] = {"verdoppeln": "double", "addieren": "add"}
_THREE_PAIRS: Final[dict[str, Literal["different", "four_plus_two", "off"]]] = {
    "drei_verschiedene": "different",
    "auch_4+2": "four_plus_two",
    "aus": "off",
}


def _scoring(case: dict[str, Any]) -> Scoring:
    return Scoring(
        _MORE_ALIKE[given(case, "multi", "verdoppeln")],
        given(case, "straight", 1500),
        _three_pairs(case),
    )


def _three_pairs(case: dict[str, Any]) -> Literal["different", "four_plus_two", "off"]:
    return _THREE_PAIRS[given(case, "three_pairs", "drei_verschiedene")]


def _takes(case: dict[str, Any]) -> dict[str, Any]:
    found = takes(tuple(sorted(case["dice"])), _scoring(case))
    return {
        "bust": not found,
        "best_points": max(found.values(), default=0),
        "takes": [{"dice": list(take), "points": points} for take, points in found.items()],
    }


def _take_points(case: dict[str, Any]) -> dict[str, Any]:
    points = takes(tuple(sorted(case["dice"])), _scoring(case)).get(tuple(sorted(case["take"])))
    return {"legal": points is not None, "points": points or 0}


def _bust_probability(case: dict[str, Any]) -> dict[str, Any]:
    chance = bust_chance(case["dice"], Scoring(three_pairs=_three_pairs(case)))
    return {"probability": float(chance), "fraction": str(chance)}


def _may_write(case: dict[str, Any]) -> dict[str, Any]:
    return {"allowed": may_write(case["entry"], given(case, "has_written_before", False), case["turn_points"])}


def _bank_or_roll(case: dict[str, Any]) -> dict[str, Any]:
    rolling = expected_if_rolling(case["points"], case["dice_left"], _scoring(case))
    return {"expected_if_rolling": rolling, "decision": "wuerfeln" if rolling > case["points"] else "schreiben"}


def _best_take(case: dict[str, Any]) -> dict[str, Any]:
    value, best = best_takes(tuple(sorted(case["dice"])), case["points_before"], _scoring(case))
    ends = [{"take": list(take), "then": "wuerfeln" if on else "schreiben"} for take, on in best]
    return {"best": ends, "expected_turn_points": value}


KINDS: Final[Kinds] = {
    "takes": _takes,
    "take_points": _take_points,
    "bust_probability": _bust_probability,
    "may_write": _may_write,
    "bank_or_roll": _bank_or_roll,
    "best_take": _best_take,
}
