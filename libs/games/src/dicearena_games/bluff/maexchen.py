"""Mäxchen: two dice under a cup, a claim that may be a lie, and a neighbour who believes or doubts.

Rules: text 000 "Mäxchen", decisions MX-1 to MX-6, E-7, E-8 (nothing is drawn: seat 0 starts).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NoReturn

from dicearena_contracts.catalogue import Family, GameKey
from dicearena_contracts.errors import Param
from pydantic import TypeAdapter

from dicearena_games.bluff.maexchen_types import (
    KEPT_CLAIMS,
    Action,
    Believe,
    Board,
    Called,
    Claim,
    Concede,
    Doubt,
    MaexchenOptions,
    Pass,
    Record,
    Reveal,
    Show,
    State,
)
from dicearena_games.bluff.maexchen_values import (
    AT_LEAST,
    MAEXCHEN,
    ORDER,
    above,
    claim_problem,
    claimable,
    value_of,
    verdict,
)
from dicearena_games.common import LOOK, Weiter, ends_look, listed, plain
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

KEY: GameKey = GameKey.MAEXCHEN
FAMILY: Family = Family.BLUFF
VERSION: int = 1
SEATS: tuple[int, int] = (2, 6)
OPTIONS: type[Options] = MaexchenOptions
STATE: TypeAdapter[Any] = TypeAdapter(State)
ACTIONS: TypeAdapter[Any] = TypeAdapter(Action)
VIEW: TypeAdapter[Any] = TypeAdapter(Board)

REFUSALS: Final = (
    "over", "round_over", "no_pause", "wait_dice", "no_seat", "out", "not_your_turn", "answer_first",
    "already_believed", "nothing_to_doubt", "nothing_to_believe", "nothing_to_pass", "not_a_value", "too_low",
    "nothing_tops_21", "option_off", "no_maexchen", "concede_only_21",
)  # fmt: skip
"""Every way an action can be refused; the text key is ``maexchen.refused.<one of these>``."""

_WEITER: Final = (plain("weiter"),)


def start(options: MaexchenOptions, seats: int) -> Step[State]:
    """Seat 0 starts; its throw is due at once."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise ValueError(f"Mäxchen takes {SEATS[0]} to {SEATS[1]} seats, not {seats}")
    state = State(
        options=options,
        lives=(options.lives,) * seats,
        out_in=(0,) * seats,
        phase="claim",
        round=1,
        turn=0,
        rolling=True,
        dice=None,
        looker=None,
        looked_claim=None,
        claim=None,
        claimer=None,
        blind=False,
        claims=(),
        reveal=None,
        record=(Record(),) * seats,
        maexchen=(0,) * seats,
    )
    return Step(state, (Event("maexchen.round", {"round": 1, "starter": 0}),))


def awaiting(state: State) -> tuple[int, ...]:
    """The one seat that claims or answers."""
    return () if state.rolling or state.phase in ("look", "over") else (state.turn,)


def legal(state: State, seat: int) -> tuple[DomainDict, ...]:
    """What the seat may do now; in a look everybody may go on."""
    if state.phase == "look":
        return _WEITER if 0 <= seat < len(state.lives) else ()
    if state.rolling or state.phase == "over" or seat != state.turn:
        return ()
    options = state.options
    if state.phase == "claim":
        claims = listed("claim", "value", [*claimable(state.claim, options.equal_claims)])
        return (claims, plain("show")) if options.show_maexchen and _under(state) == MAEXCHEN else (claims,)
    if state.claim == MAEXCHEN:
        return (plain("doubt"), plain("concede")) if options.double_maexchen else (plain("doubt"),)
    answers = (plain("believe"), plain("doubt"))
    return (*answers, listed("pass", "value", [*claimable(state.claim, False)])) if options.blind_pass else answers


def act(state: State, seat: int, action: Any) -> Step[State]:
    """Carry out one action. Raises IllegalAction with a key of `REFUSALS`."""
    _check_turn(state, seat, action)
    match action:
        case Weiter():
            return waited(state)
        case Claim(value=value):
            return _claim(state, seat, value)
        case Show():
            return _show(state, seat)
        case Believe():
            return _believe(state, seat)
        case Doubt():
            return _doubt(state, seat)
        case Pass(value=value):
            return _pass(state, seat, value)
        case Concede():
            return _concede(state, seat)
    raise TypeError(f"not an action of Mäxchen: {type(action).__name__}")


def wants(state: State) -> Throw | Pause | None:
    """The hidden throw of whoever starts or believed, or the look at the lifted cup."""
    if state.rolling:
        return Throw(count=2, faces=6, seat=state.turn, hidden=True)
    return LOOK if state.phase == "look" else None


def thrown(state: State, dice: Sequence[int]) -> Step[State]:
    """The dice lie under the cup; only the thrower looks."""
    if not state.rolling:
        raise ValueError("no throw is due")
    seat = state.turn
    pair = (max(dice), min(dice))
    after = replace(state, rolling=False, dice=pair, looker=seat, looked_claim=None)
    return Step(
        after,
        (
            Event("maexchen.rolled", {"seat": seat}),
            Event("maexchen.looked", {"seat": seat, "value": value_of(pair)}, (seat,)),
        ),
    )


