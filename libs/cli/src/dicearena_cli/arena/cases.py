"""What `dicearena arena --all` plays: every game, and of a game its ways to play that ask for other play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from dicearena_contracts.catalogue import GameKey
from dicearena_games.core import Game
from dicearena_games.registry import GAMES

RIVALS: Final = (("strong", "normal"), ("normal", "easy"))
"""Who is to beat whom."""
LEVELS: Final = ("easy", "normal", "strong")


@dataclass(frozen=True)
class Mode:
    """A way to play a game."""

    game: str
    name: str
    changed: Mapping[str, Any] = field(default_factory=dict)
    """The house rules that differ from the defaults."""
    luck: bool = False
    """True: nobody decides anything, so there is nothing to prove."""

    @property
    def of(self) -> Game:
        """The game."""
        return GAMES[GameKey(self.game)]

    @property
    def options(self) -> dict[str, Any]:
        """All house rules, as JSON."""
        return self.of.OPTIONS(**self.changed).model_dump(mode="json")

    @property
    def solo(self) -> bool:
        """Whether one plays it alone, for a score."""
        return self.of.SEATS[0] == 1


_WAYS: Final[Mapping[str, tuple[tuple[str, dict[str, Any]], ...]]] = {
    "schocken": (("open", {}), ("hidden", {"hidden": True})),
    "chicago": tuple((way, {"way": way}) for way in ("pub", "basis", "bayrisch", "tschigg", "rounds")),
    "zehntausend": (("", {}), ("piling on", {"pile_on": True}), ("exactly on target", {"exact": True})),
    "gipfelsturm": (("three summits", {}), ("two summits", {"summits": 2})),
    "shut_the_box": (("12 flaps", {}), ("9 flaps", {"flaps": 9})),
    "wuerfelpoker": (
        ("base form", {}),
        ("top down", {"order": "top_down"}),
        ("announced", {"order": "announced"}),
        ("drawn", {"order": "drawn"}),
    ),
    "general": (("first General wins", {}), ("General scores", {"first_general_wins": False})),
    "mickey": (("after the first throw", {}), ("before it", {"announce": "before"})),
}
"""Games not named here are played by their defaults."""
_LUCK: Final = frozenset({("chicago", "rounds")})


def modes(keys: list[str] | None = None) -> list[Mode]:
    """All ways to play of these games, of all games if none is named."""
    return [
        Mode(key, name, changed, luck=(key, name) in _LUCK)
        for key in keys or GAMES
        for name, changed in _WAYS.get(key, (("", {}),))
    ]
