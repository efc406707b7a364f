"""What a computer reads from a view of Schocken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from dicearena_games.pub.schocken_types import SchockenOptions
from dicearena_games.pub.throws import MOST_THROWS, Faces, SixesRule

from dicearena_players.policy import View
from dicearena_players.pub.hands import END, Floats
from dicearena_players.schocken.marks import RANK, SPOTS, spot, unseen


@dataclass(frozen=True)
class Situation:
    """A turn: the own hand, thrown at least once, and the others'."""

    rule: SixesRule
    laid: Faces
    free: Faces
    throws: int
    limit: int
    leading: bool
    before: tuple[dict[str, Any], ...]
    """The hands that are done, in order of play; ``free`` null: covered."""
    behind: int
    """How many play after this turn."""

    def marks(self) -> list[Floats]:
        """Per hand that is done, the chance of each spot."""
        return [self._mark(hand, MOST_THROWS if place == 0 else self.limit) for place, hand in enumerate(self.before)]

    def _mark(self, hand: dict[str, Any], limit: int) -> Floats:
        if hand["free"] is None:
            return unseen(self.rule, limit, tuple(hand["laid"]), hand["throws"])
        return _known(hand["laid"], hand["free"], hand["throws"])


def _known(laid: list[int], free: list[int], throws: int) -> Floats:
    found = np.zeros(SPOTS)
    found[spot(laid + free, throws)] = 1
    return found


def rank(laid: Faces, free: Faces) -> int:
    """The rank of dice that lie, 0 to 55."""
    return int(RANK[END[tuple(sorted(laid + free))]])


def read(view: View) -> Situation | None:
    """The situation of a seat to decide; None where there is nothing to decide: before the first throw, in a look."""
    board, seat = view["board"], view["seat"]
    hand = board["hands"][seat]
    if board["phase"] != "play" or hand is None or hand["throws"] == 0:
        return None
    options = SchockenOptions.model_validate(view["options"])
    free = hand["free"] if hand["free"] is not None else board["cup"] and board["cup"]["dice"]
    if not free:
        return None
    order = board["order"]
    at = order.index(seat)
    return Situation(
        rule=options.turn_sixes,
        laid=tuple(hand["laid"]),
        free=tuple(free),
        throws=hand["throws"],
        limit=board["limit"],
        leading=at == 0,
        before=tuple(board["hands"][other] for other in order[:at]),
        behind=len(order) - at - 1,
    )
