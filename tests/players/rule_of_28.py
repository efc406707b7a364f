"""The rule of 28 for climbing with four dice and three runners (Michael Keller): the known way to play by hand.

Each lane counts for its first step twice and for every further one once: 1 for the 7, 2 for 6 and 8, … 6 for 2 and 12;
2 more with three odd runners, 2 fewer with three even ones, 4 more with all below or all above the 7. Save from 28 on;
with fewer than three runners throw on, unless the match is won.
"""

from __future__ import annotations

import random
from typing import Any

from dicearena_games.core import ActionDict
from dicearena_games.pushluck.gipfelsturm_lanes import RUNNERS, length
from dicearena_players.policy import View, domain_of, values_of

ENOUGH = 28


def _count(fields: dict[int, int], stones: list[int]) -> int:
    """The count of a turn; ``fields`` are the lanes with runners."""
    count = sum((abs(lane - 7) + 1) * (field - stones[lane - 2] + 1) for lane, field in fields.items())
    if len(fields) == RUNNERS:
        odd = sum(lane % 2 for lane in fields)
        count += 2 * (odd == RUNNERS) - 2 * (odd == 0)
        count += 4 * (max(fields) < 7 or min(fields) > 7)
    return count


class RuleOf28:
    """``thrifty`` picks the move that counts least, else the one that counts most."""

    def __init__(self, *, thrifty: bool) -> None:
        self.thrifty = thrifty

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """Count, and save from 28 on."""
        board: dict[str, Any] = view["board"]
        stones = board["stones"][view["seat"]]
        fields = {runner["lane"]: runner["field"] for runner in board["runners"]}
        going = domain_of(view, "go")
        if going is not None:
            return {"kind": "go", "lanes": self._move(values_of(going, "lanes"), fields, stones)}
        if domain_of(view, "save") is None:
            return {"kind": "roll"}
        topped = sum(field == length(lane) for lane, field in fields.items())
        won = board["summits"][view["seat"]] + topped >= board["need"]
        enough = len(fields) == RUNNERS and _count(fields, stones) >= ENOUGH
        return {"kind": "save"} if won or enough else {"kind": "roll"}

    def _move(self, moves: list[list[int]], fields: dict[int, int], stones: list[int]) -> list[int]:
        def count(move: list[int]) -> int:
            after = dict(fields)
            for lane in move:
                after[lane] = after.get(lane, stones[lane - 2]) + 1
            return _count(after, stones)

        return min(moves, key=count) if self.thrifty else max(moves, key=count)
