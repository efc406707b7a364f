"""Reading the others: from the public record to a guess at how somebody plays.

A player is taken for a mixture of the equilibrium and the known styles. What each of them would show when cups are
lifted is reckoned against the equilibrium; the record of the seat (lies, truths, doubts, doubts that were right) and
what it believed in this round weigh them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from dicearena_players.maexchen.ranks import CHANCE, ROWS, TRUE, Floats, allowed, row_of
from dicearena_players.maexchen.rules import BASE, Play, Rules
from dicearena_players.maexchen.styles import KNOWN, play
from dicearena_players.maexchen.table import solution
from dicearena_players.policy import View

_LEAST: Final = 0.02
"""No habit is taken for certain."""


@dataclass(frozen=True)
class Rates:
    """What a way to play shows in public, against the equilibrium."""

    lies: float
    """Share of its lifted claims that were lies."""
    right: float
    """Share of its doubts that were right."""
    doubts: float
    """Chance that it is the one who ends a round of two players by a doubt."""


@cache
def minds(rules: Rules) -> tuple[Play, ...]:
    """The equilibrium first, then the known styles."""
    return (solution(rules).play(), *(play(style, rules.equal) for style in KNOWN))


@cache
def rates() -> tuple[Rates, ...]:
    """The public habits of each mind, in the base game."""
    return tuple(_rates(one, minds(BASE)[0]) for one in minds(BASE))


def guess(view: View, seat: int, rules: Rules) -> Floats:
    """The weight of each mind for a seat; sums to one. Knows neither the own roll nor the claim to answer."""
    record, claims = view["board"]["record"][seat], view["board"]["claims"]
    rounds = max(int(view["board"]["round"]) - 1, int(record["doubts"]))
    weights = np.array(
        [
            _log(habit.lies, record["lies"], record["truths"])
            + _log(habit.right, record["doubts_right"], record["doubts"] - record["doubts_right"])
            + _log(habit.doubts * 2 / rules.players, record["doubts"], rounds - record["doubts"])
            for habit in rates()
        ]
    )
    for row, claim in _believed(claims, seat):
        trust = np.array([1 - mind.doubts[row, claim] for mind in minds(rules)])
        weights += np.log(np.clip(trust, _LEAST, 1))
    shares = np.exp(weights - weights.max())
    return np.asarray(shares / shares.sum())


def _log(rate: float, hits: int, misses: int) -> float:
    rate = min(max(rate, _LEAST), 1 - _LEAST)
    return float(hits * np.log(rate) + misses * np.log(1 - rate))


def _believed(claims: list[dict[str, Any]], seat: int) -> list[tuple[int, int]]:
    """Row and rank of the claims of this round that the seat believed."""
    found = []
    for at in range(len(claims) - 1):
        call, answer = claims[at], claims[at + 1]
        if answer["seat"] == seat and not answer["blind"] and not call["blind"]:
            found.append((row_of(claims[at - 1]["value"] if at else None), row_of(call["value"]) - 1))
    return found


def _rates(one: Play, other: Play) -> Rates:
    """Follow a round between ``one`` and ``other`` from the first throw, either of them starting."""
    lies = truths = doubts = right = 0.0
    may = allowed(False)
    for starts in (True, False):
        mine, yours = np.zeros(ROWS), np.zeros(ROWS)
        (mine if starts else yours)[0] = 1.0
        for row in range(ROWS - 1):
            for reach, thrower, answerer, own in ((mine, one, other, True), (yours, other, one, False)):
                flow = reach[row] * CHANCE[:, None] * thrower.claims[row]
                doubted = flow * np.where(may[row], answerer.doubts[row], 0.0)
                lie, true = float(doubted[~TRUE].sum()), float(doubted[TRUE].sum())
                if own:
                    lies, truths = lies + lie, truths + true
                else:
                    doubts, right = doubts + lie + true, right + lie
                (yours if own else mine)[1:] += (flow - doubted).sum(axis=0)
    return Rates(lies / (lies + truths), right / doubts, doubts / 2)