def waited(state: State) -> Step[State]:
    """The look is over: a new round without a claim to top."""
    if state.phase != "look":
        raise ValueError("no pause is due")
    after = replace(
        state,
        phase="claim",
        round=state.round + 1,
        rolling=True,
        claim=None,
        claimer=None,
        blind=False,
        claims=(),
        reveal=None,
    )
    return Step(after, (Event("maexchen.round", {"round": after.round, "starter": after.turn}),))


def view(state: State, seat: int | None) -> dict[str, Json]:
    """The board; the dice only for the seat that looked under the present cup."""
    return {**shared(state), **own(state, seat)}


def own(state: State, seat: int | None) -> dict[str, Json]:
    """The part of the board that only this reader sees so."""
    looked = state.dice is not None and seat is not None and seat == state.looker
    return {"dice": list(state.dice) if looked and state.dice else None}


def shared(state: State) -> dict[str, Json]:
    """The part of the board that all readers see alike."""
    claim, reveal = state.claim, state.reveal
    chance = None
    if state.options.show_chances and claim is not None:
        chance = {"at_least": AT_LEAST[claim], "above": above(claim)}
    return {
        "phase": state.phase,
        "round": state.round,
        "turn": state.turn,
        "lives": list(state.lives),
        "claim": claim,
        "claimer": state.claimer,
        "blind": state.blind,
        "claims": [{"seat": call.seat, "value": call.value, "blind": call.blind} for call in state.claims],
        "reveal": _reveal_view(reveal) if reveal is not None else None,
        "record": [
            {
                "claims": one.lies + one.truths,
                "lies": one.lies,
                "truths": one.truths,
                "doubts": one.doubts,
                "doubts_right": one.doubts_right,
            }
            for one in state.record
        ],
        "order": list(ORDER),
        "chance": chance,
    }


def result(state: State) -> Result | None:
    """Placed by how late one went out (together: shared); the score is the lives left."""
    if state.phase != "over":
        return None
    return Result(
        places=places_by([-went if went else -state.round - 1 for went in state.out_in]),
        scores=tuple(float(lives) for lives in state.lives),
        rare=tuple({"maexchen": count} if count else {} for count in state.maexchen),
        bests=tuple({} for _ in state.lives),
    )


def expired(state: State) -> Step[State]:
    """Mäxchen has no closing time of its own: always ValueError."""
    raise ValueError("Mäxchen does not expire")


def _refuse(why: str, **params: Param) -> NoReturn:
    raise IllegalAction(f"maexchen.refused.{why}", **params)


def _check_turn(state: State, seat: int, action: Any) -> None:
    """Refuse what this seat may not do now, whatever the claim on the table."""
    if ends_look(seat, len(state.lives), state.phase, action, _refuse):
        return
    if state.lives[seat] == 0:
        _refuse("out")
    if seat != state.turn:
        _refuse("not_your_turn", turn=state.turn)
    if state.rolling:
        _refuse("wait_dice")


def _under(state: State) -> int:
    """The value under the cup."""
    if state.dice is None:
        raise ValueError("nothing lies under the cup")
    return value_of(state.dice)


def _next(lives: Sequence[int], seat: int) -> int:
    """The next seat that still has lives."""
    seats = len(lives)
    return next(other % seats for other in range(seat + 1, seat + 1 + seats) if lives[other % seats])


def _called(state: State, seat: int, value: int, *, blind: bool) -> State:
    return replace(
        state,
        phase="answer",
        turn=_next(state.lives, seat),
        looked_claim=state.looked_claim if blind else value,
        claim=value,
        claimer=seat,
        blind=blind,
        claims=(*state.claims[-KEPT_CLAIMS + 1 :], Called(seat, value, blind)),
    )


def _claim(state: State, seat: int, value: int) -> Step[State]:
    if state.phase != "claim":
        _refuse("answer_first")
    _check_value(value, state.claim, state.options.equal_claims)
    return Step(_called(state, seat, value, blind=False), (Event("maexchen.claimed", {"seat": seat, "value": value}),))


def _check_value(value: int, previous: int | None, equal_claims: bool) -> None:
    problem = claim_problem(value, previous, equal_claims)
    if problem == "not_a_value":
        _refuse(problem)
    if problem is not None:
        _refuse(problem, claim=previous)


def _pass(state: State, seat: int, value: int) -> Step[State]:
    """Blind passing (MX-5): always a higher claim, never over a 21."""
    if not state.options.blind_pass:
        _refuse("option_off", option="blind_pass")
    if state.phase != "answer":
        _refuse("already_believed" if state.claim is not None else "nothing_to_pass")
    _check_value(value, state.claim, equal_claims=False)
    return Step(_called(state, seat, value, blind=True), (Event("maexchen.passed", {"seat": seat, "value": value}),))


