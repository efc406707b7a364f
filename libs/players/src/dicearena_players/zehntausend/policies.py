"""The three computers of Zehntausend."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, Final

from dicearena_games.core import ActionDict
from dicearena_games.pushluck.zehntausend_scoring import DICE, Scoring, dice_after, takes, throws

from dicearena_players.policy import View, domain_of
from dicearena_players.zehntausend import values
from dicearena_players.zehntausend.aims import Aim, aim_of
from dicearena_players.zehntausend.outcomes import STEP, Floats, scoring_of

_ROLL: Final[ActionDict] = {"kind": "roll"}
_PILE_ON: Final[ActionDict] = {"kind": "pile_on"}


class Easy:
    """Takes all that scores and writes as soon as it may, mostly."""

    BOLD: Final = 0.15

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """The most points of the throw; throws on now and then."""
        if view["board"]["phase"] == "start":
            return _ROLL
        take = _most(view)
        return _laid(view, take, write=rng.random() >= self.BOLD)


class Normal:
    """Takes the most points and throws on while the next throw alone promises more than it may cost."""

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """Counts the Niete and the mean of the next throw; ``rng`` is not needed."""
        board, scoring = view["board"], scoring_of(view["options"])
        means = _means(scoring)
        if board["phase"] == "start":
            offer = board["offer"]
            if domain_of(view, "pile_on") is None or offer is None:
                return _ROLL
            sure = 1 - board["bust"][offer["dice"] - 1]
            return _PILE_ON if sure * offer["points"] + means[offer["dice"] - 1] > means[DICE - 1] else _ROLL
        take = _most(view)
        points, left = board["points"] + take["points"], _left(board, take)
        score = board["scores"][view["seat"]]
        write = points * board["bust"][left - 1] >= means[left - 1]
        if board["final"] is not None:
            write = score["total"] + points > max(one["total"] for one in board["scores"])
        return _laid(view, take, write=write)


class Strong:
    """Plays every turn by exact tables or an exact solution of the turn; see `aims` for what it plays for."""

    def __init__(self) -> None:
        # Unpacked before the first decision.
        values.turns(Scoring())
        values.ends(Scoring(), exact=False)

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """The best take, and whether to write it; ``rng`` is not needed."""
        board = view["board"]
        if board["phase"] == "start" and domain_of(view, "pile_on") is None:
            return _ROLL
        aim = aim_of(view)
        on = aim.rolling(scoring_of(view["options"]))
        if board["phase"] == "start":
            offer = board["offer"]
            piled = _at(on, offer["dice"], offer["points"] // STEP)
            return _PILE_ON if piled > _at(on, DICE, 0) else _ROLL
        return self._taken(view, aim, on)

    @staticmethod
    def _taken(view: View, aim: Aim, on: Floats) -> ActionDict:
        board = view["board"]
        best: tuple[float, bool, int] | None = None
        chosen: ActionDict = {}
        may_write = domain_of(view, "write") is not None
        for take in board["takes"]:
            steps, left = (board["points"] + take["points"]) // STEP, _left(board, take)
            written = _at(aim.worth, left, steps)
            for kind, worth in (("write", written), ("go", _at(on, left, steps))):
                merit = (round(worth, 12), kind == "write", take["points"])
                if (kind == "go" or (may_write and written > float("-inf"))) and (best is None or merit > best):
                    best, chosen = merit, {"kind": kind, "take": take["dice"]}
        return chosen


def _at(table: Floats, dice: int, steps: int) -> float:
    """An entry; beyond the table throwing on is never better than what its end says."""
    return float(table[dice, min(steps, table.shape[1] - 1)])


def _left(board: dict[str, Any], take: dict[str, Any]) -> int:
    """Dice to throw on with after a take."""
    return dice_after(len(board["dice"]), len(take["dice"]))


def _most(view: View) -> dict[str, Any]:
    """The take with the most points; with the fewest dice among equal ones.

    Exactly on target those come first that do not go beyond it.
    """
    takes_: list[dict[str, Any]] = view["board"]["takes"]
    room = _room(view)
    return max(takes_, key=lambda take: (take["points"] <= room, take["points"], -len(take["dice"])))


def _room(view: View) -> float:
    """The most points that may be added to those of the turn."""
    if not view["options"]["exact"]:
        return float("inf")
    board = view["board"]
    return float(board["target"] - board["scores"][view["seat"]]["total"] - board["points"])


def _laid(view: View, take: dict[str, Any], *, write: bool) -> ActionDict:
    """Write a take if that is wanted, or is the target exactly, and allowed; else throw on."""
    write = write or take["points"] == _room(view)
    writing = domain_of(view, "write")
    allowed = writing is not None and take["dice"] in writing["fields"]["take"]["values"]
    return {"kind": "write" if write and allowed else "go", "take": take["dice"]}


@cache
def _means(scoring: Scoring) -> tuple[float, ...]:
    """Mean points of a throw of 1 to 6 dice, all laid out that scores."""
    return tuple(
        sum(ways * max(takes(throw, scoring).values(), default=0) for throw, ways in throws(count)) / 6**count
        for count in range(1, DICE + 1)
    )
