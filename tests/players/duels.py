"""Matches of computers, for the tests of their strength and of their lawfulness."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import Any

from dicearena_cli.arena.stats import wilson
from dicearena_contracts.catalogue import GameKey
from dicearena_games.core import ActionDict
from dicearena_games.registry import GAMES
from dicearena_players.arena import offered, play
from dicearena_players.policy import Policy, View
from dicearena_players.registry import policy


def won_by_first(
    key: str, first: str | Policy, second: str | Policy, games: int, **options: Any
) -> tuple[float, float]:
    """The 95 % interval of the first's share of wins in two-player matches, starting in turn, at a fixed seed."""
    game = GAMES[GameKey(key)]
    one, two = (policy(key, who) if isinstance(who, str) else who for who in (first, second))
    won = 0.0
    for match in range(games):
        seat = match % 2
        result = play(game, game.OPTIONS(**options), [one, two] if seat == 0 else [two, one], f"duel/{match}")
        won += 1 / result.places.count(1) if result.places[seat] == 1 else 0
    return wilson(won, games)


def solo_scores(key: str, level: str, games: int, **options: Any) -> list[float]:
    """Scores of one computer alone, at a fixed seed."""
    game = GAMES[GameKey(key)]
    return [play(game, game.OPTIONS(**options), [policy(key, level)], f"solo/{m}").scores[0] for m in range(games)]


def check_lawful(key: str, options: dict[str, Any], levels: Sequence[str], seed: int, *, every: int = 5) -> None:
    """Play a match (all actions are checked) with every fifth decision asked twice: asking must change nothing."""
    game = GAMES[GameKey(key)]

    def watch(view: View, action: ActionDict) -> None:
        if view["decision"] % every:
            return
        asked = copy.deepcopy(view)
        computer = policy(key, levels[view["seat"]])
        again = [computer.choose(view, random.Random(9)) for _ in range(2)]
        assert again[0] == again[1]
        assert offered(view, again[0])
        assert view == asked

    play(game, game.OPTIONS.model_validate(options), [policy(key, level) for level in levels], seed, watch)
