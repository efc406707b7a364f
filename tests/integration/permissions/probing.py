"""Which subjects are tried, and how a real server says no."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from dicearena_bus.layout import streams
from dicearena_bus.permissions import User
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import FAMILY_OF, Family, GameKey
from nats.aio.client import Client
from nats.aio.msg import Msg

from tests.support.nats import USERS, NatsServer

_VIOLATION = re.compile(r'permissions violation for (publish|subscription) to "([^"]+)"')
_NO_WAIT = b'{"batch":1,"no_wait":true}'
_API = "$JS.API."
_STREAM_CALLS = (
    *("STREAM.CREATE.{s}", "STREAM.UPDATE.{s}", "STREAM.INFO.{s}", "STREAM.DELETE.{s}", "STREAM.PURGE.{s}"),
    *("STREAM.SNAPSHOT.{s}", "STREAM.RESTORE.{s}", "STREAM.MSG.GET.{s}", "STREAM.MSG.DELETE.{s}"),
    *("STREAM.LEADER.STEPDOWN.{s}", "STREAM.PEER.REMOVE.{s}", "DIRECT.GET.{s}"),
    *("CONSUMER.NAMES.{s}", "CONSUMER.LIST.{s}", "CONSUMER.CREATE.{s}"),
)
_CONSUMER_CALLS = (
    *("CONSUMER.CREATE.{s}.{c}", "CONSUMER.DURABLE.CREATE.{s}.{c}", "CONSUMER.INFO.{s}.{c}", "CONSUMER.DELETE.{s}.{c}"),
    *("CONSUMER.PAUSE.{s}.{c}", "CONSUMER.UNPIN.{s}.{c}", "CONSUMER.LEADER.STEPDOWN.{s}.{c}"),
    *("CONSUMER.MSG.NEXT.{s}.{c}",),
)
_HOUSE_CALLS = ("INFO", "STREAM.NAMES", "STREAM.LIST", "META.LEADER.STEPDOWN", "SERVER.REMOVE", "ACCOUNT.PURGE.x")


def matches(pattern: str, subject: str) -> bool:
    """Whether a NATS pattern takes a subject (or a narrower pattern)."""
    wanted, given = pattern.split("."), subject.split(".")
    for index, token in enumerate(wanted):
        if token == ">":
            return len(given) > index
        if index >= len(given) or (token not in ("*", given[index])):
            return False
    return len(wanted) == len(given)


def may_publish(user: User, subject: str) -> bool:
    """What the permissions file says."""
    denied = any(matches(pattern, subject) for pattern in user.deny_publish)
    return not denied and any(matches(pattern, subject) for pattern in user.publish)


def may_subscribe(user: User, subject: str) -> bool:
    """What the permissions file says."""
    return any(matches(pattern, subject) for pattern in user.subscribe)


def api_calls() -> list[str]:
    """Every call of the JetStream API, for every stream and consumer of the house."""
    calls = [_API + call for call in _HOUSE_CALLS]
    for stream in streams():
        calls += [_API + call.format(s=stream.name) for call in _STREAM_CALLS]
        calls += [f"{_API}DIRECT.GET.{stream.name}.{_example(s)}" for s in stream.config["subjects"]]
        for consumer, config in stream.consumers.items():
            calls += [_API + call.format(s=stream.name, c=consumer) for call in _CONSUMER_CALLS]
            calls.append(f"{_API}CONSUMER.CREATE.{stream.name}.{consumer}.{config['filter_subject']}")
            calls.append(f"$JS.ACK.{stream.name}.{consumer}.1.1.1.1.0")
    return calls


def house_subjects() -> list[str]:
    """Every subject of the contracts, for every family and game, with an example table."""
    found: set[str] = {subjects.bot_turn(game) for game in GameKey} | {
        subjects.match_finished(game) for game in GameKey
    }
    for family in Family:
        found |= {
            subjects.rules_open(family),
            subjects.rules_act_human(family),
            subjects.rules_act_bot(family),
            subjects.rules_view(family),
            subjects.rules_replay(family),
            subjects.rules_admin(family),
            subjects.table_log(family, "probe"),
            subjects.view(family, "probe", 0),
            subjects.view(family, "probe", None),
            subjects.clock_set(family, "probe"),
            subjects.clock_pause(family, "probe", 1),
            subjects.clock_due(family, "probe"),
        }
    constants = [getattr(subjects, name) for name in dir(subjects) if name.isupper()]
    found |= {value for value in constants if isinstance(value, str) and "." in value}
    found |= {subjects.kv_key(bucket, "probe") for bucket in (subjects.DICE_BUCKET, subjects.LOBBY_BUCKET)}
    found |= {f"{subjects.inbox_prefix(user.name)}.probe" for user in USERS}
    found |= {"$SRV.PING", "$SYS.REQ.SERVER.PING", "elsewhere"}
    found |= {_example(pattern) for user in USERS for pattern in (*user.publish, *user.deny_publish, *user.subscribe)}
    return sorted(found)


def all_subjects() -> list[str]:
    """Everything that is tried."""
    return sorted({*house_subjects(), *api_calls()})


def game_owner(game: GameKey) -> str:
    """The rules user of a game."""
    return f"rules-{FAMILY_OF[game]}"


def _example(pattern: str) -> str:
    return pattern.replace("*", "probe").replace(">", "probe.probe")


@dataclass
class Outcome:
    """What a user could do."""

    published: set[str] = field(default_factory=set)
    subscribed: set[str] = field(default_factory=set)
    answered: set[str] = field(default_factory=set)
    """Published subjects for which an answer, or word that nobody listens, came back."""


async def try_everything(server: NatsServer, user: str, tried: Iterable[str]) -> Outcome:
    """Publish (as a request) and subscribe to every subject as one user; violations come back before the pong."""
    refused: dict[str, set[str]] = {"publish": set(), "subscription": set()}

    async def on_error(error: Exception) -> None:
        found = _VIOLATION.search(str(error))
        if found:
            refused[found[1]].add(found[2])

    connection = await server.raw(user, error_cb=on_error)
    try:
        outcome = Outcome()
        await _publish_all(connection, tried, outcome)
        outcome.published = {s for s in tried if s.lower() not in refused["publish"]}
        for subject in tried:
            await connection.subscribe(subject)
        await connection.flush()
        outcome.subscribed = {s for s in tried if s.lower() not in refused["subscription"]}
        return outcome
    finally:
        await connection.close()


async def _publish_all(connection: Client, tried: Iterable[str], outcome: Outcome) -> None:
    inbox = connection.new_inbox()
    names = dict(enumerate(tried))

    async def on_answer(message: Msg) -> None:
        if message.reply.startswith("$JS.ACK."):
            # What a pull delivers bears the subject it was stored under, and tells its consumer in the reply.
            stream, consumer = message.reply.split(".")[2:4]
            outcome.answered.add(f"{_API}CONSUMER.MSG.NEXT.{stream}.{consumer}")
        else:
            outcome.answered.add(names[int(message.subject.rpartition(".")[2])])

    await connection.subscribe(f"{inbox}.*", cb=on_answer)
    for number, subject in names.items():
        await connection.publish(subject, _NO_WAIT, reply=f"{inbox}.{number}")
    await connection.flush()
    await asyncio.sleep(0.3)
