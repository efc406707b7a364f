"""Two logs that differ only in hidden throws of one seat, folded side by side, and what each other reader learns."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from dicearena_contracts.catalogue import GameKey
from dicearena_contracts.errors import DicearenaError
from dicearena_contracts.records import Record, RecordKind
from dicearena_contracts.rules import DailySpec, OpenTable
from dicearena_games.core import Game, Options, Throw, expand
from dicearena_games.table import Draft, Intent, Table, Views, fold, next_due, opening

from tests.rules.driver import universe
from tests.rules.table.driver import Play, request
from tests.support.secrecy import REVEALS, TURN_TELLS

SECRET_ACTIONS = frozenset({GameKey.SHUT_THE_BOX})
"""Games in which nobody else sees what a seat does with its hidden dice, only that it acts (the Tageswurf)."""
PROBES = 12


def open_request(game: Game, options: Options, seats: int, rng: random.Random) -> OpenTable:
    """An opening with some of the seats held by computers."""
    chosen = options.model_dump(mode="json")
    day = chosen.get("day")
    if day is not None:
        daily = DailySpec(day=day, closes_at=2**50, official=True)
        return request(game.KEY, humans=1, computers=seats - 1, clock=None, daily=daily, **chosen)
    humans = rng.randint(1, min(4, seats))
    return request(game.KEY, humans=humans, computers=seats - humans, clock=rng.choice([None, 30]), **chosen)


@dataclass(frozen=True)
class Hidden:
    """A hidden throw of a log: in which record, the how-manieth of it, and whose."""

    record: int
    index: int
    seat: int
    faces: int


@dataclass
class Played:
    """A log, and where its hidden throws are."""

    log: list[Record]
    hidden: list[Hidden] = field(default_factory=list)


def play(game: Game, opened: OpenTable, seed: int, most: int = 400) -> Played:
    """Random play to the end (or ``most`` records), with leaving, coming back and stand-ins in between."""
    game_play = Play(opened, seed)
    rng = random.Random(seed)
    while game_play.table.ending is None and len(game_play.log) < most:
        upheaval = rng.random() < 0.04 and _upheaval(game_play.table, rng)
        if upheaval:
            game_play.do(upheaval)
        else:
            game_play.step()
    played = Played(game_play.log)
    table: Table | None = None
    for record in played.log:
        played.hidden += _hidden(table, record)
        table = fold(table, record)
    return played


def _upheaval(table: Table, rng: random.Random) -> Intent | None:
    choices = []
    for seat, of in enumerate(table.seats):
        command = f"upheaval-{table.n}-{seat}"
        if of.who.person is None:
            continue
        if of.holder == "left":
            choices.append(Intent(RecordKind.BACK, command, seat))
        elif table.humans_present(but=seat) and table.open.daily is None:
            choices.append(Intent(RecordKind.LEAVE, command, seat))
        if of.holder == "human" and of.due_since is not None:
            choices.append(Intent(RecordKind.STANDIN, command, seat, decision=of.decision))
    return rng.choice(choices) if choices else None


def _hidden(table: Table | None, record: Record) -> Iterator[Hidden]:
    for index, want in enumerate(_wanted(table, record)):
        if want.hidden:
            assert want.seat is not None
            yield Hidden(record.n, index, want.seat, want.faces)


def _wanted(table: Table | None, record: Record) -> list[Throw]:
    """The throws a record answers."""
    draft = _draft(table, record)
    wanted = []
    for dice in record.throws:
        assert draft.want is not None
        wanted.append(draft.want)
        draft.feed(dice)
    return wanted


def _draft(table: Table | None, record: Record) -> Draft:
    if table is None:
        assert record.open is not None
        table = opening(record.open)
    intent = Intent(record.kind, record.command, record.seat, record.bot, record.decision, record.action, record.reason)
    return Draft(table, intent, record.at)


def other_dice(dice: Sequence[int], faces: int, rng: random.Random) -> tuple[int, ...]:
    """Dice that differ as a multiset."""
    while True:
        rolled = tuple(rng.randint(1, faces) for _ in dice)
        if sorted(rolled) != sorted(dice):
            return rolled


@dataclass
class Findings:
    """How far the readers were told the same, and why it ended."""

    records: int = 0
    probes: int = 0
    own_view_differed: bool = False
    revealed: bool = False


def compare(game: Game, log: Sequence[Record], at: Hidden, rng: random.Random) -> Findings:
    """Exchange a hidden throw, and its seat's later ones, and refold both logs until the dice are revealed.

    Raises AssertionError where any other reader is told anything different before that.
    """
    left, right = _folded(log[: at.record - 1]), _folded(log[: at.record - 1])
    found = Findings()
    for record in log[at.record - 1 :]:
        twin = _exchanged(right, record, at, rng)
        if twin is None:
            return found
        left, right = fold(left, record), fold(right, twin)
        if not _told_alike(left, right, at.seat):
            _may_differ(game, left, right)
            found.revealed = True
            return found
        _probe(game, left, right, at.seat, found, rng)
        found.records += 1
        found.own_view_differed |= Views(left).encode(at.seat) != Views(right).encode(at.seat)
    return found


def _folded(log: Sequence[Record]) -> Table | None:
    table: Table | None = None
    for record in log:
        table = fold(table, record)
    return table


def _exchanged(table: Table | None, record: Record, at: Hidden, rng: random.Random) -> Record | None:
    """The record with the seat's hidden throws exchanged. None where the seat could not have done this with them.

    Where its actions are as secret as its dice it takes another one of the same kind.
    """
    action = record.action
    if table is not None and record.kind is RecordKind.ACT and record.seat == at.seat:
        legal = [one for domain in table.game.legal(table.state, at.seat) for one in expand(domain)]
        if action not in legal:
            assert action is not None
            secret = table.game.KEY in SECRET_ACTIONS
            alike = [one for one in legal if secret and one["kind"] == action["kind"]]
            if not alike:
                return None
            action = rng.choice(alike)
    twin = record.model_copy(update={"action": action, "throws": ()})
    throws: list[tuple[int, ...]] = []
    draft = _draft(table, twin)
    given = iter(record.throws)
    while (want := draft.want) is not None:
        dice = next(given, None)
        if dice is None or (want.hidden and want.seat == at.seat):
            dice = other_dice(dice or (1,) * want.count, want.faces, rng)
        throws.append(dice)
        draft.feed(dice)
    return twin.model_copy(update={"throws": tuple(throws)})


def _told_alike(left: Table, right: Table, thrower: int) -> bool:
    return _told(left, thrower) == _told(right, thrower)


def _told(table: Table, thrower: int) -> dict[str, Any]:
    """Everything that goes out after a record, to everybody but one seat, and when the timer is set to."""
    push, answer = Views(table), Views(table, fresh=False)
    others = [seat for seat in (*range(len(table.seats)), None) if seat != thrower]
    return {
        "messages": push.readers(),
        "turns": table.computers_due(),
        "timer": next_due(table, table.at),
        "pause": table.paused,
        "pushed": [push.encode(reader) for reader in others],
        "answered": [answer.encode(reader) for reader in others],
    }


def _may_differ(game: Game, left: Table, right: Table) -> None:
    public = {event.key for table in (left, right) for event in table.fresh if event.readers is None}
    if public & REVEALS.get(game.KEY, frozenset()):
        return
    turn_told = game.awaiting(left.state) != game.awaiting(right.state)
    assert turn_told and game.KEY in TURN_TELLS, f"{game.KEY}: record {left.n} tells others of a hidden throw"


def _probe(game: Game, left: Table, right: Table, thrower: int, found: Findings, rng: random.Random) -> None:
    every = universe(game)
    for seat in range(-1, len(left.seats)):
        if seat == thrower:
            continue
        legal = [one for domain in game.legal(left.state, seat) for one in expand(domain)] if seat >= 0 else []
        for action in (*rng.sample(every, min(PROBES, len(every))), *legal[:PROBES], {"kind": "fly"}, None):
            for bot in (False, True):
                decision = left.seats[seat].decision + (rng.random() < 0.1)
                intent = Intent(RecordKind.ACT, f"probe-{found.probes:06d}", seat, bot, decision, action)
                assert answer(left, intent) == answer(right, intent), f"{game.KEY}: a refusal tells of a hidden throw"
                found.probes += 1
        for kind in (RecordKind.LEAVE, RecordKind.BACK):
            intent = Intent(kind, f"probe-{kind}", seat)
            assert answer(left, intent) == answer(right, intent)


def answer(table: Table, intent: Intent) -> Any:
    """How a command is answered at once: the refusal, or the throw that is wanted next."""
    try:
        return Draft(table, intent, table.at + 1).want
    except DicearenaError as refused:
        return (refused.wire.code, refused.wire.key, refused.wire.params)
