"""Dice Cup: twelve dice are seen by all for a few seconds; then everybody crosses, in secret, what to score.

Rules: text 002, decisions DC-1 to DC-7, E-7, E-8 (nothing is drawn: seat 0 lifts the cup first, then it is passed on).
The holder lifts the cup; from that moment every seat owes its cross (DC-4), and the eye-open time runs as a strict
pause. In the last round each seat has one category left: it scores by itself (DC-6).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NoReturn

from dicearena_contracts.catalogue import Family, GameKey
from dicearena_contracts.errors import Param
from pydantic import TypeAdapter

from dicearena_games.boards.cup_scores import CATEGORIES, DICE, INDEX, PART, Category, perspective, scores
from dicearena_games.boards.dice_cup_types import Action, Board, Cross, DiceCupOptions, Lift, Phase, Sheet, State
from dicearena_games.common import LOOK, coded, ends_look, listed, plain
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

KEY: GameKey = GameKey.DICE_CUP
FAMILY: Family = Family.BOARDS
VERSION: int = 2
SEATS: tuple[int, int] = (1, 6)
OPTIONS: type[Options] = DiceCupOptions
STATE: TypeAdapter[Any] = TypeAdapter(State)
ACTIONS: TypeAdapter[Any] = TypeAdapter(Action)
VIEW: TypeAdapter[Any] = TypeAdapter(Board)

REFUSALS: Final = (
    "over", "round_over", "no_pause", "wait_dice", "no_seat", "not_your_turn",
    "lift_first", "lifted", "crossed", "used",
)  # fmt: skip
"""Every way an action can be refused; the text key is ``dice_cup.refused.<one of these>``."""

_LIFT: Final = (plain("lift"),)
_WEITER: Final = (plain("weiter"),)


def start(options: DiceCupOptions, seats: int) -> Step[State]:
    """Empty sheets, the cup with seat 0."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise ValueError(f"Dice Cup takes {SEATS[0]} to {SEATS[1]} seats, not {seats}")
    empty = Sheet(((None,) * len(CATEGORIES),) * options.columns)
    return Step(State(options, "cup", 1, False, None, (None,) * seats, (empty,) * seats))


def awaiting(state: State) -> tuple[int, ...]:
    """Who holds the cup; once it was lifted, every seat that has not crossed, already while the dice are seen."""
    if state.phase == "cup":
        return () if state.throwing else (_holder(state),)
    if state.phase in ("open", "covered"):
        return tuple([seat for seat, cross in enumerate(state.crosses) if cross is None])
    return ()


def legal(state: State, seat: int) -> tuple[DomainDict, ...]:
    """Lift the cup, or cross a category still open; in a look everybody may go on."""
    if not 0 <= seat < len(state.sheets):
        return ()
    match state.phase:
        case "look":
            return _WEITER
        case "cup" if not state.throwing and seat == _holder(state):
            return _LIFT
        case "open" | "covered" if state.crosses[seat] is None:
            return (listed("cross", "category", [*state.sheets[seat].open]),)
    return ()


def act(state: State, seat: int, action: Any) -> Step[State]:
    """Carry out one action. Raises IllegalAction with a key of `REFUSALS`."""
    if ends_look(seat, len(state.sheets), state.phase, action, _refuse):
        return waited(state)
    if state.throwing:
        _refuse("wait_dice")
    match action:
        case Lift():
            return _lift(state, seat)
        case Cross(category=category):
            return _cross(state, seat, category)
    raise TypeError(f"not an action of Dice Cup: {type(action).__name__}")


def wants(state: State) -> Throw | Pause | None:
    """The throw of whoever lifts the cup, the eye-open time, or the look at the scored round."""
    if state.throwing:
        return Throw(count=DICE, faces=6, seat=_holder(state), hidden=False)
    if state.phase == "open":
        return Pause(state.options.eye_open * 1000, key=state.round, strict=True)
    return LOOK if state.phase == "look" else None


def thrown(state: State, dice: Sequence[int]) -> Step[State]:
    """The cup is up: all see the dice. The last round scores at once what each seat has left."""
    if not state.throwing:
        raise ValueError("no throw is due")
    lifted = Event("dice_cup.lifted", {"seat": _holder(state), "round": state.round})
    if state.round < _rounds(state):
        seen = State(state.options, "open", state.round, False, tuple(dice), state.crosses, state.sheets)
        return Step(seen, (lifted,))
    last = tuple([sheet.open[0] for sheet in state.sheets])
    scored = _reveal(State(state.options, "open", state.round, False, tuple(dice), last, state.sheets))
    return Step(scored.state, (lifted, *scored.events))


def waited(state: State) -> Step[State]:
    """The dice are covered; or the look is over and the cup goes to the next seat."""
    if state.phase == "open":
        covered = State(state.options, "covered", state.round, False, state.dice, state.crosses, state.sheets)
        return Step(covered, (Event("dice_cup.covered", {"round": state.round}),))
    if state.phase != "look":
        raise ValueError("no pause is due")
    nobody = (None,) * len(state.sheets)
    return Step(State(state.options, "cup", state.round + 1, False, None, nobody, state.sheets))


