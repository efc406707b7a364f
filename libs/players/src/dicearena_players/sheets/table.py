"""The shipped table of a solved sheet game: the expected rest of every state, in one array."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dicearena_players import tables
from dicearena_players.sheets.lattice import Floats

Step = Callable[[], None]


@dataclass(frozen=True)
class SheetTable:
    """One game's table. ``solve`` computes the array and calls back after each of ``steps`` steps."""

    name: str
    version: int
    steps: int
    solve: Callable[[Step], Floats]

    def values(self) -> Floats:
        """The shipped array; the game's solver says what its axes are."""
        return _loaded(self.name, self.version)

    def make(self, folder: Path, step: Step = lambda: None) -> Path:
        """Solve and write the table."""
        return tables.save(folder, self.name, self.version, {"rest": self.solve(step)})


@cache
def _loaded(name: str, version: int) -> Floats:
    rest: Floats = tables.load(name, version)["rest"]
    return rest
