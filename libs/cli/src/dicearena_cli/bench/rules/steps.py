"""Random play: first recorded, then played again and timed, so that choosing at random costs nothing.

All times are CPU time of this process (user and system), so that a busy machine changes them little.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import orjson
from dicearena_contracts.catalogue import MAX_HUMANS, Level
from dicearena_contracts.records import RecordKind
from dicearena_contracts.rules import OpenTable, Seat, TableSettings
from dicearena_games.core import Game, Options, Pause, Throw, expand
from dicearena_games.table import Draft, Intent, Table, Views, opening

MOST_GAMES: Final = 60
"""Different random games; they are played again until the time is over."""
LOOP_TURNS: Final = 200_000
MOVE_MS: Final = 1000

T = TypeVar("T")
Move = tuple[str, int, Any]
"""``act`` with seat and parsed action, ``throw`` with the dice, ``wait``."""
Command = tuple[Intent, tuple[tuple[int, ...], ...]]
"""What a table is told, and the throws that follow."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A game as it is measured."""

    game: Game
    options: Options
    seats: int
    seed: int


@dataclass(frozen=True, slots=True)
class Bare:
    """Rules alone."""

    steps: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Hosted:
    """A table as its host drives it: commands checked, installed, and all readers' views made and encoded."""

    steps: int
    moves: int
    """Commands, each with the throws that follow; after each one all views are made."""
    views: int
    seconds: float
    view_seconds: float
    view_bytes: int
    """The largest view without its events."""
    whole_bytes: int
    """The largest view with them."""
    encode_seconds: float
    """Encoding alone, of as many views of the same content."""


def loop_ns() -> float:
    """The yardstick of the same run: one turn of a plain Python loop, in nanoseconds (the best of five)."""
    best = float("inf")
    for _ in range(5):
        number, begun = 1, time.process_time()
        for _ in range(LOOP_TURNS):
            number = (number * 5 + 3) & 0xFFFF
        best = min(best, time.process_time() - begun)
    return best / LOOP_TURNS * 1e9


def bare(setup: Setup, seconds: float) -> Bare:
    """``act`` and ``thrown`` (and what is asked between them, ``wants``) of recorded random games."""
    recorded = _recorded(_random_moves, setup, seconds)
    steps, taken = 0, 0.0
    while taken < seconds:
        for moves in recorded:
            begun = time.process_time()
            _replay(setup, moves)
            taken += time.process_time() - begun
            steps += sum(what != "wait" for what, _, _ in moves)
    return Bare(steps, taken)


def _recorded(play: Callable[[Setup, str], Iterator[T]], setup: Setup, seconds: float) -> list[list[T]]:
    """Random games, one at least, as many as are played in half the time that they are measured."""
    begun, found = time.process_time(), [list(play(setup, f"{setup.seed}/0"))]
    while time.process_time() - begun < seconds / 2 and len(found) < MOST_GAMES:
        found.append(list(play(setup, f"{setup.seed}/{len(found)}")))
    return found


def _random_moves(setup: Setup, seed: str) -> Iterator[Move]:
    game, rng = setup.game, random.Random(seed)
    state = game.start(setup.options, setup.seats).state
    while game.result(state) is None:
        due = game.wants(state)
        if isinstance(due, Throw):
            dice = tuple(rng.randint(1, due.faces) for _ in range(due.count))
            yield "throw", 0, dice
            state = game.thrown(state, dice).state
        elif isinstance(due, Pause):
            yield "wait", 0, None
            state = game.waited(state).state
        else:
            seat = rng.choice(game.awaiting(state))
            action = game.ACTIONS.validate_python(_random_action(game, state, seat, rng))
            yield "act", seat, action
            state = game.act(state, seat, action).state


def _random_action(game: Game, state: Any, seat: int, rng: random.Random) -> dict[str, Any]:
    return rng.choice([action for domain in game.legal(state, seat) for action in expand(domain)])