def view(state: State, seat: int | None) -> dict[str, Json]:
    """The board; the dice only while they lie open, the crosses only once they were revealed."""
    return {**shared(state), **own(state, seat)}


def shared(state: State) -> dict[str, Json]:
    """The part of the board that all readers see alike."""
    revealed = state.phase in ("look", "over")
    return {
        "phase": state.phase,
        "round": state.round,
        "rounds": _rounds(state),
        "holder": _holder(state),
        "crossed": [cross is not None for cross in state.crosses],
        "sheets": [
            {"columns": [coded(column) for column in sheet.columns], "parts": [*sheet.parts], "total": sheet.total}
            for sheet in state.sheets
        ],
        "scores": [*scores(state.dice)] if revealed and state.dice is not None else None,
        "crosses": [*state.crosses] if revealed else None,
    }


def own(state: State, seat: int | None) -> dict[str, Json]:
    """The part of the board that only this reader sees so: the dice from his side (a watcher's is seat 0's)."""
    return {"dice": _seen(state, seat or 0), "cross": None if seat is None else state.crosses[seat]}


def result(state: State) -> Result | None:
    """The highest total is best, equal totals share. The score is the total."""
    if state.phase != "over":
        return None
    totals = [sheet.total for sheet in state.sheets]
    columns = state.options.columns
    high = "cup_high" if columns == 1 else f"cup_high_{columns}"
    return Result(
        places=places_by([-total for total in totals]),
        scores=tuple(float(total) for total in totals),
        rare=tuple({} for _ in totals),
        bests=tuple({high: float(total)} for total in totals),
    )


def expired(state: State) -> Step[State]:
    """Dice Cup has no closing time of its own: always ValueError."""
    raise ValueError("Dice Cup does not expire")


def _refuse(why: str, **params: Param) -> NoReturn:
    raise IllegalAction(f"dice_cup.refused.{why}", **params)


def _rounds(state: State) -> int:
    return len(CATEGORIES) * state.options.columns


def _holder(state: State) -> int:
    return (state.round - 1) % len(state.sheets)


def _lift(state: State, seat: int) -> Step[State]:
    if state.phase != "cup":
        _refuse("lifted")
    if seat != _holder(state):
        _refuse("not_your_turn", turn=_holder(state))
    return Step(State(state.options, "cup", state.round, True, None, state.crosses, state.sheets))


def _cross(state: State, seat: int, category: Category) -> Step[State]:
    """A final cross, told to nobody else (DC-6); the last one reveals the round."""
    if state.phase == "cup":
        _refuse("lift_first")
    if state.crosses[seat] is not None:
        _refuse("crossed")
    if category not in state.sheets[seat].open:
        _refuse("used", category=category)
    crosses = (*state.crosses[:seat], category, *state.crosses[seat + 1 :])
    after = State(state.options, state.phase, state.round, False, state.dice, crosses, state.sheets)
    crossed = Event("dice_cup.crossed", {"seat": seat})
    if None in crosses:
        return Step(after, (crossed,))
    revealed = _reveal(after)
    return Step(revealed.state, (crossed, *revealed.events))


def _reveal(state: State) -> Step[State]:
    """The cup is put aside: what lies is scored (DC-3), for all at once."""
    if state.dice is None:
        raise ValueError("nothing lies under the cup")
    points = scores(state.dice)
    sheets, told = [], []
    for seat, (sheet, category) in enumerate(zip(state.sheets, state.crosses, strict=True)):
        if category is None:
            raise ValueError(f"seat {seat} has not crossed")
        sheets.append(entered(sheet, category, points[INDEX[category]]))
        most = max(sheet.open, key=lambda one: points[INDEX[one]])
        told.append([INDEX[category], points[INDEX[category]], INDEX[most], points[INDEX[most]]])
    said = {"round": state.round, "crosses": told}
    over = state.round == _rounds(state)
    phase: Phase = "over" if over else "look"
    after = State(state.options, phase, state.round, False, state.dice, state.crosses, tuple(sheets))
    scored = Event("dice_cup.round", said)
    if not over:
        return Step(after, (scored,))
    best = max(sheet.total for sheet in sheets)
    winners = [seat for seat, sheet in enumerate(sheets) if sheet.total == best]
    return Step(after, (scored, Event("dice_cup.won", {"seats": winners})))


def entered(sheet: Sheet, category: Category, points: int) -> Sheet:
    """The sheet with points in the leftmost free column of an open category."""
    field = INDEX[category]
    columns = [*sheet.columns]
    free = next(n for n, column in enumerate(columns) if column[field] is None)
    columns[free] = (*columns[free][:field], points, *columns[free][field + 1 :])
    upper, middle, lower = (have + points * (PART[field] == n) for n, have in enumerate(sheet.parts))
    return Sheet(tuple(columns), (upper, middle, lower))


def _seen(state: State, seat: int) -> list[list[int]] | None:
    """The dice from a seat's side, by colour: face, x, y, turn; None while they are covered (DC-5)."""
    dice = state.dice
    if dice is None or state.phase == "covered":
        return None
    places = perspective(dice, state.round, seat, len(state.sheets))
    return [[face, *place] for face, place in zip(dice, places, strict=True)]
