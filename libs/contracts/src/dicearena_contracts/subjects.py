"""Every NATS subject, stream, consumer and bucket name of the house. No other module spells one."""

from __future__ import annotations

from typing import Final

from dicearena_contracts.catalogue import Family, GameKey

WATCHER: Final = "w"
"""Stands for the seat in a watcher's view subject."""

# Rules, once per family.


def rules_open(family: Family | str) -> str:
    """The lobby opens a table."""
    return f"rules.{family}.open"


def rules_act_human(family: Family | str) -> str:
    """A person's command, sent by the gateway."""
    return f"rules.{family}.act.human"


def rules_act_bot(family: Family | str) -> str:
    """A computer's command, sent by a bot worker."""
    return f"rules.{family}.act.bot"


def rules_view(family: Family | str) -> str:
    """The present view of a table for a person or a watcher."""
    return f"rules.{family}.view"


def rules_replay(family: Family | str) -> str:
    """The whole log and the secret of a finished table."""
    return f"rules.{family}.replay"


def rules_result(family: Family | str) -> str:
    """The result of a finished table, from its log."""
    return f"rules.{family}.result"


def rules_admin(family: Family | str) -> str:
    """The host of the house closes a table."""
    return f"rules.{family}.admin"


# Table logs.


def table_log(family: Family | str, table: str) -> str:
    """The append-only log of one table."""
    return f"table.{family}.{table}.log"


def table_stream(family: Family | str) -> str:
    """The stream that holds the logs of a family."""
    return f"TABLES_{str(family).upper()}"


# Views: core NATS, one subject per reader.


def view(family: Family | str, table: str, seat: int | None) -> str:
    """Where the views of a seat, or of the watchers (``None``), are published."""
    return f"view.{family}.{table}.{WATCHER if seat is None else seat}"


def views_of_table(family: Family | str, table: str) -> str:
    """Wildcard over all readers of a table."""
    return f"view.{family}.{table}.*"


def parse_view(subject: str) -> tuple[Family, str, int | None]:
    """Split a view subject into family, table id and seat (``None`` for watchers).

    Raises ValueError where the subject is not a view's.
    """
    parts = subject.split(".")
    if len(parts) != 4 or parts[0] != "view":
        raise ValueError(f"not a view subject: {subject}")
    return Family(parts[1]), parts[2], None if parts[3] == WATCHER else int(parts[3])


# Bot turns: one work queue, one durable consumer per game.

BOT_STREAM: Final = "BOTS"


def bot_turn(game: GameKey | str) -> str:
    """Turns of one game wait here."""
    return f"bots.turn.{game}"


def bot_consumer(game: GameKey | str) -> str:
    """The durable consumer the workers of a game share."""
    return f"turns-{game}"


# Clocks: scheduled messages, one stream per family.


def clock_stream(family: Family | str) -> str:
    """The stream that holds and fires a family's scheduled messages."""
    return f"CLOCK_{str(family).upper()}"


def clock_set(family: Family | str, table: str) -> str:
    """The lazy timer of a table; publishing again replaces it."""
    return f"clock.set.{family}.{table}"


def clock_pause(family: Family | str, table: str, record: int) -> str:
    """The end of a short pause that began with a record; a subject of its own per record."""
    return f"clock.set.{family}.{table}.{record}"


def clock_due(family: Family | str, table: str) -> str:
    """Where a fired timer lands."""
    return f"clock.due.{family}.{table}"


def clock_due_table(subject: str) -> str:
    """The table id of a fired timer. Raises ValueError where the subject is not one."""
    parts = subject.split(".")
    if len(parts) != 4 or parts[:2] != ["clock", "due"]:
        raise ValueError(f"not a fired timer: {subject}")
    return parts[3]


def clock_consumer(family: Family | str) -> str:
    """The durable consumer of a family's fired timers."""
    return f"clock-{family}"


# Finished matches.

MATCH_STREAM: Final = "MATCHES"
MATCH_CONSUMER: Final = "stats"


def match_finished(game: GameKey | str) -> str:
    """The result of one table."""
    return f"match.finished.{game}"


# Dice.

DICE_COMMIT: Final = "dice.commit"
DICE_SEAL: Final = "dice.seal"
DICE_THROW: Final = "dice.throw"
DICE_REVEAL: Final = "dice.reveal"
DICE_DAY: Final = "dice.day"
DICE_BUCKET: Final = "dice"

# Lobby.

LOBBY_PERSON: Final = "lobby.person"
LOBBY_LIST: Final = "lobby.list"
LOBBY_GET: Final = "lobby.get"
LOBBY_OPEN: Final = "lobby.open"
LOBBY_DAILY: Final = "lobby.daily"
LOBBY_JOIN: Final = "lobby.join"
LOBBY_LEAVE: Final = "lobby.leave"
LOBBY_READY: Final = "lobby.ready"
LOBBY_SETTINGS: Final = "lobby.settings"
LOBBY_SEATS: Final = "lobby.seats"
LOBBY_START: Final = "lobby.start"
LOBBY_REMATCH: Final = "lobby.rematch"
LOBBY_CHAT: Final = "lobby.chat"
LOBBY_PRESENCE: Final = "lobby.presence"
LOBBY_FINISHED: Final = "lobby.finished"
LOBBY_CHANGED: Final = "lobby.changed"
"""Core publish: the lobby tells every gateway what changed."""
LOBBY_BUCKET: Final = "lobby"

# Stats.

STATS_LEADERBOARD: Final = "stats.leaderboard"
STATS_MINE: Final = "stats.mine"
STATS_DAILY: Final = "stats.daily"
STATS_ARCHIVE: Final = "stats.archive"


def kv_stream(bucket: str) -> str:
    """The stream behind a key-value bucket."""
    return f"KV_{bucket}"


def kv_key(bucket: str, key: str) -> str:
    """The subject of one key."""
    return f"$KV.{bucket}.{key}"


INBOX: Final = "_INBOX"


def inbox_prefix(user: str) -> str:
    """The inbox prefix of one bus user; nobody else may subscribe to it."""
    return f"{INBOX}.{user}"
