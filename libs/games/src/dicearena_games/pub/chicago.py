"""Chicago: three dice, up to three throws, ones count 100 and sixes 60; the last with tokens loses.

Rules: text 000 "Chicago" (way ``pub``, with its rounds 2 to 12), decisions CH-1 to CH-6; text 004 (ways ``basis``,
``bayrisch``, ``tschigg``), decisions CA-1 to CA-6; E-6, E-7, E-8 (004: who leads first is drawn; 000: seat 0). The
worst of a round leads the next; after a round without one, who led it. A Chicago stands: it can only be left lying.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
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
from dicearena_games.pub.chicago_tokens import Stand, leave, next_search, opening, score, settle
from dicearena_games.pub.chicago_types import (
    ANNOUNCED,
    LAST_TARGET,
    Action,
    Announce,
    Board,
    ChicagoOptions,
    Phase,
    Sand,
    Scored,
    State,
)
from dicearena_games.pub.chicago_values import (
    CALLS,
    PUB_CALL,
    Call,
    ends_of,
    is_chicago,
    is_sand,
    parts_of,
    points_of,
    value_of,
)
from dicearena_games.pub.round import (
    PUB_REFUSALS,
    Round,
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
from dicearena_games.pub.throws import HAND_REFUSALS, Done, Hand, Roll, Turn, TurnLaid

KEY: GameKey = GameKey.CHICAGO
FAMILY: Family = Family.PUB
VERSION: int = 2
SEATS: tuple[int, int] = (2, 6)
OPTIONS: type[Options] = ChicagoOptions
STATE: TypeAdapter[Any] = TypeAdapter(State)
ACTIONS: TypeAdapter[Any] = TypeAdapter(Action)
VIEW: TypeAdapter[Any] = TypeAdapter(Board)

REFUSALS: Final = (
    *PUB_REFUSALS, *HAND_REFUSALS, "chicago_stands", "announce_first", "nothing_to_announce", "no_sand",
)  # fmt: skip
"""Every way an action can be refused; the text key is ``chicago.refused.<one of these>``."""

_WEITER: Final = (plain("weiter"),)
_DONE: Final = (plain("done"),)
_ANNOUNCE: Final[DomainDict] = {
    "kind": "announce",
    "fields": {
        "ones": {"type": "list", "values": [100, 1]},
        "sixes": {"type": "list", "values": [60, 6]},
        "direction": {"type": "list", "values": ["high", "low"]},
    },
}
_ANNOUNCEMENTS: Final = (_ANNOUNCE,)
_ANNOUNCEMENTS_AND_SAND: Final = (_ANNOUNCE, plain("sand"))


def start(options: ChicagoOptions, seats: int) -> Step[State]:
    """Nobody has a token; in the ways with announcing it is drawn who leads."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise ValueError(f"Chicago takes {SEATS[0]} to {SEATS[1]} seats, not {seats}")
    drawn = options.way in ANNOUNCED
    state = State(
        options=options,
        seats=seats,
        phase="draw" if drawn else "play",
        round=1,
        played=begin(tuple(range(seats)), _dice(options)),
        stand=opening(options.way, seats),
        call=None if drawn else PUB_CALL,
        scored=None,
        rare=(0,) * seats,
    )
    return Step(state, () if drawn else (_round_begins(state),))


def awaiting(state: State) -> tuple[int, ...]:
    """The one seat that throws or announces."""
    if state.phase not in ("play", "announce") or state.played.rolling or state.turn is None:
        return ()
    return (state.turn,)


def legal(state: State, seat: int) -> tuple[DomainDict, ...]:
    """Throw on with what is kept, turn sixes, be done, or announce; in a look everybody may go on."""
    if state.phase == "look":
        return _WEITER if 0 <= seat < state.seats else ()
    if state.phase in ("over", "draw") or state.played.rolling or seat != state.turn:
        return ()
    if state.phase == "announce":
        return _ANNOUNCEMENTS_AND_SAND if state.options.way == "tschigg" else _ANNOUNCEMENTS
    return _DONE if is_chicago(state.played.hand) else may_do(state.played, state.options.turn_sixes)


