"""Bluff: everybody's dice under cups, bids on all of them, until somebody doubts.

Rules: text 000 "Bluff", decisions B-1 to B-6, E-5, E-7, E-8 (nothing is drawn: seat 0 starts). The text is silent on
who starts a round: whoever lost or won a die by the count before, or the next seat if that one is out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NoReturn

from dicearena_contracts.catalogue import Family, GameKey
from dicearena_contracts.errors import Param
from pydantic import TypeAdapter

from dicearena_games.bluff.bluff_bids import ONES, Bid, chances, domains, held, least
from dicearena_games.bluff.bluff_types import (
    KEPT_BIDS,
    Action,
    BluffOptions,
    Board,
    CallKind,
    Counted,
    Doubt,
    Exact,
    Raise,
    Record,
    Reveal,
    State,
)
from dicearena_games.common import LOOK, Weiter, ends_look, plain
from dicearena_games.core import (
    DomainDict,
    Event,
    IllegalAction,
    Json,
    Options,
    Pause,
    Result,
    Step,
    Throw,
    places_by,
)

KEY: GameKey = GameKey.BLUFF
FAMILY: Family = Family.BLUFF
VERSION: int = 1
SEATS: tuple[int, int] = (2, 6)
OPTIONS: type[Options] = BluffOptions
STATE: TypeAdapter[Any] = TypeAdapter(State)
ACTIONS: TypeAdapter[Any] = TypeAdapter(Action)
VIEW: TypeAdapter[Any] = TypeAdapter(Board)

REFUSALS: Final = (
    "over", "round_over", "no_pause", "wait_dice", "no_seat", "out", "not_your_turn",
    "face_fixed", "not_on_ones", "too_many", "too_low", "nothing_to_doubt", "nothing_to_match",
)  # fmt: skip
"""Every way an action can be refused; the text key is ``bluff.refused.<one of these>``."""

_WEITER: Final = (plain("weiter"),)
_CALLS: Final = (plain("doubt"), plain("exact"))


def start(options: BluffOptions, seats: int) -> Step[State]:
    """Seat 0 starts; everybody's first throw is due, one after the other."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise ValueError(f"Bluff takes {SEATS[0]} to {SEATS[1]} seats, not {seats}")
    state = State(
        options=options,
        dice=(options.dice,) * seats,
        out_in=(0,) * seats,
        phase="bid",
        round=1,
        turn=0,
        special=False,
        specials=(False,) * seats,
        rolling=0,
        cups=((),) * seats,
        bids=(),
        reveal=None,
        record=(Record(),) * seats,
    )
    return Step(state, (_begun(state),))


def awaiting(state: State) -> tuple[int, ...]:
    """The one seat that bids or calls."""
    return (state.turn,) if state.phase == "bid" and state.rolling is None else ()


def legal(state: State, seat: int) -> tuple[DomainDict, ...]:
    """Bid higher, doubt, or call it exact; in a look everybody may go on."""
    if state.phase == "look":
        return _WEITER if 0 <= seat < len(state.dice) else ()
    if state.phase == "over" or state.rolling is not None or seat != state.turn:
        return ()
    bids = domains(_previous(state), sum(state.dice), state.special)
    return (*bids, *_CALLS) if state.bids else bids


def act(state: State, seat: int, action: Any) -> Step[State]:
    """Carry out one action. Raises IllegalAction with a key of `REFUSALS`."""
    _check_turn(state, seat, action)
    match action:
        case Raise(face=face, count=count):
            return _bid(state, seat, count, face)
        case Doubt():
            if not state.bids:
                _refuse("nothing_to_doubt")
            return _count(state, seat, "doubt")
        case Exact():
            if not state.bids:
                _refuse("nothing_to_match")
            return _count(state, seat, "exact")
        case Weiter():
            return waited(state)
    raise TypeError(f"not an action of Bluff: {type(action).__name__}")


def wants(state: State) -> Throw | Pause | None:
    """A seat's hidden throw at the start of a round, or the look at the lifted cups."""
    if state.rolling is not None:
        return Throw(count=state.dice[state.rolling], faces=6, seat=state.rolling, hidden=True)
    return LOOK if state.phase == "look" else None


