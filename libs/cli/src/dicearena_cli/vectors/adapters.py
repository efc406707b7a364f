"""Every adapter by game and kind. What a solver answers is merged in beside the kinds that rules alone answer."""

from __future__ import annotations

from typing import Final

from dicearena_contracts.catalogue import GameKey

from dicearena_cli.vectors import (
    bluff,
    chicago,
    chicago_app,
    dice_cup,
    gipfelsturm,
    maexchen,
    schocken,
    sheets,
    shut_the_box,
    shut_the_box_solver,
    wuerfelraster,
    zehntausend,
)
from dicearena_cli.vectors.kinds import Kinds

ADAPTERS: Final[dict[str, Kinds]] = {
    GameKey.MAEXCHEN: maexchen.KINDS,
    GameKey.BLUFF: bluff.KINDS,
    GameKey.SCHOCKEN: schocken.KINDS,
    GameKey.CHICAGO: chicago.KINDS,
    "chicago_app": chicago_app.KINDS,
    GameKey.ZEHNTAUSEND: zehntausend.KINDS,
    GameKey.GIPFELSTURM: gipfelsturm.KINDS,
    GameKey.SHUT_THE_BOX: {**shut_the_box.KINDS, **shut_the_box_solver.KINDS},
    GameKey.WUERFELRASTER: wuerfelraster.KINDS,
    GameKey.DICE_CUP: dice_cup.KINDS,
    GameKey.WUERFELPOKER: sheets.WUERFELPOKER,
    GameKey.CRAG: sheets.CRAG,
    GameKey.GENERAL: sheets.GENERAL,
    GameKey.MICKEY: sheets.MICKEY,
}
"""By the ``game`` of a vector file: a game's key, or `chicago_app` for Chicago's ways with announcing."""