def act(state: State, seat: int, action: Any) -> Step[State]:
    """Carry out one action. Raises IllegalAction with a key of `REFUSALS`."""
    check_turn(state, seat, state.seats, action, _refuse)
    match action:
        case Weiter():
            return waited(state)
        case Announce(ones=ones, sixes=sixes, direction=direction):
            return _announce(state, seat, Call(ones, sixes, direction))
        case Sand():
            return _announce(state, seat, Call(direction="sand"))
    if state.phase == "announce":
        _refuse("announce_first")
    match action:
        case Roll() | Turn() | TurnLaid():
            return _cast(state, seat, action)
        case Done():
            return _done(state, seat)
    raise TypeError(f"not an action of Chicago: {type(action).__name__}")


def wants(state: State) -> Throw | Pause | None:
    """The draw of who leads first, the throw of the dice not laid out, or the look at the scored round."""
    if state.phase == "draw":
        return Throw(count=1, faces=state.seats, seat=None, hidden=False)
    if state.played.rolling:
        return Throw(count=due(state.played), faces=6, seat=state.turn, hidden=False)
    return LOOK if state.phase == "look" else None


def thrown(state: State, dice: Sequence[int]) -> Step[State]:
    """The dice lie; or it is drawn who leads."""
    if state.phase == "draw":
        order = order_from(dice[0] - 1, state.stand.playing)
        drawn = _with(state, "play", begin(order))
        return Step(drawn, (Event("chicago.drawn", {"seat": order[0]}), _round_begins(drawn)))
    if not state.played.rolling:
        raise ValueError("no throw is due")
    played, seat, call = fallen(state.played, dice), state.turn, state.call
    hand = played.hand
    if state.stand.stage == "rounds":
        return _rounds_thrown(state, finish(played), hand)
    lying = hand.dice
    seen = {
        "seat": seat,
        "throw": hand.throws,
        "dice": list(hand.free),
        "laid": list(hand.laid),
        "value": None if call is None or call.direction == "sand" else value_of(lying, call),
        "parts": None if call is None or call.direction == "sand" else parts_of(lying, call),
        "sand": is_sand(lying),
        "chicago": is_chicago(hand),
    }
    return Step(_with(state, "play", played), (Event("chicago.thrown", seen),))


def waited(state: State) -> Step[State]:
    """The look is over: the next round; in Basis perhaps the next search."""
    if state.phase != "look" or state.scored is None:
        raise ValueError("no pause is due")
    stand = next_search(state.stand) if state.scored.move == "stroke" else state.stand
    leader = state.scored.worst if state.scored.worst is not None else state.played.order[0]
    if stand.stage == "rounds":
        leader = 0
    after = State(
        options=state.options,
        seats=state.seats,
        phase="play",
        round=state.round + 1,
        played=begin(order_from(leader, stand.playing), _dice(state.options)),
        stand=stand,
        call=None if state.options.way in ANNOUNCED else PUB_CALL,
        scored=None,
        rare=state.rare,
    )
    return Step(after, (_round_begins(after),))


def view(state: State, seat: int | None) -> dict[str, Json]:
    """The board: all dice are open."""
    return {**shared(state), **own(state, seat)}


def own(state: State, seat: int | None) -> dict[str, Json]:
    """The part of the board that only this reader sees so: what the own dice are worth before announcing."""
    if state.phase != "announce" or seat is None or seat != state.turn:
        return {"worth": None}
    dice = state.played.hands[0].dice
    worth = [{"ones": ones, "sixes": sixes, "value": value_of(dice, Call(ones, sixes))} for ones, sixes in CALLS]
    return {"worth": worth}


def shared(state: State) -> dict[str, Json]:
    """The part of the board that all readers see alike."""
    played, stand, scored = state.played, state.stand, state.scored
    hands: list[Json] = [None] * state.seats
    for seat, hand in zip(played.order, played.hands, strict=True):
        hands[seat] = _hand_view(state, hand)
    return {
        "phase": state.phase,
        "way": state.options.way,
        "stage": stand.stage,
        "round": state.round,
        "target": _target(state),
        "search": stand.search,
        "order": list(played.order),
        "turn": state.turn,
        "limit": played.limit,
        "pile": stand.pile,
        "held": list(stand.held),
        "gone": stand.gone,
        "playing": list(stand.playing),
        "safe": list(stand.safe),
        "hits": [list(targets) for targets in stand.hits],
        "hands": hands,
        "announced": _call_view(state),
        "scored": _scored_view(scored) if scored is not None else None,
        "loser": _loser(state) if state.phase == "over" else None,
    }