def thrown(state: State, dice: Sequence[int]) -> Step[State]:
    """The dice lie under the seat's cup; the next seat's throw is due until all have thrown."""
    seat = state.rolling
    if seat is None:
        raise ValueError("no throw is due")
    cup = tuple(sorted(dice))
    following = _next(state.dice, seat)
    after = replace(
        state,
        rolling=None if following == state.turn else following,
        cups=(*state.cups[:seat], cup, *state.cups[seat + 1 :]),
    )
    return Step(after, (Event("bluff.looked", {"seat": seat, "dice": list(cup)}, (seat,)),))


def waited(state: State) -> Step[State]:
    """The look is over: everybody throws what is left.

    Who has just fallen to one die for the first time starts, and it is a Sonderrunde (once each, B-6).
    """
    if state.phase != "look":
        raise ValueError("no pause is due")
    starter = state.turn
    special = state.dice[starter] == 1 and not state.specials[starter]
    after = replace(
        state,
        phase="bid",
        round=state.round + 1,
        special=special,
        specials=tuple([had or (special and seat == starter) for seat, had in enumerate(state.specials)]),
        rolling=starter,
        bids=(),
        reveal=None,
    )
    return Step(after, (_begun(after),))


def view(state: State, seat: int | None) -> dict[str, Json]:
    """The board; dice only of the own cup, until all are lifted."""
    return {**shared(state), **own(state, seat)}


def shared(state: State) -> dict[str, Json]:
    """The part of the board that all readers see alike."""
    bid = state.bids[-1] if state.bids else None
    return {
        "phase": state.phase,
        "round": state.round,
        "turn": state.turn,
        "left": list(state.dice),
        "special": state.special,
        "specials": list(state.specials),
        "bid": None if bid is None else {"seat": bid.seat, "count": bid.count, "face": bid.face},
        "bids": [[one.seat, one.count, one.face] for one in state.bids],
        "reveal": _reveal_view(state.reveal) if state.reveal is not None else None,
        "record": [
            [one.bids, one.bare, one.tested, one.untrue, one.doubts, one.doubts_right, one.exacts, one.exacts_right]
            for one in state.record
        ],
    }


def own(state: State, seat: int | None) -> dict[str, Json]:
    """The part of the board that only this reader sees so."""
    cup = state.cups[seat] if seat is not None else ()
    chance = None
    if state.options.show_chances and cup and state.bids:
        bid = state.bids[-1]
        needed = bid.count - sum(held(cup, bid.face, state.special))
        jokers = not state.special and bid.face != ONES
        at_least, exactly = chances(sum(state.dice) - len(cup), needed, jokers)
        chance = {"at_least": at_least, "exactly": exactly}
    return {"own": list(cup) if cup else None, "chance": chance}


def result(state: State) -> Result | None:
    """Placed by how late one went out; the score is the dice left."""
    if state.phase != "over":
        return None
    return Result(
        places=places_by([-went if went else -state.round - 1 for went in state.out_in]),
        scores=tuple(float(left) for left in state.dice),
        rare=tuple({"punktlandung": one.exacts_right} if one.exacts_right else {} for one in state.record),
        bests=tuple({} for _ in state.dice),
    )


def expired(state: State) -> Step[State]:
    """Bluff has no closing time of its own: always ValueError."""
    raise ValueError("Bluff does not expire")


def _refuse(why: str, **params: Param) -> NoReturn:
    raise IllegalAction(f"bluff.refused.{why}", **params)


def _check_turn(state: State, seat: int, action: Any) -> None:
    """Refuse what this seat may not do now, whatever the bid on the table."""
    if ends_look(seat, len(state.dice), state.phase, action, _refuse):
        return
    if state.dice[seat] == 0:
        _refuse("out")
    if state.rolling is not None:
        _refuse("wait_dice")
    if seat != state.turn:
        _refuse("not_your_turn", turn=state.turn)


def _previous(state: State) -> tuple[int, int] | None:
    """Count and face of the bid on the table."""
    return (state.bids[-1].count, state.bids[-1].face) if state.bids else None


def _next(dice: Sequence[int], seat: int) -> int:
    """The next seat that still has dice."""
    seats = len(dice)
    return next(other % seats for other in range(seat + 1, seat + 1 + seats) if dice[other % seats])


def _begun(state: State) -> Event:
    return Event(
        "bluff.round",
        {"round": state.round, "starter": state.turn, "special": state.special, "left": list(state.dice)},
    )


