"""The shipped values of Würfelraster's lines, and play from them for many grids at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from dicearena_games.boards.raster_lines import CELLS

from dicearena_players import tables
from dicearena_players.wuerfelraster.lines import CHANCES, CROSSES, KIND, NEXT, STATES, SUMS, Floats, Ints

TABLE: Final = "wuerfelraster"
VERSION: Final = 1
STEPS: Final = 12
_TAKEN: Final = np.float32(-1e9)
_CROSSES: Final = CROSSES.astype(np.float32)
_OF_CELL: Final = np.ascontiguousarray(CROSSES.T)


def make(folder: Path, step: Callable[[], None] = lambda: None) -> Path:
    """Learn both tables (about two minutes; needs the extra ``solve``) and write them."""
    from dicearena_players.wuerfelraster.learn import learn

    arrays = {name: learn(times, step).astype(np.float16) for name, times in (("double", 2), ("plain", 1))}
    return tables.save(folder, TABLE, VERSION, arrays)


@dataclass(frozen=True)
class LineValues:
    """What grids are worth: ``flat[free]`` by kind and state, in one row."""

    flat: Floats

    def worth(self, lines: Ints, free: int) -> Floats:
        """The value of grids ``[…, 12]`` with so many free cells."""
        worth: Floats = self.flat[free][lines + _OFFSET].sum(axis=-1)
        return worth

    def gains(self, lines: Ints, following: Ints, free: int) -> Floats:
        """Per grid and cell ``[…, 25]`` how the value grows by entering there; ``free`` cells are left then."""
        at = self.flat[free]
        gains: Floats = (at[following + _OFFSET] - at[lines + _OFFSET]) @ _CROSSES
        return gains

    def looking_ahead(self, lines: Ints, taken: Any, free: int) -> Floats:
        """Values of grids ``[n, 12]``, the next throw taken into account; ``free`` cells, one at least, are left.

        ``taken[n, 25]`` are the cells that are filled.
        """
        following = NEXT[lines].transpose(0, 2, 1)
        gains = self.gains(lines[:, None, :], following, free - 1)
        best = np.where(taken[:, None, :], _TAKEN, gains).max(axis=2)
        worth: Floats = self.worth(lines, free - 1) + best @ CHANCES
        return worth

    def played_on(self, lines: Ints, taken: Any, throws: Ints) -> Floats:
        """Points in the end, when grids ``[n, 12]`` are filled by the best gain; sums are ``throws[n, free] + 2``."""
        lines, taken = lines.copy(), taken.copy()
        rows = np.arange(len(lines))
        for n in range(throws.shape[1]):
            following = _NEXT[lines * SUMS + throws[:, n, None]]
            gains = self.gains(lines, following, throws.shape[1] - 1 - n)
            gains[taken] = _TAKEN
            cell = gains.argmax(axis=1)
            lines = np.where(_OF_CELL[cell], following, lines)
            taken[rows, cell] = True
        return self.worth(lines, 0)


_OFFSET: Final[Ints] = KIND * STATES
_NEXT: Final = NEXT.ravel()


@cache
def values(double_diagonals: bool) -> LineValues:
    """The shipped values."""
    table = tables.load(TABLE, VERSION)["double" if double_diagonals else "plain"]
    return LineValues(table.astype(np.float32).reshape(CELLS, -1))
