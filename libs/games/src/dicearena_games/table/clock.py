"""What is due at a table, and when: computed from the records' own times, so that any replica finds the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dicearena_contracts.catalogue import GRACE_SECONDS
from dicearena_contracts.records import RecordKind

from dicearena_games.table.draft import Intent
from dicearena_games.table.state import Table

# Finished logs are checked by these times too (`earliest`): lengthened, honest logs of before would be refused.
GRACE_MS: Final = GRACE_SECONDS * 1000
CHECK_COMPUTER_MS: Final = 15_000
"""A computer that has not answered for so long is asked again."""
FIRST_NUDGE_MS, LAST_NUDGE_MS = 60_000, 30 * 60_000
IDLE_CLOSE_MS: Final = 7 * 24 * 3600_000
CLOSED: Final = "closed"
"""Why a table is over that its operator closed."""


@dataclass(frozen=True, slots=True)
class Due:
    """Something to do: ``intent`` None means asking the computers again."""

    at: int
    intent: Intent | None


def all_due(table: Table) -> list[Due]:
    """Everything that will be due if nothing happens, unsorted."""
    if table.ending is not None:
        return []
    due: list[Due] = []
    if table.paused is not None:
        n = table.paused.n
        due.append(Due(table.paused.until, Intent(RecordKind.WAITED, f"clock:waited:{n}", decision=n)))
    for index, seat in enumerate(table.seats):
        deadline = table.deadline(index)
        if deadline is not None:
            command = f"clock:standin:{index}:{seat.decision}"
            intent = Intent(RecordKind.STANDIN, command, seat=index, decision=seat.decision)
            due.append(Due(deadline + GRACE_MS, intent))
        elif seat.due_since is not None and seat.holder.automatic:
            due.append(Due(seat.due_since + CHECK_COMPUTER_MS, None))
    if table.open.daily is not None:
        due.append(Due(table.open.daily.closes_at, Intent(RecordKind.EXPIRE, "clock:expire")))
    else:
        due.append(Due(table.at + IDLE_CLOSE_MS, Intent(RecordKind.CLOSE, "clock:close", reason="idle")))
    return due


def due_now(table: Table, now: int) -> list[Due]:
    """What is due by ``now`` (ms), earliest first."""
    return sorted((due for due in all_due(table) if due.at <= now), key=lambda due: due.at)


def earliest(table: Table, intent: Intent) -> int | None:
    """From when on (ms) a command the rules accept may become a record; None: not at all at this table as it is.

    What people do, and what a computer does where its seat owes a decision, may come at once, as may the operator's
    word that closes the table. What the house does by itself must be the very command that is due, and not before its
    time. The table host writes nothing earlier and `verify` refuses what was, both by the records' times alone.
    """
    own = intent.pure()
    match own.kind:
        case RecordKind.OPEN:
            return table.at
        case RecordKind.ACT | RecordKind.LEAVE | RecordKind.BACK:
            if own.seat is None:
                return None
            seat = table.seats[own.seat]
            theirs = seat.due_since is not None if own.bot else seat.who.person is not None
            return table.at if theirs else None
        case RecordKind.CLOSE if own.reason == CLOSED:
            return table.at
    return next((due.at for due in all_due(table) if due.intent == own), None)


def soonest(table: Table) -> int:
    """The earliest time (ms) at which anything begun by the newest record can be due, without looking closer.

    A timer armed before it needs no look: moves do not touch it.
    """
    clock = table.open.settings.clock
    limits = [FIRST_NUDGE_MS]
    if clock is not None:
        limits.append(clock * 1000 + GRACE_MS)
    if any(seat.due_since is not None and seat.holder.automatic for seat in table.seats):
        limits.append(CHECK_COMPUTER_MS)
    return table.at + min(limits)


def next_due(table: Table, now: int) -> int:
    """When the timer should fire next (ms): the next thing due, or a nudge 1, 2, 4 … 30 minutes after the last move.

    A computer that stays silent is asked again every quarter minute.
    """
    idle = FIRST_NUDGE_MS
    while table.at + idle <= now and idle < LAST_NUDGE_MS:
        idle = min(idle * 2, LAST_NUDGE_MS)
    nudge = max(table.at + idle, now + FIRST_NUDGE_MS if idle == LAST_NUDGE_MS else 0)
    times = [due.at if due.at > now else now + CHECK_COMPUTER_MS for due in all_due(table)]
    return min([nudge, *times])
