"""What dice count in Chicago, and who is best and worst of a round under what was announced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from dicearena_games.pub.throws import Faces, Hand

Ones = Literal[100, 1]
Sixes = Literal[60, 6]
Direction = Literal["high", "low"]
Reason = Literal["chicago", "value", "order", "sand"]
"""What told a seat from the next: a Chicago, the value, the order of play, Sand made or missed."""


@dataclass(frozen=True, slots=True)
class Call:
    """How a round is scored."""

    ones: Ones = 100
    sixes: Sixes = 60
    direction: Direction | Literal["sand"] = "high"
    """``sand``: values do not count, only whether there is a one or a six."""


PUB_CALL: Final = Call()
"""The pub way: nothing is announced."""
CALLS: Final[tuple[tuple[Ones, Sixes], ...]] = ((100, 60), (100, 6), (1, 60), (1, 6))
"""All ways to count ones and sixes."""


def parts_of(dice: Sequence[int], call: Call = PUB_CALL) -> list[int]:
    """What each die counts."""
    return [call.ones if die == 1 else call.sixes if die == 6 else die for die in dice]


def value_of(dice: Sequence[int], call: Call = PUB_CALL) -> int:
    """The sum of three dice.

    >>> value_of([1, 6, 3]), value_of([6, 3, 5], Call(sixes=6))
    (163, 14)
    """
    return sum(parts_of(dice, call))


def points_of(dice: Sequence[int], target: int) -> int:
    """The points of a throw in the rounds 2 to 12: the target where the sum hits it, else nothing."""
    return target if sum(dice) == target else 0


def is_chicago(hand: Hand) -> bool:
    """Three ones in one throw of three dice (CH-4); ones laid together are none."""
    return hand.free == (1, 1, 1)


def is_sand(dice: Sequence[int]) -> bool:
    """Neither a one nor a six."""
    return 1 not in dice and 6 not in dice


@dataclass(frozen=True, slots=True)
class Ends:
    """The ends of a round: indices in order of play. None only under Sand: nobody made it, nobody missed it."""

    best: int | None
    worst: int | None
    best_by: Reason | None
    worst_by: Reason | None


def ends_of(hands: Sequence[tuple[Faces, bool]], call: Call) -> Ends:
    """Best and worst of (dice, whether a Chicago) in order of play, two hands or more.

    A Chicago beats everything, whatever was announced, the first one if there are several (CA-1, CA-4). Drawing level
    is not enough: of equal hands the earlier is better (CH-3), the later worse.
    """
    if call.direction == "sand":
        return _sand_ends(hands)
    sign = 1 if call.direction == "high" else -1
    keys = sorted((chicago, sign * value_of(dice, call), -index) for index, (dice, chicago) in enumerate(hands))
    return Ends(-keys[-1][2], -keys[0][2], _reason(keys[-1], keys[-2]), _reason(keys[0], keys[1]))


def _reason(one: tuple[bool, int, int], other: tuple[bool, int, int]) -> Reason:
    if one[0] != other[0]:
        return "chicago"
    return "value" if one[1] != other[1] else "order"


def _sand_ends(hands: Sequence[tuple[Faces, bool]]) -> Ends:
    """The last one who made it is best, the last one who missed it worst (CA-2)."""
    chicagos = [index for index, (_, chicago) in enumerate(hands) if chicago]
    made = [index for index, (dice, _) in enumerate(hands) if is_sand(dice)]
    missed = [index for index, (dice, chicago) in enumerate(hands) if not chicago and not is_sand(dice)]
    best, best_by = (chicagos[0], _sand_reason("chicago", chicagos)) if chicagos else _last(made)
    worst, worst_by = _last(missed)
    return Ends(best, worst, best_by, worst_by)


def _last(alike: list[int]) -> tuple[int | None, Reason | None]:
    return (alike[-1], _sand_reason("sand", alike)) if alike else (None, None)


def _sand_reason(reason: Reason, alike: list[int]) -> Reason:
    return "order" if len(alike) > 1 else reason
