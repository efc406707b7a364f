"""One turn of a computer: from a view and a seed to an action, the same whenever it is asked again."""

from __future__ import annotations

import random
from typing import Any, cast

from dicearena_games.core import ActionDict

from dicearena_players.policy import View, legal_actions
from dicearena_players.registry import policy


def answer(game: str, level: str, view: dict[str, Any], seed: str) -> ActionDict:
    """What the computer of a level plays. Raises UnknownPolicy where there is none."""
    return policy(game, level).choose(cast("View", view), random.Random(seed))


def simplest(view: dict[str, Any]) -> ActionDict:
    """The first legal action of a view. Raises ValueError where it offers none."""
    actions = legal_actions(cast("View", view))
    if not actions:
        raise ValueError("the view offers no action")
    return actions[0]
