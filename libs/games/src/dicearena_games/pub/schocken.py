"""Schocken: three dice, up to three throws; the worst of a round gets the Deckel the best is worth.

Rules: text 000 "Schocken", decisions SC-1 to SC-8, E-6, E-7, E-8 (nothing is drawn: seat 0 leads the first round). The
text does not say who leads the next one: the worst of the round; after a half, who lost it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NoReturn

from dicearena_contracts.catalogue import Family, GameKey
from dicearena_contracts.errors import Param
from pydantic import TypeAdapter

from dicearena_games.common import LOOK, Weiter, plain
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
from dicearena_games.pub.round import (
    PUB_REFUSALS,
    begin,
    cast,
    check,
    check_turn,
    due,
    fallen,
    finish,
    may_do,
    order_from,
)
from dicearena_games.pub.schocken_types import FINAL, Action, Board, Phase, SchockenOptions, Scored, State
from dicearena_games.pub.schocken_values import Tokens, ranking, settle, value_of
from dicearena_games.pub.throws import HAND_REFUSALS, Done, Hand, Roll, Turn, TurnLaid

KEY: GameKey = GameKey.SCHOCKEN
FAMILY: Family = Family.PUB
VERSION: int = 1
SEATS: tuple[int, int] = (2, 6)
OPTIONS: type[Options] = SchockenOptions
STATE: TypeAdapter[Any] = TypeAdapter(State)
ACTIONS: TypeAdapter[Any] = TypeAdapter(Action)
VIEW: TypeAdapter[Any] = TypeAdapter(Board)

REFUSALS: Final = (*PUB_REFUSALS, *HAND_REFUSALS)
"""Every way an action can be refused; the text key is ``schocken.refused.<one of these>``."""

_WEITER: Final = (plain("weiter"),)


def start(options: SchockenOptions, seats: int) -> Step[State]:
    """The first half: all Deckel in the pile, seat 0 leads."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise ValueError(f"Schocken takes {SEATS[0]} to {SEATS[1]} seats, not {seats}")
    everybody = tuple(range(seats))
    state = State(
        options=options,
        seats=seats,
        phase="play",
        half=1,
        round=1,
        played=begin(everybody),
        tokens=Tokens(options.pile, (0,) * seats, everybody),
        received=(0,) * seats,
        lost=(),
        scored=None,
        rare=(0,) * seats,
    )
    return Step(state, (_half_begins(state), _round_begins(state)))


def awaiting(state: State) -> tuple[int, ...]:
    """The one seat whose turn it is."""
    if state.phase != "play" or state.played.rolling or state.turn is None:
        return ()
    return (state.turn,)


def legal(state: State, seat: int) -> tuple[DomainDict, ...]:
    """Throw on with what is kept, turn sixes, or be done; in a look everybody may go on."""
    if state.phase == "look":
        return _WEITER if 0 <= seat < state.seats else ()
    if state.phase == "over" or state.played.rolling or seat != state.turn:
        return ()
    return may_do(state.played, state.options.turn_sixes)


def act(state: State, seat: int, action: Any) -> Step[State]:
    """Carry out one action. Raises IllegalAction with a key of `REFUSALS`."""
    check_turn(state, seat, state.seats, action, _refuse)
    match action:
        case Weiter():
            return waited(state)
        case Roll() | Turn() | TurnLaid():
            return _cast(state, seat, action)
        case Done():
            return _done(state, seat)
    raise TypeError(f"not an action of Schocken: {type(action).__name__}")


def wants(state: State) -> Throw | Pause | None:
    """The throw of the dice not laid out, or the look at the scored round."""
    if state.played.rolling:
        return Throw(count=due(state.played), faces=6, seat=state.turn, hidden=state.options.hidden)
    return LOOK if state.phase == "look" else None


def thrown(state: State, dice: Sequence[int]) -> Step[State]:
    """The dice lie, or lie under the cup of the thrower."""
    if not state.played.rolling:
        raise ValueError("no throw is due")
    played = fallen(state.played, dice)
    hand, seat = played.hand, state.turn
    lying = value_of(hand.dice)
    seen = {
        "seat": seat,
        "throw": hand.throws,
        "dice": list(hand.free),
        "laid": list(hand.laid),
        "kind": lying.kind,
        "tokens": lying.tokens,
    }
    if state.options.hidden:
        assert seat is not None
        told = Event("schocken.shaken", {"seat": seat, "throw": hand.throws})
        return Step(_with(state, "play", played), (told, Event("schocken.looked", seen, (seat,))))
    return Step(_with(state, "play", played), (Event("schocken.thrown", seen),))


