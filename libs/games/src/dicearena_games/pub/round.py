"""What the pub games share of one round: hands in order of play, and the throw limit set by whoever leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from dicearena_games.common import Refuse, ends_look
from dicearena_games.core import DomainDict
from dicearena_games.pub.throws import MOST_THROWS, Cast, Done, Hand, SixesRule, domains, problem, ways

PUB_REFUSALS: Final = ("over", "round_over", "no_pause", "wait_dice", "no_seat", "not_in_round", "not_your_turn")
"""Why a seat may do nothing now, whatever its dice."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round going on."""

    order: tuple[int, ...]
    """The seats in order of play; the first one leads."""
    at: int
    """Whose turn it is, an index into ``order``; its length once all are done."""
    hands: tuple[Hand, ...]
    """By ``order``."""
    limit: int
    """The most throws: three for who leads, for the others what he needed."""
    rolling: bool
    """The throw of the turn is due."""
    dice: int = 3
    """Dice in the cup."""

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None once all are done."""
        return self.order[self.at] if self.at < len(self.order) else None

    @property
    def hand(self) -> Hand:
        """The hand of the turn."""
        return self.hands[self.at]

    def hand_of(self, seat: int) -> Hand | None:
        """The hand of a seat; None for a seat that is not in the round."""
        return self.hands[self.order.index(seat)] if seat in self.order else None


def order_from(leader: int, playing: Sequence[int]) -> tuple[int, ...]:
    """The playing seats in order of play: the leader, or the next one that plays, first.

    >>> order_from(3, (0, 1, 4))
    (4, 0, 1)
    """
    return tuple(sorted(playing, key=lambda seat: (seat < leader, seat)))


def begin(order: tuple[int, ...], dice: int = 3) -> Round:
    """Nobody has thrown."""
    return Round(order, 0, (Hand(),) * len(order), MOST_THROWS, False, dice)


def may_do(played: Round, rule: SixesRule) -> tuple[DomainDict, ...]:
    """What the turn's seat may do."""
    hand = played.hand
    return domains(hand.laid, hand.free, hand.throws < played.limit, rule)


def check(played: Round, action: Cast | Done, rule: SixesRule, refuse: Refuse) -> None:
    """Refuse what the turn's hand does not allow."""
    hand = played.hand
    why = problem(hand, action, more=hand.throws < played.limit, rule=rule)
    if why == "no_throw_left":
        refuse(why, limit=played.limit)
    if why is not None:
        refuse(why)


def cast(played: Round, action: Cast, rule: SixesRule) -> Round:
    """Dice are laid out, the others are in the cup."""
    hand = played.hand
    laid = ways(action.kind, hand.laid, hand.free, rule)[action.keep]
    return _with(played, Hand(laid, (), hand.throws), played.at, played.limit, rolling=True)


def due(played: Round) -> int:
    """How many dice are in the cup of the turn."""
    return played.dice - len(played.hand.laid)


def fallen(played: Round, dice: Sequence[int]) -> Round:
    """The dice thrown lie."""
    hand = played.hand
    lying = Hand(hand.laid, tuple(sorted(dice)), hand.throws + 1)
    return _with(played, lying, played.at, played.limit, rolling=False)


def finish(played: Round) -> Round:
    """The turn's hand stays as it is; the throws of whoever leads are the limit of the others."""
    hand = played.hand
    stays = Hand(hand.laid, hand.free, hand.throws, True)
    limit = hand.throws if played.at == 0 else played.limit
    return _with(played, stays, played.at + 1, limit, rolling=False)


def check_turn(state: Any, seat: int, seats: int, action: Any, refuse: Refuse) -> None:
    """Refuse what a seat may not do now, whatever its dice. The state has a ``phase`` and a ``played`` round."""
    if ends_look(seat, seats, state.phase, action, refuse):
        return
    played: Round = state.played
    if state.phase == "draw" or played.rolling:
        refuse("wait_dice")
    if seat not in played.order:
        refuse("not_in_round")
    if seat != state.turn:
        refuse("not_your_turn", turn=state.turn)


def _with(played: Round, hand: Hand, at: int, limit: int, *, rolling: bool) -> Round:
    hands = (*played.hands[: played.at], hand, *played.hands[played.at + 1 :])
    return Round(played.order, at, hands, limit, rolling, played.dice)
