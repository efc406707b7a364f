"""Zehntausend: throw six dice, lay out what scores, write the points or throw on and risk them.

Rules: text 000 "Zehntausend", decisions Z-1 to Z-9, E-5, E-6 (dice laid out travel with the next throw or with
writing), E-8 (nothing is drawn: seat 0 starts). A turn that overshoots an exact target is no Niete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NoReturn

from dicearena_contracts.catalogue import Family, GameKey
from dicearena_contracts.errors import Param
from pydantic import TypeAdapter

from dicearena_games.common import listed, on_turn, plain
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
from dicearena_games.pushluck.zehntausend_scoring import (
    DICE,
    Scoring,
    Take,
    bust_chances,
    dice_after,
    is_ascending,
    may_write,
    takes,
)
from dicearena_games.pushluck.zehntausend_types import (
    Action,
    Board,
    Go,
    Last,
    Offer,
    PileOn,
    Roll,
    Score,
    State,
    Write,
    ZehntausendOptions,
)

KEY: GameKey = GameKey.ZEHNTAUSEND
FAMILY: Family = Family.PUSHLUCK
VERSION: int = 1
SEATS: tuple[int, int] = (2, 6)
OPTIONS: type[Options] = ZehntausendOptions
STATE: TypeAdapter[Any] = TypeAdapter(State)
ACTIONS: TypeAdapter[Any] = TypeAdapter(Action)
VIEW: TypeAdapter[Any] = TypeAdapter(Board)

REFUSALS: Final = (
    "over", "wait_dice", "no_seat", "not_your_turn", "roll_first", "take_first", "option_off", "nothing_to_pile_on",
    "nothing_taken", "not_ascending", "not_thrown", "not_scoring", "entry_missed",
)  # fmt: skip
"""Every way an action can be refused; the text key is ``zehntausend.refused.<one of these>``."""

MISSES: Final = 3
PENALTY: Final = 500

_ROLL: Final = (plain("roll"),)
_ROLL_OR_PILE: Final = (plain("roll"), plain("pile_on"))


def start(options: ZehntausendOptions, seats: int) -> Step[State]:
    """Seat 0 may throw."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise ValueError(f"Zehntausend takes {SEATS[0]} to {SEATS[1]} seats, not {seats}")
    scores = (Score(),) * seats
    return Step(State(options, scores, "start", 1, 0, False, DICE, (), (), 0, 0, None, None, None))


def awaiting(state: State) -> tuple[int, ...]:
    """The seat whose turn it is."""
    return () if state.rolling or state.phase == "over" else (state.turn,)


def legal(state: State, seat: int) -> tuple[DomainDict, ...]:
    """Throw or pile on; then lay dice out and throw on, or write what may be written."""
    if state.rolling or state.phase == "over" or seat != state.turn:
        return ()
    if state.phase == "start":
        return _ROLL_OR_PILE if state.offer is not None else _ROLL
    options, entered = state.options, state.scores[seat].entered
    missing = 0 if entered else options.entry - state.points
    return _offered(state.dice, options.scoring, max(missing, 0))


def act(state: State, seat: int, action: Any) -> Step[State]:
    """Carry out one action. Raises IllegalAction with a key of `REFUSALS`."""
    on_turn(state, seat, len(state.scores), _refuse)
    match action:
        case Roll():
            _check_start(state)
            return Step(_throw(state, DICE, (), 0, 0))
        case PileOn():
            return _pile_on(state)
        case Go(take=take):
            return _go(state, take, _worth(state, take))
        case Write(take=take):
            return _write(state, take, _worth(state, take))
    raise TypeError(f"not an action of Zehntausend: {type(action).__name__}")


def wants(state: State) -> Throw | Pause | None:
    """The throw of whoever's turn it is."""
    return Throw(count=state.free, faces=6, seat=state.turn, hidden=False) if state.rolling else None


