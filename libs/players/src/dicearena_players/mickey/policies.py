"""The three computers of Mickey: *strong* plays exactly for points under all house rules, *normal* for the turn.

*Normal* weighs what to announce by the points of this turn alone, so the Mickey tempts it.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
from dicearena_games.sheets.mickey import FIELDS, MICKEY, MICKEY_THROWS, STRAIGHT

from dicearena_players.mickey.solver import DICE, TABLE, THROWS, ends, hits, rests, struck
from dicearena_players.policy import View, domain_of, values_of
from dicearena_players.sheets import computers
from dicearena_players.sheets.computers import PATIENCE, Judged, Reckoner, cells_of, closed, mask_of, remember, to_win
from dicearena_players.sheets.lattice import Floats, lattice
from dicearena_players.sheets.turns import reckon

Rules = tuple[str, str, int]
"""Announcement, what a miss strikes, points of a Mickey."""


class _Announcing(Reckoner):
    """Announces what promises most by its own judgement."""

    def judged(self, mask: int, called: int, rules: Rules) -> Judged:
        """The judgement of a turn with an announced category."""
        raise NotImplementedError

    def judge(self, view: View) -> Judged:
        """The judgement of the turn, the category being announced."""
        return self.judged(mask_of(cells_of(view)), view["board"]["called"], _rules(view))

    def announce(self, view: View, rng: random.Random) -> int:
        """The category with the greatest promise, with the dice on the table where some lie there."""
        board, mask, rules = view["board"], mask_of(cells_of(view)), _rules(view)
        offered = domain_of(view, "announce")
        assert offered is not None
        promise: dict[int, float] = {}
        for called in values_of(offered, "field"):
            turn = self.judged(mask, called, rules).turn
            throw = lattice(DICE).throw_at[tuple(sorted(board["dice"]))] if board["dice"] else None
            promise[called] = float(turn.start() if throw is None else turn.thrown(board["throws"])[throw])
        return max(promise, key=lambda called: promise[called])


class Easy(computers.Easy):
    """As at every sheet; it announces the number that has the most eyes now, or something else at whim."""

    WHIM = 0.3

    def announce(self, view: View, rng: random.Random) -> int:
        """A number with the most eyes, or any category."""
        dice, offered = view["board"]["dice"], domain_of(view, "announce")
        assert offered is not None
        numbers = [field for field in values_of(offered, "field") if field < STRAIGHT]
        if not numbers or rng.random() < self.WHIM:
            return super().announce(view, rng)
        most: int = max(numbers, key=lambda field: (field + 1) * dice.count(field + 1))
        return most


class Normal(_Announcing):
    """Plays for the points of the turn; between near equals it spares what brings most on average."""

    CARELESS = 0.05

    def __init__(self) -> None:
        pars(50)

    def judged(self, mask: int, called: int, rules: Rules) -> Judged:
        """Points of the turn."""
        return _plain(mask, called, rules)


class Strong(_Announcing):
    """Exact: the greatest expected sum under the house rules of the table."""

    def __init__(self) -> None:
        pars(50)
        TABLE.values()

    def judge(self, view: View) -> Judged:
        """The judgement of the turn; in the last one the chance to win."""
        return to_win(view, super().judge(view))

    def judged(self, mask: int, called: int, rules: Rules) -> Judged:
        """Points of the turn and the expected rest."""
        return _exact(mask, called, rules)


def _rules(view: View) -> Rules:
    options: dict[str, Any] = view["options"]
    return options["announce"], options["missed"], options["mickey"]


@cache
def pars(mickey: int) -> Floats:
    """What each category brings on average in a turn for it alone, announced before."""
    nothing, points = np.zeros((1 << len(FIELDS), 1)), np.array([float(mickey)])
    turns = [_ends(called, 0, "announced", points, nothing) for called in range(len(FIELDS))]
    return np.array([float(reckon(DICE, [end[:, 0] for end in one]).start()) for one in turns])


@cache
def _minus_pars(mickey: int) -> Floats:
    """By mask: what the filled categories would have brought, taken off in part."""
    filled = np.arange(1 << len(FIELDS))[:, None] >> np.arange(len(FIELDS)) & 1
    taken: Floats = filled @ pars(mickey) * -PATIENCE
    return taken


@remember
def _plain(mask: int, called: int, rules: Rules) -> Judged:
    return _judged(mask, called, rules, _minus_pars(rules[2]))


@remember
def _exact(mask: int, called: int, rules: Rules) -> Judged:
    return _judged(mask, called, rules, rests(*rules))


def _ends(called: int, mask: int, missed: str, mickey: Floats, rest: Floats) -> list[Floats]:
    most = MICKEY_THROWS if called == MICKEY else THROWS
    return [ends(called, throw + 1, mask, missed, mickey, rest) for throw in range(most)]


def _judged(mask: int, called: int, rules: Rules, rest: Floats) -> Judged:
    _, missed, mickey = rules
    worths = [end[:, 0] for end in _ends(called, mask, missed, np.array([float(mickey)]), rest[:, None])]
    made = hits()[:, called] > 0
    matrices = []
    for throw, worth in enumerate(worths):
        matrix = closed(len(made), len(FIELDS))
        written = made if called != MICKEY or throw + 1 == MICKEY_THROWS else np.zeros_like(made)
        for field in struck(called, mask, missed):
            matrix[~written, field] = rest[mask | 1 << field]
        matrix[written, called] = worth[written]
        matrices.append(matrix)
    return Judged(tuple(matrices), reckon(DICE, worths))
