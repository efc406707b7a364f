"""Shut the Box's kinds of vectors that the solver's tables answer."""

from __future__ import annotations

from typing import Any, Final

from dicearena_players.shut_the_box.values import (
    best_for_closing,
    best_for_penalty,
    close_all_probability,
    expected_penalty,
)

from dicearena_cli.vectors.kinds import Kinds
from dicearena_cli.vectors.shut_the_box import flaps_of


def _best_penalty(case: dict[str, Any]) -> dict[str, Any]:
    box = (flaps_of(case), case["open"], case["dice"])
    return {"best": best_for_penalty(*box), "expected_penalty": expected_penalty(*box)}


def _best_close(case: dict[str, Any]) -> dict[str, Any]:
    box = (flaps_of(case), case["open"], case["dice"])
    return {"best": best_for_closing(*box), "close_all_probability": close_all_probability(*box)}


def _state_value(case: dict[str, Any]) -> dict[str, Any]:
    box = (flaps_of(case), case["open"])
    return {"min_expected_penalty": expected_penalty(*box), "max_close_all": close_all_probability(*box)}


KINDS: Final[Kinds] = {"best_penalty": _best_penalty, "best_close": _best_close, "state_value": _state_value}
