"""The three computers of Würfelpoker: *strong* plays for the greatest sum (`rest`), *normal* for the turn's points.

Strong reckons the turn itself exactly under all house rules; `rest` says where the rest of the game is exact, too, and
where the nearest table is taken. With several columns it is the sum over them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from dicearena_games.sheets.wuerfelpoker import FIELDS, FIVE_ALIKE, FIVE_ALIKE_POINTS, SIZE, UPPER, columns_of, sums
from dicearena_games.sheets.wuerfelpoker_types import WuerfelpokerOptions

from dicearena_players.policy import View, domain_of, values_of
from dicearena_players.sheets import computers
from dicearena_players.sheets.computers import (
    PATIENCE,
    Judged,
    Reckoner,
    cells_of,
    closed,
    judged,
    mask_of,
    remember,
    to_win,
)
from dicearena_players.sheets.lattice import Floats
from dicearena_players.wuerfelpoker import bonus
from dicearena_players.wuerfelpoker.alone import DICE, THROWS, five_alike, shipped, worths
from dicearena_players.wuerfelpoker.rest import MOST, each, rest
from dicearena_players.wuerfelpoker.solver import OPTIONS

Easy = computers.Easy
Column = tuple[int, int, bool]
"""Filled fields, upper sum, whether "five alike" holds its points."""
Gain = Callable[[Column, int, Floats, WuerfelpokerOptions], Floats]
"""What writing a field of a column is worth, by throw, beside the points (given by throw)."""
CHOSEN: Final = ("announced", "drawn")


class _Player(Reckoner):
    def announce(self, view: View, rng: random.Random) -> int:
        """The five alike as early as may be where more of them bring more then, else what brings most on average."""
        options, offered = _options(view), domain_of(view, "announce")
        assert offered is not None
        fields: list[int] = values_of(offered, "field")
        if FIVE_ALIKE in fields and (options.joker or options.extra_bonus):
            return FIVE_ALIKE
        return max(fields, key=lambda field: float(each(options)[field]))


def _spare(column: Column, field: int, worth: Floats, options: WuerfelpokerOptions) -> Floats:
    return np.full_like(worth, -PATIENCE * each(options)[field])


def _rest(column: Column, field: int, worth: Floats, options: WuerfelpokerOptions) -> Floats:
    mask, upper, held = column
    after = mask | 1 << field
    before = float(rest(mask, held, options)[upper])
    if field < UPPER:
        by_sum: Floats = rest(after, held, options) - before
        return by_sum[np.minimum(upper + worth.astype(np.int64), MOST)]
    if field == FIVE_ALIKE:
        made, missed = (float(rest(after, hit, options)[upper]) - before for hit in (True, False))
        return np.where(worth > 0, made, missed)
    return np.full_like(worth, float(rest(after, held, options)[upper]) - before)


class Normal(_Player):
    """Reckons the turn to its end for its points; between near equals it spares what brings most on average.

    Where the field is given, playing for the turn's points is all but the best play; there it is careless now and then.
    """

    CARELESS = 0.15

    def __init__(self) -> None:
        each(OPTIONS)

    def careless(self, view: View) -> float:
        """Never where it chooses the field."""
        return 0.0 if view["options"]["order"] == "free" else self.CARELESS

    def judge(self, view: View) -> Judged:
        """Points of the turn."""
        return _judged(_spare, _columns(cells_of(view)), _options(view), view["board"]["called"])


class Strong(_Player):
    """The greatest expected sum: exact under the rules that `rest` names, else by the nearest table."""

    def __init__(self) -> None:
        # What is made once, before the first decision.
        for stay in (False, True):
            each(WuerfelpokerOptions(dice_stay=stay))
        shipped()
        bonus.ready()

    def judge(self, view: View) -> Judged:
        """Points of the turn and the expected rest; in the last turn the chance to win."""
        cells, options = cells_of(view), _options(view)
        columns = _columns(cells)
        counted = sum(sums(column, options)[1] for column in columns_of(cells))
        before = sum(float(rest(mask, held, options)[upper]) for mask, upper, held in columns)
        judge = _judged(_rest, columns, options, view["board"]["called"])
        return to_win(view, judge, before - counted)


@lru_cache(maxsize=64)
def _made(facts: tuple[tuple[str, Any], ...]) -> WuerfelpokerOptions:
    return WuerfelpokerOptions(**{**dict(facts), "own_dice": False})


def _options(view: View) -> WuerfelpokerOptions:
    return _made(tuple(view["options"].items()))


def _columns(cells: Sequence[int | None]) -> tuple[Column, ...]:
    columns = []
    for column in columns_of(cells):
        upper = sum(points or 0 for points in column[:UPPER])
        columns.append((mask_of(column), upper, column[FIVE_ALIKE] == FIVE_ALIKE_POINTS))
    return tuple(columns)


@remember
def _judged(gain: Gain, columns: tuple[Column, ...], options: WuerfelpokerOptions, called: int | None) -> Judged:
    matrix = closed(len(five_alike()), SIZE * len(columns))
    for at, column in enumerate(columns):
        mask, _, held = column
        worth = worths(options, bool(options.joker and mask >> FIVE_ALIKE & 1))
        for field in _open(mask, options, called):
            points = worth[:, field]
            matrix[:, at * SIZE + field] = points + gain(column, field, points, options)
            if held and options.extra_bonus:
                matrix[:, at * SIZE + field] += options.extra_bonus * five_alike()
    return judged(DICE, [matrix] * THROWS, stay=options.dice_stay)


def _open(mask: int, options: WuerfelpokerOptions, called: int | None) -> list[int]:
    """The fields of a column that may be filled now."""
    fields = [field for field in range(len(FIELDS)) if not mask >> field & 1]
    if options.order in CHOSEN:
        return [field for field in fields if field == called]
    return fields[:1] if options.order == "top_down" else fields
