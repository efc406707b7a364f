"""A series of matches over several processes; the same seed gives the same figures, however many there are."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from dicearena_contracts.catalogue import GameKey
from dicearena_games.registry import GAMES
from dicearena_players.arena import play
from dicearena_players.registry import policy

CHUNK: Final = 50
"""Matches given to a process at a time."""


@dataclass(frozen=True)
class Series:
    """What is played."""

    game: str
    options: dict[str, Any]
    levels: tuple[str, ...]
    games: int
    seed: int

    def rotation(self, match: int) -> list[int]:
        """Which player sits on each seat of a match: everybody starts equally often."""
        count = len(self.levels)
        return [(seat + match) % count for seat in range(count)]


@dataclass(frozen=True)
class Outcome:
    """One match, per player (not per seat)."""

    scores: list[float]
    wins: list[float]


def find_strangers() -> None:
    """Let a stranger's module be found in the directory the command was called in."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)


def _begin() -> None:
    find_strangers()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A worker waits for work for ever, also when who would give it was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


class Crew:
    """Processes that play matches; with one job this process plays them itself."""

    def __init__(self, jobs: int) -> None:
        self._pool: ProcessPoolExecutor | None = None
        if jobs > 1:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin)

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def outcomes(self, series: Series, matches: range, chunk: int = CHUNK) -> Iterator[Outcome]:
        """Play some matches of a series; they come in order. Closing the iterator calls off what has not begun.

        Raises `dicearena_players.arena.PolicyError` where a policy fails or plays what is not legal.
        """
        if self._pool is None:
            for match in matches:
                yield _match(series, match)
            return
        chunks = [matches[start : start + chunk] for start in range(0, len(matches), chunk)]
        for played in self._pool.map(_chunk, [series] * len(chunks), chunks):
            yield from played


def outcomes(series: Series, jobs: int) -> Iterator[Outcome]:
    """Play the series; see `Crew.outcomes`."""
    chunks = -(-series.games // CHUNK)
    with Crew(min(jobs, chunks)) as crew:
        yield from crew.outcomes(series, range(series.games))


def _chunk(series: Series, matches: range) -> list[Outcome]:
    return [_match(series, match) for match in matches]


def _match(series: Series, match: int) -> Outcome:
    game = GAMES[GameKey(series.game)]
    seated = series.rotation(match)
    policies = [policy(series.game, series.levels[player]) for player in seated]
    result = play(game, game.OPTIONS(**series.options), policies, f"{series.seed}/{match}")
    best = result.places.count(1)
    scores, wins = [0.0] * len(seated), [0.0] * len(seated)
    for seat, player in enumerate(seated):
        scores[player] = result.scores[seat]
        wins[player] = 1 / best if result.places[seat] == 1 else 0.0
    return Outcome(scores, wins)
