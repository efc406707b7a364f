"""Where the Filze, Deckel and strokes of Chicago go after a round, in each way to play it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

Way = Literal["pub", "rounds", "basis", "bayrisch", "tschigg"]
Stage = Literal["deal", "down", "search", "rounds"]
"""Tokens are dealt from the pile, played down, a loser is searched (Basis), points are thrown (rounds 2 to 12)."""
Move = Literal["deal", "lay_off", "give", "safe", "stroke", "points", "void", "none"]
"""What a round did: pile to worst, best to out of the game, best to worst, the best is safe, a stroke for the last one,
points, nothing because of a Chicago (pub), nothing because of Sand or because a Chicago took it all."""


@dataclass(frozen=True, slots=True)
class Stand:
    """The tokens of a game; ``pile`` + ``held`` + ``gone`` stay the same in the ways with tokens."""

    stage: Stage
    pile: int
    held: tuple[int, ...]
    """Filze or Deckel by seat; strokes in Basis, points in the rounds 2 to 12."""
    playing: tuple[int, ...]
    """Seats still in, ascending."""
    safe: tuple[int, ...] = ()
    """Seats that are safe, in the order they got so; in Basis of this search."""
    gone: int = 0
    """Tokens that left the game."""
    search: int = 0
    """Basis: which search for a loser."""
    hits: tuple[tuple[int, ...], ...] = ()
    """Rounds 2 to 12: the targets each seat hit, ascending; empty in the other ways."""

    @property
    def loser(self) -> int | None:
        """The one seat left."""
        return self.playing[0] if len(self.playing) == 1 else None

    @property
    def burdened(self) -> int | None:
        """The one seat that has most tokens (or strokes); None where several have."""
        most = max(self.held)
        return self.held.index(most) if self.held.count(most) == 1 else None


def tokens_of(way: Way, seats: int) -> int:
    """How many tokens are in the game: one more than seats; in Tschigg twice the seats less one."""
    return {"pub": seats + 1, "bayrisch": seats + 1, "tschigg": 2 * seats - 1}.get(way, 0)


def opening(way: Way, seats: int) -> Stand:
    """Nobody has anything."""
    pile, held, playing = tokens_of(way, seats), (0,) * seats, tuple(range(seats))
    if way == "basis":
        return Stand("search", pile, held, playing, search=1)
    if way == "rounds":
        return Stand("rounds", pile, held, playing, hits=((),) * seats)
    return Stand("deal", pile, held, playing)


def leave(stand: Stand, seat: int) -> Stand:
    """A Chicago (pub, Bayrisch): safe at once, and the own tokens leave the game (CH-5)."""
    return replace(
        stand,
        held=_add(stand.held, seat, -stand.held[seat]),
        gone=stand.gone + stand.held[seat],
        playing=tuple(other for other in stand.playing if other != seat),
        safe=(*stand.safe, seat),
    )


def score(stand: Stand, seat: int, target: int, points: int) -> Stand:
    """A throw of the rounds 2 to 12: the points, and the target among the seat's hits where it brought some."""
    hits = tuple((*own, target) if s == seat and points else own for s, own in enumerate(stand.hits))
    return replace(stand, held=_add(stand.held, seat, points), hits=hits)


def settle(way: Way, stand: Stand, order: Sequence[int], best: int | None, worst: int | None) -> tuple[Stand, Move]:
    """The stand after a round, and what moved. ``best`` may be a seat that has left by a Chicago."""
    if stand.stage == "search":
        return _search(stand, best, worst)
    if stand.stage == "deal":
        if worst is None:
            return stand, "none"
        dealt = replace(stand, pile=stand.pile - 1, held=_add(stand.held, worst, 1))
        return (dealt if dealt.pile else _without_tokens_safe(dealt, order)), "deal"
    if best not in stand.playing or (way == "tschigg" and worst is None):
        return stand, "none"
    assert best is not None
    held = _add(stand.held, best, -1)
    if way == "tschigg":
        assert worst is not None
        return _without_tokens_safe(replace(stand, held=_add(held, worst, 1)), order), "give"
    return _without_tokens_safe(replace(stand, held=held, gone=stand.gone + 1), order), "lay_off"


def next_search(stand: Stand) -> Stand:
    """Basis: everybody is in again."""
    return replace(stand, playing=tuple(range(len(stand.held))), safe=(), search=stand.search + 1)


def _search(stand: Stand, best: int | None, worst: int | None) -> tuple[Stand, Move]:
    """The best is safe for the rest of the search; the last one left gets a stroke."""
    assert best is not None and worst is not None
    left = tuple(seat for seat in stand.playing if seat != best)
    after = replace(stand, playing=left, safe=(*stand.safe, best))
    if len(left) > 1:
        return after, "safe"
    return replace(after, held=_add(stand.held, worst, 1)), "stroke"


def _without_tokens_safe(stand: Stand, order: Sequence[int]) -> Stand:
    """The pile is empty: who has no token is safe, several at once by order of play (CH-6, CA-6)."""
    free = [seat for seat in order if seat in stand.playing and not stand.held[seat]]
    playing = tuple(seat for seat in stand.playing if stand.held[seat])
    return replace(stand, stage="down", playing=playing, safe=(*stand.safe, *free))


def _add(held: tuple[int, ...], seat: int, count: int) -> tuple[int, ...]:
    return (*held[:seat], held[seat] + count, *held[seat + 1 :])