def result(state: State) -> Result | None:
    """The placings of the way played; the score is what the seat holds: tokens, strokes (fewest) or points (most)."""
    if state.phase != "over":
        return None
    stand, loser = state.stand, _loser(state)
    held, keys = stand.held, list[tuple[int, ...]]()
    if state.options.way == "rounds":
        keys = [(-points,) for points in held]
    elif state.options.way == "basis" or not state.options.play_down:
        keys = [(int(seat == loser and state.options.way == "pub"), count) for seat, count in enumerate(held)]
    else:
        keys = [(stand.safe.index(seat) if seat in stand.safe else state.seats,) for seat in range(state.seats)]
    return Result(
        places=places_by(keys),
        scores=tuple(float(count) for count in held),
        rare=tuple({"chicago": count} if count else {} for count in state.rare),
        bests=tuple({} for _ in held),
    )


def expired(state: State) -> Step[State]:
    """Chicago has no closing time of its own: always ValueError."""
    raise ValueError("Chicago does not expire")


def _refuse(why: str, **params: Param) -> NoReturn:
    raise IllegalAction(f"chicago.refused.{why}", **params)


def _dice(options: ChicagoOptions) -> int:
    return 2 if options.way == "rounds" else 3


def _target(state: State) -> int | None:
    return state.round + 1 if state.options.way == "rounds" else None


def _loser(state: State) -> int | None:
    """The one left over; in Basis who alone has most strokes, without playing down who alone has most Filze."""
    if state.options.way == "rounds":
        return None
    if state.options.way != "basis" and state.stand.loser is not None:
        return state.stand.loser
    return state.stand.burdened


def _cast(state: State, seat: int, action: Roll | Turn | TurnLaid) -> Step[State]:
    """Lay out, perhaps turn, and throw."""
    if is_chicago(state.played.hand):
        _refuse("chicago_stands")
    check(state.played, action, state.options.turn_sixes, _refuse)
    before = state.played.hand.laid
    played = cast(state.played, action, state.options.turn_sixes)
    after = _with(state, "play", played)
    if played.hand.laid == before:
        return Step(after)
    key = "chicago.laid" if isinstance(action, Roll) else "chicago.turned"
    return Step(after, (Event(key, {"seat": seat, "laid": list(played.hand.laid)}),))


def _done(state: State, seat: int) -> Step[State]:
    """The hand stays. A Chicago makes safe at once (pub, Bayrisch), and in the pub way the round does not count."""
    check(state.played, Done(), state.options.turn_sixes, _refuse)
    hand, way = state.played.hand, state.options.way
    played = finish(state.played)
    events = [Event("chicago.done", {"seat": seat, "throws": hand.throws, "limit": played.limit})]
    after = _with(state, "play", played)
    if is_chicago(hand):
        leaves = way in ("pub", "bayrisch")
        tokens = state.stand.held[seat] if leaves else 0
        events.append(Event("chicago.chicago", {"seat": seat, "safe": leaves, "tokens": tokens}))
        after = replace(after, rare=tuple(count + (s == seat) for s, count in enumerate(state.rare)))
        if leaves:
            after = replace(after, stand=leave(state.stand, seat))
        if way == "pub" or (leaves and after.stand.loser is not None):
            scored = Scored("void", seat, None, "chicago", None, (seat,))
            return _close(after, after.stand, scored, events)
    if played.at == 1 and way in ANNOUNCED:
        return Step(replace(after, phase="announce"), tuple(events))
    return Step(after, tuple(events)) if played.turn is not None else _score(after, events)


def _announce(state: State, seat: int, call: Call) -> Step[State]:
    """Whoever leads says how the round is scored, after the own last throw."""
    if state.phase != "announce":
        _refuse("nothing_to_announce")
    if call.direction == "sand" and state.options.way != "tschigg":
        _refuse("no_sand")
    after = replace(state, phase="play", call=call)
    return Step(after, (Event("chicago.announced", {"seat": seat, **(_call_view(after) or {})}),))