def _believe(state: State, seat: int) -> Step[State]:
    if state.phase != "answer":
        _refuse("already_believed" if state.claim is not None else "nothing_to_believe")
    if state.claim == MAEXCHEN:
        _refuse("nothing_tops_21", claim=MAEXCHEN)
    after = replace(state, phase="claim", rolling=True, dice=None, looker=None, looked_claim=None)
    return Step(after, (Event("maexchen.believed", {"seat": seat}),))


def _doubt(state: State, seat: int) -> Step[State]:
    claim, claimer, dice = state.claim, state.claimer, state.dice
    if state.phase != "answer" or claim is None or claimer is None or dice is None:
        _refuse("already_believed" if claim is not None else "nothing_to_doubt")
    value = value_of(dice)
    judged = verdict(value, claim, state.options.double_maexchen)
    loser = claimer if judged.lie else seat
    cost = min(judged.lives, state.lives[loser])
    lifted = replace(_lift(state, value), record=_judged(state, value, doubter=seat, right=judged.lie))
    said = {
        "doubter": seat, "claimer": claimer, "claim": claim, "value": value,
        "lie": judged.lie, "loser": loser, "cost": cost,
    }  # fmt: skip
    reveal = Reveal("doubt", dice, claim, claimer, seat, judged.lie, {loser: cost})
    return _end_round(lifted, reveal, loser, Event("maexchen.doubted", said))


def _show(state: State, seat: int) -> Step[State]:
    """Show a real Mäxchen: all others lose one life, the next seat starts (MX-6)."""
    if not state.options.show_maexchen:
        _refuse("option_off", option="show_maexchen")
    if state.phase != "claim":
        _refuse("answer_first")
    if _under(state) != MAEXCHEN:
        _refuse("no_maexchen")
    losers = {other: 1 for other, lives in enumerate(state.lives) if lives and other != seat}
    reveal = Reveal("show", state.dice, None, seat, None, None, losers)
    starter = (seat + 1) % len(state.lives)
    return _end_round(_lift(state, MAEXCHEN), reveal, starter, Event("maexchen.shown", {"seat": seat, "cost": 1}))


def _concede(state: State, seat: int) -> Step[State]:
    """Give one life to a claimed 21 (MX-2); the cup stays down."""
    if not state.options.double_maexchen:
        _refuse("option_off", option="double_maexchen")
    if state.phase != "answer" or state.claimer is None or state.claim != MAEXCHEN:
        _refuse("concede_only_21")
    reveal = Reveal("concede", None, MAEXCHEN, state.claimer, None, None, {seat: 1})
    return _end_round(state, reveal, seat, Event("maexchen.conceded", {"seat": seat, "cost": 1}))


def _lift(state: State, value: int) -> State:
    """Note a real Mäxchen for the seat that threw it."""
    if value != MAEXCHEN:
        return state
    return replace(state, maexchen=tuple(n + (seat == state.looker) for seat, n in enumerate(state.maexchen)))


def _judged(state: State, value: int, *, doubter: int, right: bool) -> tuple[Record, ...]:
    """The records after a lifted cup: the looker's own claim of it, and the doubt."""
    record = list(state.record)
    if state.looker is not None and state.looked_claim is not None:
        one = record[state.looker]
        lie = verdict(value, state.looked_claim, False).lie
        record[state.looker] = replace(one, lies=one.lies + lie, truths=one.truths + (not lie))
    one = record[doubter]
    record[doubter] = replace(one, doubts=one.doubts + 1, doubts_right=one.doubts_right + right)
    return tuple(record)


def _end_round(state: State, reveal: Reveal, starter: int, event: Event) -> Step[State]:
    """Take the lives, see who is out (then the next seat starts, MX-4) and whether one is left."""
    lives = tuple(have - reveal.losers.get(seat, 0) for seat, have in enumerate(state.lives))
    gone = [seat for seat in reveal.losers if lives[seat] == 0]
    left = [seat for seat, have in enumerate(lives) if have]
    events = [event, *(Event("maexchen.out", {"seat": seat}) for seat in gone)]
    if over := len(left) == 1:
        events.append(Event("maexchen.won", {"seat": left[0]}))
    after = replace(
        state,
        lives=lives,
        out_in=tuple(state.round if seat in gone else was for seat, was in enumerate(state.out_in)),
        phase="over" if over else "look",
        turn=starter if lives[starter] else _next(lives, starter),
        dice=None,
        looker=None,
        looked_claim=None,
        reveal=reveal,
    )
    return Step(after, tuple(events))


def _reveal_view(reveal: Reveal) -> Mapping[str, Json]:
    return {
        "kind": reveal.kind,
        "dice": list(reveal.dice) if reveal.dice is not None else None,
        "claim": reveal.claim,
        "claimer": reveal.claimer,
        "doubter": reveal.doubter,
        "lie": reveal.lie,
        "losers": {str(seat): lives for seat, lives in reveal.losers.items()},
    }
