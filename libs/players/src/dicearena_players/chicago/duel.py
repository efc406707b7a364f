"""Chicago between two, exactly: the leader's chance to be safe first (Basis: to win the search), and his worths.

A state is (stage, pile, tokens of the leader, of the follower). Solved are the games of two, and the end of larger
ones, once only two still play down: then to be safe before the other is what counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final, get_args

import numpy as np
from dicearena_games.pub.chicago_tokens import Stage, Stand, Way, settle, tokens_of
from dicearena_games.pub.throws import MOST_THROWS, SixesRule

from dicearena_players import tables
from dicearena_players.chicago.calls import MADE, PLACE, PUB, SAND, VALUED, beating
from dicearena_players.pub.hands import AT_ONCE, ENDS, Floats, hands

TABLE: Final = "chicago"
VERSION: Final = 1
RULES: Final[tuple[SixesRule, ...]] = get_args(SixesRule)
MOST_SEATS: Final = 6
_EXACT: Final = 1e-6

State = tuple[Stage, int, int, int]


@dataclass(frozen=True)
class Variant:
    """What the solution depends on."""

    way: Way
    play_down: bool
    rule: SixesRule

    @property
    def name(self) -> str:
        """Part of the array names."""
        return f"{self.way}{'' if self.play_down else '_short'}_{self.rule}"


_SOLVED: Final[tuple[Way, ...]] = ("pub", "basis", "bayrisch", "tschigg")
VARIANTS: Final = tuple(
    Variant(way, play_down, rule)
    for way, play_down in product(_SOLVED, (True, False))
    for rule in RULES
    if play_down or way == "pub"
)
STEPS: Final = len(VARIANTS)


@dataclass(frozen=True)
class Payoffs:
    """The follower's chances after this round, by how it ends: best and worst are 0 the leader, 1 the follower."""

    ends: dict[tuple[int | None, int | None], float]
    chicago: float
    """The follower throws a Chicago, the leader none."""
    led_chicago: float
    """The leader does, the follower is worst."""
    led_chicago_made: float
    """The leader does, the follower makes the Sand announced."""


def states(variant: Variant) -> tuple[State, ...]:
    """All states that are solved, those first that need no later one."""
    if variant.way == "basis":
        return (("search", 0, 0, 0),)
    most = tokens_of(variant.way, MOST_SEATS) if variant.play_down else 0
    down = [(lead + follow, lead, follow) for lead in range(1, most) for follow in range(1, most - lead + 1)]
    found: list[State] = [("down", 0, lead, follow) for _, lead, follow in sorted(down)]
    deckel = tokens_of(variant.way, 2)
    for pile in range(1, deckel + 1):
        found += [("deal", pile, lead, deckel - pile - lead) for lead in range(deckel - pile + 1)]
    return tuple(found)


def calls_of(way: Way) -> tuple[int, ...]:
    """The ways to score of a way to play."""
    if way == "pub":
        return (PUB,)
    return (*range(len(VALUED)), SAND) if way == "tschigg" else tuple(range(len(VALUED)))


def payoffs(variant: Variant, wins: dict[State, float], state: State) -> Payoffs:
    """What the ends of the round are worth to the follower, from the chances of the leader in the states after it."""
    way, (stage, pile, lead, follow) = variant.way, state
    before = Stand(stage, pile, (lead, follow), (0, 1))

    def chance(best: int | None, worst: int | None) -> float:
        if stage == "search":
            return float(best == 1)
        after, _ = settle(way, before, (0, 1), best, worst)
        if after.loser is not None:
            return float(after.loser == 0)
        if after.stage == "down" and not variant.play_down:
            return float(after.held[1] < after.held[0])
        leads = worst if worst is not None else 0
        value = wins[after.stage, after.pile, after.held[leads], after.held[1 - leads]]
        return value if leads else 1 - value

    pairs: Sequence[tuple[int | None, int | None]] = ((0, 1), (1, 0))
    if way == "tschigg":
        pairs = (*pairs, (1, None), (None, 1), (0, None))
    ends = {pair: chance(*pair) for pair in pairs}
    if way in ("pub", "bayrisch"):
        return Payoffs(ends, 1.0, 0.0, 0.0)
    return Payoffs(ends, ends[1, 0], ends[0, 1], ends.get((0, None), ends[0, 1]))


