"""The shipped values of Gipfelsturm's positions, and what throwing on is worth by them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from dicearena_games.pushluck.gipfelsturm_lanes import LENGTHS, RUNNERS

from dicearena_players import tables
from dicearena_players.gipfelsturm.features import CHANCES, CLASS, COUNT, LENGTH, OWNED, PAIRS, SUMMITS, Floats, Ints

TABLE: Final = "gipfelsturm"
VERSION: Final = 1
STEPS: Final = 4
_ROWS: Final = np.arange(COUNT)
_EYE: Final = np.eye(COUNT, dtype=np.int64)
_DOUBLE: Final = np.eye(COUNT, dtype=bool)


def make(folder: Path, step: Callable[[], None] = lambda: None) -> Path:
    """Learn the table (some minutes; needs the extra ``solve``) and write it."""
    from dicearena_players.gipfelsturm.learn import learn

    lanes, summits = learn(step)
    arrays = {"lanes": lanes.astype(np.float32), "summits": summits.astype(np.float32)}
    return tables.save(folder, TABLE, VERSION, arrays)


@cache
def entries() -> tuple[Floats, Floats]:
    """The shipped entries of lanes ``[class, own field, other's field]`` and summits ``[own, other's]``."""
    arrays = tables.load(TABLE, VERSION)
    return arrays["lanes"].astype(np.float64), arrays["summits"].astype(np.float64)


@dataclass(frozen=True)
class Fight:
    """A turn against one opponent. States are ``[n, 11]``: own fields, and where own runners stand."""

    rows: Floats
    """``[lane, own field]``: the entry, seen from the opponent."""
    summits: Floats
    """By summits owned, seen from the opponent; as many as win or more are 1 anyway."""
    closed: Any
    """Lanes somebody else owns."""
    need: int
    bust: float
    """Chance to win after a Niete."""

    def saved(self, now: Ints) -> Floats:
        """Chance to win once these fields are saved."""
        own = ((now >= LENGTH) & ~self.closed).sum(axis=1)
        return self._chance(self.rows[_ROWS, now].sum(axis=1), own)

    def thrown(self, now: Ints, running: Any, depth: int = 1) -> Floats:
        """Chance to win by throwing once more and playing on for ``depth`` - 1 throws at most."""
        count = running.sum(axis=1)
        room = (now < LENGTH) & ~self.closed & (running | (count < RUNNERS)[:, None])
        new = (room & ~running).astype(np.int64)
        fits = (count[:, None, None] + new[:, :, None] + new[:, None, :]) <= RUNNERS
        both = np.where(_DOUBLE, room[:, :, None], room[:, :, None] & room[:, None, :] & fits)
        if depth == 1:
            two, single = self._steps(now, room)
        else:
            two, single = self._searched(now, running, room, both, depth - 1)
        one_of_them = np.maximum(single[:, :, None], single[:, None, :])
        worth = np.where(both, two, np.where(_DOUBLE, -1.0, one_of_them)).reshape(len(now), -1)
        best = worth[:, PAIRS].max(axis=2)
        chance: Floats = np.where(best < 0, self.bust, best) @ CHANCES
        return chance

    def best(self, now: Ints, running: Any, depth: int) -> Floats:
        """Chance to win by saving or throwing on, whichever is better."""
        saved = self.saved(now)
        on = np.flatnonzero(saved < 1)
        if len(on):
            saved[on] = np.maximum(saved[on], self.thrown(now[on], running[on], depth))
        return saved

    def _chance(self, rows: Floats, own: Ints) -> Floats:
        total = rows + self.summits[np.minimum(own, self.need)]
        chance: Floats = np.where(own >= self.need, 1.0, 1 / (1 + np.exp(total)))
        return chance

    def _steps(self, now: Ints, room: Any) -> tuple[Floats, Floats]:
        """Worth of saving after two steps ``[n, lane, lane]``, and after one ``[n, lane]`` (-1: no room)."""
        own = ((now >= LENGTH) & ~self.closed).sum(axis=1)
        here = self.rows[_ROWS, now]
        base = here.sum(axis=1)
        up, far = np.minimum(now + 1, LENGTH), np.minimum(now + 2, LENGTH)
        one, top = self.rows[_ROWS, up] - here, ((up >= LENGTH) & room).astype(np.int64)
        more, tops = one[:, :, None] + one[:, None, :], top[:, :, None] + top[:, None, :]
        more[:, _ROWS, _ROWS] = self.rows[_ROWS, far] - here
        tops[:, _ROWS, _ROWS] = (far >= LENGTH) & room
        two = self._chance(base[:, None, None] + more, own[:, None, None] + tops)
        single = np.where(room, self._chance(base[:, None] + one, own[:, None] + top), -1.0)
        return two, single

    def _searched(self, now: Ints, running: Any, room: Any, both: Any, depth: int) -> tuple[Floats, Floats]:
        """The same, playing on where that is better."""
        upper = both & np.triu(np.ones((COUNT, COUNT), dtype=bool))
        at, i, j = np.nonzero(upper)
        n, lane = np.nonzero(room)
        steps = np.concatenate([_EYE[i] + _EYE[j], _EYE[lane]])
        which = np.concatenate([at, n])
        after = np.minimum(now[which] + steps, LENGTH)
        worth = self.best(after, running[which] | (steps > 0), depth)
        two, single = np.full((len(now), COUNT, COUNT), -1.0), np.full((len(now), COUNT), -1.0)
        two[at, i, j] = two[at, j, i] = worth[: len(at)]
        single[n, lane] = worth[len(at) :]
        return two, single


def fight(stones: Sequence[Sequence[int]], owners: Sequence[int | None], seat: int, need: int) -> Fight:
    """The turn of a seat, against the opponent who stands best.

    The table is learnt for two seats and three summits. With more seats the others only close lanes; with two summits
    to win both are taken to own one already.
    """
    lanes, summits = entries()
    fields = [_fields(stones[one], owners, one) for one in range(len(stones))]
    given = SUMMITS - need
    counts = [min(sum(owner == one for owner in owners), need - 1) + given for one in range(len(stones))]
    others = [one for one in range(len(stones)) if one != seat]

    def strength(one: int) -> float:
        return _worth(lanes, fields[one], fields[seat]) + float(summits[counts[one], counts[seat]])

    rival = max(others, key=strength)
    closed = np.array([owner is not None and owner != seat for owner in owners])
    rows = np.zeros((COUNT, OWNED))
    for lane, length in enumerate(LENGTHS):
        kind, there = CLASS[lane], fields[rival][lane]
        if there is None or there >= length:
            rows[lane] = lanes[kind, OWNED, 0] if there is not None else 0.0
            continue
        rows[lane, :length] = lanes[kind, there, :length]
        rows[lane, length:] = lanes[kind, 0, OWNED]
    mine = [summits[counts[rival], min(own + given, SUMMITS - 1)] for own in range(need + 1)]
    made = Fight(rows, np.array(mine), closed, need, 0.0)
    standing = float(made.saved(np.array([stones[seat]], dtype=np.int64))[0])
    return Fight(rows, made.summits, closed, need, standing)


def _fields(stones: Sequence[int], owners: Sequence[int | None], seat: int) -> list[int | None]:
    """Fields of a seat; its own summits are the ends of their lanes, None a lane that another one owns."""
    return [
        length if owner == seat else stone if owner is None else None
        for stone, owner, length in zip(stones, owners, LENGTHS, strict=True)
    ]


def _worth(lanes: Floats, mine: Sequence[int | None], other: Sequence[int | None]) -> float:
    total = 0.0
    for lane, (own, others) in enumerate(zip(mine, other, strict=True)):
        if own is not None and own >= LENGTHS[lane]:
            total += lanes[CLASS[lane], OWNED, 0]
        elif others is not None and others >= LENGTHS[lane]:
            total += lanes[CLASS[lane], 0, OWNED]
        elif own is not None and others is not None:
            total += lanes[CLASS[lane], own, others]
    return total
