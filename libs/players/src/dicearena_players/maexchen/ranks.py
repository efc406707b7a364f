"""The 21 values of Mäxchen as ranks 0 to 20, with the chance of each throw.

Tables have a row per claim to top: row 0 stands for "nothing claimed yet", row ``c + 1`` for the rank ``c``.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from dicearena_games.bluff.maexchen_values import ORDER

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

COUNT: Final = len(ORDER)
ROWS: Final = COUNT + 1
TOP: Final = COUNT - 1
"""The rank of Mäxchen itself."""
RANK: Final = {value: rank for rank, value in enumerate(ORDER)}
CHANCE: Final[Floats] = np.array([1 if value % 11 == 0 else 2 for value in ORDER]) / 36
AT_LEAST: Final[Floats] = CHANCE[::-1].cumsum()[::-1]
TRUE: Final[Bools] = np.arange(COUNT)[:, None] >= np.arange(COUNT)[None, :]
"""``TRUE[roll, claim]``: the claim holds."""


def row_of(value: int | None) -> int:
    """The table row of the value to top (None: nothing claimed yet)."""
    return 0 if value is None else RANK[value] + 1


def allowed(equal_claims: bool) -> Bools:
    """``allowed[row, claim]``: what may be claimed; nothing tops 21, and it may not be repeated."""
    rows, claims = np.arange(ROWS)[:, None] - 1, np.arange(COUNT)[None, :]
    higher: Any = claims >= rows if equal_claims else claims > rows
    return np.asarray(higher & (rows < TOP))
