"""Chicago's kinds of vectors: the pub way and the rounds 2 to 12."""

from __future__ import annotations

from typing import Any, Final

from dicearena_games.pub.chicago_tokens import opening, settle, tokens_of
from dicearena_games.pub.chicago_values import PUB_CALL, ends_of, points_of, value_of
from dicearena_games.pub.throws import Faces, SixesRule
from dicearena_players.chicago.expected import best_for_sum
from dicearena_players.pub.turns import Choice

from dicearena_cli.vectors.kinds import Kinds, given

_RULES: Final[dict[str, SixesRule]] = {"frisch": "fresh", "liegend": "laid", "aus": "off"}


def _faces(dice: list[int]) -> Faces:
    return tuple(sorted(dice))


def _value(case: dict[str, Any]) -> dict[str, Any]:
    return {"value": value_of(case["dice"])}


def _lowest_highest(case: dict[str, Any]) -> dict[str, Any]:
    players = [_faces(dice) for dice in case["players"]]
    ends = ends_of([(dice, bool(given(case, "chicago", False)) and dice == (1, 1, 1)) for dice in players], PUB_CALL)
    return {"values": [value_of(dice) for dice in players], "lowest": ends.worst, "highest": ends.best}


def _max_expected_sum(case: dict[str, Any]) -> dict[str, Any]:
    laid, thrown = _faces(case["laid"]), _faces(case["thrown"])
    expected, choices = best_for_sum(laid, thrown, case["throws_left"], _RULES[given(case, "turn", "frisch")])
    return {"expected": expected, "best": [_said(choice) for choice in choices]}


def _said(choice: Choice) -> dict[str, Any]:
    if choice.kind == "done":
        return {"action": "stop"}
    if choice.kind == "roll":
        return {"action": "keep", "lay_out": list(choice.keep)}
    return {"action": "turn", "uses_laid_six": choice.kind == "turn_laid", "also_lay_out": list(choice.keep)}


def _runden(case: dict[str, Any]) -> dict[str, Any]:
    return {"points": points_of(case["dice"], case["target"])}


def _filze(case: dict[str, Any]) -> dict[str, Any]:
    return {"pile": tokens_of("pub", case["players"])}


def _filze_flow(case: dict[str, Any]) -> dict[str, Any]:
    """Without playing down it ends once the pile is dealt, and who alone has most has lost."""
    stand, down, dealt = opening("pub", case["players"]), given(case, "runterspielen", True), False
    for played in case["rounds"]:
        order = played["order"]
        ends = ends_of([(_faces(dice), False) for dice in played["dice"]], PUB_CALL)
        assert ends.best is not None and ends.worst is not None
        stand, _ = settle("pub", stand, order, order[ends.best], order[ends.worst])
        dealt = stand.stage == "down" and not down
        if dealt:
            break
    loser = stand.burdened if dealt and stand.loser is None else stand.loser
    return {
        "filze": list(stand.held),
        "pile_left": stand.pile,
        "still_in": list(stand.playing),
        "loser": loser,
    }


KINDS: Final[Kinds] = {
    "value": _value,
    "lowest_highest": _lowest_highest,
    "max_expected_sum": _max_expected_sum,
    "runden_2_12": _runden,
    "filze": _filze,
    "filze_flow": _filze_flow,
}
