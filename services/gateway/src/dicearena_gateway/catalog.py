"""The games that can be played now, from the registry of the rules library."""

from __future__ import annotations

from functools import cache

from dicearena_contracts.rest import Catalog, CatalogGame
from dicearena_games.registry import GAMES


@cache
def catalog() -> Catalog:
    """All games, in the registry's order."""
    return Catalog(
        games=tuple(
            CatalogGame(
                key=game.KEY,
                family=game.FAMILY,
                min_seats=game.SEATS[0],
                max_seats=game.SEATS[1],
                options=game.OPTIONS.model_json_schema(),
            )
            for game in GAMES.values()
        )
    )