def _replay(setup: Setup, moves: list[Move]) -> None:
    game = setup.game
    act, thrown, wants = game.act, game.thrown, game.wants
    state = game.start(setup.options, setup.seats).state
    for what, seat, given in moves:
        wants(state)
        if what == "act":
            state = act(state, seat, given).state
        elif what == "throw":
            state = thrown(state, given).state
        else:
            state = game.waited(state).state


def hosted(setup: Setup, seconds: float) -> Hosted:
    """The same at a full table with a watcher: everything its host computes but sending and storing.

    Every seat is sent its view after every command, though a computer's goes out only when it owes a decision.
    """
    recorded = _recorded(_random_commands, setup, seconds)
    steps = moves = views = largest = whole = 0
    taken = making = encoding = 0.0
    while taken < seconds:
        for commands in recorded:
            table, samples = opening(_request(setup)), []
            for intent, throws in commands:
                begun = time.process_time()
                _carry_out(table, intent, throws)
                half = time.process_time()
                made = Views(table)
                encoded = [made.encode(reader) for reader in (*range(setup.seats), None)]
                ended = time.process_time()
                taken += ended - begun
                making += ended - half
                steps += len(throws) + (intent.kind is RecordKind.ACT)
                views += len(encoded)
                samples.append(encoded)
            moves += len(commands)
            sent = [view for encoded in samples for view in encoded]
            read = [orjson.loads(view) for view in sent]
            whole = max(whole, *map(len, sent))
            largest = max(largest, *(len(orjson.dumps({**view, "events": ()})) for view in read))
            encoding += _bare_encoding(read)
            if taken >= seconds:
                break
    return Hosted(steps, moves, views, taken, making, largest, whole, encoding)


def _bare_encoding(read: list[dict[str, Any]]) -> float:
    begun = time.process_time()
    for view in read:
        orjson.dumps(view)
    return time.process_time() - begun


def _request(setup: Setup) -> OpenTable:
    return OpenTable(
        table="bench",
        settings=TableSettings(game=setup.game.KEY, options=setup.options.model_dump(mode="json"), clock=120),
        seats=tuple(
            Seat(person=f"person{seat:02d}", name=f"Gast {seat}", entropy=f"{seat:032x}")
            if seat < MAX_HUMANS
            else Seat(name=f"Gast {seat}", level=Level.NORMAL)
            for seat in range(setup.seats)
        ),
        commitment="0" * 64,
    )


def _random_commands(setup: Setup, seed: str) -> Iterator[Command]:
    rng = random.Random(seed)
    table = opening(_request(setup))
    intent = Intent(RecordKind.OPEN, "open:bench")
    while True:
        throws = _carry_out(table, intent, None, rng)
        yield intent, throws
        if table.ending is not None:
            return
        if table.paused is not None:
            intent = Intent(RecordKind.WAITED, f"clock:waited:{table.paused.n}", decision=table.paused.n)
            continue
        seat = rng.choice([at for at, one in enumerate(table.seats) if one.due_since is not None])
        action = _random_action(setup.game, table.state, seat, rng)
        of = table.seats[seat]
        intent = Intent(RecordKind.ACT, f"command-{table.n}", seat, of.holder.automatic, of.decision, action)


def _carry_out(
    table: Table, intent: Intent, throws: tuple[tuple[int, ...], ...] | None, rng: random.Random | None = None
) -> tuple[tuple[int, ...], ...]:
    """Decide and install a command with these throws, or with random ones; the throws."""
    draft, thrown, given = Draft(table, intent, table.at + MOVE_MS), [], iter(throws or ())
    while draft.want is not None:
        want = draft.want
        dice = next(given) if rng is None else tuple(rng.randint(1, want.faces) for _ in range(want.count))
        draft.feed(dice)
        thrown.append(dice)
    draft.install(draft.record())
    return tuple(thrown)
