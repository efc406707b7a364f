"""How people and plain computers play Mäxchen, as tables: for *easy* and *normal*, and for what *strong* reckons with.

A style tells the truth where it can, overstates some of it, lies by a few steps where it must, and doubts by the odds
with a leaning and some whim.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from dicearena_players.maexchen.ranks import AT_LEAST, CHANCE, COUNT, ROWS, TOP, Floats, allowed
from dicearena_players.maexchen.rules import Play


@dataclass(frozen=True)
class Style:
    """The habits of a player; all shares between 0 and 1."""

    overstate: float = 0.0
    """Share of true claims given up for a higher one."""
    boldness: float = 0.5
    """How slowly the chance of a lie falls with each step above the claim to top."""
    leaning: float = 0.0
    """Added to the advantage of doubting (in chance) before deciding."""
    sharpness: float = 12.0
    """How strictly that advantage decides."""
    whim: float = 0.0
    """Share of answers given without thinking."""
    whim_doubts: float = 0.3
    """How many of those are doubts."""


EASY: Final = Style(boldness=0.3, whim=0.9, whim_doubts=0.55)
NORMAL: Final = Style(overstate=0.1, boldness=0.75, leaning=-0.1, whim=0.2, whim_doubts=0.3)
KNOWN: Final = (
    EASY,
    NORMAL,
    Style(overstate=0.05, boldness=0.6, leaning=0.35),
    Style(overstate=0.05, boldness=0.6, leaning=-0.35),
    Style(overstate=0.5, boldness=0.85),
    Style(overstate=0.4, boldness=0.8, leaning=0.3),
)
"""Simple minds, reckoners, sceptics, believers, bold liars, and liars who see liars everywhere."""


@cache
def play(style: Style, equal_claims: bool = False) -> Play:
    """The style as tables."""
    may = allowed(equal_claims)
    steps = np.arange(COUNT)[None, :] - np.argmax(may, axis=1)[:, None]
    lie = _shares(np.where(may, style.boldness ** np.maximum(steps, 0), 0.0))
    above = np.arange(COUNT)[None, :] - np.arange(COUNT)[:, None]
    higher = _shares(np.where(above > 0, style.boldness ** np.maximum(above, 0), 0.0))
    truth = np.eye(COUNT)
    told = truth * (1 - style.overstate) + higher * style.overstate
    told[TOP] = truth[TOP]
    claims = np.where(may[:, :, None], told[None, :, :], lie[:, None, :]) * may[:, None, :]
    return Play(_shares(claims), np.where(may, _doubts(style), 0.0))


def _doubts(style: Style) -> Floats:
    """Per claim, whatever came before: would a fresh throw fall short more often than one would survive oneself?"""
    beat = AT_LEAST - CHANCE
    survive = beat + 0.4 * (1 - beat)
    advantage = (1 - AT_LEAST) - survive + style.leaning
    by_the_odds = 1 / (1 + np.exp(-style.sharpness * advantage))
    doubts = (1 - style.whim) * by_the_odds + style.whim * style.whim_doubts
    doubts[TOP] = 1.0
    return np.broadcast_to(doubts, (ROWS, COUNT))


def _shares(weights: Floats) -> Floats:
    total = weights.sum(axis=-1, keepdims=True)
    return np.asarray(np.divide(weights, total, out=np.zeros_like(weights), where=total > 0))
