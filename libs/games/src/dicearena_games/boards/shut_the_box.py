"""Shut the Box: everybody closes the flaps of an own box, all at once; and the Tageswurf.

Rules: text 000 "Shut the Box", decisions S-1 to S-9, E-7. In a Tageswurf (option ``day``) seat 1 is the Rechenmeister:
he gets the same dice, plays a round after seat 0's box of it is done, and neither seat, nor a watcher, sees the
other's box before the round is scored: so he cannot know the throws ahead of him either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final, NoReturn

from dicearena_contracts.catalogue import Family, GameKey
from dicearena_contracts.errors import Param
from pydantic import TypeAdapter

from dicearena_games.boards.shut_moves import moves
from dicearena_games.boards.shut_types import Action, Board, Box, Close, Roll, ShutTheBoxOptions, State
from dicearena_games.common import LOOK, Weiter, ends_look, listed, plain
from dicearena_games.core import (
    DayThrow,
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

KEY: GameKey = GameKey.SHUT_THE_BOX
FAMILY: Family = Family.BOARDS
VERSION: int = 1
SEATS: tuple[int, int] = (1, 6)
OPTIONS: type[Options] = ShutTheBoxOptions
STATE: TypeAdapter[Any] = TypeAdapter(State)
ACTIONS: TypeAdapter[Any] = TypeAdapter(Action)
VIEW: TypeAdapter[Any] = TypeAdapter(Board)

REFUSALS: Final = (
    "over", "round_over", "no_pause", "wait_dice", "no_seat", "done", "not_your_turn",
    "must_close", "roll_first", "not_a_flap", "not_ascending", "flap_closed", "dice_do_not_fit",
)  # fmt: skip
"""Every way an action can be refused; the text key is ``box.refused.<one of these>``."""

_ROLL: Final = (plain("roll"),)
_WEITER: Final = (plain("weiter"),)


def start(options: ShutTheBoxOptions, seats: int) -> Step[State]:
    """All flaps open, everybody may roll. A Tageswurf takes exactly two seats."""
    least, most = (2, 2) if options.day else SEATS
    if not least <= seats <= most:
        raise ValueError(f"this takes {least} to {most} seats, not {seats}")
    return Step(State(options, "play", 1, (_full(options),) * seats, None))


def awaiting(state: State) -> tuple[int, ...]:
    """Every seat that still plays its round; in a Tageswurf one after the other."""
    if state.phase != "play" or state.rolling is not None:
        return ()
    playing = tuple([seat for seat, box in enumerate(state.boxes) if box.open and not box.out])
    return playing[:1] if state.options.day else playing


def legal(state: State, seat: int) -> tuple[DomainDict, ...]:
    """Roll, or close what the dice allow; in a look everybody may go on."""
    if state.phase == "look":
        return _WEITER if 0 <= seat < len(state.boxes) else ()
    if not _plays(state, seat):
        return ()
    box = state.boxes[seat]
    if box.dice is None:
        return _ROLL
    return (listed("close", "flaps", [list(move) for move in moves(box.open, box.dice)]),)


def act(state: State, seat: int, action: Any) -> Step[State]:
    """Carry out one action. Raises IllegalAction with a key of `REFUSALS`."""
    _check_turn(state, seat, action)
    match action:
        case Weiter():
            return waited(state)
        case Roll():
            if state.boxes[seat].dice is not None:
                _refuse("must_close")
            return Step(replace(state, rolling=seat))
        case Close(flaps=flaps):
            return _close(state, seat, flaps)
    raise TypeError(f"not an action of Shut the Box: {type(action).__name__}")


def wants(state: State) -> Throw | Pause | None:
    """The throw of the seat that rolled, or the look at the scored round."""
    seat = state.rolling
    if seat is None:
        return LOOK if state.phase == "look" else None
    day = state.options.day
    if day is None:
        return Throw(count=2, faces=6, seat=seat, hidden=False)
    daily = DayThrow(day, state.round, state.boxes[seat].rolls + 1)
    return Throw(count=2, faces=6, seat=seat, hidden=True, daily=daily)


def thrown(state: State, dice: Sequence[int]) -> Step[State]:
    """The dice lie; who can close nothing is out for this round."""
    seat = state.rolling
    if seat is None:
        raise ValueError("no throw is due")
    first, second = dice
    box = state.boxes[seat]
    readers = _readers(state, seat)
    events = [Event("box.rolled", {"seat": seat, "dice": [first, second]}, readers)]
    out = not moves(box.open, dice)
    if out:
        events.append(Event("box.out", {"seat": seat, "sum": sum(box.open)}, readers))
    after = replace(box, dice=(first, second), out=out, rolls=box.rolls + 1)
    return _settle(replace(state, boxes=_put(state.boxes, seat, after), rolling=None), events)


def waited(state: State) -> Step[State]:
    """The look is over: all flaps up, the next round."""
    if state.phase != "look":
        raise ValueError("no pause is due")
    full = _full(state.options)
    boxes = tuple(replace(full, points=box.points, shuts=box.shuts) for box in state.boxes)
    return Step(replace(state, phase="play", round=state.round + 1, boxes=boxes))


def view(state: State, seat: int | None) -> dict[str, Json]:
    """The board; in a running round of a Tageswurf the reader's own box only."""
    return {**shared(state), **own(state, seat)}


