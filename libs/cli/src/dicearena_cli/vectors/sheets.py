"""The sheet games' kinds of vectors: what fields are called there, and the adapters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from dicearena_games.sheets import crag, general, mickey, wuerfelpoker
from dicearena_games.sheets.combos import NUMBERS
from dicearena_games.sheets.wuerfelpoker_types import THRESHOLD, WuerfelpokerOptions
from dicearena_players.crag import solver as crag_solver
from dicearena_players.general import solver as general_solver
from dicearena_players.mickey.chances import mickey_after_first_throw
from dicearena_players.wuerfelpoker import solver as wuerfelpoker_solver

from dicearena_cli.vectors.kinds import Kinds, given

_NUMBERS: Final = dict(zip(("Einser", "Zweier", "Dreier", "Vierer", "Fuenfer", "Sechser"), NUMBERS, strict=True))
WUERFELPOKER_NAMES: Final = {
    **_NUMBERS,
    "Dreierpasch": "three_alike",
    "Viererpasch": "four_alike",
    "Full House": "full_house",
    "Kleine Strasse": "small_straight",
    "Grosse Strasse": "large_straight",
    "Fuenf Gleiche": "five_alike",
    "Chance": "chance",
}
CRAG_NAMES: Final = {
    **_NUMBERS,
    "Ungerade Folge": "odd",
    "Gerade Folge": "even",
    "Niedrige Folge": "low",
    "Hohe Folge": "high",
    "Drilling": "triple",
    "Dreizehn": "thirteen",
    "Crag": "crag",
}
GENERAL_NAMES: Final = {
    **_NUMBERS,
    "Strasse": "straight",
    "Full House": "full_house",
    "Vierling": "four_alike",
    "General": "general",
}
MICKEY_NAMES: Final = {**_NUMBERS, "Strasse": "straight", "Mickey": "mickey"}


def mask(filled: Iterable[str], names: dict[str, str], fields: Sequence[str]) -> int:
    """Filled fields as the solvers have them: a bit per field."""
    return sum(1 << fields.index(names[name]) for name in filled)


def named(fields: Iterable[int], names: dict[str, str], order: Sequence[str]) -> list[str]:
    """Field indices under the vectors' names."""
    back = {field: name for name, field in names.items()}
    return [back[order[field]] for field in fields]


def _wuerfelpoker_score(case: dict[str, Any]) -> dict[str, Any]:
    options = WuerfelpokerOptions(five_as_full_house=given(case, "fuenf_gleiche_als_full_house", False))
    return {"points": wuerfelpoker.points(case["dice"], WUERFELPOKER_NAMES[case["field"]], options)}


def _wuerfelpoker_total(case: dict[str, Any]) -> dict[str, Any]:
    entered = {WUERFELPOKER_NAMES[name]: points for name, points in case["fields"].items()}
    cells = [entered.get(field) for field in wuerfelpoker.FIELDS]
    upper, bonus, lower = wuerfelpoker.sums(cells, WuerfelpokerOptions())
    return {"upper": upper, "bonus": bonus, "lower": lower, "total": upper + bonus + lower}


def _wuerfelpoker_state(case: dict[str, Any]) -> tuple[int, int]:
    """Filled fields and upper sum; the table holds sums that the filled fields can have, and no others."""
    filled, upper = mask(case["filled"], WUERFELPOKER_NAMES, wuerfelpoker.FIELDS), case["upper_sum"]
    if upper < 0 or not wuerfelpoker_solver.possible()[filled, min(upper, THRESHOLD)]:
        raise ValueError("the fields filled can't add up to this upper sum")
    return filled, upper


def _wuerfelpoker_hold(case: dict[str, Any]) -> dict[str, Any]:
    sheet, dice, left = _wuerfelpoker_state(case), case["dice"], case["throws_left"]
    if not left:
        _, rest = wuerfelpoker_solver.best_fields(*sheet, dice)
        return {"best_holds": [sorted(dice)], "expected_rest": rest, "second_best_value": None}
    keeps, rest = wuerfelpoker_solver.best_keeps(*sheet, dice, left)
    second = wuerfelpoker_solver.second_best(*sheet, dice, left)
    return {"best_holds": [list(keep) for keep in keeps], "expected_rest": rest, "second_best_value": second}


def _wuerfelpoker_field(case: dict[str, Any]) -> dict[str, Any]:
    fields, rest = wuerfelpoker_solver.best_fields(*_wuerfelpoker_state(case), case["dice"])
    return {"best_fields": named(fields, WUERFELPOKER_NAMES, wuerfelpoker.FIELDS), "expected_rest": rest}


def _wuerfelpoker_value(case: dict[str, Any]) -> dict[str, Any]:
    return {"expected_rest": wuerfelpoker_solver.expected_rest(*_wuerfelpoker_state(case))}


def _crag_score(case: dict[str, Any]) -> dict[str, Any]:
    field, filled = CRAG_NAMES[case["category"]], given(case, "crag_already_written", False)
    return {"points": crag.points(case["dice"], field, crag_filled=filled)}


def _crag_hold(case: dict[str, Any]) -> dict[str, Any]:
    keeps, rest = crag_solver.best_keeps(mask(case["filled"], CRAG_NAMES, crag.FIELDS), case["dice"])
    return {"best_holds": [list(keep) for keep in keeps], "expected_rest": rest}


def _crag_category(case: dict[str, Any]) -> dict[str, Any]:
    fields, rest = crag_solver.best_fields(mask(case["filled"], CRAG_NAMES, crag.FIELDS), case["dice"])
    return {"best": named(fields, CRAG_NAMES, crag.FIELDS), "expected_rest": rest}


def _general_score(case: dict[str, Any]) -> dict[str, Any]:
    field, options, first = GENERAL_NAMES[case["category"]], general.GeneralOptions(), given(case, "first_throw", False)
    points = general.points(case["dice"], field, options, first=first)
    return {"points": points, "wins_at_once": general.wins(field, points, options, first=first)}


def _general_action(case: dict[str, Any]) -> dict[str, Any]:
    filled = mask(case["filled"], GENERAL_NAMES, general.FIELDS)
    best, rest = general_solver.best_layings(filled, case["laid"], case["thrown"], case["throw_number"])
    layings = ["stop" if part is None else list(part) for part in best]
    return {"best_lay_out_or_stop": layings, "expected_rest": rest}


def _mickey_score(case: dict[str, Any]) -> dict[str, Any]:
    field = MICKEY_NAMES[case["category"]]
    points = mickey.points(case["dice"], field, mickey.MickeyOptions(), throws=case["throws_used"])
    return {"hit": points > 0, "points": points}


def _mickey_chance(case: dict[str, Any]) -> dict[str, Any]:
    keeps, chance = mickey_after_first_throw(case["dice"])
    return {"max_probability": chance, "best_holds": [list(keep) for keep in keeps]}


WUERFELPOKER: Final[Kinds] = {
    "score": _wuerfelpoker_score,
    "total": _wuerfelpoker_total,
    "best_hold": _wuerfelpoker_hold,
    "best_field": _wuerfelpoker_field,
    "state_value": _wuerfelpoker_value,
}
CRAG: Final[Kinds] = {"score": _crag_score, "best_hold": _crag_hold, "best_category": _crag_category}
GENERAL: Final[Kinds] = {"score": _general_score, "best_action": _general_action}
MICKEY: Final[Kinds] = {"score": _mickey_score, "mickey_after_first_throw": _mickey_chance}