def thrown(state: State, dice: Sequence[int]) -> Step[State]:
    """The dice lie; a throw without a scoring die is a Niete and ends the turn."""
    if not state.rolling:
        raise ValueError("no throw is due")
    fallen = tuple(sorted(dice))
    rolled = Event("zehntausend.rolled", {"seat": state.turn, "dice": list(fallen)})
    if not takes(fallen, state.options.scoring):
        return _bust(state, fallen, rolled)
    lies = State(
        state.options, state.scores, "take", state.round, state.turn, False, state.free, fallen, state.laid,
        state.points, state.piled, state.offer, state.final, state.last,
    )  # fmt: skip
    return Step(lies, (rolled,))


def waited(state: State) -> Step[State]:
    """Zehntausend has no pauses: always ValueError."""
    raise ValueError("no pause is due")


def view(state: State, seat: int | None) -> dict[str, Json]:
    """The board; nothing is hidden."""
    return {**shared(state), **own(state, seat)}


def shared(state: State) -> dict[str, Json]:
    """The part of the board that all readers see alike."""
    scoring, offer, last = state.options.scoring, state.offer, state.last
    return {
        "phase": state.phase,
        "round": state.round,
        "turn": state.turn,
        "target": state.options.target,
        "scores": [{"total": one.total, "entered": one.entered, "misses": one.misses} for one in state.scores],
        "free": state.free,
        "dice": list(state.dice) if state.dice else None,
        "laid": list(state.laid),
        "takes": _takes_view(state.dice, scoring),
        "points": state.points,
        "piled": state.piled,
        "offer": {"seat": offer.seat, "points": offer.points, "dice": offer.dice} if offer is not None else None,
        "final": state.final,
        "last": {
            "seat": last.seat,
            "kind": last.kind,
            "points": last.points,
            "dice": list(last.dice),
            "taken": list(last.taken),
        }
        if last is not None
        else None,
        "bust": list(bust_chances(scoring)),
    }


def own(state: State, seat: int | None) -> dict[str, Json]:
    """The part of the board that only this reader sees so: whether the decision is the reader's."""
    return {"mine": seat is not None and seat in awaiting(state)}


def result(state: State) -> Result | None:
    """The most points win, equal totals share a place (Z-8)."""
    if state.phase != "over":
        return None
    return Result(
        places=places_by([-one.total for one in state.scores]),
        scores=tuple(float(one.total) for one in state.scores),
        rare=tuple({} for _ in state.scores),
        bests=tuple({} if one.best is None else {"zehntausend_turn": float(one.best)} for one in state.scores),
    )


def expired(state: State) -> Step[State]:
    """Zehntausend has no closing time of its own: always ValueError."""
    raise ValueError("Zehntausend does not expire")


def _refuse(why: str, **params: Param) -> NoReturn:
    raise IllegalAction(f"zehntausend.refused.{why}", **params)


def _check_start(state: State) -> None:
    if state.phase != "start":
        _refuse("take_first")


@lru_cache(maxsize=4096)
def _offered(dice: Take, scoring: Scoring, missing: int) -> tuple[DomainDict, ...]:
    """What may be laid out of a throw to throw on, and, where it brings the ``missing`` points, to write."""
    found = takes(dice, scoring)
    going = listed("go", "take", [list(take) for take in found])
    writing: list[object] = [list(take) for take, points in found.items() if points >= missing]
    return (going, listed("write", "take", writing)) if writing else (going,)


@lru_cache(maxsize=4096)
def _takes_view(dice: Take, scoring: Scoring) -> list[Json]:
    return [{"dice": list(take), "points": points} for take, points in takes(dice, scoring).items()]


def _throw(state: State, free: int, laid: Take, points: int, piled: int) -> State:
    """A throw of ``free`` dice is due."""
    return State(
        state.options, state.scores, state.phase, state.round, state.turn, True, free, (), laid,
        points, piled, state.offer, state.final, state.last,
    )  # fmt: skip


def _pile_on(state: State) -> Step[State]:
    """Aufsetzen (Z-9): the points are copied, the dice thrown on; chains are allowed."""
    if not state.options.pile_on:
        _refuse("option_off", option="pile_on")
    _check_start(state)
    offer = state.offer
    if offer is None:
        _refuse("nothing_to_pile_on")
    piled = Event(
        "zehntausend.piled", {"seat": state.turn, "on": offer.seat, "points": offer.points, "dice": offer.dice}
    )
    return Step(_throw(state, offer.dice, (), offer.points, offer.points), (piled,))


