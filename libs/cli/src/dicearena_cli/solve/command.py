"""The command line of `dicearena solve`."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final

import typer
from dicearena_players.bluff import few as bluff
from dicearena_players.chicago import duel as chicago
from dicearena_players.crag.solver import TABLE as CRAG
from dicearena_players.dice_cup import values as dice_cup
from dicearena_players.general.solver import TABLE as GENERAL
from dicearena_players.general.solver import TABLE_50 as GENERAL_50
from dicearena_players.gipfelsturm import values as gipfelsturm
from dicearena_players.maexchen import table as maexchen
from dicearena_players.mickey.solver import TABLE as MICKEY
from dicearena_players.schocken import duel as schocken
from dicearena_players.shut_the_box import values as shut_the_box
from dicearena_players.wuerfelpoker import alone as wuerfelpoker_rules
from dicearena_players.wuerfelpoker import bonus as wuerfelpoker_bonus
from dicearena_players.wuerfelpoker.solver import TABLE as WUERFELPOKER
from dicearena_players.wuerfelraster import values as wuerfelraster
from dicearena_players.zehntausend import values as zehntausend
from rich.console import Console
from rich.progress import Progress

Make = Callable[[Path, Callable[[], None]], Path]
SOLVERS: Final[dict[str, tuple[int, Make]]] = {
    "shut_the_box": (len(shut_the_box.SIZES), shut_the_box.make),
    "maexchen": (maexchen.STEPS, maexchen.make),
    "schocken": (schocken.STEPS, schocken.make),
    "bluff": (bluff.STEPS, bluff.make),
    "chicago": (chicago.STEPS, chicago.make),
    gipfelsturm.TABLE: (gipfelsturm.STEPS, gipfelsturm.make),
    zehntausend.TABLE: (zehntausend.STEPS, zehntausend.make),
    zehntausend.PILES: (zehntausend.STEPS, zehntausend.make_piles),
    wuerfelraster.TABLE: (wuerfelraster.STEPS, wuerfelraster.make),
    dice_cup.TABLE: (dice_cup.STEPS, dice_cup.make),
    wuerfelpoker_rules.NAME: (wuerfelpoker_rules.STEPS, wuerfelpoker_rules.make),
    **{table.name: (table.steps, table.make) for table in (WUERFELPOKER, CRAG, GENERAL, GENERAL_50, MICKEY)},
    # After the two that it builds on.
    wuerfelpoker_bonus.NAME: (wuerfelpoker_bonus.STEPS, wuerfelpoker_bonus.make),
}
"""Game → how many steps its solver takes, and the solver."""


def solve(
    game: Annotated[list[str] | None, typer.Argument(help="Keys of the games; all of them if none is named.")] = None,
    to: Annotated[Path | None, typer.Option(help="Where the tables go; else into the installed package.")] = None,
) -> None:
    """Compute the tables of the strong computers anew (some minutes for all)."""
    folder = to or Path(str(files("dicearena_players") / "data"))
    chosen = game or list(SOLVERS)
    for key in chosen:
        if key not in SOLVERS:
            raise typer.BadParameter(f"nothing to solve for {key!r}; there are: {', '.join(SOLVERS)}")
    console = Console(stderr=True)
    with Progress(console=console) as progress:
        for key in chosen:
            total, make = SOLVERS[key]
            task = progress.add_task(key, total=total)
            path = make(folder, lambda task=task: progress.advance(task))  # type: ignore[misc]
            console.print(f"{key}: {path} ({path.stat().st_size:,} bytes)")
