"""How people play a pub hand without reckoning, for the easy computers and careless moments."""

from __future__ import annotations

import random

from dicearena_games.core import ActionDict

from dicearena_players.policy import View, legal_actions


def first_throw(view: View) -> ActionDict | None:
    """What to do where nothing is to be weighed: go on, throw, or the only thing there is."""
    actions = legal_actions(view)
    if len(actions) == 1 or actions[0]["kind"] not in ("roll", "turn", "turn_laid"):
        return actions[0] if actions[0]["kind"] not in ("announce", "sand") else None
    return None


def keep_ones(view: View, rng: random.Random, stop: float) -> ActionDict:
    """Stop with a chance; else lay out the ones, now and then something else, and throw the rest."""
    actions = legal_actions(view)
    done = next((action for action in actions if action["kind"] == "done"), actions[0])
    rolls = [action for action in actions if action["kind"] == "roll"]
    if not rolls or rng.random() < stop:
        return done
    if rng.random() < 0.25:
        return rolls[int(rng.random() * len(rolls))]
    ones = [action for action in rolls if all(die == 1 for die in action["keep"])]
    return max(ones, key=lambda action: len(action["keep"]))
