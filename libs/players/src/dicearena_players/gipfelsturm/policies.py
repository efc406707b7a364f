"""The three computers of Gipfelsturm."""

from __future__ import annotations

import random
from typing import Any, Final

import numpy as np
from dicearena_games.core import ActionDict
from dicearena_games.pushluck.gipfelsturm_lanes import LANES, length

from dicearena_players.gipfelsturm.values import Fight, entries, fight
from dicearena_players.policy import View, domain_of, legal_actions, values_of

_ROLL: Final[ActionDict] = {"kind": "roll"}
_SAVE: Final[ActionDict] = {"kind": "save"}


class Easy:
    """Goes any way and saves early."""

    ENOUGH: Final = 3

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """Any move; saves after some steps, now and then after the first."""
        actions = legal_actions(view)
        if domain_of(view, "go") is not None or domain_of(view, "save") is None:
            return actions[int(rng.random() * len(actions))]
        return _SAVE if view["board"]["steps"] >= self.ENOUGH or rng.random() < 0.2 else _ROLL


class Normal:
    """Weighs what the next throw may bring against the progress of the turn, lanes counted by their length."""

    STEP: Final = 0.25
    """Of a lane: what a throw brings on average."""

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """Most progress, a safe next throw counted; saves what is more than the next throw brings on average."""
        board = view["board"]
        if domain_of(view, "go") is not None:
            bust = {tuple(move["lanes"]): move["bust"] for move in board["moves"]}
            moves = [tuple(move) for move in _moves(view)]
            gain = {move: sum(1 / length(lane) for lane in move) for move in moves}
            best = max(moves, key=lambda move: (round(gain[move] - self.STEP * bust[move], 9), move))
            return {"kind": "go", "lanes": [*best]}
        if domain_of(view, "save") is None:
            return _ROLL
        won = sum(board["owners"][lane - 2] is None for lane in _topped(board))
        if board["summits"][view["seat"]] + won >= board["need"]:
            return _SAVE
        stones = board["stones"][view["seat"]]
        progress = sum(
            (runner["field"] - stones[runner["lane"] - 2]) / length(runner["lane"]) for runner in board["runners"]
        )
        return _SAVE if board["bust"] * (progress + won / 2) > (1 - board["bust"]) * self.STEP else _ROLL


class Strong:
    """Learnt values of positions, and two throws looked ahead: the greatest chance to win, not the most progress."""

    DEPTH: Final = 2

    def __init__(self) -> None:
        # Unpacked before the first decision.
        entries()

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """The best move, or whether to throw on; ``rng`` is not needed."""
        board, seat = view["board"], view["seat"]
        going = domain_of(view, "go")
        if going is None and domain_of(view, "save") is None:
            return _ROLL
        turn = self._fight(view)
        now = np.array(board["stones"][seat], dtype=np.int64)
        running = np.zeros(len(LANES), dtype=bool)
        for runner in board["runners"]:
            now[runner["lane"] - 2] = runner["field"]
            running[runner["lane"] - 2] = True
        if going is None:
            saved = float(turn.saved(now[None])[0])
            on = saved < 1 and float(turn.thrown(now[None], running[None], self.DEPTH)[0]) > saved
            return _ROLL if on else _SAVE
        moves = _moves(view)
        if len(moves) == 1:
            return {"kind": "go", "lanes": moves[0]}
        after, ran = np.tile(now, (len(moves), 1)), np.tile(running, (len(moves), 1))
        for n, move in enumerate(moves):
            for lane in move:
                after[n, lane - 2] += 1
                ran[n, lane - 2] = True
        return {"kind": "go", "lanes": moves[int(turn.best(after, ran, self.DEPTH).argmax())]}

    def _fight(self, view: View) -> Fight:
        board = view["board"]
        return fight(board["stones"], board["owners"], view["seat"], board["need"])


def _moves(view: View) -> list[list[int]]:
    domain = domain_of(view, "go")
    return [] if domain is None else values_of(domain, "lanes")


def _topped(board: dict[str, Any]) -> list[int]:
    return [runner["lane"] for runner in board["runners"] if runner["field"] == length(runner["lane"])]
