"""Views of sheet games as a policy gets them, in a position that is asked for."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dicearena_contracts.catalogue import GameKey
from dicearena_games.registry import GAMES
from dicearena_games.sheets.sheet_types import Sheet
from dicearena_players.policy import View


def play_view(
    key: str,
    cells: Sequence[int | None],
    dice: Sequence[int],
    *,
    throws: int,
    kept: Sequence[int] = (),
    called: int | None = None,
    phase: str = "play",
    seats: int = 1,
    before: Sequence[Sequence[int | None]] = (),
    **options: Any,
) -> View:
    """The view of the seat that plays: its sheet and dice, the sheets of seats ``before`` it; those after are empty."""
    game = GAMES[GameKey(key)]
    house = game.OPTIONS(**options)
    seat = len(before)
    state = game.start(house, max(seats, seat + 1)).state
    sheets = (*(Sheet(tuple(other)) for other in before), Sheet(tuple(cells)), *state.sheets[seat + 1 :])
    filled = sum(points is not None for points in cells)
    state = replace(state, sheets=sheets, phase=phase, round=filled + 1, turn=seat, called=called)
    state = replace(state, dice=tuple(dice), kept=tuple(kept), throws=throws)
    return {
        "game": key,
        "seat": seat,
        "decision": 0,
        "actions": game.legal(state, seat),
        "board": game.view(state, seat),
        "options": house.model_dump(mode="json"),
    }


def standard_errors(scores: Sequence[float], mean: float) -> float:
    """How many standard errors the mean of the scores lies from what it should be."""
    return abs(statistics.fmean(scores) - mean) / (statistics.stdev(scores) / math.sqrt(len(scores)))
