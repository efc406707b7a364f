"""Which games there are, which family hosts each, and the few words every part shares."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Family(StrEnum):
    """A group of games hosted by one rules service and kept in one stream."""

    BLUFF = "bluff"
    PUB = "pub"
    PUSHLUCK = "pushluck"
    BOARDS = "boards"
    SHEETS = "sheets"


class GameKey(StrEnum):
    """The games, by the keys used everywhere."""

    MAEXCHEN = "maexchen"
    BLUFF = "bluff"
    SCHOCKEN = "schocken"
    CHICAGO = "chicago"
    ZEHNTAUSEND = "zehntausend"
    GIPFELSTURM = "gipfelsturm"
    SHUT_THE_BOX = "shut_the_box"
    WUERFELRASTER = "wuerfelraster"
    DICE_CUP = "dice_cup"
    WUERFELPOKER = "wuerfelpoker"
    CRAG = "crag"
    GENERAL = "general"
    MICKEY = "mickey"


GAMES_OF: Final[dict[Family, tuple[GameKey, ...]]] = {
    Family.BLUFF: (GameKey.MAEXCHEN, GameKey.BLUFF),
    Family.PUB: (GameKey.SCHOCKEN, GameKey.CHICAGO),
    Family.PUSHLUCK: (GameKey.ZEHNTAUSEND, GameKey.GIPFELSTURM),
    Family.BOARDS: (GameKey.SHUT_THE_BOX, GameKey.WUERFELRASTER, GameKey.DICE_CUP),
    Family.SHEETS: (GameKey.WUERFELPOKER, GameKey.CRAG, GameKey.GENERAL, GameKey.MICKEY),
}

FAMILY_OF: Final[dict[GameKey, Family]] = {game: family for family, games in GAMES_OF.items() for game in games}

MAX_SEATS: Final = 6
MAX_HUMANS: Final = 4
CLOCKS: Final = (30, 60, 90, 120)
"""Turn clocks in seconds; ``None`` means no clock, 120 is the default."""
GRACE_SECONDS: Final = 10
STAKES: Final = (0, 5, 10, 20)


class Level(StrEnum):
    """How well a computer plays."""

    EASY = "easy"
    NORMAL = "normal"
    STRONG = "strong"
