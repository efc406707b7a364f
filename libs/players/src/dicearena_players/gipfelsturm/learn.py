"""Learns what positions of Gipfelsturm are worth, by playing against itself (offline, numba).

The chance to win of the seat to move is the logistic of the sum of the entries of `features`. Within a turn play
looks one throw ahead: a move is worth what saving after it is worth, or one throw more and then saving. After each
game the entries of every turn move towards what came of it (temporal differences).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numba import njit

from dicearena_players.gipfelsturm.features import (
    CHANCES,
    CLASS,
    CLASSES,
    FIELDS,
    LENGTH,
    OWNED,
    PAIRS,
    SUMMITS,
    Floats,
)

SCHEDULE: Final = ((0.05, 20_000), (0.02, 30_000), (0.008, 50_000), (0.004, 50_000))
"""Rate of learning, games."""


def learn(step: Callable[[], None], schedule: tuple[tuple[float, int], ...] = SCHEDULE) -> tuple[Floats, Floats]:
    """Entries of lanes ``[class, own field, other's field]`` and of summits ``[own, other's]``."""
    lanes = np.zeros((CLASSES, FIELDS, FIELDS))
    for kind in range(CLASSES):
        length = 13 - 2 * kind
        climbed = np.array([2.0 * (field / length) ** 1.5 for field in range(length)])
        lanes[kind, :length, :length] = climbed[:, None] - climbed
        lanes[kind, OWNED, 0], lanes[kind, 0, OWNED] = 2.0, -2.0
    summits = np.subtract.outer(np.arange(SUMMITS), np.arange(SUMMITS)) * 0.3 + 0.2
    for n, (rate, games) in enumerate(schedule):
        play(lanes, summits, rate, games, n + 1, CHANCES, PAIRS, CLASS, LENGTH)
        step()
    return lanes, summits


@njit(cache=False)
def _entry(lanes, kind, mine, other, length):  # type: ignore[no-untyped-def]
    """A lane from one side; whoever has come to the end owns it."""
    if mine >= length:
        return lanes[kind, 14, 0]
    if other >= length:
        return lanes[kind, 0, 14]
    return lanes[kind, mine, other]


@njit(cache=False)
def _worth(lanes, summits, mine, other, kinds, lengths):  # type: ignore[no-untyped-def]
    """The sum of entries for the seat to move."""
    total, own, others = 0.0, 0, 0
    for lane in range(11):
        total += _entry(lanes, kinds[lane], mine[lane], other[lane], lengths[lane])
        own += mine[lane] >= lengths[lane]
        others += other[lane] >= lengths[lane]
    return total + summits[min(own, 2), min(others, 2)]


@njit(cache=False)
def _saved(lanes, summits, now, other, kinds, lengths):  # type: ignore[no-untyped-def]
    """Chance to win once ``now`` is saved."""
    own = 0
    for lane in range(11):
        own += now[lane] >= lengths[lane]
    if own >= 3:
        return 1.0
    return 1.0 - 1.0 / (1.0 + np.exp(-_worth(lanes, summits, other, now, kinds, lengths)))


@njit(cache=False)
def _thrown(lanes, summits, now, running, count, other, bust, chances, pairs, kinds, lengths, best):  # type: ignore[no-untyped-def]  # noqa: PLR0912
    """Chance to win by one more throw and saving then; ``best`` is room for the worth of every pairing."""
    base = _worth(lanes, summits, other, now, kinds, lengths)
    own, others = 0, 0
    room = np.zeros(11, np.bool_)
    one, two = np.zeros(11), np.zeros(11)
    top1, top2 = np.zeros(11, np.int64), np.zeros(11, np.int64)
    for lane in range(11):
        at, kind, length = now[lane], kinds[lane], lengths[lane]
        own += at >= length
        others += other[lane] >= length
        room[lane] = at < length and other[lane] < length and (running[lane] or count < 3)
        if room[lane]:
            here = _entry(lanes, kind, other[lane], at, length)
            one[lane] = _entry(lanes, kind, other[lane], at + 1, length) - here
            two[lane] = _entry(lanes, kind, other[lane], min(at + 2, length), length) - here
            top1[lane], top2[lane] = at + 1 >= length, at + 2 >= length
    before = summits[min(others, 2), min(own, 2)]
    for i in range(11):
        for j in range(i, 11):
            worth = -1.0
            both = i != j and room[i] and room[j] and (count + (not running[i]) + (not running[j]) <= 3)
            if both or (i == j and room[i]):
                more = one[i] + one[j] if both else two[i]
                reached = own + (top1[i] + top1[j] if both else top2[i])
                if reached >= 3:
                    worth = 1.0
                else:
                    worth = 1.0 / (1.0 + np.exp(base + more + summits[min(others, 2), reached] - before))
            else:
                for lane in (i, j):
                    if room[lane]:
                        reached = own + top1[lane]
                        if reached >= 3:
                            single = 1.0
                        else:
                            single = 1.0 / (1.0 + np.exp(base + one[lane] + summits[min(others, 2), reached] - before))
                        worth = max(worth, single)
            best[i * 11 + j] = worth
    total = 0.0
    for n in range(len(chances)):
        most = max(best[pairs[n, 0]], best[pairs[n, 1]], best[pairs[n, 2]])
        total += chances[n] * (bust if most < 0 else most)
    return total


@njit(cache=False)
def play(lanes, summits, rate, games, seed, chances, pairs, kinds, lengths):  # type: ignore[no-untyped-def]  # noqa: PLR0912, PLR0915
    """Play and learn; the arrays are changed in place. Gives the mean number of turns."""
    noise = np.uint64(seed)
    best = np.zeros(121)
    limit = 400
    seen = np.zeros((limit, 2, 11), np.int64)
    values = np.zeros(limit)
    turns = 0
    dice = np.zeros(4, np.int64)
    for _ in range(games):
        stones = np.zeros((2, 11), np.int64)
        turn, over = 0, False
        while not over and turn < limit:
            me = turn % 2
            mine, other = stones[me], stones[1 - me]
            seen[turn, 0], seen[turn, 1] = mine, other
            values[turn] = 1.0 / (1.0 + np.exp(-_worth(lanes, summits, mine, other, kinds, lengths)))
            bust = _saved(lanes, summits, mine, other, kinds, lengths)
            now, running, count = mine.copy(), np.zeros(11, np.bool_), 0
            while True:
                noise = noise * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
                bits = noise >> np.uint64(33)
                for n in range(4):
                    dice[n] = np.int64(bits % np.uint64(6)) + 1
                    bits = bits // np.uint64(6)
                chosen, most, saving = False, -1.0, 0.0
                after, runs, runners = now, running, count
                for k in range(3):
                    first = dice[0] + dice[1 + k] - 2
                    second = dice.sum() - 4 - first
                    both_went = False
                    for way in range(3):
                        if first == second and way > 0:
                            break
                        new = now.copy()
                        ran, number = running.copy(), count
                        done = 0
                        for n in range(2):
                            if way == 1 + n:
                                continue
                            lane = first if n == 0 else second
                            if new[lane] >= lengths[lane] or other[lane] >= lengths[lane]:
                                continue
                            if not ran[lane]:
                                if number >= 3:
                                    continue
                                ran[lane] = True
                                number += 1
                            new[lane] += 1
                            done += 1
                        if done == 0 or (way > 0 and both_went):
                            continue
                        if way == 0:
                            both_went = done == 2
                        save = _saved(lanes, summits, new, other, kinds, lengths)
                        on = 0.0
                        if save < 1.0:
                            on = _thrown(
                                lanes, summits, new, ran, number, other, bust, chances, pairs, kinds, lengths, best
                            )
                        if max(save, on) > most:
                            most, saving, chosen = max(save, on), save, True
                            after, runs, runners = new, ran, number
                if not chosen:
                    break
                now, running, count = after, runs, runners
                if saving >= most:
                    stones[me] = now
                    break
            own = 0
            for lane in range(11):
                own += stones[me, lane] >= lengths[lane]
            over = own >= 3
            turn += 1
        turns += turn
        aim = 1.0
        for n in range(turn - 1, -1, -1):
            if n < turn - 1:
                aim = 0.3 * (1.0 - values[n + 1]) + 0.7 * (1.0 - aim)
            change = rate * (aim - values[n])
            own, others = 0, 0
            for lane in range(11):
                mine_at, other_at, kind = seen[n, 0, lane], seen[n, 1, lane], kinds[lane]
                if mine_at >= lengths[lane]:
                    own += 1
                    lanes[kind, 14, 0] += change
                elif other_at >= lengths[lane]:
                    others += 1
                    lanes[kind, 0, 14] += change
                else:
                    lanes[kind, mine_at, other_at] += change
            summits[min(own, 2), min(others, 2)] += change
    return turns / games