def waited(state: State) -> Step[State]:
    """The look is over: the next round; after a half the next half or the final."""
    if state.phase != "look" or state.scored is None:
        raise ValueError("no pause is due")
    if state.scored.loser is not None:
        return _next_half(state, state.scored.loser)
    after = _new_round(state, state.half, state.scored.worst, state.tokens)
    return Step(after, (_round_begins(after),))


def view(state: State, seat: int | None) -> dict[str, Json]:
    """The board; with hidden dice only the own ones until the cups are lifted."""
    return {**shared(state), **own(state, seat)}


def own(state: State, seat: int | None) -> dict[str, Json]:
    """The part of the board that only this reader sees so: what lies under the own cup."""
    hand = state.played.hand_of(seat) if seat is not None and _covered(state) else None
    if hand is None or not hand.free:
        return {"cup": None}
    lying = value_of(hand.dice)
    return {"cup": {"dice": list(hand.free), "kind": lying.kind, "tokens": lying.tokens}}


def shared(state: State) -> dict[str, Json]:
    """The part of the board that all readers see alike."""
    played, tokens = state.played, state.tokens
    hands: list[Json] = [None] * state.seats
    covered = _covered(state)
    for seat, hand in zip(played.order, played.hands, strict=True):
        hands[seat] = _hand_view(hand, covered=covered)
    return {
        "phase": state.phase,
        "half": state.half,
        "round": state.round,
        "order": list(played.order),
        "turn": state.turn,
        "limit": played.limit,
        "pile": tokens.pile,
        "held": list(tokens.held),
        "received": list(state.received),
        "playing": list(tokens.playing),
        "lost": list(state.lost),
        "hands": hands,
        "scored": _scored_view(state.scored) if state.scored is not None else None,
    }


def result(state: State) -> Result | None:
    """The loser of the game is last; the others by the Deckel they got in all, fewer is better. That is the score."""
    if state.phase != "over":
        return None
    loser = state.lost[-1]
    return Result(
        places=places_by([(seat == loser, got if seat != loser else 0) for seat, got in enumerate(state.received)]),
        scores=tuple(float(got) for got in state.received),
        rare=tuple({"schock_out": count} if count else {} for count in state.rare),
        bests=tuple({} for _ in state.received),
    )


def expired(state: State) -> Step[State]:
    """Schocken has no closing time of its own: always ValueError."""
    raise ValueError("Schocken does not expire")


def _refuse(why: str, **params: Param) -> NoReturn:
    raise IllegalAction(f"schocken.refused.{why}", **params)


def _covered(state: State) -> bool:
    """Whether dice lie under cups."""
    return state.options.hidden and state.phase == "play"


def _cast(state: State, seat: int, action: Roll | Turn | TurnLaid) -> Step[State]:
    """Lay out, perhaps turn, and throw. With hidden dice all others learn is what then lies."""
    rule = state.options.turn_sixes
    check(state.played, action, rule, _refuse)
    before = state.played.hand.laid
    played = cast(state.played, action, rule)
    after = _with(state, "play", played)
    laid = list(played.hand.laid)
    if played.hand.laid == before:
        return Step(after)
    turned = not isinstance(action, Roll) and not state.options.hidden
    return Step(after, (Event("schocken.turned" if turned else "schocken.laid", {"seat": seat, "laid": laid}),))


def _done(state: State, seat: int) -> Step[State]:
    """The hand stays; after the last one the round is scored."""
    check(state.played, Done(), state.options.turn_sixes, _refuse)
    throws = state.played.hand.throws
    played = finish(state.played)
    done = Event("schocken.done", {"seat": seat, "throws": throws, "limit": played.limit})
    after = _with(state, "play", played)
    if played.turn is not None:
        return Step(after, (done,))
    return _score(after, [done])


