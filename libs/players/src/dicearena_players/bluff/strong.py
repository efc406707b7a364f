"""*strong* with many dice: every answer and raise is worth what it brings on average, for what the next one will do.

The others' dice are guessed from their bids, and how often each bids with nothing from the public record (`belief`).
The next one is taken to doubt where the bid looks unlikely from its cup, more or less so by its record of doubts. Dice
taken from players with few are worth more: that is the pressure.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, Final

from dicearena_games.core import ActionDict

from dicearena_players.bluff.belief import binomial, convolved, of_all, of_seat, tail
from dicearena_players.bluff.situation import Bid, Situation, raising
from dicearena_players.policy import weighted

_GRAIN: Final = 0.03
"""Differences of worth well below it hardly matter for the choice."""
_LEANING: Final = 0.1
"""The same where a solved play is leant on."""
_SHARP: Final = 9.0
"""How strictly the next one is taken to go by the chances."""
_ONWARDS: Final = -0.06
"""What it is worth, in dice, that the bid is topped, between two."""
_PRESSURE: Final = 0.5
_SIGNAL: Final = 0.45
"""How far the next one is taken to believe that a bidder holds a die for the bid."""


def choose(here: Situation, rng: random.Random) -> ActionDict:
    """Draw among the best answers and raises, close ones with like chances."""
    found: list[tuple[float, ActionDict]] = [(_raise(here, bid), raising(bid)) for bid in here.candidates()]
    if here.bid is not None:
        found += _calls(here, here.bid)
    best = max(worth for worth, _ in found)
    near = [(worth, action) for worth, action in found if worth > best - 3 * _GRAIN]
    return weighted(rng, [action for _, action in near], [math.exp((worth - best) / _GRAIN) for worth, _ in near])


def lean(here: Situation, play: Sequence[tuple[float, ActionDict]], rng: random.Random) -> ActionDict:
    """Draw from a mixed play (chance, action), leaning towards what is worth most; nothing outside of it is done."""
    calls = {action["kind"]: worth for worth, action in _calls(here, here.bid)} if here.bid is not None else {}
    worths = [
        _raise(here, (action["count"], action["face"])) if action["kind"] == "bid" else calls[action["kind"]]
        for _, action in play
    ]
    best = max(worths)
    weights = [chance * math.exp((worth - best) / _LEANING) for (chance, _), worth in zip(play, worths, strict=True)]
    return weighted(rng, [action for _, action in play], weights)


def gain(here: Situation, seat: int) -> float:
    """What it is worth that another one loses a die: more the fewer it has, less the more there are."""
    return (1 + _PRESSURE / here.left[seat]) / len(here.others) if len(here.others) > 1 else 1.0


def doubting(here: Situation, seat: int) -> float:
    """The chance of truth below which a seat is taken to doubt, from its record."""
    record: dict[str, Any] = here.record[seat]
    wrong = record["doubts"] - record["doubts_right"]
    lean: float = (wrong - record["doubts_right"]) / (record["doubts"] + 4)
    return 0.42 + 0.16 * lean


def _calls(here: Situation, bid: Bid) -> list[tuple[float, ActionDict]]:
    count, face = bid
    others = of_all(here, here.others, face)
    needed = count - here.counts(face)
    true = tail(others, needed)
    exact = others[needed] if 0 <= needed < len(others) else 0.0
    assert here.bidder is not None
    doubt = (1 - true) * gain(here, here.bidder) - true
    back = 1.0 if here.left[here.seat] < here.most else 0.0
    return [(doubt, {"kind": "doubt"}), (exact * back - (1 - exact), {"kind": "exact"})]


def _raise(here: Situation, bid: Bid) -> float:
    count, face = bid
    following, *rest = here.others
    mine, share = here.counts(face), here.share(face)
    behind = of_all(here, rest, face)
    seen = here.dice - here.left[following]
    # What the next one thinks the others hold: the bidder seems to have one.
    bidders = binomial(len(here.own), share)
    shifted = [chance * (1 - _SIGNAL) for chance in bidders] + [0.0]
    for n, chance in enumerate(bidders):
        shifted[min(n + 1, len(here.own))] += _SIGNAL * chance
    thought = convolved(shifted, binomial(seen - len(here.own), share))
    edge = doubting(here, following)
    worth = 0.0
    for n, chance in enumerate(of_seat(here, following, face)):
        if chance == 0:
            continue
        looks = tail(thought, count - n)
        doubts = 1 / (1 + math.exp(min(60.0, _SHARP * (looks - edge) / max(edge, 0.05))))
        true = tail(behind, count - n - mine)
        called = true * gain(here, following) - (1 - true)
        worth += chance * (doubts * called + (1 - doubts) * _ONWARDS / len(here.others))
    return worth
