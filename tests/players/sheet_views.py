"""Views of sheet games as a policy gets them, in a position that is asked for."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dicearena_cli.arena.series import KNOWN
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
    **options: Any,
) -> View:
    """The view of the seat that plays, its sheet and dice being these; other seats' sheets are empty."""
    game = KNOWN[key]
    house = game.OPTIONS(**options)
    state = game.start(house, seats).state
    sheets = (Sheet(tuple(cells)), *state.sheets[1:])
    state = replace(
        state, sheets=sheets, phase=phase, turn=0, dice=tuple(dice), kept=tuple(kept), throws=throws, called=called
    )
    return {
        "game": key,
        "seat": 0,
        "decision": 0,
        "actions": game.legal(state, 0),
        "board": game.view(state, 0),
        "options": house.model_dump(mode="json"),
    }


def standard_errors(scores: Sequence[float], mean: float) -> float:
    """How many standard errors the mean of the scores lies from what it should be."""
    return abs(statistics.fmean(scores) - mean) / (statistics.stdev(scores) / math.sqrt(len(scores)))