def shared(state: State) -> dict[str, Json]:
    """The part of the board that all readers see alike."""
    board: dict[str, Json] = {
        "phase": state.phase,
        "flaps": state.options.flaps,
        "round": state.round,
        "rounds": state.options.rounds,
        "day": state.options.day,
        "winner": _winner(state),
    }
    if not _secret(state):
        board["boxes"] = [_box_view(box, hidden=False) for box in state.boxes]
    return board


def own(state: State, seat: int | None) -> dict[str, Json]:
    """The part of the board that only this reader sees so."""
    mine = state.boxes[seat] if seat is not None and _plays(state, seat) else None
    board: dict[str, Json] = {
        "moves": [list(move) for move in moves(mine.open, mine.dice)] if mine and mine.dice else []
    }
    if _secret(state):
        board["boxes"] = [_box_view(box, hidden=owner != seat) for owner, box in enumerate(state.boxes)]
    return board


def result(state: State) -> Result | None:
    """The smaller sum of penalties is better, equal sums share (S-4). The score is that sum."""
    if state.phase != "over":
        return None
    totals = _totals(state)
    low = "box_low" if state.options.flaps == 12 else "box_low_9"
    bests = [{low: float(min(box.points))} for box in state.boxes]
    if state.options.day is not None:
        bests = [{"day_low": float(total)} for total in totals]
    return Result(
        places=places_by(totals),
        scores=tuple(float(total) for total in totals),
        rare=tuple({"box_shut": box.shuts} if box.shuts else {} for box in state.boxes),
        bests=tuple(bests),
    )


def expired(state: State) -> Step[State]:
    """Close a Tageswurf at the end of its day (S-7).

    Seat 0's open flaps count for the running round, and all flaps for every round not begun. A round the
    Rechenmeister has not finished gives him seat 0's points, whatever he had open: he was not free to play it, so it
    decides nothing between the two. Raises ValueError where the match is no Tageswurf; a finished one stays as it is.
    """
    if state.options.day is None:
        raise ValueError("only a Tageswurf expires")
    events: list[Event] = []
    while state.phase != "over":
        if state.phase == "look":
            state = waited(state).state
        human, master = state.boxes
        points = sum(human.open)
        step = _score(replace(state, rolling=None), (points, sum(master.open) if master.done else points))
        state = step.state
        events += step.events
    return Step(state, tuple(events))


def _refuse(why: str, **params: Param) -> NoReturn:
    raise IllegalAction(f"box.refused.{why}", **params)


def _check_turn(state: State, seat: int, action: Any) -> None:
    """Refuse what this seat may not do now, whatever its dice."""
    if ends_look(seat, len(state.boxes), state.phase, action, _refuse):
        return
    if state.boxes[seat].done:
        _refuse("done")
    if state.rolling is not None:
        _refuse("wait_dice")
    if not _plays(state, seat):
        _refuse("not_your_turn")


