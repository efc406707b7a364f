"""What the bonus adds to the expected rest in Würfelpoker, exactly, for every mix of the rules that change a turn.

The base form's table (`solver`) gives it for the base form. For the other mixes (`alone.MIXES`) the shipped table holds
how far their part differs from it, in hundredths of a point, and, where jokers make "five alike as full house"
idle, nothing: such mixes take the part of the same mix without it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from dicearena_games.sheets.wuerfelpoker_types import WuerfelpokerOptions

from dicearena_players import tables
from dicearena_players.packed import pack, unpack
from dicearena_players.sheets.lattice import Floats
from dicearena_players.sheets.table import Step
from dicearena_players.wuerfelpoker import alone
from dicearena_players.wuerfelpoker.solver import FULL, TABLE, possible

NAME, VERSION = "wuerfelpoker_bonus", 1
UNIT: Final = 0.01
"""Points per step of the shipped differences: they are right to half of it."""
SOLVED: Final = tuple(mix for mix in alone.MIXES[1:] if not (mix[2] and mix[3]))
"""The mixes with a table of their own."""
STEPS: Final = len(SOLVED)
STARTS: Final = "starts"


def options_of(mix: tuple[Any, ...]) -> WuerfelpokerOptions:
    """The base form with this mix of `alone.FACTS`."""
    return WuerfelpokerOptions(**dict(zip(alone.FACTS, mix, strict=True)))


def make(folder: Path, step: Step = lambda: None) -> Path:
    """Solve all mixes and write the table (a minute or two; needs the extra ``solve`` and the tables it builds on)."""
    from dicearena_players.wuerfelpoker import exact

    arrays, starts = {}, np.zeros(len(SOLVED))
    for at, mix in enumerate(SOLVED):
        value = exact.solve(options_of(mix))
        starts[at] = value[0, 0, 0]
        part = value - alone.shipped()[alone.MIXES.index(mix)][..., None]
        arrays[_key(mix)] = pack(np.rint((part - _base()) / UNIT).astype(np.int64)[_cells(bool(mix[1]))])
        step()
    return tables.save(folder, NAME, VERSION, {STARTS: starts, **arrays})


def part(mix: int, held: bool, mask: int) -> Floats:
    """The bonus' part of the expected rest by upper sum up to the threshold; ``mix``: index in `alone.MIXES`.

    Bonus and threshold are those of the base form. Where a sum cannot be the entry says nothing.
    """
    row: Floats = _base()[mask] + UNIT * _differences(_own(alone.MIXES[mix]))[int(held), mask]
    return row


def ready() -> None:
    """Load what all mixes need; the table of a mix is unpacked when it is first asked for."""
    _base()
    tables.load(NAME, VERSION)


def start(options: WuerfelpokerOptions) -> float | None:
    """The expected sum of best play alone; None where fields, points or columns are not those of the base form."""
    mix = alone.MIXES[alone.rules(options)]
    if options.model_copy(update={"own_dice": False}) != options_of(mix):
        return None
    own = _own(mix)
    return float(tables.load(NAME, VERSION)[STARTS][SOLVED.index(own)] if own in SOLVED else TABLE.values()[0, 0])


def _own(mix: tuple[Any, ...]) -> tuple[Any, ...]:
    stay, extra, full_house, joker = mix
    return stay, extra, full_house and not joker, joker


def _key(mix: tuple[Any, ...]) -> str:
    return f"mix_{alone.MIXES.index(mix)}"


@cache
def _base() -> Floats:
    """The bonus' part in the base form, by filled fields and upper sum; 0 where that cannot be."""
    return np.where(possible(), TABLE.values() - alone.shipped()[0, 0][:, None], 0.0)


@cache
def _cells(extra: bool) -> npt.NDArray[np.bool_]:
    """Which states (five alike holds its points, filled fields, upper sum) there are; it holds only for ``extra``."""
    has = (np.arange(FULL + 1) & alone.HELD).astype(bool)
    return np.stack([possible(), possible() & (has & extra)[:, None]])


@cache
def _differences(mix: tuple[Any, ...]) -> npt.NDArray[np.int16]:
    cells = _cells(bool(mix[1]))
    steps = np.zeros(cells.shape, dtype=np.int16)
    if mix in SOLVED:
        steps[cells] = unpack(tables.load(NAME, VERSION)[_key(mix)])
    if not mix[1]:
        steps[1] = steps[0]
    return steps
