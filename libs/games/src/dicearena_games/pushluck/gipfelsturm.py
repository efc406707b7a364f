"""Gipfelsturm: four dice make two pairs, three runners climb lanes 2 to 12, until one saves or throws a Niete.

Rules: text 000 "Gipfelsturm", decisions G-1 to G-5, E-5, E-8 (nothing is drawn: seat 0 starts). With six seats all
eleven summits can be taken without a winner: then the game ends too. Progress is the sum of the fields reached.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from dicearena_games.pushluck.gipfelsturm_lanes import (
    DICE,
    LANES,
    LENGTHS,
    RUNNERS,
    Move,
    bust_chance,
    length,
    moves,
    pairings,
    playable,
    step,
)
from dicearena_games.pushluck.gipfelsturm_types import (
    Action,
    Board,
    GipfelsturmOptions,
    Go,
    Last,
    Phase,
    Roll,
    Save,
    State,
)

KEY: GameKey = GameKey.GIPFELSTURM
FAMILY: Family = Family.PUSHLUCK
VERSION: int = 1
SEATS: tuple[int, int] = (2, 6)
OPTIONS: type[Options] = GipfelsturmOptions
STATE: TypeAdapter[Any] = TypeAdapter(State)
ACTIONS: TypeAdapter[Any] = TypeAdapter(Action)
VIEW: TypeAdapter[Any] = TypeAdapter(Board)

REFUSALS: Final = (
    "over", "wait_dice", "no_seat", "not_your_turn", "roll_first", "go_first", "nothing_to_save",
    "not_a_lane", "not_ascending", "not_a_pair", "no_room", "no_runner_left", "must_go_both",
)  # fmt: skip
"""Every way an action can be refused; the text key is ``gipfelsturm.refused.<one of these>``."""

_ROLL: Final = (plain("roll"),)
_ROLL_OR_SAVE: Final = (plain("roll"), plain("save"))


def start(options: GipfelsturmOptions, seats: int) -> Step[State]:
    """No stone lies, seat 0 may throw."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise ValueError(f"Gipfelsturm takes {SEATS[0]} to {SEATS[1]} seats, not {seats}")
    stones = ((0,) * len(LANES),) * seats
    return Step(State(options, stones, (None,) * len(LANES), "roll", 1, 0, False, (), (), 0, None))


def awaiting(state: State) -> tuple[int, ...]:
    """The seat whose turn it is."""
    return () if state.rolling or state.phase == "over" else (state.turn,)


def legal(state: State, seat: int) -> tuple[DomainDict, ...]:
    """Throw; then choose lanes; then throw on or save."""
    if state.rolling or state.phase == "over" or seat != state.turn:
        return ()
    if state.phase == "roll":
        return _ROLL_OR_SAVE if state.runners else _ROLL
    return (listed("go", "lanes", [list(move) for move in _moves(state)]),)


def act(state: State, seat: int, action: Any) -> Step[State]:
    """Carry out one action. Raises IllegalAction with a key of `REFUSALS`."""
    on_turn(state, seat, len(state.stones), _refuse)
    match action:
        case Roll():
            _check_went(state)
            return Step(_turned(state, rolling=True, dice=(), runners=state.runners, steps=state.steps))
        case Go(lanes=lanes):
            return _go(state, lanes)
        case Save():
            _check_went(state)
            return _save(state)
    raise TypeError(f"not an action of Gipfelsturm: {type(action).__name__}")


def wants(state: State) -> Throw | Pause | None:
    """The throw of whoever's turn it is."""
    return Throw(count=DICE, faces=6, seat=state.turn, hidden=False) if state.rolling else None


def thrown(state: State, dice: Sequence[int]) -> Step[State]:
    """The dice lie; a throw without a pair that fits is a Niete: the turn's progress is gone."""
    if not state.rolling:
        raise ValueError("no throw is due")
    fallen, seat = tuple(dice), state.turn
    rolled = Event("gipfelsturm.rolled", {"seat": seat, "dice": list(fallen)})
    if moves(fallen, dict(state.runners), state.stones[seat], _closed(state)):
        return Step(_turned(state, phase="go", dice=fallen, runners=state.runners, steps=state.steps), (rolled,))
    bust = Event("gipfelsturm.bust", {"seat": seat, "lost": state.steps})
    after = _next_turn(state, state.stones, state.owners, Last(seat, "bust", state.steps, fallen))
    return Step(after, (rolled, bust))


def waited(state: State) -> Step[State]:
    """Gipfelsturm has no pauses: always ValueError."""
    raise ValueError("no pause is due")


def view(state: State, seat: int | None) -> dict[str, Json]:
    """The board; nothing is hidden."""
    return {**shared(state), **own(state, seat)}


def shared(state: State) -> dict[str, Json]:
    """The part of the board that all readers see alike."""
    runners, closed, last = dict(state.runners), _closed(state), state.last
    own_stones = state.stones[state.turn]
    return {
        "phase": state.phase,
        "round": state.round,
        "turn": state.turn,
        "need": state.options.summits,
        "lengths": list(LENGTHS),
        "stones": [list(stones) for stones in state.stones],
        "owners": list(state.owners),
        "summits": _summits(state),
        "runners": [{"lane": lane, "field": field} for lane, field in state.runners],
        "steps": state.steps,
        "dice": list(state.dice) if state.dice else None,
        "moves": [
            {"lanes": list(move), "bust": bust_chance(step(runners, own_stones, move), closed)}
            for move in _moves(state)
        ],
        "bust": None if state.phase == "over" else bust_chance(runners, closed),
        "last": {"seat": last.seat, "kind": last.kind, "steps": last.steps, "dice": list(last.dice)}
        if last is not None
        else None,
    }