def _close(state: State, seat: int, flaps: tuple[int, ...]) -> Step[State]:
    box = state.boxes[seat]
    if box.dice is None:
        _refuse("roll_first")
    if not flaps or not all(1 <= flap <= state.options.flaps for flap in flaps):
        _refuse("not_a_flap")
    if any(second <= first for first, second in pairwise(flaps)):
        _refuse("not_ascending")
    for flap in flaps:
        if flap not in box.open:
            _refuse("flap_closed", flap=flap)
    if flaps not in moves(box.open, box.dice):
        _refuse("dice_do_not_fit", dice=list(box.dice))
    left = tuple(flap for flap in box.open if flap not in flaps)
    readers = _readers(state, seat)
    events = [Event("box.closed", {"seat": seat, "flaps": list(flaps)}, readers)]
    if not left:
        events.append(Event("box.shut", {"seat": seat}, readers))
    after = replace(box, open=left, dice=None, shuts=box.shuts + (not left))
    return _settle(replace(state, boxes=_put(state.boxes, seat, after)), events)


def _settle(state: State, events: list[Event]) -> Step[State]:
    """Score the round when all boxes are done, or at once when one is shut (not in a Tageswurf)."""
    shut = state.options.day is None and any(not box.open for box in state.boxes)
    if not shut and not all(box.done for box in state.boxes):
        return Step(state, tuple(events))
    scored = _score(state, tuple(sum(box.open) for box in state.boxes))
    return Step(scored.state, (*events, *scored.events))


def _score(state: State, points: tuple[int, ...]) -> Step[State]:
    """Write the round's points; S-3: what is open at this moment counts, for all."""
    boxes = tuple(replace(box, points=(*box.points, add)) for box, add in zip(state.boxes, points, strict=True))
    over = state.round == state.options.rounds
    after = replace(state, boxes=boxes, phase="over" if over else "look")
    totals = _totals(after)
    scored = Event("box.round", {"round": state.round, "points": list(points), "totals": totals})
    if not over:
        return Step(after, (scored,))
    best = min(totals)
    won = Event("box.won", {"seats": [seat for seat, total in enumerate(totals) if total == best]})
    return Step(after, (scored, won))


def _full(options: ShutTheBoxOptions) -> Box:
    return Box(tuple(range(1, options.flaps + 1)))


def _put(boxes: tuple[Box, ...], seat: int, box: Box) -> tuple[Box, ...]:
    return (*boxes[:seat], box, *boxes[seat + 1 :])


def _plays(state: State, seat: int) -> bool:
    """Whether the seat is one of `awaiting`."""
    if state.phase != "play" or state.rolling is not None or not 0 <= seat < len(state.boxes):
        return False
    if state.options.day is not None:
        return seat in awaiting(state)
    return not state.boxes[seat].done


def _secret(state: State) -> bool:
    """Whether boxes are hidden from each other now: in a running round of a Tageswurf."""
    return state.options.day is not None and state.phase == "play"


def _readers(state: State, seat: int) -> tuple[int, ...] | None:
    """Who may read of this seat's box before the round is scored."""
    return (seat,) if state.options.day is not None else None


def _totals(state: State) -> list[int]:
    return [sum(box.points) for box in state.boxes]


def _winner(state: State) -> int | None:
    """The one best seat of a finished match; None where the place is shared."""
    if state.phase != "over":
        return None
    totals = _totals(state)
    best = min(totals)
    return totals.index(best) if totals.count(best) == 1 else None


def _box_view(box: Box, *, hidden: bool) -> dict[str, Json]:
    points = {"points": list(box.points), "total": sum(box.points)}
    if hidden:
        return {"open": None, "dice": None, "out": False, "shut": False, "sum": None, **points, "rolls": None}
    return {
        "open": list(box.open),
        "dice": list(box.dice) if box.dice is not None else None,
        "out": box.out,
        "shut": not box.open,
        "sum": sum(box.open),
        **points,
        "rolls": box.rolls,
    }
