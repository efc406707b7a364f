"""What the rules themselves make public of hidden dice: whoever looks for leaks needs to know it."""

from __future__ import annotations

from typing import Final

from dicearena_contracts.catalogue import GameKey

REVEALS: Final[dict[GameKey, frozenset[str]]] = {
    GameKey.MAEXCHEN: frozenset({"maexchen.doubted", "maexchen.shown"}),
    GameKey.SHUT_THE_BOX: frozenset({"box.round"}),
    GameKey.BLUFF: frozenset({"bluff.doubted", "bluff.matched"}),
    GameKey.SCHOCKEN: frozenset({"schocken.lifted"}),
}
"""Per game: the public events at which hidden dice may become known. A game with hidden throws must be named here."""
TURN_TELLS: Final = frozenset({GameKey.SHUT_THE_BOX})
"""Games in which it is public that a seat with hidden dice has finished (the Tageswurf: then the other one begins)."""