def _bid(state: State, seat: int, count: int, face: int) -> Step[State]:
    fewest = least(face, _previous(state), state.special)
    if fewest is None:
        if state.special:
            _refuse("face_fixed", face=state.bids[-1].face)
        _refuse("not_on_ones")
    dice = sum(state.dice)
    if count > dice:
        _refuse("too_many", dice=dice)
    if count < fewest:
        _refuse("too_low", least=fewest, face=face)
    bids = (*state.bids[-KEPT_BIDS + 1 :], Bid(seat, count, face))
    after = replace(state, turn=_next(state.dice, seat), bids=bids)
    return Step(after, (Event("bluff.bid", {"seat": seat, "count": count, "face": face}),))


def _count(state: State, caller: int, kind: CallKind) -> Step[State]:
    """Lift all cups and count: fewer proves a doubt, exactly as many a Punktlandung (B-4: jokers count)."""
    bid, seats = state.bids[-1], len(state.dice)
    order = [seat % seats for seat in range(bid.seat, bid.seat + seats) if state.dice[seat % seats]]
    cups = tuple(Counted(seat, state.cups[seat], *held(state.cups[seat], bid.face, state.special)) for seat in order)
    total = sum(cup.plain + cup.jokers for cup in cups)
    right = total < bid.count if kind == "doubt" else total == bid.count
    if not right:
        loser: int | None = caller
    else:
        loser = bid.seat if kind == "doubt" else None
    gained = int(loser is None and state.dice[caller] < state.options.dice)
    reveal = Reveal(kind, bid, caller, cups, total, right, loser, gained)
    said: dict[str, Json] = {
        "caller": caller,
        "bidder": bid.seat,
        "count": bid.count,
        "face": bid.face,
        "special": state.special,
        "cups": [{"seat": cup.seat, "plain": cup.plain, "jokers": cup.jokers} for cup in cups],
        "total": total,
        "right": right,
        "loser": loser,
        "gained": gained,
    }
    lifted = replace(state, cups=((),) * seats, reveal=reveal, record=_judged(state, reveal))
    return _end_round(lifted, reveal, Event("bluff.doubted" if kind == "doubt" else "bluff.matched", said))


def _judged(state: State, reveal: Reveal) -> tuple[Record, ...]:
    """The records after the cups were lifted: the round's bids, the one that was called, and the call."""
    record = list(state.record)
    for bid in state.bids:
        one = record[bid.seat]
        bare = not any(held(state.cups[bid.seat], bid.face, state.special))
        record[bid.seat] = replace(one, bids=one.bids + 1, bare=one.bare + bare)
    one = record[reveal.bid.seat]
    untrue = reveal.total < reveal.bid.count
    record[reveal.bid.seat] = replace(one, tested=one.tested + 1, untrue=one.untrue + untrue)
    one = record[reveal.caller]
    if reveal.kind == "doubt":
        one = replace(one, doubts=one.doubts + 1, doubts_right=one.doubts_right + reveal.right)
    else:
        one = replace(one, exacts=one.exacts + 1, exacts_right=one.exacts_right + reveal.right)
    record[reveal.caller] = one
    return tuple(record)


def _end_round(state: State, reveal: Reveal, event: Event) -> Step[State]:
    """Move the die, see who is out (then the next seat starts) and whether one is left."""
    dice, loser = list(state.dice), reveal.loser
    mover = reveal.caller if loser is None else loser
    dice[mover] += reveal.gained if loser is None else -1
    events = [event]
    if not dice[mover]:
        events.append(Event("bluff.out", {"seat": mover}))
    left = [seat for seat, have in enumerate(dice) if have]
    if over := len(left) == 1:
        events.append(Event("bluff.won", {"seat": left[0]}))
    after = replace(
        state,
        dice=tuple(dice),
        out_in=tuple(was or (0 if dice[seat] else state.round) for seat, was in enumerate(state.out_in)),
        phase="over" if over else "look",
        turn=mover if dice[mover] else _next(dice, mover),
    )
    return Step(after, tuple(events))


def _reveal_view(reveal: Reveal) -> Mapping[str, Json]:
    return {
        "kind": reveal.kind,
        "bid": {"seat": reveal.bid.seat, "count": reveal.bid.count, "face": reveal.bid.face},
        "caller": reveal.caller,
        "cups": [
            {"seat": cup.seat, "dice": list(cup.dice), "plain": cup.plain, "jokers": cup.jokers} for cup in reveal.cups
        ],
        "total": reveal.total,
        "right": reveal.right,
        "loser": reveal.loser,
        "gained": reveal.gained,
    }
