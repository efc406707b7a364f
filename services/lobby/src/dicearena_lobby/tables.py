"""A lobby table and everything that may happen to it, as pure functions from one state to the next.

Refusals are DicearenaErrors with the key ``lobby.refused.<why>``. A step that changes nothing returns its argument,
so that repeated requests are harmless.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dicearena_contracts.base import Entropy, Message, PersonId
from dicearena_contracts.catalogue import MAX_HUMANS, Level
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.lobby import LobbySeat, LobbyTable, Person, TableStatus
from dicearena_contracts.rules import DailySpec, OpenTable, Seat, TableSettings
from pydantic import Field

from dicearena_lobby.house_rules import check_seats, game_of
from dicearena_lobby.names import computer_name


class Held(Message):
    """What the store keeps of a table: the part everybody may see, and the lobby's own. Times in Unix ms."""

    table: LobbyTable
    entropy: dict[PersonId, Entropy] = Field(default_factory=dict)
    expected: tuple[PersonId, ...] = Field(default=(), description="Seated by a rematch, not seen here yet.")
    closes_at: int | None = Field(default=None, description="Daily tables: the day's close.")
    terms: int = Field(default=0, description="The table's revision at which its rules or seats were last changed.")
    starting_at: int | None = None
    changed_at: int


Change = Callable[[Held], Held]


def refused(why: str, code: ErrorCode = ErrorCode.CONFLICT) -> DicearenaError:
    """A refusal of the lobby."""
    return DicearenaError(code, f"lobby.refused.{why}")


def computer_seats(table: str, levels: Mapping[int, Level], seats: Sequence[LobbySeat]) -> tuple[LobbySeat, ...]:
    """The seats with computers on those of ``levels``, each named unlike anybody else at the table."""
    filled = list(seats)
    for index, level in sorted(levels.items()):
        taken = [seat.name for seat in filled if seat.name is not None]
        filled[index] = LobbySeat(name=computer_name(table, index, taken), level=level)
    return tuple(filled)


def seat_of(held: Held, person: str) -> int | None:
    """Where the person sits."""
    return next((i for i, seat in enumerate(held.table.seats) if seat.person == person), None)


def join(held: Held, person: Person) -> Held:
    """Take the lowest free seat; who sits already keeps the seat, and a rematch's expected guest has come."""
    if seat_of(held, person.id) is not None:
        return came(held, person.id)
    _open_only(held)
    seats = list(held.table.seats)
    free = next((i for i, seat in enumerate(seats[:MAX_HUMANS]) if seat.free), None)
    if free is None:
        raise refused("full")
    seats[free] = LobbySeat(person=person.id, name=person.name)
    return _with(held, seats=tuple(seats))


def came(held: Held, person: str) -> Held:
    """The person has been seen at the table."""
    if person not in held.expected:
        return held
    return held.model_copy(update={"expected": tuple(other for other in held.expected if other != person)})


def leave(held: Held, person: str) -> Held:
    """Free the seat; the host's duty goes to the next human, and a table without humans closes."""
    index = seat_of(held, person)
    if index is None or held.table.status in (TableStatus.FINISHED, TableStatus.CLOSED):
        return held
    if held.table.status is not TableStatus.OPEN:
        raise refused("leave_in_game")
    seats = list(held.table.seats)
    seats[index] = LobbySeat()
    left = came(held, person)
    left = left.model_copy(update={"entropy": {who: what for who, what in held.entropy.items() if who != person}})
    humans = [seat.person for seat in seats if seat.person is not None]
    if not humans:
        return _with(left, seats=tuple(seats), status=TableStatus.CLOSED)
    present = [who for who in humans if who not in left.expected] or humans
    host = present[0] if held.table.host == person else held.table.host
    return _with(left, seats=tuple(seats), host=host)


def ready(held: Held, person: str, entropy: str, commitment: str, rev: int | None = None) -> Held:
    """Ready, with own entropy; whoever was shown another commitment, or other rules, has to look again."""
    _open_only(held)
    index = seat_of(held, person)
    if index is None:
        raise refused("not_seated", ErrorCode.FORBIDDEN)
    if commitment != held.table.commitment:
        raise refused("other_commitment")
    if rev is not None and rev < held.terms:
        raise refused("other_rules")
    if held.table.seats[index].ready and held.entropy.get(person) == entropy:
        return held
    seats = list(held.table.seats)
    seats[index] = seats[index].model_copy(update={"ready": True})
    named = came(held, person).model_copy(update={"entropy": {**held.entropy, person: entropy}})
    return _with(named, seats=tuple(seats))


