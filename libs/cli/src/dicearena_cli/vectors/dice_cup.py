"""Dice Cup's kinds of vectors."""

from __future__ import annotations

from typing import Any, Final

from dicearena_games.boards.cup_scores import CATEGORIES, Category, scores
from dicearena_players.dice_cup.values import COLOUR_KEYS, choices, value

from dicearena_cli.vectors.kinds import Kinds

NAMES: Final[dict[str, Category]] = {
    "Nur Vieren": "fours",
    "Nur Fuenfen": "fives",
    "Nur Sechsen": "sixes",
    "Farbe 1": "colour_1",
    "Farbe 2": "colour_2",
    "Farbe 3": "colour_3",
    "Farbe 4": "colour_4",
    "Farbe 5": "colour_5",
    "Farbe 6": "colour_6",
    "Doppel": "doubles",
    "Einsen+Zweien+Dreien": "low",
    "Wuerfelbecher": "cup",
}
_BACK: Final = {category: name for name, category in NAMES.items()}
_TIE: Final = 1e-9


def _dice(case: dict[str, Any]) -> list[int]:
    return [die for colour in case["colours"] for die in colour]


def _scores(case: dict[str, Any]) -> dict[str, Any]:
    return {_BACK[category]: points for category, points in zip(CATEGORIES, scores(_dice(case)), strict=True)}


def _best_category(case: dict[str, Any]) -> dict[str, Any]:
    expected = choices([NAMES[name] for name in case["open"]], _dice(case))
    most = max(expected.values())
    best = [_BACK[category] for category, rest in expected.items() if rest > most - _TIE]
    return {"best": best, "expected_rest": most}


def _state_value(case: dict[str, Any]) -> dict[str, Any]:
    others = [NAMES[name] for name in case["open_other"]]
    return {"expected_rest": value([*others, *COLOUR_KEYS[: case["open_colours"]]])}


KINDS: Final[Kinds] = {"scores": _scores, "best_category": _best_category, "state_value": _state_value}