def _score(state: State, events: list[Event]) -> Step[State]:
    """All are done: cups up, Deckel to the worst, and see whether the half or the game is lost."""
    played = state.played
    if state.options.hidden:
        hands = [{"seat": s, "dice": list(h.dice)} for s, h in zip(played.order, played.hands, strict=True)]
        events.append(Event("schocken.lifted", {"hands": hands}))
    ends = ranking([(hand.dice, hand.throws) for hand in played.hands])
    best, worst = played.order[ends.best], played.order[ends.worst]
    value = value_of(played.hands[ends.best].dice)
    settled = settle(state.tokens, best, worst, value, state.options.schock_out)
    out = tuple(seat for seat in state.tokens.playing if seat not in settled.tokens.playing)
    scored = Scored(
        best, worst, value.kind, value.tokens, settled.dealt, settled.source,
        ends.best_by, ends.worst_by, out, settled.loser,
    )  # fmt: skip
    events.append(Event("schocken.scored", _scored_view(scored)))
    lost = state.lost if settled.loser is None else (*state.lost, settled.loser)
    over = _decided(lost)
    if settled.loser is not None:
        events.append(Event("schocken.half_lost", {"seat": settled.loser, "half": state.half}))
    if over:
        events.append(Event("schocken.lost", {"seat": lost[-1]}))
    schocks = {s for s, h in zip(played.order, played.hands, strict=True) if value_of(h.dice).kind == "schock_out"}
    after = State(
        options=state.options,
        seats=state.seats,
        phase="over" if over else "look",
        half=state.half,
        round=state.round,
        played=played,
        tokens=settled.tokens,
        received=tuple(got + (settled.dealt if s == worst else 0) for s, got in enumerate(state.received)),
        lost=lost,
        scored=scored,
        rare=tuple(count + (s in schocks) for s, count in enumerate(state.rare)),
    )
    return Step(after, tuple(events))


def _decided(lost: tuple[int, ...]) -> bool:
    """Both halves lost by the same seat, or the final lost."""
    return len(lost) == FINAL or (len(lost) == 2 and lost[0] == lost[1])


def _next_half(state: State, loser: int) -> Step[State]:
    """All Deckel back into the pile; after two halves the two losers play the final."""
    half = state.half + 1
    playing = tuple(sorted(state.lost)) if half == FINAL else tuple(range(state.seats))
    after = _new_round(state, half, loser, Tokens(state.options.pile, (0,) * state.seats, playing))
    return Step(after, (_half_begins(after), _round_begins(after)))


def _new_round(state: State, half: int, leader: int, tokens: Tokens) -> State:
    return State(
        options=state.options,
        seats=state.seats,
        phase="play",
        half=half,
        round=state.round + 1,
        played=begin(order_from(leader, tokens.playing)),
        tokens=tokens,
        received=state.received,
        lost=state.lost,
        scored=None,
        rare=state.rare,
    )


def _with(state: State, phase: Phase, played: Any) -> State:
    return State(
        state.options, state.seats, phase, state.half, state.round, played,
        state.tokens, state.received, state.lost, state.scored, state.rare,
    )  # fmt: skip


def _half_begins(state: State) -> Event:
    tokens = state.tokens
    return Event("schocken.half", {"half": state.half, "playing": list(tokens.playing), "pile": tokens.pile})


def _round_begins(state: State) -> Event:
    return Event("schocken.round", {"round": state.round, "leader": state.played.order[0]})


def _hand_view(hand: Hand, *, covered: bool) -> dict[str, Json]:
    lying = value_of(hand.dice) if hand.free and not covered else None
    return {
        "laid": list(hand.laid),
        "free": None if covered else list(hand.free),
        "throws": hand.throws,
        "done": hand.done,
        "kind": lying.kind if lying is not None else None,
        "tokens": lying.tokens if lying is not None else None,
    }


def _scored_view(scored: Scored) -> dict[str, Json]:
    return {
        "best": scored.best,
        "worst": scored.worst,
        "kind": scored.kind,
        "value": scored.value,
        "dealt": scored.dealt,
        "source": scored.source,
        "best_by": scored.best_by,
        "worst_by": scored.worst_by,
        "out": list(scored.out),
        "loser": scored.loser,
    }