def following(paid: Payoffs, call: int, mark: int, limit: int) -> Floats:
    """The follower's worths by throws and end, one hand, against the leader's end ``mark``."""
    if call == SAND:
        missed = paid.led_chicago if mark == AT_ONCE else paid.ends[0, 1] if MADE[mark] else paid.ends[None, 1]
        made = paid.led_chicago_made if mark == AT_ONCE else paid.ends[1, None] if MADE[mark] else paid.ends[1, 0]
        worth = np.where(MADE, made, missed)
    else:
        worth = np.where(PLACE[call] > PLACE[call, mark], paid.ends[1, 0], paid.ends[0, 1])
    worth[AT_ONCE] = paid.led_chicago if mark == AT_ONCE else paid.chicago
    return np.broadcast_to(worth[None, :, None], (limit, ENDS, 1))


def announcing(variant: Variant, paid: Payoffs, mark: int, limit: int) -> Floats:
    """The leader's chance, by `calls_of` the way, for each way to score the end he has."""
    play = hands(variant.rule, chicago=True)
    worths = np.concatenate([following(paid, call, mark, limit) for call in calls_of(variant.way)], axis=2)
    return 1 - play.start(worths)


def leading(variant: Variant, paid: Payoffs) -> Floats:
    """The leader's worths by throws and end: the best announcement, best answered."""
    found = np.zeros((MOST_THROWS, ENDS))
    simple = paid.chicago == paid.ends[1, 0] and paid.ends[1, 0] >= paid.ends[0, 1]
    for throw in range(MOST_THROWS):
        if simple:
            beats = beating(variant.rule).chance[throw]
            answered = paid.ends[0, 1] + (paid.ends[1, 0] - paid.ends[0, 1]) * beats
            found[throw] = 1 - answered[[call for call in calls_of(variant.way) if call != SAND]].min(axis=0)
            if variant.way == "tschigg":
                play = hands(variant.rule, chicago=True)
                marks = (int(MADE.argmax()), int(MADE[:AT_ONCE].argmin()))
                made, missed = (float(play.start(following(paid, SAND, mark, throw + 1))[0]) for mark in marks)
                found[throw] = np.maximum(found[throw], 1 - np.where(MADE, made, missed))
        else:
            found[throw] = [announcing(variant, paid, mark, throw + 1).max() for mark in range(ENDS)]
        found[throw, AT_ONCE] = 1 - paid.led_chicago
    return found


def solve(variant: Variant) -> tuple[Floats, Floats]:
    """By `states`: the leader's chance, and his worths by throws and end."""
    play, order = hands(variant.rule, chicago=True), states(variant)
    wins = dict.fromkeys(order, 0.5)
    worths: dict[State, Floats] = {}
    change = 1.0
    while change > _EXACT:
        change = 0.0
        for state in order:
            worths[state] = leading(variant, payoffs(variant, wins, state))
            value = float(play.start(worths[state][:, :, None])[0])
            change = max(change, abs(value - wins[state]))
            wins[state] = value
        if variant.way != "tschigg":
            break
    return np.array([wins[state] for state in order]), np.stack([worths[state] for state in order])


@cache
def shipped(variant: Variant) -> tuple[dict[State, float], dict[State, Floats]]:
    """The table that was made by `dicearena solve`: the leader's chances and worths by state."""
    arrays, order = tables.load(TABLE, VERSION), states(variant)
    wins, worths = arrays[f"wins_{variant.name}"].astype(float), arrays[f"lead_{variant.name}"].astype(float)
    return dict(zip(order, wins.tolist(), strict=True)), dict(zip(order, worths, strict=True))


def make(folder: Path, step: Callable[[], None] = lambda: None) -> Path:
    """Solve all variants and write the table; ``step`` is called `STEPS` times."""
    arrays: dict[str, tables.Array] = {}
    for variant in VARIANTS:
        wins, worths = solve(variant)
        arrays[f"wins_{variant.name}"] = wins.astype(np.float32)
        arrays[f"lead_{variant.name}"] = worths.astype(np.float32)
        step()
    return tables.save(folder, TABLE, VERSION, arrays)
