"""Chicago's kinds of vectors for the ways with announcing; a file of its own, ``chicago_app``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

from dicearena_games.pub.chicago_tokens import opening, settle, tokens_of
from dicearena_games.pub.chicago_values import Call, Ends, ends_of, is_sand, value_of

from dicearena_cli.vectors.kinds import Kinds, given

_DIRECTIONS: Final[dict[str, Literal["high", "low", "sand"]]] = {"hoch": "high", "tief": "low", "sand": "sand"}


def _call(case: dict[str, Any]) -> Call:
    direction = _DIRECTIONS[case["richtung"]]
    return Call(direction=direction) if direction == "sand" else Call(case["einser"], case["sechser"], direction)


def _ends(dice: Sequence[Sequence[int]], call: Call) -> Ends:
    return ends_of([(tuple(sorted(one)), False) for one in dice], call)


def _value(case: dict[str, Any]) -> dict[str, Any]:
    return {"value": value_of(case["dice"], Call(case["einser"], case["sechser"]))}


def _round(case: dict[str, Any]) -> dict[str, Any]:
    ends = ends_of([(tuple(sorted(one["dice"])), given(one, "chicago", False)) for one in case["players"]], _call(case))
    return {"best": ends.best, "worst": ends.worst}


def _sand(case: dict[str, Any]) -> dict[str, Any]:
    """One round of Sand at a Tschigg table whose pile is full (dealing) or empty (playing down)."""
    players = case["players"]
    seats = len(players)
    stand = opening("tschigg", seats)
    if case["phase"] != "verteilen":
        for seat in (*range(seats), *range(seats - 1)):
            stand, _ = settle("tschigg", stand, range(seats), None, seat)
    ends = _ends(players, Call(direction="sand"))
    after, _ = settle("tschigg", stand, range(seats), ends.best, ends.worst)
    change = [new - old for new, old in zip(after.held, stand.held, strict=True)]
    gets = change.index(1) if 1 in change else None
    made = [is_sand(dice) for dice in players]
    if case["phase"] == "verteilen":
        return {"sand": made, "gets_token": gets}
    return {"sand": made, "gives_token": change.index(-1) if -1 in change else None, "receives_token": gets}


def _token_flow(case: dict[str, Any]) -> dict[str, Any]:
    way = case["variant"]
    stand = opening(way, case["players"])
    for played in case["rounds"]:
        order, ends = played["order"], _ends(played["dice"], _call(played))
        best, worst = (None if end is None else order[end] for end in (ends.best, ends.worst))
        stand, _ = settle(way, stand, order, best, worst)
    return {
        "tokens": list(stand.held),
        "pile_left": stand.pile,
        "still_in": list(stand.playing),
        "loser": stand.loser,
    }


def _tokens(case: dict[str, Any]) -> dict[str, Any]:
    return {"tokens": tokens_of(case["variant"], case["players"])}


def _basis_rounds(case: dict[str, Any]) -> dict[str, Any]:
    stand, move, participants = opening("basis", case["players"]), "safe", []
    while move == "safe":
        participants.append(len(stand.playing))
        stand, move = settle("basis", stand, stand.playing, stand.playing[0], stand.playing[-1])
    return {"throw_rounds_per_search": len(participants), "participants": participants}


KINDS: Final[Kinds] = {
    "value": _value,
    "round": _round,
    "sand": _sand,
    "token_flow": _token_flow,
    "tokens": _tokens,
    "basis_rounds": _basis_rounds,
}
