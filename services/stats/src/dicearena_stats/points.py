"""Leaderboard points of one match (rules 000 "Bestenliste", E-1 to E-4, Einsatz)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from dicearena_contracts.records import MatchFinished, MatchSeat
from dicearena_contracts.stats import LEAVER_POINTS, PLACE_POINTS

SEATS_FOR_PLACE = {1: 2, 2: 3, 3: 4}
"""A place counts from so many seats."""


def ranked(match: MatchFinished) -> bool:
    """Whether the match counts for the leaderboard: scored, two seats or more, no Tageswurf, no own dice (E-4)."""
    own_dice = bool(match.options.get("own_dice"))
    return match.scored and len(match.seats) >= 2 and match.day is None and not own_dice


def points(match: MatchFinished) -> tuple[int, ...]:
    """Each seat's points; computers get none, and a match that does not count gives none.

    A leaver pays the penalty and the stake; what the seat reaches in the end still counts for him.
    """
    if not ranked(match):
        return (0,) * len(match.seats)
    pot = _pot(match)
    return tuple(
        0 if seat.person is None else _place(seat.place, len(match.seats)) + LEAVER_POINTS * seat.left + won
        for seat, won in zip(match.seats, pot, strict=True)
    )


def _place(place: int, seats: int) -> int:
    return PLACE_POINTS.get(place, 0) if seats >= SEATS_FOR_PLACE.get(place, 0) else 0


def _pot(match: MatchFinished) -> tuple[int, ...]:
    """What the stake brings each seat, its own payment taken off."""
    humans = [seat for seat in match.seats if seat.person is not None]
    shares = _shares(match.stake * len(humans), len(humans), [seat for seat in humans if not seat.left])
    return tuple(0 if seat.person is None else shares.get(seat.person, 0) - match.stake for seat in match.seats)


def _shares(pot: int, paid: int, placed: Sequence[MatchSeat]) -> dict[str, int]:
    """The placed humans' shares: first 2/3, second 1/3; the first takes all of two. Equals share alike."""
    second = 0 if paid <= 2 or len(placed) < 2 else round(pot / 3)
    prizes = [pot - second, second]
    order = sorted(placed, key=lambda seat: seat.place)
    shares: dict[str, int] = {}
    for _, group in groupby(order, key=lambda seat: seat.place):
        equals = [seat.person for seat in group if seat.person is not None]
        begin = len(shares)
        shares |= dict.fromkeys(equals, sum(prizes[begin : begin + len(equals)]) // len(equals))
    return shares
