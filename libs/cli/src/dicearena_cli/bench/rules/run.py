"""Runs `dicearena bench --rules`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from dicearena_cli.arena.cases import LEVELS, Mode, modes
from dicearena_cli.bench.rules.decisions import computers
from dicearena_cli.bench.rules.report import GOALS, level_figures, medians, missed, rules_figures, tables
from dicearena_cli.bench.rules.steps import Setup, bare, hosted, loop_ns

SECONDS: Final = 1.0
QUICK_SECONDS: Final = 0.15
"""CPU seconds of each measurement."""


def run(keys: list[str], seconds: float, repeat: int, seed: int, *, quick: bool, as_json: bool) -> None:
    """Measure these games, all if none is named, and print; ``quick``: only their first way to play."""
    ways = modes(keys)
    if quick:
        ways = list({way.game: way for way in reversed(ways)}.values())[::-1]
    slice_ = seconds or (QUICK_SECONDS if quick else SECONDS)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=len(ways) * repeat)

        def say(way: Mode) -> None:
            progress.update(task, description=f"{way.game} {way.name}", advance=1)

        report = medians([measure(ways, slice_, seed, say) for _ in range(repeat)])
    report |= {"goals": dict(GOALS), "missed": missed(report["games"])}
    if as_json:
        print(json.dumps(report))
        return
    console = Console()
    for table in tables(report):
        console.print(table)
    for line in report["missed"]:
        console.print(f"missed: {line}", style="red", highlight=False)


def measure(ways: Sequence[Mode], seconds: float, seed: int, say: Callable[[Mode], None]) -> dict[str, Any]:
    """One report; each measurement takes about so many CPU seconds."""
    loop, games = loop_ns(), []
    for way in ways:
        say(way)
        setup = Setup(way.of, way.of.OPTIONS(**way.changed), way.of.SEATS[1], seed)
        rules = rules_figures(bare(setup, seconds), hosted(setup, seconds), loop)
        levels = {level: level_figures(computers(setup, level, seconds)) for level in LEVELS}
        games.append({"game": way.game, "mode": way.name, "seats": setup.seats, **rules, "levels": levels})
    return {"baseline": {"loop_ns": round(loop, 1)}, "games": games}
