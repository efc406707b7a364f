"""What three dice are worth in Schocken, who is best and worst of a round, and where the Deckel go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final, Literal

Kind = Literal["number", "straight", "general", "schock", "schock_out"]
Reason = Literal["dice", "throws", "order"]
"""What told two seats apart (SC-7): the dice, fewer throws, the order of play."""
SchockOut = Literal["half", "all"]

_KINDS: Final[tuple[Kind, ...]] = ("number", "straight", "general", "schock", "schock_out")
_STRAIGHTS: Final = ((1, 2, 3), (2, 3, 4), (3, 4, 5), (4, 5, 6))


@dataclass(frozen=True, slots=True)
class Value:
    """What three dice are worth."""

    kind: Kind
    tokens: int | None
    """Deckel for the worst; None for a Schock aus, where the house rule says it."""
    rank: int
    """0 (2-2-1) to 55 (Schock aus)."""


def _kind(dice: tuple[int, int, int]) -> Kind:
    """The class of ascending dice; a straight does not wrap, 4-2-1 is a number (SC-1)."""
    if dice[:2] == (1, 1):
        return "schock_out" if dice[2] == 1 else "schock"
    if dice[0] == dice[2]:
        return "general"
    return "straight" if dice in _STRAIGHTS else "number"


def _all_values() -> dict[tuple[int, ...], Value]:
    def strength(dice: tuple[int, int, int]) -> tuple[int, tuple[int, ...]]:
        return _KINDS.index(_kind(dice)), dice[::-1]

    tokens = {"number": 1, "straight": 2, "general": 3}
    ordered = sorted(combinations_with_replacement(range(1, 7), 3), key=strength)
    return {
        dice: Value(kind := _kind(dice), dice[2] if kind == "schock" else tokens.get(kind), rank)
        for rank, dice in enumerate(ordered)
    }


VALUES: Final = _all_values()
"""The 56 throws (ascending) and what they are worth; within a class higher dice win (SC-2, SC-3)."""


def value_of(dice: Sequence[int]) -> Value:
    """What three dice are worth, thrown together or laid out one by one (SC-6).

    >>> value_of([1, 4, 1])
    Value(kind='schock', tokens=4, rank=52)
    """
    return VALUES[tuple(sorted(dice))]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ends of a round: indices in order of play, and what told them from the next."""

    best: int
    worst: int
    best_by: Reason
    worst_by: Reason


def ranking(hands: Sequence[tuple[Sequence[int], int]]) -> Ranking:
    """Best and worst of (dice, throws) in order of play, two hands or more (SC-7)."""
    keys = [(value_of(dice).rank, -throws, -index) for index, (dice, throws) in enumerate(hands)]
    ordered = sorted(keys)
    return Ranking(
        best=-ordered[-1][2],
        worst=-ordered[0][2],
        best_by=_reason(ordered[-1], ordered[-2]),
        worst_by=_reason(ordered[0], ordered[1]),
    )


def _reason(one: tuple[int, int, int], other: tuple[int, int, int]) -> Reason:
    if one[0] != other[0]:
        return "dice"
    return "throws" if one[1] != other[1] else "order"


@dataclass(frozen=True, slots=True)
class Tokens:
    """The Deckel of a half: always as many in all as there were in the pile."""

    pile: int
    held: tuple[int, ...]
    playing: tuple[int, ...]
    """Seats still in the half, ascending."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Where the Deckel of a round went."""

    tokens: Tokens
    dealt: int
    """How many the worst got."""
    source: Literal["pile", "best", "half", "all"]
    """From the pile, from the best, or by a Schock aus: the half is lost at once, or all Deckel came."""
    loser: int | None
    """Who has lost the half."""


def settle(tokens: Tokens, best: int, worst: int, value: Value, schock_out: SchockOut) -> Settled:
    """Deal what the best hand is worth to the worst seat.

    From the pile, a smaller rest alone (SC-8); from the best once the pile is empty, at most all he has. With the pile
    empty, who has no Deckel is out of the half; who has them all has lost it.
    """
    held = list(tokens.held)
    if value.tokens is None:
        if schock_out == "half":
            return Settled(tokens, 0, "half", worst)
        everything = tokens.pile + sum(held)
        dealt = everything - held[worst]
        all_held = tuple(everything if seat == worst else 0 for seat in range(len(held)))
        return Settled(Tokens(0, all_held, (worst,)), dealt, "all", worst)
    if tokens.pile:
        dealt = min(value.tokens, tokens.pile)
        pile = tokens.pile - dealt
    else:
        dealt = min(value.tokens, held[best])
        pile = 0
        held[best] -= dealt
    held[worst] += dealt
    playing = tokens.playing if pile else tuple(seat for seat in tokens.playing if held[seat])
    loser = playing[0] if len(playing) == 1 else None
    source: Literal["pile", "best"] = "pile" if tokens.pile else "best"
    return Settled(Tokens(pile, tuple(held), playing), dealt, source, loser)
