"""Gipfelsturm's kinds of vectors."""

from __future__ import annotations

from typing import Any, Final

from dicearena_games.pushluck.gipfelsturm_lanes import LANES, THROWS, bust_chance, moves, playable, step, successes

from dicearena_cli.vectors.kinds import Kinds, given


def _runners(case: dict[str, Any]) -> dict[int, int]:
    return {int(lane): field for lane, field in given(case, "runners", {}).items()}


def _bust(case: dict[str, Any]) -> dict[str, Any]:
    runners = _runners(case)
    lanes = playable(runners, given(case, "closed", []))
    return {
        "playable_lanes": lanes,
        "success_of_1296": successes(lanes),
        "bust_probability": bust_chance(runners, given(case, "closed", [])),
    }


def _moves(case: dict[str, Any]) -> dict[str, Any]:
    stones = [given(case, "stones", {}).get(str(lane), 0) for lane in LANES]
    found = moves(case["dice"], _runners(case), stones, given(case, "closed", []))
    return {"moves": [list(move) for move in found], "bust": not found}


def _triple_bust(case: dict[str, Any]) -> dict[str, Any]:
    """Three runners, each one field up its lane."""
    runners = step({}, [0] * len(LANES), tuple(case["lanes"]))
    found = successes(playable(runners, ()))
    return {"success_of_1296": found, "bust_probability": 1 - found / THROWS}


KINDS: Final[Kinds] = {"bust": _bust, "moves": _moves, "triple_bust": _triple_bust}
