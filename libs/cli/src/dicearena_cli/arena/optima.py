"""What best play alone brings on average, from the solved tables that `dicearena solve` makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from dicearena_games.boards.cup_scores import CATEGORIES
from dicearena_games.sheets.wuerfelpoker_types import WuerfelpokerOptions
from dicearena_players.crag.solver import TABLE as CRAG
from dicearena_players.dice_cup.values import value as dice_cup_value
from dicearena_players.general.solver import OPTIONS as GENERAL_OPTIONS
from dicearena_players.general.solver import TABLE as GENERAL
from dicearena_players.general.solver import TABLE_50 as GENERAL_50
from dicearena_players.mickey.solver import rests
from dicearena_players.shut_the_box.values import expected_penalty
from dicearena_players.wuerfelpoker.rest import optimum as wuerfelpoker_optimum

Options = Mapping[str, Any]


def optimum(game: str, options: Options) -> float | None:
    """The expected score of best play for points, one seat, under these house rules; None where it is not solved."""
    find = _SOLVED.get(game)
    return None if find is None else find(options)


def _shut_the_box(options: Options) -> float:
    flaps: int = options["flaps"]
    return expected_penalty(flaps, range(1, flaps + 1)) * int(options["rounds"])


def _wuerfelpoker(options: Options) -> float | None:
    return wuerfelpoker_optimum(WuerfelpokerOptions.model_validate(options))


def _crag(_options: Options) -> float:
    return float(CRAG.values()[0])


def _general(options: Options) -> float | None:
    # A General that ends the game at once is not in the tables.
    if options["first_general_wins"]:
        return None
    return float((GENERAL if options["general"] == GENERAL_OPTIONS.general else GENERAL_50).values()[0])


def _mickey(options: Options) -> float:
    return float(rests(options["announce"], options["missed"], options["mickey"])[0])


def _dice_cup(options: Options) -> float | None:
    return dice_cup_value(CATEGORIES) if options["columns"] == 1 else None


_SOLVED: Final[Mapping[str, Callable[[Options], float | None]]] = {
    "shut_the_box": _shut_the_box,
    "wuerfelpoker": _wuerfelpoker,
    "crag": _crag,
    "general": _general,
    "mickey": _mickey,
    "dice_cup": _dice_cup,
}
