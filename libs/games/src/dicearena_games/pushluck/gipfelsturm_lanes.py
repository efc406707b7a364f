"""The eleven lanes of Gipfelsturm: where runners may go, which moves a throw allows, the chance of a Niete."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

LANES: Final = tuple(range(2, 13))
LENGTHS: Final = tuple(13 - 2 * abs(lane - 7) for lane in LANES)
"""Fields of each lane: 3 for lane 2 up to 13 for lane 7, and down again."""
RUNNERS: Final = 3
DICE: Final = 4
THROWS: Final = 6**DICE

Move = tuple[int, ...]
"""Lanes to step up, ascending; the same lane twice: two steps."""
_PAIRINGS: Final = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


def length(lane: int) -> int:
    """Fields of a lane; the last one is the summit."""
    return LENGTHS[lane - 2]


def pairings(dice: Sequence[int]) -> list[tuple[int, int]]:
    """The sums of both pairs (ascending) for the three ways to pair four dice."""
    found = []
    for (a, b), (c, d) in _PAIRINGS:
        one, two = dice[a] + dice[b], dice[c] + dice[d]
        found.append((one, two) if one <= two else (two, one))
    return found


def playable(runners: Mapping[int, int], closed: Iterable[int]) -> list[int]:
    """The lanes on which a step can be made now, ascending.

    ``runners`` are lanes with the fields the runners stand on. A lane with a runner on its summit is not playable,
    and the runner stays one of the three (G-3); others' stones do not block (G-5).
    """
    if len(runners) >= RUNNERS:
        return sorted(lane for lane, field in runners.items() if field < length(lane))
    shut = set(closed)
    return [lane for lane in LANES if lane not in shut and runners.get(lane, 0) < length(lane)]


def moves(dice: Sequence[int], runners: Mapping[int, int], stones: Sequence[int], closed: Iterable[int]) -> list[Move]:
    """All moves a throw allows, ascending; none: a Niete. ``stones`` are the seat's fields for lanes 2 to 12.

    If both sums of a pairing fit, both are moved (G-4). With one free runner for two new lanes the player picks
    (G-1). A double sum with one step left is one step (G-2).
    """
    open_lanes = set(playable(runners, closed))
    free = RUNNERS - len(runners)
    found: set[Move] = set()
    for one, two in pairings(dice):
        if one == two:
            if one in open_lanes:
                left = length(one) - runners.get(one, stones[one - 2])
                found.add((one, one) if left > 1 else (one,))
            continue
        fit = [lane for lane in (one, two) if lane in open_lanes]
        if len(fit) == 2 and sum(lane not in runners for lane in fit) <= free:
            found.add((one, two))
        else:
            found.update((lane,) for lane in fit)
    return sorted(found)


def step(runners: Mapping[int, int], stones: Sequence[int], move: Move) -> dict[int, int]:
    """The runners after a move, by ascending lane; a new runner starts from the seat's stone."""
    after = dict(runners)
    for lane in move:
        after[lane] = after.get(lane, stones[lane - 2]) + 1
    return dict(sorted(after.items()))


def successes(lanes: Iterable[int]) -> int:
    """How many of the 1,296 throws of four dice have a pair whose sum is one of the lanes."""
    return _successes(sum(1 << lane for lane in set(lanes)))


def bust_chance(runners: Mapping[int, int], closed: Iterable[int]) -> float:
    """The exact chance that the next throw is a Niete."""
    return 1 - successes(playable(runners, closed)) / THROWS


@cache
def _throws_by_sums() -> dict[int, int]:
    """How many throws have exactly these sums among their pairs (as bit masks)."""
    found: Counter[int] = Counter()
    for dice in itertools.product(range(1, 7), repeat=DICE):
        mask = 0
        for one, two in pairings(dice):
            mask |= 1 << one | 1 << two
        found[mask] += 1
    return found


@cache
def _successes(mask: int) -> int:
    return sum(count for sums, count in _throws_by_sums().items() if sums & mask)
