"""All games by key."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from dicearena_contracts.catalogue import Family

from dicearena_games.bluff import bluff, maexchen
from dicearena_games.boards import dice_cup, shut_the_box, wuerfelraster
from dicearena_games.core import Game
from dicearena_games.pub import chicago, schocken
from dicearena_games.pushluck import gipfelsturm, zehntausend
from dicearena_games.sheets import crag, general, mickey, wuerfelpoker

_ALL: tuple[Game, ...] = (
    maexchen,
    bluff,
    schocken,
    chicago,
    zehntausend,
    gipfelsturm,
    shut_the_box,
    wuerfelraster,
    dice_cup,
    wuerfelpoker,
    crag,
    general,
    mickey,
)

GAMES: Final = MappingProxyType({game.KEY: game for game in _ALL})
"""The games people can open."""


def families() -> tuple[Family, ...]:
    """The families that have a game people can open."""
    return tuple(dict.fromkeys(game.FAMILY for game in _ALL))
