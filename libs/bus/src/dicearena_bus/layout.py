"""Every stream, bucket and consumer of the house, as the server's API wants them; the setup job makes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from dicearena_contracts import subjects
from dicearena_contracts.catalogue import Family, GameKey

SECOND: Final = 1_000_000_000
"""The API counts in nanoseconds."""
DAY: Final = 24 * 3600 * SECOND
KEEP: Final = 30 * DAY
"""How long table logs and results stay in their streams."""
DEDUPLICATION: Final = 120 * SECOND


@dataclass(frozen=True)
class Stream:
    """One stream and the durable consumers on it."""

    name: str
    config: dict[str, Any]
    consumers: dict[str, dict[str, Any]] = field(default_factory=dict)


def streams(replicas: int = 1) -> list[Stream]:
    """All of them; ``replicas`` is 3 in a cluster."""
    families = [stream for family in Family for stream in (_tables(family), _clock(family))]
    declared = [*families, _bots(), _matches(), _bucket(subjects.DICE_BUCKET), _bucket(subjects.LOBBY_BUCKET)]
    common = {"storage": "file", "num_replicas": replicas, "duplicate_window": DEDUPLICATION}
    return [Stream(s.name, {"name": s.name, **common, **s.config}, s.consumers) for s in declared]


def _tables(family: Family) -> Stream:
    config = {
        "subjects": [subjects.table_log(family, "*")],
        "allow_direct": True,
        "max_age": KEEP,
        "deny_delete": True,
        "deny_purge": True,
    }
    return Stream(subjects.table_stream(family), config)


def _clock(family: Family) -> Stream:
    config = {
        "subjects": [subjects.clock_set(family, ">"), subjects.clock_due(family, ">")],
        "retention": "workqueue",
        "allow_msg_schedules": True,
        "allow_direct": True,
        "deny_delete": True,
    }
    consumer = _consumer(subjects.clock_consumer(family), subjects.clock_due(family, ">"))
    return Stream(subjects.clock_stream(family), config, consumer)


def _bots() -> Stream:
    consumers: dict[str, dict[str, Any]] = {}
    for game in GameKey:
        consumers |= _consumer(subjects.bot_consumer(game), subjects.bot_turn(game))
    config = {"subjects": [subjects.bot_turn("*")], "retention": "workqueue", "deny_delete": True, "deny_purge": True}
    return Stream(subjects.BOT_STREAM, config, consumers)


def _matches() -> Stream:
    config = {"subjects": [subjects.match_finished("*")], "max_age": KEEP, "deny_delete": True, "deny_purge": True}
    consumers = _consumer(subjects.MATCH_CONSUMER, subjects.match_finished("*"))
    return Stream(subjects.MATCH_STREAM, config, consumers)


def _bucket(name: str) -> Stream:
    config = {
        "subjects": [subjects.kv_key(name, ">")],
        "max_msgs_per_subject": 1,
        "discard": "new",
        "allow_direct": True,
        "allow_rollup_hdrs": True,
        "deny_delete": True,
    }
    return Stream(subjects.kv_stream(name), config)


def _consumer(name: str, subject: str) -> dict[str, dict[str, Any]]:
    return {
        name: {
            "name": name,
            "durable_name": name,
            "filter_subject": subject,
            "ack_policy": "explicit",
            "ack_wait": 10 * SECOND,
            "max_deliver": -1,
            "max_ack_pending": 20_000,
        }
    }