def _score(state: State, events: list[Event]) -> Step[State]:
    """All are done: who is best and worst, and what moves."""
    played, call, way = state.played, state.call, state.options.way
    assert call is not None
    hands = [(hand.dice, is_chicago(hand)) for hand in played.hands]
    ends = ends_of(hands, call)
    best = played.order[ends.best] if ends.best is not None else None
    worst = played.order[ends.worst] if ends.worst is not None else None
    stand, move = settle(way, state.stand, played.order, best, worst)
    already = state.stand.safe
    chicagos = [s for s, (_, chicago) in zip(played.order, hands, strict=True) if chicago and s in already]
    safe = (*chicagos, *stand.safe[len(already) :])
    return _close(state, stand, Scored(move, best, worst, ends.best_by, ends.worst_by, safe), events)


def _rounds_thrown(state: State, played: Round, hand: Hand) -> Step[State]:
    """The rounds 2 to 12: hit the target with two dice, one throw each."""
    seat, target = state.turn, state.round + 1
    assert seat is not None
    points = points_of(hand.dice, target)
    seen = {"seat": seat, "dice": list(hand.free), "target": target, "points": points}
    after = replace(_with(state, "play", played), stand=score(state.stand, seat, target, points))
    events = [Event("chicago.aimed", seen)]
    if played.turn is not None:
        return Step(after, tuple(events))
    return _close(after, after.stand, Scored("points", None, None, None, None, ()), events)


def _close(state: State, stand: Stand, scored: Scored, events: list[Event]) -> Step[State]:
    """The round is scored: tell why, and see whether the game is over."""
    after = replace(state, stand=stand, scored=scored, phase="over" if _ends(state, stand, scored) else "look")
    told: dict[str, Json] = {**_scored_view(scored), "round": state.round, "held": list(stand.held)}
    told["values"] = [hand and hand["value"] for hand in shared(after)["hands"]]
    events.append(Event("chicago.scored", told))
    if stand.stage != state.stand.stage:
        events.append(Event("chicago.stage", {"stage": stand.stage}))
    if after.phase == "over":
        places = result(after)
        assert places is not None
        best = [seat for seat, place in enumerate(places.places) if place == 1]
        events.append(Event("chicago.over", {"best": best, "loser": _loser(after)}))
    return Step(after, tuple(events))


def _ends(state: State, stand: Stand, scored: Scored) -> bool:
    """Whether nothing is left to play."""
    match state.options.way:
        case "rounds":
            return state.round + 1 == LAST_TARGET
        case "basis":
            return scored.move == "stroke" and stand.search == state.options.searches
    return stand.loser is not None or (stand.stage == "down" and not state.options.play_down)


def _with(state: State, phase: Phase, played: Round) -> State:
    return State(
        state.options, state.seats, phase, state.round, played, state.stand, state.call, state.scored, state.rare
    )


def _round_begins(state: State) -> Event:
    told = {"round": state.round, "leader": state.played.order[0], "target": _target(state)}
    return Event("chicago.round", {**told, "search": state.stand.search, "stage": state.stand.stage})


def _hand_view(state: State, hand: Hand) -> dict[str, Json]:
    call, dice, value = state.call, hand.dice, None
    if hand.free and state.stand.stage == "rounds":
        value = points_of(dice, state.round + 1)
    elif hand.free and call is not None and call.direction != "sand":
        value = value_of(dice, call)
    return {
        "laid": list(hand.laid),
        "free": list(hand.free),
        "throws": hand.throws,
        "done": hand.done,
        "value": value,
        "sand": bool(hand.free) and is_sand(dice),
        "chicago": is_chicago(hand),
    }


def _call_view(state: State) -> dict[str, Json] | None:
    """What was announced; None before it, and where nothing is announced."""
    call = state.call
    if call is None or state.options.way not in ANNOUNCED:
        return None
    sand = call.direction == "sand"
    return {
        "ones": None if sand else call.ones,
        "sixes": None if sand else call.sixes,
        "direction": call.direction,
        "limit": state.played.limit,
    }


def _scored_view(scored: Scored) -> dict[str, Json]:
    return {
        "move": scored.move,
        "best": scored.best,
        "worst": scored.worst,
        "best_by": scored.best_by,
        "worst_by": scored.worst_by,
        "safe": list(scored.safe),
    }
