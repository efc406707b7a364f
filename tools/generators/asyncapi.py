"""generated/asyncapi.json: every NATS subject and the web socket, as an AsyncAPI 3 document.

`CALLS` and `NEWS` say which message goes where; tests/tools/test_generated.py holds them against the endpoints that the
services declare.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from dicearena_contracts import dice, lobby, records, rules, socket, stats, subjects
from dicearena_contracts.base import Empty
from dicearena_contracts.errors import WireError
from dicearena_contracts.view import TableView
from pydantic import TypeAdapter

from generators.schemas import Schema, dump

REF = "#/components/schemas/{model}"


@dataclass(frozen=True)
class Call:
    """A request and its reply."""

    subject: str
    service: str
    request: Any
    reply: Any


@dataclass(frozen=True)
class News:
    """A message that is published, and where it goes."""

    subject: str
    message: Any
    sender: str
    about: str


F, T, S, G = "{family}", "{table}", "{reader}", "{game}"

CALLS = (
    Call(subjects.rules_open(F), "rules", rules.OpenTable, rules.OpenReply),
    Call(subjects.rules_act_human(F), "rules", rules.HumanCommand, rules.CommandReply),
    Call(subjects.rules_act_bot(F), "rules", rules.BotCommand, rules.CommandReply),
    Call(subjects.rules_view(F), "rules", rules.ViewRequest, TableView),
    Call(subjects.rules_replay(F), "rules", rules.ReplayRequest, records.Export),
    Call(subjects.rules_result(F), "rules", rules.ResultRequest, records.MatchFinished),
    Call(subjects.rules_admin(F), "rules", rules.AdminRequest, rules.CommandReply),
    Call(subjects.DICE_COMMIT, "dice", dice.CommitRequest, dice.CommitReply),
    Call(subjects.DICE_SEAL, "dice", dice.SealRequest, dice.SealReply),
    Call(subjects.DICE_THROW, "dice", dice.ThrowRequest, dice.ThrowReply),
    Call(subjects.DICE_REVEAL, "dice", dice.RevealRequest, dice.RevealReply),
    Call(subjects.DICE_DAY, "dice", dice.DayRequest, dice.DayReply),
    Call(subjects.LOBBY_PERSON, "lobby", lobby.PersonRequest, lobby.Person),
    Call(subjects.LOBBY_LIST, "lobby", lobby.ListRequest, lobby.TableList),
    Call(subjects.LOBBY_GET, "lobby", lobby.GetRequest, lobby.TableDetail),
    Call(subjects.LOBBY_OPEN, "lobby", lobby.OpenRequest, lobby.LobbyTable),
    Call(subjects.LOBBY_DAILY, "lobby", lobby.DailyOpenRequest, lobby.LobbyTable),
    Call(subjects.LOBBY_JOIN, "lobby", lobby.TableRequest, lobby.LobbyTable),
    Call(subjects.LOBBY_LEAVE, "lobby", lobby.TableRequest, lobby.LobbyTable),
    Call(subjects.LOBBY_READY, "lobby", lobby.ReadyRequest, lobby.LobbyTable),
    Call(subjects.LOBBY_SETTINGS, "lobby", lobby.SettingsRequest, lobby.LobbyTable),
    Call(subjects.LOBBY_SEATS, "lobby", lobby.SeatsRequest, lobby.LobbyTable),
    Call(subjects.LOBBY_START, "lobby", lobby.StartRequest, lobby.LobbyTable),
    Call(subjects.LOBBY_REMATCH, "lobby", lobby.TableRequest, lobby.LobbyTable),
    Call(subjects.LOBBY_CHAT, "lobby", lobby.ChatRequest, lobby.ChatLine),
    Call(subjects.LOBBY_PRESENCE, "lobby", lobby.PresenceRequest, Empty),
    Call(subjects.LOBBY_FINISHED, "lobby", lobby.FinishedRequest, Empty),
    Call(subjects.STATS_LEADERBOARD, "stats", stats.LeaderboardRequest, stats.Leaderboard),
    Call(subjects.STATS_MINE, "stats", stats.MineRequest, stats.MyGames),
    Call(subjects.STATS_DAILY, "stats", stats.DailyListRequest, stats.DailyList),
    Call(subjects.STATS_ARCHIVE, "stats", stats.ArchiveRequest, stats.Archive),
)

NEWS = (
    News(f"view.{F}.{T}.{S}", TableView, "rules", "A view for one seat, or 'w' for the watchers. Core NATS."),
    News(subjects.table_log(F, T), records.Record, "rules", "JetStream: '<32 hex of HMAC> <record>', append only."),
    News(subjects.bot_turn(G), rules.BotTurn, "rules", "JetStream work queue: a decision waiting for a computer."),
    News(subjects.match_finished(G), records.MatchFinished, "rules", "JetStream: the result of a table."),
    News(subjects.clock_set(F, T), Empty, "rules", "JetStream: arms the table's timer (Nats-Schedule)."),
    News(subjects.clock_due(F, T), Empty, "rules", "JetStream: a timer fired."),
    News(subjects.LOBBY_CHANGED, lobby.LobbyChanged, "lobby", "A table or chat changed. Core NATS, to every gateway."),
)


def document() -> str:
    """The AsyncAPI document."""
    messages: dict[str, Any] = {"WireError": WireError}
    channels: Schema = {}
    operations: Schema = {}
    for call in CALLS:
        request, reply = _name(call.request), _name(call.reply)
        messages |= {request: call.request, reply: call.reply}
        key = _key(call.subject)
        channels[key] = _channel(call.subject, "nats", request)
        channels[f"{key}_reply"] = _channel("", "nats", reply, "WireError") | {"address": None}
        operations[key] = {
            "action": "receive",
            "channel": {"$ref": f"#/channels/{key}"},
            "summary": (call.request.__doc__ or "").strip().splitlines()[0],
            "tags": [{"name": call.service}],
            "reply": {
                "address": {"location": "$message.header#/reply"},
                "channel": {"$ref": f"#/channels/{key}_reply"},
            },
        }
    for news in NEWS:
        name = _name(news.message)
        messages[name] = news.message
        key = _key(news.subject)
        channels[key] = _channel(news.subject, "nats", name)
        operations[key] = {
            "action": "send",
            "channel": {"$ref": f"#/channels/{key}"},
            "summary": news.about,
            "tags": [{"name": news.sender}],
        }
    messages |= {"ClientFrame": socket.ClientFrame, "ServerFrame": socket.ServerFrame}
    channels["socket"] = _channel("/ws", "gateway", "ClientFrame", "ServerFrame")
    for action, name in (("receive", "ClientFrame"), ("send", "ServerFrame")):
        operations[f"socket_{action}"] = {
            "action": action,
            "channel": {"$ref": "#/channels/socket"},
            "messages": [{"$ref": f"#/channels/socket/messages/{name}"}],
            "tags": [{"name": "gateway"}],
        }
    return dump(
        {
            "asyncapi": "3.0.0",
            "info": {
                "title": "Dicearena: bus and web socket",
                "version": str(socket.SOCKET_VERSION),
                "description": "An error is a WireError with the headers Nats-Service-Error and "
                "Nats-Service-Error-Code. Socket close codes: "
                + ", ".join(f"{int(code)} {code.name.lower()}" for code in socket.CloseCode)
                + ".",
            },
            "defaultContentType": "application/json",
            "servers": {
                "nats": {"host": "localhost:4222", "protocol": "nats"},
                "gateway": {"host": "localhost:8080", "protocol": "ws"},
            },
            "channels": channels,
            "operations": operations,
            "components": {
                "messages": {
                    name: {"name": name, "payload": {"$ref": REF.format(model=name)}} for name in sorted(messages)
                },
                "schemas": _schemas(messages),
            },
        }
    )


def _channel(subject: str, server: str, *messages: str) -> Schema:
    channel: Schema = {
        "address": subject,
        "servers": [{"$ref": f"#/servers/{server}"}],
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
    }
    if parameters := re.findall(r"\{(\w+)\}", subject):
        channel["parameters"] = {name: {} for name in parameters}
    return channel


def _schemas(messages: dict[str, Any]) -> Schema:
    roots, bundle = TypeAdapter.json_schemas(
        [(name, "validation", TypeAdapter(kind)) for name, kind in messages.items()], ref_template=REF
    )
    named = {name: schema for (name, _), schema in roots.items() if "$ref" not in schema}
    return dict(sorted((bundle["$defs"] | named).items()))


def _key(subject: str) -> str:
    return re.sub(r"[{}]", "", subject).replace(".", "_")


def _name(kind: Any) -> str:
    return "LobbyChanged" if kind is lobby.LobbyChanged else str(kind.__name__)
