"""A series of matches over several processes; the same seed gives the same figures, however many there are."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from dicearena_games.core import Game
from dicearena_games.registry import GAMES
from dicearena_players.arena import play
from dicearena_players.registry import policy

KNOWN: Final[Mapping[str, Game]] = {game.KEY.value: game for game in GAMES.values()}
"""All games by key, those too that nobody can open yet."""

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


def outcomes(series: Series, jobs: int) -> Iterator[Outcome]:
    """Play the series; matches come in order.

    Raises `dicearena_players.arena.PolicyError` where a policy fails or plays what is not legal.
    """
    chunks = [range(start, min(start + CHUNK, series.games)) for start in range(0, series.games, CHUNK)]
    workers = min(jobs, len(chunks))
    if workers <= 1:
        for chunk in chunks:
            for match in chunk:
                yield _match(series, match)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=find_strangers)
    try:
        for played in pool.map(_chunk, [series] * len(chunks), chunks):
            yield from played
    finally:
        pool.shutdown(cancel_futures=True)


def _chunk(series: Series, matches: range) -> list[Outcome]:
    return [_match(series, match) for match in matches]


def _match(series: Series, match: int) -> Outcome:
    game = KNOWN[series.game]
    seated = series.rotation(match)
    policies = [policy(series.game, series.levels[player]) for player in seated]
    result = play(game, game.OPTIONS(**series.options), policies, f"{series.seed}/{match}")
    best = result.places.count(1)
    scores, wins = [0.0] * len(seated), [0.0] * len(seated)
    for seat, player in enumerate(seated):
        scores[player] = result.scores[seat]
        wins[player] = 1 / best if result.places[seat] == 1 else 0.0
    return Outcome(scores, wins)