def own(state: State, seat: int | None) -> dict[str, Json]:
    """The part of the board that only this reader sees so: whether the decision is the reader's."""
    return {"mine": seat is not None and seat in awaiting(state)}


def result(state: State) -> Result | None:
    """Placed by summits, then by progress on the lanes; equal ones share. The score are the summits."""
    if state.phase != "over":
        return None
    summits = _summits(state)
    return Result(
        places=_places(state),
        scores=tuple(float(count) for count in summits),
        rare=tuple({"gipfel": count} if count else {} for count in summits),
        bests=tuple({} for _ in summits),
    )


def expired(state: State) -> Step[State]:
    """Gipfelsturm has no closing time of its own: always ValueError."""
    raise ValueError("Gipfelsturm does not expire")


def _refuse(why: str, **params: Param) -> NoReturn:
    raise IllegalAction(f"gipfelsturm.refused.{why}", **params)


def _check_went(state: State) -> None:
    if state.phase == "go":
        _refuse("go_first")


def _closed(state: State) -> list[int]:
    return [lane for lane, owner in zip(LANES, state.owners, strict=True) if owner is not None]


def _moves(state: State) -> list[Move]:
    """What the dice that lie allow; none before they are thrown."""
    if state.phase != "go":
        return []
    return moves(state.dice, dict(state.runners), state.stones[state.turn], _closed(state))


def _turned(
    state: State,
    *,
    dice: tuple[int, ...],
    runners: tuple[tuple[int, int], ...],
    steps: int,
    phase: Phase = "roll",
    rolling: bool = False,
) -> State:
    """The same turn, further on."""
    return State(
        state.options, state.stones, state.owners, phase, state.round, state.turn, rolling, dice, runners, steps,
        state.last,
    )  # fmt: skip


def _go(state: State, lanes: Move) -> Step[State]:
    """The runners climb."""
    if state.phase != "go":
        _refuse("roll_first")
    if lanes not in _moves(state):
        _explain(state, lanes)
    seat = state.turn
    runners = tuple(step(dict(state.runners), state.stones[seat], lanes).items())
    stepped = Event(
        "gipfelsturm.stepped", {"seat": seat, "lanes": list(lanes), "runners": [list(one) for one in runners]}
    )
    return Step(_turned(state, dice=state.dice, runners=runners, steps=state.steps + len(lanes)), (stepped,))


def _explain(state: State, lanes: Move) -> NoReturn:
    """Say why these lanes are no move."""
    if not lanes or any(lane not in LANES for lane in lanes):
        _refuse("not_a_lane")
    if list(lanes) != sorted(lanes):
        _refuse("not_ascending")
    fitting = [pair for pair in pairings(state.dice) if lanes == pair or (len(lanes) == 1 and lanes[0] in pair)]
    if not fitting:
        _refuse("not_a_pair", dice=list(state.dice))
    runners = dict(state.runners)
    open_lanes = playable(runners, _closed(state))
    for lane in lanes:
        full = runners.get(lane, state.stones[state.turn][lane - 2]) == length(lane)
        if full or state.owners[lane - 2] is not None:
            _refuse("no_room", lane=lane)
        if lane not in open_lanes:
            _refuse("no_runner_left", runners=RUNNERS)
    if len(lanes) == 1:
        _refuse("must_go_both", lanes=list(fitting[0]))
    if lanes[0] == lanes[1]:
        _refuse("no_room", lane=lanes[0])
    _refuse("no_runner_left", runners=RUNNERS)


def _save(state: State) -> Step[State]:
    """The runners become stones; summits reached are owned and their lanes closed for all."""
    if not state.runners:
        _refuse("nothing_to_save")
    seat = state.turn
    stones, owners = list(state.stones[seat]), list(state.owners)
    events = [Event("gipfelsturm.saved", {"seat": seat, "steps": state.steps})]
    for lane, field in state.runners:
        stones[lane - 2] = field
        if field == length(lane):
            owners[lane - 2] = seat
            events.append(Event("gipfelsturm.summit", {"seat": seat, "lane": lane}))
    every = (*state.stones[:seat], tuple(stones), *state.stones[seat + 1 :])
    after = _next_turn(state, every, tuple(owners), Last(seat, "saved", state.steps, state.dice))
    if after.phase == "over":
        winners = [winner for winner, place in enumerate(_places(after)) if place == 1]
        events.append(Event("gipfelsturm.won", {"seats": winners}))
    return Step(after, tuple(events))


def _next_turn(state: State, stones: tuple[tuple[int, ...], ...], owners: tuple[int | None, ...], last: Last) -> State:
    """The next seat's turn, or the end once the seat owns enough summits or no lane is open."""
    over = owners.count(state.turn) >= state.options.summits or None not in owners
    turn = state.turn if over else (state.turn + 1) % len(stones)
    return State(
        options=state.options,
        stones=stones,
        owners=owners,
        phase="over" if over else "roll",
        round=state.round + (turn == 0 and not over),
        turn=turn,
        rolling=False,
        dice=(),
        runners=(),
        steps=0,
        last=last,
    )


def _summits(state: State) -> list[int]:
    return [state.owners.count(seat) for seat in range(len(state.stones))]


def _places(state: State) -> tuple[int, ...]:
    keys = zip(_summits(state), state.stones, strict=True)
    return places_by([(-summits, -sum(stones)) for summits, stones in keys])
