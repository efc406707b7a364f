"""The three computers at the box."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from dicearena_games.core import ActionDict

from dicearena_players.policy import View, legal_actions, weighted
from dicearena_players.shut_the_box import versus
from dicearena_players.shut_the_box.solver import mask_of
from dicearena_players.shut_the_box.values import SIZES, values


def _first_of_one_kind(actions: list[ActionDict]) -> ActionDict | None:
    """What to do where nothing is to be weighed: roll, or the only closing there is."""
    if len(actions) == 1 or actions[0]["kind"] != "close":
        return actions[0]
    return None


class Easy:
    """Likes to close one flap at a time, the small ones first, and does not think ahead."""

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """A closing, single and small ones more often."""
        actions = legal_actions(view)
        return _first_of_one_kind(actions) or weighted(rng, actions, [self._liking(a["flaps"]) for a in actions])

    @staticmethod
    def _liking(flaps: list[int]) -> float:
        return 1.0 / sum(flaps) if len(flaps) == 1 else 0.5 / sum(flaps)


class Normal:
    """Closes as much as the throw allows, the flaps that need both dice before the others; sometimes carelessly."""

    CARELESS = 0.1

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """Mostly the closing with the greatest sum; among equal ones the highest flap."""
        actions = legal_actions(view)
        plain = _first_of_one_kind(actions)
        if plain is not None:
            return plain
        if rng.random() < self.CARELESS:
            return actions[int(rng.random() * len(actions))]
        return max(actions, key=lambda action: (sum(action["flaps"]), max(action["flaps"])))


class Strong:
    """Least expected penalty, exactly; in the last round of a match the greatest chance of winning it."""

    def __init__(self) -> None:
        # Unpacked before the first decision.
        for flaps in SIZES:
            versus.outcomes(flaps)

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """The best closing; ``rng`` is not needed."""
        actions = legal_actions(view)
        plain = _first_of_one_kind(actions)
        if plain is not None:
            return plain
        board, seat = view["board"], view["seat"]
        mask = mask_of(board["boxes"][seat]["open"])
        penalty = values(board["flaps"]).penalty
        worth = self._worth(board, seat, mask)

        def merit(action: ActionDict) -> tuple[float, float]:
            left = mask & ~mask_of(action["flaps"])
            return (round(worth(left), 12), -penalty[left])

        return max(actions, key=merit)

    @staticmethod
    def _worth(board: dict[str, Any], seat: int, mask: int) -> Callable[[int], float]:
        flaps, boxes = board["flaps"], board["boxes"]
        if len(boxes) == 1 or board["day"] is not None or board["round"] < board["rounds"]:
            penalty = values(flaps).penalty
            return lambda left: -penalty[left]
        others = tuple(_opponent(box) for other, box in enumerate(boxes) if other != seat)
        table = versus.win_values(flaps, mask, int(sum(boxes[seat]["points"])), others)
        return lambda left: float(table[left])


def _opponent(box: dict[str, Any]) -> versus.Opponent:
    total = int(sum(box["points"]))
    if box["out"] or box["shut"]:
        return (total, None, box["sum"])
    return (total, None if box["open"] is None else mask_of(box["open"]), None)
