"""`dicearena arena --all`: plays all trials, most time to those that are not clear yet, and says what came out."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from dicearena_cli.arena.cases import Mode
from dicearena_cli.arena.series import Crew
from dicearena_cli.arena.trials import Duel, Solo, Trial

CHUNK: Final = 10
"""Matches given to a process at a time: few, so that the time is kept where a match takes long."""
DUEL_COLUMNS: Final = ("game", "way to play", "players", "games", "wins of the first", "95 % interval", "first is")
SOLO_COLUMNS: Final = ("game", "way to play", "level", "games", "mean score", "95 % interval", "best play")


def settle(every: Sequence[Trial], jobs: int, seconds: float, console: Console) -> None:
    """Play the trials until each is clear, has no match left, or the time is over.

    Batches go to the open trial that took the least time so far. Figures depend on the seed alone, but for trials that
    the time cut short. Raises `dicearena_players.arena.PolicyError`.
    """
    until = time.monotonic() + seconds
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Crew(jobs) as crew, Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=len(every))
        left = list(every)
        while left and time.monotonic() < until:
            trial = min(left, key=lambda one: one.seconds)
            progress.update(task, description=f"{trial.title} · {trial.games} games")
            _play_batch(crew, trial, until)
            if trial.enough or trial.spent:
                left.remove(trial)
                progress.advance(task)


def _play_batch(crew: Crew, trial: Trial, until: float) -> None:
    begun = time.monotonic()
    played = crew.outcomes(trial.series, trial.batch(), CHUNK)
    for outcome in played:
        whole = trial.take(outcome)
        if whole and time.monotonic() > until:
            break
    trial.seconds += time.monotonic() - begun


def report(modes: Iterable[Mode], every: Iterable[Trial]) -> dict[str, list[dict[str, Any]]]:
    """All figures as one JSON-able object."""
    duels, solos = _apart(every)
    return {
        "duels": [duel.json() for duel in duels],
        "solo": [solo.json() for solo in solos],
        "luck": [{"game": mode.game, "mode": mode.name} for mode in modes if mode.luck],
    }


def proven(every: Iterable[Trial]) -> bool:
    """Whether every level beat the one below it without doubt."""
    return all(duel.verdict == "better" for duel in _apart(every)[0])


def markdown(modes: Iterable[Mode], every: Iterable[Trial]) -> str:
    """The tables for docs/strength.md."""
    duels, solos = _rows(modes, every)
    parts = [_markdown(DUEL_COLUMNS, duels)]
    if solos:
        parts.append(_markdown(SOLO_COLUMNS, solos))
    return "\n\n".join(parts)


def tables(modes: Iterable[Mode], every: Iterable[Trial]) -> list[Table]:
    """The same for a terminal."""
    shown = []
    for columns, rows in zip((DUEL_COLUMNS, SOLO_COLUMNS), _rows(modes, every), strict=True):
        if rows:
            table = Table()
            for column in columns:
                table.add_column(column)
            for row in rows:
                table.add_row(*row)
            shown.append(table)
    return shown


def _markdown(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _rows(modes: Iterable[Mode], every: Iterable[Trial]) -> tuple[list[list[str]], list[list[str]]]:
    duels, solos = _apart(every)
    return [_duel_row(duel) for duel in duels] + [_luck_row(mode) for mode in modes if mode.luck], [
        _solo_row(solo) for solo in solos
    ]


def _duel_row(duel: Duel) -> list[str]:
    head = [duel.mode.game, duel.mode.name, " – ".join(duel.levels), f"{duel.games:,}"]
    if not duel.games:
        return [*head, "–", "–", "not played"]
    low, high = duel.interval
    verdict = "not clear" if duel.verdict == "open" else duel.verdict
    return [*head, f"{duel.wins / duel.games:.1%}", f"{low:.1%} … {high:.1%}", verdict]


def _luck_row(mode: Mode) -> list[str]:
    return [mode.game, mode.name, "–", "–", "–", "–", "pure luck"]


def _solo_row(solo: Solo) -> list[str]:
    best = "–" if solo.optimum is None else f"{solo.optimum:.4f}"
    mean, around = solo.figures
    figures = ["–", "–"] if around is None else [f"{mean:.2f}", f"{around[0]:.2f} … {around[1]:.2f}"]
    return [solo.mode.game, solo.mode.name, solo.levels[0], f"{solo.games:,}", *figures, best]


def _apart(every: Iterable[Trial]) -> tuple[list[Duel], list[Solo]]:
    found = list(every)
    return [one for one in found if isinstance(one, Duel)], [one for one in found if isinstance(one, Solo)]