def _worth(state: State, take: Take) -> int:
    """The points of a take of the throw that lies; refuses what is none."""
    if state.phase == "start":
        _refuse("roll_first")
    points = takes(state.dice, state.options.scoring).get(take)
    if points is not None:
        return points
    if not take:
        _refuse("nothing_taken")
    if not is_ascending(take):
        _refuse("not_ascending")
    if Counter(take) - Counter(state.dice):
        _refuse("not_thrown", dice=list(state.dice))
    _refuse("not_scoring", dice=list(take))


def _go(state: State, take: Take, worth: int) -> Step[State]:
    """Throw on with the rest; with all six once all are laid out."""
    free = dice_after(len(state.dice), len(take))
    points = state.points + worth
    kept = Event("zehntausend.kept", {"seat": state.turn, "dice": list(take), "worth": worth, "points": points})
    if free == DICE:
        return Step(
            _throw(state, DICE, (), points, state.piled), (kept, Event("zehntausend.all_out", {"seat": state.turn}))
        )
    return Step(_throw(state, free, (*state.laid, *take), points, state.piled), (kept,))


def _write(state: State, take: Take, worth: int) -> Step[State]:
    """Write the turn, unless it goes beyond an exact target (Z-7); the first to reach it starts the last turns."""
    options, seat = state.options, state.turn
    score, points = state.scores[seat], state.points + worth
    if not may_write(options.entry, score.entered, points):
        _refuse("entry_missed", entry=options.entry, points=points)
    kept = Event("zehntausend.kept", {"seat": seat, "dice": list(take), "worth": worth, "points": points})
    total = score.total + points
    if options.exact and total > options.target:
        over = {"seat": seat, "points": points, "total": score.total, "target": options.target}
        unwritten = Score(score.total, score.entered, 0, score.best)
        last = Last(seat, "overshot", points, state.dice, take)
        return _next_turn(state, unwritten, last, None, state.final, [kept, Event("zehntausend.overshot", over)])
    written = Score(total, True, 0, points if score.best is None else max(score.best, points))
    events = [kept, Event("zehntausend.wrote", {"seat": seat, "points": points, "total": total})]
    final = state.final
    if final is None and total >= options.target:
        final = seat
        events.append(Event("zehntausend.last_turns", {"seat": seat, "total": total}))
    offer = Offer(seat, points, dice_after(len(state.dice), len(take))) if options.pile_on else None
    return _next_turn(state, written, Last(seat, "wrote", points, state.dice, take), offer, final, events)


def _bust(state: State, dice: Take, rolled: Event) -> Step[State]:
    """A Niete: the points of the turn are gone, and 500 more after three in a row, where that is played (Z-6)."""
    seat = state.turn
    score = state.scores[seat]
    misses = score.misses + state.options.triple_bust
    events = [rolled, Event("zehntausend.bust", {"seat": seat, "lost": state.points})]
    total = score.total
    if misses == MISSES:
        misses, total = 0, total - PENALTY
        events.append(Event("zehntausend.penalty", {"seat": seat, "cost": PENALTY, "total": total}))
    after = Score(total, score.entered, misses, score.best)
    return _next_turn(state, after, Last(seat, "bust", state.points, dice, ()), None, state.final, events)


def _next_turn(
    state: State, score: Score, last: Last, offer: Offer | None, final: int | None, events: list[Event]
) -> Step[State]:
    """The next seat's turn, or the end once it is the turn of the seat that reached the target."""
    seat = state.turn
    scores = (*state.scores[:seat], score, *state.scores[seat + 1 :])
    turn = (seat + 1) % len(scores)
    over = turn == final
    if over:
        best = max(one.total for one in scores)
        winners = [winner for winner, one in enumerate(scores) if one.total == best]
        events.append(Event("zehntausend.won", {"seats": winners}))
    after = State(
        options=state.options,
        scores=scores,
        phase="over" if over else "start",
        round=state.round + (turn == 0 and not over),
        turn=turn,
        rolling=False,
        free=DICE,
        dice=(),
        laid=(),
        points=0,
        piled=0,
        offer=None if over else offer,
        final=final,
        last=last,
    )
    return Step(after, tuple(events))
