"""What the pub games share of one hand: throws, dice laid out for good, two sixes turned into a one.

Dice are told apart by their faces only, and every tuple of faces is ascending. What is laid out travels with the next
throw and is final then (E-6). Turning (SC-4, SC-5, CH-1, CH-2, CA-5): one of two sixes becomes a one that stays, the
other goes back into the cup, so it takes a throw to come; one pair a throw.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Annotated, Final, Literal

from pydantic import Field, StrictInt

from dicearena_games.common import STRICT, listed, plain
from dicearena_games.core import DomainDict

Faces = tuple[int, ...]
SixesRule = Literal["fresh", "laid", "off"]
"""Which sixes may be turned: two just thrown, also one laid out with one just thrown, none."""
Keep = Annotated[tuple[StrictInt, ...], Field(max_length=3)]
MOST_THROWS: Final = 3


@dataclass(frozen=True, slots=True)
class Roll:
    """Lay out ``keep`` (faces, ascending) of the dice just thrown, for good, and throw the others."""

    __pydantic_config__ = STRICT
    keep: Keep
    kind: Literal["roll"] = "roll"


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn two sixes just thrown into one 1, lay it out with ``keep``, and throw the others."""

    __pydantic_config__ = STRICT
    keep: Keep
    kind: Literal["turn"] = "turn"


@dataclass(frozen=True, slots=True)
class TurnLaid:
    """Turn a six laid out and one just thrown into one 1, lay out ``keep`` too, and throw the others."""

    __pydantic_config__ = STRICT
    keep: Keep
    kind: Literal["turn_laid"] = "turn_laid"


@dataclass(frozen=True, slots=True)
class Done:
    """Leave the dice as they lie: the next seat."""

    __pydantic_config__ = STRICT
    kind: Literal["done"] = "done"


Cast = Roll | Turn | TurnLaid


@dataclass(frozen=True, slots=True)
class Hand:
    """The dice of one seat in one round."""

    laid: Faces = ()
    """Laid out before the newest throw."""
    free: Faces = ()
    """The dice of the newest throw; none before the first throw and while a throw is due."""
    throws: int = 0
    done: bool = False

    @property
    def dice(self) -> Faces:
        """All that lies, ascending."""
        return tuple(sorted(self.laid + self.free))


HAND_REFUSALS: Final = (
    "throw_first", "no_throw_left", "no_turning", "no_turning_laid", "no_two_sixes", "no_laid_six",
    "not_ascending", "nothing_to_throw", "not_thrown",
)  # fmt: skip
"""Why a hand may not be played on as asked."""


@cache
def ways(kind: str, laid: Faces, free: Faces, rule: SixesRule) -> dict[Faces, Faces]:
    """What may be kept with a next throw of this kind, and what then lies.

    >>> ways("turn", (), (3, 6, 6), "fresh")
    {(): (1,), (3,): (1, 3)}
    """
    if kind == "roll":
        return {keep: tuple(sorted(laid + keep)) for keep in _parts(free) if len(keep) < len(free) or not free}
    if kind == "turn":
        if rule == "off" or free.count(6) < 2:
            return {}
        return {keep: tuple(sorted((*laid, 1, *keep))) for keep in _parts(free[:-2])}
    if rule != "laid" or 6 not in laid or 6 not in free:
        return {}
    return {keep: tuple(sorted((*laid[:-1], 1, *keep))) for keep in _parts(free[:-1])}


@cache
def domains(laid: Faces, free: Faces, more: bool, rule: SixesRule) -> tuple[DomainDict, ...]:
    """What may be done with such a hand; ``more``: another throw is left."""
    casts: list[DomainDict] = []
    if more or not free:
        for kind in ("roll", "turn", "turn_laid"):
            if keeps := [list(keep) for keep in ways(kind, laid, free, rule)]:
                casts.append(listed(kind, "keep", [*keeps]))
    return (*casts, plain("done")) if free else tuple(casts)


def problem(hand: Hand, action: Cast | Done, *, more: bool, rule: SixesRule) -> str | None:
    """Why the hand may not be played on so, a word of `HAND_REFUSALS`; None where it may."""
    if not hand.free:
        if not isinstance(action, Roll):
            return "throw_first"
        return "not_thrown" if action.keep else None
    if isinstance(action, Done):
        return None
    if not more:
        return "no_throw_left"
    found = ways(action.kind, hand.laid, hand.free, rule)
    return None if action.keep in found else _why_not(hand, action, bool(found), rule)


def _why_not(hand: Hand, action: Cast, possible: bool, rule: SixesRule) -> str:
    if not possible:
        if isinstance(action, Turn):
            return "no_turning" if rule == "off" else "no_two_sixes"
        return "no_laid_six" if rule == "laid" else "no_turning_laid"
    if action.keep != tuple(sorted(action.keep)):
        return "not_ascending"
    return "nothing_to_throw" if action.keep == hand.free else "not_thrown"


def _parts(faces: Faces) -> list[Faces]:
    """Every different selection of the faces, small ones first."""
    return sorted({part for size in range(len(faces) + 1) for part in combinations(faces, size)}, key=_size_first)


def _size_first(part: Faces) -> tuple[int, Faces]:
    return len(part), part
