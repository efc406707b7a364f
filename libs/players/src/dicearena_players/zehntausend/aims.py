"""What a turn of Zehntausend is played for: the worth of writing so many points, and of a Niete.

Exact, as chance to win (half for a shared place): the last turn of a match; between two who have both entered and
lack 2,000 points or less, with or without piling on, without the penalty for three Nieten. With that the same tables
are the nearest ones: a penalty is counted where it falls due. With more seats the chances against each other seat are
multiplied, as if they were independent, and what the next seat may pile on in the end is left out; a seat that lacks
more than 2,000 counts as lacking that. Before the end a turn is played for the most points; what the next seat could
pile on is taken off, shared among the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from dicearena_games.pushluck.zehntausend import MISSES, PENALTY
from dicearena_games.pushluck.zehntausend_scoring import DICE, Scoring

from dicearena_players.policy import View
from dicearena_players.zehntausend import values
from dicearena_players.zehntausend.outcomes import MOST, STEP, Floats, scoring_of
from dicearena_players.zehntausend.turn import rolling, settled

NEEDS: Final = 40
"""Steps of 50 points that the table of the end covers."""
OVER: Final = 120
"""Steps beyond a mark from which one writes anyway."""
PLENTY: Final = 240
"""Steps of a turn from which one writes anyway."""


@dataclass(frozen=True)
class Aim:
    """``worth[dice, steps]`` of writing with so many dice left (minus infinity: not allowed), ``bust`` of a Niete."""

    worth: Floats
    bust: float
    known: Floats | None = None
    """Throwing on ``[dice, steps]``, where a shipped table says it already."""
    leaves: bool = False
    """The dice that are left matter, however many points have been made."""

    def rolling(self, scoring: Scoring) -> Floats:
        """What throwing on is worth, by dice and steps."""
        if self.known is not None:
            return self.known
        worth = settled(scoring, self.worth, self.bust) if self.leaves else self.worth
        return rolling(scoring, worth, self.bust)


def aim_of(view: View) -> Aim:
    """What the seat plays this turn for."""
    board, options, seat = view["board"], view["options"], view["seat"]
    scores = board["scores"]
    have = scores[seat]["total"] // STEP
    need = options["target"] // STEP - have
    others = [scores[(seat + n) % len(scores)]["total"] // STEP for n in range(1, len(scores))]
    entry = 0 if scores[seat]["entered"] else options["entry"] // STEP
    penalty = PENALTY // STEP if options["triple_bust"] and scores[seat]["misses"] == MISSES - 1 else 0
    if board["final"] is not None:
        later = others[: (board["final"] - seat) % len(scores) - 1]
        steps = np.arange(max(max(others) - have, 0) + OVER + 1 + MOST)
        worth, bust = _last(steps, have, others, later, need, options), 0.0
    elif 0 < need <= NEEDS and not entry:
        steps = np.arange(need + OVER + 1 + MOST)
        if options["pile_on"] and len(others) == 1:
            return _piled_end(steps, need, penalty, others[0], options)
        worth, bust = _end(steps, need, penalty, others, options)
    else:
        steps = np.arange(PLENTY + MOST)
        return _points(steps, need, entry, penalty, len(others), options)
    worth[steps < entry] = -np.inf
    return Aim(np.tile(worth, (DICE + 1, 1)), bust)


def _last(steps: Floats, have: int, others: list[int], later: list[int], need: int, options: dict[str, Any]) -> Floats:
    """A last turn: be ahead of all, and stay so while those to come have theirs."""
    last = values.ends(scoring_of(options), options["exact"]).last
    lead = max(others) - have
    worth = np.where(steps > lead, 1.0, np.where(steps == lead, 0.5, 0.0))
    for other in later:
        lacking = np.clip(have + steps - other, 1, len(last) - 1)
        worth = worth * (1 - last[lacking])
    if options["exact"]:
        worth[steps > need] = 0.0
    return np.asarray(worth)


def _end(steps: Floats, need: int, penalty: int, others: list[int], options: dict[str, Any]) -> tuple[Floats, float]:
    """Nobody has reached the target, and the seat may do so in a turn or two."""
    ends = values.ends(scoring_of(options), options["exact"])
    target = options["target"] // STEP
    worth, bust = np.ones(len(steps)), 1.0
    for total in others:
        lacks = min(max(target - total, 1), NEEDS)
        lost = 1 - float(ends.wins[lacks - 1, min(need + penalty, NEEDS) - 1])
        stays = 1 - float(ends.wins[lacks - 1, need - 1])
        short = 1 - ends.wins[lacks - 1, np.clip(need - steps, 1, NEEDS) - 1]
        if options["exact"]:
            reached = np.where(steps == need, 1 - ends.last[lacks], stays)
        else:
            reached = 1 - ends.last[np.clip(lacks + steps - need, 1, len(ends.last) - 1)]
        worth = worth * np.where(steps < need, short, reached)
        bust *= lost
    return worth, bust


def _piled_end(steps: Floats, need: int, penalty: int, other: int, options: dict[str, Any]) -> Aim:
    """The same between two where the other one may pile on."""
    scoring, exact = scoring_of(options), options["exact"]
    piles, last = values.piles(scoring, exact), values.ends(scoring, exact).last
    lacks = min(max(options["target"] // STEP - other, 1), NEEDS)
    sure = piles.last[:, max(lacks - need, 0), None]
    if exact:
        short = 1 - float(piles.wins[lacks - 1, need - 1])
        reached = np.where(steps == need, 1 - np.maximum(last[lacks], sure), short)
    else:
        reached = 1 - np.maximum(last[np.clip(lacks + steps - need, 1, len(last) - 1)], sure)
    worth = np.array(reached)
    left = need - steps[:need]
    worth[:, :need] = 1 - piles.wins[lacks - 1, left - 1] - piles.gain[lacks, left, :, steps[:need]].T
    bust = 1 - float(piles.wins[lacks - 1, min(need + penalty, NEEDS) - 1])
    return Aim(worth, bust, leaves=not exact)


def _points(steps: Floats, need: int, entry: int, penalty: int, others: int, options: dict[str, Any]) -> Aim:
    """Long before the end: the most points."""
    scoring = scoring_of(options)
    turns = values.turns(scoring) / STEP
    points = steps.astype(np.float64)
    if options["exact"]:
        points[steps > need] = 0.0
    worth = np.tile(points, (DICE + 1, 1))
    if options["pile_on"]:
        worth -= np.maximum(turns[:, : len(steps)] - turns[DICE, 0], 0.0) / others
    worth[:, steps < entry] = -np.inf
    if (options["exact"] and need < PLENTY) or options["pile_on"] or penalty:
        return Aim(worth, float(-penalty))
    first = np.maximum(worth[:, : entry + MOST], turns[:, : entry + MOST])
    first[:, :entry] = -np.inf
    known = np.hstack([rolling(scoring, first, 0.0), turns[:, entry : len(steps)]])
    return Aim(worth, 0.0, known)
