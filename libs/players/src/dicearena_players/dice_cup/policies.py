"""The three computers of Dice Cup. All play for their own points (DC-2: each sheet by itself).

A computer is asked when the cup opens and sees the dice. A stand-in that comes late finds them covered: then every
level chooses by what the categories bring on average.
"""

from __future__ import annotations

import random
from typing import Final

from dicearena_games.boards.cup_scores import COLOURS, DICE, DOUBLE, INDEX, LOW, scores
from dicearena_games.core import ActionDict

from dicearena_players.dice_cup import values
from dicearena_players.policy import View, domain_of, legal_actions, values_of

_FACES: Final = 6
MEANS: Final[tuple[float, ...]] = (
    *(face * DICE / _FACES for face in (4, 5, 6)),
    *([2 * (_FACES + 1) / 2] * COLOURS),
    DOUBLE * COLOURS / _FACES,
    DICE * sum(range(1, LOW + 1)) / _FACES,
    DICE * (_FACES + 1) / 2,
)
"""Points of each category for a throw on average, in the order of `CATEGORIES`."""


class Easy:
    """Crosses one of the three categories that bring most, whatever they are usually worth."""

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """Mostly the most points; one time in three something near it."""
        still_open = _open(view)
        if still_open is None:
            return legal_actions(view)[0]
        points = _points(view)
        best = sorted(still_open, key=lambda category: points[INDEX[category]], reverse=True)  # type: ignore[index]
        return _cross(best[0] if rng.random() < 2 / 3 else best[int(rng.random() * min(3, len(best)))])


class Normal:
    """Crosses what is furthest above its own average; now and then the second best.

    All at a table see the same dice: without a mind of their own, several would fill the same sheet.
    """

    CARELESS: Final = 0.1

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """The best category; ``rng`` parts equal ones and overlooks the best one."""
        still_open = _open(view)
        if still_open is None:
            return legal_actions(view)[0]
        points = _points(view)
        ranked = sorted(
            still_open,
            key=lambda one: (points[INDEX[one]] - MEANS[INDEX[one]], rng.random()),  # type: ignore[index]
            reverse=True,
        )
        return _cross(ranked[len(ranked) > 1 and rng.random() < self.CARELESS])


class Strong:
    """The most expected points of the whole sheet: exact for one column, from the nearest sheets for more.

    (See `values.rests_of_columns`.)
    """

    def __init__(self) -> None:
        # Unpacked before the first decision.
        values.value([])

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """The best category; ``rng`` is not needed."""
        still_open = _open(view)
        if still_open is None:
            return legal_actions(view)[0]
        points = _points(view)
        columns = view["board"]["sheets"][view["seat"]]["columns"]
        rests = values.rests_of_columns([cells.count(0) for cells in zip(*columns, strict=True)])
        return _cross(max(still_open, key=lambda one: points[INDEX[one]] + rests[one]))  # type: ignore[index]


def _open(view: View) -> list[str] | None:
    """The categories one may cross; None where something else is to be done."""
    domain = domain_of(view, "cross")
    return None if domain is None else values_of(domain, "category")


def _points(view: View) -> tuple[float, ...]:
    """What each category brings now; on average, where the dice are covered."""
    dice: list[list[int]] | None = view["board"]["dice"]
    return MEANS if dice is None else scores([die[0] for die in dice])


def _cross(category: str) -> ActionDict:
    return {"kind": "cross", "category": category}