def change_settings(held: Held, person: str, settings: TableSettings, name: str | None) -> Held:
    """The host's new rules (checked before); seats are cut or added where the game wants it."""
    _host_only(held, person)
    least, most = game_of(settings.game).SEATS
    seats = list(held.table.seats)
    while len(seats) > most and (free := _last_free(seats)) is not None:
        del seats[free]
    seats += [LobbySeat()] * (least - len(seats))
    check_seats(settings.game, len(seats))
    changed = _with(held, settings=settings, seats=tuple(seats), name=name or held.table.name)
    return _agreed_anew(held, changed)


def change_seats(held: Held, person: str, count: int, computers: Mapping[int, Level]) -> Held:
    """The host's new number of seats and computers."""
    _host_only(held, person)
    check_seats(held.table.settings.game, count)
    people = {i: seat for i, seat in enumerate(held.table.seats) if seat.person is not None}
    if any(index >= count for index in people):
        raise refused("people_keep_seats")
    if any(not 0 <= index < count for index in computers):
        raise refused("no_such_seat", ErrorCode.BAD_REQUEST)
    if any(index in people for index in computers):
        raise refused("people_keep_seats")
    bare = [people.get(index, LobbySeat()) for index in range(count)]
    kept = {i: seat for i, seat in enumerate(held.table.seats) if computers.get(i) == seat.level and seat.level}
    for index, seat in kept.items():
        bare[index] = seat
    fresh = {index: level for index, level in computers.items() if index not in kept}
    return _agreed_anew(held, _with(held, seats=computer_seats(held.table.id, fresh, bare)))


def _agreed_anew(held: Held, changed: Held) -> Held:
    """Nobody is ready for other rules than those they were shown."""
    if changed.table != held.table:
        changed = changed.model_copy(update={"terms": held.table.rev + 1})
    return unready(changed)


def unready(held: Held) -> Held:
    """Nobody is ready any more."""
    seats = tuple(seat.model_copy(update={"ready": False}) if seat.ready else seat for seat in held.table.seats)
    return _with(held.model_copy(update={"entropy": {}}), seats=seats)


def start(held: Held, person: str, fill: Level | None, now: int) -> Held:
    """Freeze seats and settings. A table that has been started stays as it is."""
    if held.table.status in (TableStatus.STARTING, TableStatus.RUNNING) and held.table.host == person:
        return held
    _host_only(held, person)
    absent = {who for who in held.expected if who not in held.entropy}
    seats: list[LobbySeat] = [LobbySeat() if seat.person in absent else seat for seat in held.table.seats]
    if any(seat.person is not None and not seat.ready for seat in seats):
        raise refused("not_all_ready")
    if fill is None:
        seats = [seat for seat in seats if not seat.free]
    else:
        free = {index: fill for index, seat in enumerate(seats) if seat.free}
        seats = list(computer_seats(held.table.id, free, seats))
    check_seats(held.table.settings.game, len(seats))
    started = held.model_copy(update={"expected": (), "starting_at": now})
    return _with(started, seats=tuple(seats), status=TableStatus.STARTING)


def running(held: Held) -> Held:
    """The rules service has opened the game."""
    return _with(held, status=TableStatus.RUNNING) if held.table.status is TableStatus.STARTING else held


def finished(held: Held) -> Held:
    """The result is stored."""
    if held.table.status in (TableStatus.FINISHED, TableStatus.CLOSED):
        return held
    return _with(held, status=TableStatus.FINISHED)


def rematched(held: Held, table: str) -> Held:
    """The next table is known."""
    return held if held.table.rematch == table else _with(held, rematch=table)


def closed(held: Held) -> Held:
    """The table is given up."""
    return _with(held, status=TableStatus.CLOSED)


def close_open(held: Held) -> Held:
    """The table is given up, unless it has been started meanwhile."""
    return closed(held) if held.table.status is TableStatus.OPEN else held


def game_opening(held: Held) -> OpenTable:
    """The request that starts the frozen table's game; always the same."""
    table = held.table
    seats = tuple(
        Seat(
            person=seat.person,
            name=seat.name or "?",
            level=seat.level,
            entropy=None if seat.person is None else held.entropy.get(seat.person),
        )
        for seat in table.seats
    )
    daily = None
    if table.day is not None and held.closes_at is not None:
        daily = DailySpec(day=table.day, closes_at=held.closes_at, official=table.official)
    return OpenTable(table=table.id, settings=table.settings, seats=seats, commitment=table.commitment, daily=daily)


def _with(held: Held, **changes: object) -> Held:
    return held.model_copy(update={"table": held.table.model_copy(update=changes)})


def _open_only(held: Held) -> None:
    if held.table.status is not TableStatus.OPEN:
        raise refused("not_open")


def _host_only(held: Held, person: str) -> None:
    if held.table.host != person:
        raise refused("host_only", ErrorCode.FORBIDDEN)
    _open_only(held)


def _last_free(seats: Sequence[LobbySeat]) -> int | None:
    return next((i for i in reversed(range(len(seats))) if seats[i].free), None)
