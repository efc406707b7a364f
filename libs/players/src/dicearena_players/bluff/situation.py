"""What a computer reads from a view of Bluff."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

from dicearena_games.bluff.bluff_bids import ONES, held
from dicearena_games.bluff.bluff_types import Record
from dicearena_games.core import ActionDict

from dicearena_players.policy import View

RECORD: Final = tuple(field.name for field in fields(Record))
"""What the numbers of a record are."""
Bid = tuple[int, int]
"""Count and face."""
_BOLD: Final = 2
"""How far above the least count a raise is weighed."""


@dataclass(frozen=True)
class Situation:
    """A decision: the own cup, the dice of the others, and the bids of the round."""

    seat: int
    own: tuple[int, ...]
    left: tuple[int, ...]
    special: bool
    most: int
    """Dice one starts with and never exceeds."""
    bid: Bid | None
    bidder: int | None
    bids: tuple[tuple[int, Bid], ...]
    """Seat and bid, in order."""
    raises: tuple[tuple[int, int, int], ...]
    """Per face that may be bid: face, least and most count."""
    record: tuple[dict[str, Any], ...]

    @property
    def dice(self) -> int:
        """All dice on the table."""
        return sum(self.left)

    @property
    def others(self) -> tuple[int, ...]:
        """The other seats that play, in order of play from the next one on."""
        seats = len(self.left)
        turn = ((self.seat + step) % seats for step in range(1, seats))
        return tuple(seat for seat in turn if self.left[seat])

    def counts(self, face: int) -> int:
        """Dice of the own cup that count for a face."""
        return sum(held(self.own, face, self.special))

    def share(self, face: int) -> float:
        """The chance of an unknown die to count for a face."""
        return 1 / 6 if self.special or face == ONES else 1 / 3

    def candidates(self) -> list[Bid]:
        """The raises worth weighing: per face the least count and the next ones."""
        return [
            (count, face) for face, least, most in self.raises for count in range(least, min(least + _BOLD, most) + 1)
        ]


def read(view: View) -> Situation | None:
    """The situation of a seat to bid or call; None in a look."""
    board = view["board"]
    if board["phase"] != "bid" or board["own"] is None:
        return None
    last = board["bid"]
    raises = [
        (face, domain["fields"]["count"]["min"], domain["fields"]["count"]["max"])
        for domain in view["actions"]
        if domain["kind"] == "bid"
        for face in domain["fields"]["face"]["values"]
    ]
    return Situation(
        seat=view["seat"],
        own=tuple(board["own"]),
        left=tuple(board["left"]),
        special=board["special"],
        most=view["options"]["dice"],
        bid=None if last is None else (last["count"], last["face"]),
        bidder=None if last is None else last["seat"],
        bids=tuple((seat, (count, face)) for seat, count, face in board["bids"]),
        raises=tuple(raises),
        record=tuple([dict(zip(RECORD, told, strict=True)) for told in board["record"]]),
    )


def raising(bid: Bid) -> ActionDict:
    """The action of a bid."""
    return {"kind": "bid", "face": bid[1], "count": bid[0]}
