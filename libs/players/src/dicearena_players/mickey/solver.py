"""Mickey alone, solved exactly for all its house rules: the expected rest under best play (one seat, for points).

A state before a turn is the set of filled categories; the array has one more axis each for the announcement (after the
first throw, before it), for what a miss strikes (any, the announced one) and for the points of a Mickey.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from dicearena_games.sheets.mickey import FIELDS, MICKEY, MICKEY_THROWS, STRAIGHT, MickeyOptions, points

from dicearena_players.sheets.lattice import Floats, lattice, open_fields
from dicearena_players.sheets.table import SheetTable, Step
from dicearena_players.sheets.turns import Turn, reckon

FULL: Final = (1 << len(FIELDS)) - 1
DICE, THROWS = 5, 3
ANNOUNCE: Final = ("after_first", "before")
MISSED: Final = ("any", "announced")
MICKEYS: Final = range(10, 101)
"""Points a Mickey may bring."""


@cache
def hits() -> Floats:
    """Points by (throw, field) after as many throws as a Mickey takes, a Mickey bringing one point."""
    options = MickeyOptions()
    worth = np.array([[points(t, f, options, throws=MICKEY_THROWS) for f in FIELDS] for t in lattice(DICE).throws])
    worth[:, MICKEY] = np.minimum(worth[:, MICKEY], 1)
    return worth.astype(np.float64)


def ends(called: int, throw: int, mask: int, missed: str, mickey: Floats, rest: Floats) -> Floats:
    """The worth of ending with each throw after throw number ``throw`` (× points of a Mickey).

    ``rest``: expected rest by mask (× points of a Mickey).
    """
    worth = np.multiply.outer(hits()[:, called], mickey if called == MICKEY else np.ones_like(mickey))
    if called == MICKEY and throw != MICKEY_THROWS:
        worth = np.zeros_like(worth)
    written: Floats = worth + rest[mask | 1 << called]
    missed_worth: Floats = rest[[mask | 1 << field for field in struck(called, mask, missed)]].max(axis=0)
    return np.where(worth > 0, written, missed_worth)


def struck(called: int, mask: int, missed: str) -> list[int]:
    """The categories of which one is struck after a miss."""
    return open_fields(mask, len(FIELDS)) if called >= STRAIGHT and missed == "any" else [called]


def turn(called: int, mask: int, missed: str, mickey: Floats, rest: Floats) -> Turn:
    """A turn with an announced category."""
    most = MICKEY_THROWS if called == MICKEY else THROWS
    return reckon(DICE, [ends(called, throw + 1, mask, missed, mickey, rest) for throw in range(most)])


def solve(step: Step = lambda: None) -> Floats:
    """The expected rest by (announcement, miss, points of a Mickey from 10, mask), before a turn."""
    mickey = np.array(MICKEYS, dtype=np.float64)
    value = np.zeros((len(ANNOUNCE), len(MISSED), FULL + 1, len(mickey)))
    for announce, missed in np.ndindex(value.shape[:2]):
        rest = value[announce, missed]
        for mask in range(FULL - 1, -1, -1):
            called = [turn(one, mask, MISSED[missed], mickey, rest) for one in open_fields(mask, len(FIELDS))]
            rest[mask] = before(called, said_before=ANNOUNCE[announce] == "before")
            step()
    return np.ascontiguousarray(value.transpose(0, 1, 3, 2))


def before(called: Sequence[Turn], *, said_before: bool) -> Floats:
    """The value before a turn; ``called``: the turn with each category that may be announced."""
    if said_before:
        most: Floats = np.max([one.start() for one in called], axis=0)
        return most
    first: Floats = lattice(DICE).turn[0] @ np.max([one.thrown(1) for one in called], axis=0)
    return first


def rests(announce: str, missed: str, mickey: int) -> Floats:
    """The shipped expected rest by mask under these house rules."""
    values: Floats = TABLE.values()[ANNOUNCE.index(announce), MISSED.index(missed), MICKEYS.index(mickey)]
    return values


TABLE: Final = SheetTable("mickey", 1, len(ANNOUNCE) * len(MISSED) * FULL, solve)
"""The shipped array: by announcement, miss, points of a Mickey, mask."""
