"""The three computers at Chicago. The rounds 2 to 12 leave nothing to decide."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
from dicearena_games.core import ActionDict
from dicearena_games.pub.chicago_types import ChicagoOptions
from dicearena_games.pub.throws import MOST_THROWS, Faces

from dicearena_players.chicago import duel, many
from dicearena_players.chicago.calls import MADE, PLACE, PUB, SAND, action_of, beating, call_of
from dicearena_players.policy import View, legal_actions, weighted
from dicearena_players.pub.habits import first_throw, keep_ones
from dicearena_players.pub.hands import AT_ONCE, Floats, end_of, hands


@dataclass(frozen=True)
class Situation:
    """A turn: the own hand, thrown at least once, and the others'."""

    options: ChicagoOptions
    laid: Faces
    free: Faces
    throws: int
    limit: int
    call: int
    before: tuple[int, ...]
    """The ends of the hands that are done, in order of play."""
    behind: int
    announcing: bool

    @property
    def leading(self) -> bool:
        """Whether the own throws bind the others."""
        return not self.before


def read(view: View) -> Situation | None:
    """The situation of a seat to decide; None where there is nothing to weigh."""
    board, seat = view["board"], view["seat"]
    hand = board["hands"][seat]
    if board["phase"] not in ("play", "announce") or hand is None or not hand["free"]:
        return None
    at = board["order"].index(seat)
    before = [board["hands"][other] for other in board["order"][:at]]
    return Situation(
        options=ChicagoOptions.model_validate(view["options"]),
        laid=tuple(hand["laid"]),
        free=tuple(hand["free"]),
        throws=hand["throws"],
        limit=board["limit"],
        call=call_of(board["announced"]),
        before=tuple(end_of(other["laid"], other["free"]) for other in before),
        behind=len(board["order"]) - at - 1,
        announcing=board["phase"] == "announce",
    )


class Easy:
    """Keeps ones, turns no sixes, stops out of impatience, and announces what comes to mind, mostly the usual."""

    STOP = 0.45
    USUAL = 0.5

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """Stop, or keep the ones."""
        plain, here = first_throw(view), read(view)
        if plain is not None:
            return plain
        if here is not None and here.announcing:
            actions = legal_actions(view)
            return weighted(rng, actions, [self.USUAL if action == action_of(PUB) else 0.06 for action in actions])
        return keep_ones(view, rng, self.STOP)


class Normal:
    """Reckons the chance to beat the mark; leading, the highest sum on average, and announces what lifts the own dice.

    It does not see that fewer throws bind the others or what a Chicago brings, and is careless at times.
    """

    CARELESS = 0.12

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """The best chance against the mark."""
        plain, here = first_throw(view), read(view)
        if plain is not None or here is None:
            return plain or keep_ones(view, rng, 0.0)
        if here.announcing:
            places = PLACE[:, end_of(here.laid, here.free)] / PLACE[:, AT_ONCE]
            return action_of(int(places.argmax()))
        if rng.random() < self.CARELESS:
            return keep_ones(view, rng, 0.2)
        play = hands(here.options.turn_sixes, chicago=True)
        return play.best(self._worth(view, here), here.laid, here.free, here.throws)

    @staticmethod
    def _worth(view: View, here: Situation) -> Floats:
        if here.leading:
            worth = PLACE[PUB] / AT_ONCE
        elif here.call == SAND:
            worth = MADE.astype(float)
        else:
            done = [int(PLACE[here.call, end]) for end in here.before]
            mark = min(done) if view["board"]["stage"] == "deal" else max(done)
            worth = (PLACE[here.call] > mark) + 0.01 * PLACE[here.call] / AT_ONCE
        return np.broadcast_to(worth[None, :, None], (MOST_THROWS if here.leading else here.limit, AT_ONCE + 1, 1))


class Strong:
    """Between two best play of the solved game (`duel`); among more the own turn exactly, for what the round brings.

    Every way, rule for turning sixes, and number of searches has its table. The end of a larger game between two is
    solved as well; the Filze still to be dealt to two, once a Chicago took the third, are not (`many` does it).
    """

    def __init__(self) -> None:
        # Unpacked before the first decision.
        for variant in duel.VARIANTS:
            duel.shipped(variant)
            beating(variant.rule)

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """The best choice; ``rng`` is not needed."""
        plain, here = first_throw(view), read(view)
        if plain is not None or here is None:
            return plain or keep_ones(view, rng, 0.0)
        rule = here.options.turn_sixes
        if here.announcing:
            calls = duel.calls_of(here.options.way)
            return action_of(calls[int(np.round(self._announced(view, here), 9).argmax())])
        return hands(rule, chicago=True).best(self.worth(view, here), here.laid, here.free, here.throws)

    @staticmethod
    def worth(view: View, here: Situation) -> Floats:
        """What each end of the own hand is worth, by throws and end; one hand."""
        solved = _solved(view, here)
        if solved is not None:
            variant, state = solved
            wins, worths = duel.shipped(variant)
            if here.leading:
                return worths[state][:, :, None]
            return duel.following(duel.payoffs(variant, wins, state), here.call, here.before[0], here.limit)
        at, rule = _stakes(view, here), here.options.turn_sixes
        if here.leading:
            return many.leading(at, rule, duel.calls_of(here.options.way), here.behind)
        return many.following(at, rule, here.call, here.limit, here.before, here.behind)

    @staticmethod
    def _announced(view: View, here: Situation) -> Floats:
        own, solved = end_of(here.laid, here.free), _solved(view, here)
        if solved is not None:
            variant, state = solved
            return duel.announcing(variant, duel.payoffs(variant, duel.shipped(variant)[0], state), own, here.throws)
        at, rule = _stakes(view, here), here.options.turn_sixes
        calls = duel.calls_of(here.options.way)
        return np.array([many.spots(at, rule, call, here.throws, (), here.behind)[own] for call in calls])


def _solved(view: View, here: Situation) -> tuple[duel.Variant, duel.State] | None:
    """The solved state of a round between two; None for others."""
    board = view["board"]
    if len(board["order"]) != 2:
        return None
    way = here.options.way
    variant = duel.Variant(way, here.options.play_down, here.options.turn_sixes)
    lead, follow = (board["held"][seat] for seat in board["order"])
    state = ("search", 0, 0, 0) if way == "basis" else (board["stage"], board["pile"], lead, follow)
    return (variant, state) if state in duel.shipped(variant)[0] else None


def _stakes(view: View, here: Situation) -> many.Stakes:
    board = view["board"]
    return many.stakes(here.options.way, board["stage"], board["held"][view["seat"]])
