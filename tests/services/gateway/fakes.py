"""A small lobby and rules service on the real bus, and a browser that speaks the real web socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from dicearena_bus import Bus, endpoint
from dicearena_contracts import lobby, rules, stats, subjects
from dicearena_contracts.base import Empty
from dicearena_contracts.catalogue import Family, GameKey
from dicearena_contracts.dice import DayReply, DayRequest
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.records import Export
from dicearena_contracts.view import VIEW_HEAD
from dicearena_gateway.sessions import COOKIE, Sessions
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

KEY = "a-test-key-of-many-letters"
FAMILY = Family.BLUFF
COMMITMENT = "ab" * 32


def person(number: int) -> lobby.Person:
    return lobby.Person(id=f"person{number:04d}", name=f"P{number}")


def cookie(who: lobby.Person, key: str = KEY) -> str:
    return f"{COOKIE}={Sessions([key]).seal(who)}"


def table(
    name: str,
    *people: lobby.Person,
    status: lobby.TableStatus = lobby.TableStatus.RUNNING,
    rev: int = 1,
    listed: bool = True,
) -> lobby.LobbyTable:
    return lobby.LobbyTable(
        id=name,
        name="Tisch",
        host=(people or (person(0),))[0].id,
        settings=rules.TableSettings(game=GameKey.MAEXCHEN),
        seats=tuple(lobby.LobbySeat(person=p.id, name=p.name) for p in people),
        status=status,
        commitment=COMMITMENT,
        created_at=0,
        rev=rev,
        listed=listed,
    )


class FakeLobby:
    """Answers every lobby subject; keeps tables and people in memory."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.tables: dict[str, lobby.LobbyTable] = {}
        self.people: dict[str, lobby.Person] = {}
        self.reports: list[lobby.PresenceRequest] = []
        self.said: list[lobby.ChatRequest] = []
        self.readied: list[lobby.ReadyRequest] = []
        self.gate: asyncio.Event | None = None
        """While set and not set off, nobody learns of a table."""

    def put(self, new: lobby.LobbyTable) -> None:
        self.tables[new.id] = new

    async def change(self, new: lobby.LobbyTable) -> None:
        self.put(new)
        await self.bus.publish(subjects.LOBBY_CHANGED, lobby.TableChanged(table=new).model_dump_json().encode())

    def known(self, name: str) -> lobby.LobbyTable:
        if name not in self.tables:
            raise DicearenaError(ErrorCode.NOT_FOUND, "lobby.refused.no_such_table")
        return self.tables[name]

    @endpoint(subjects.LOBBY_PERSON)
    async def person(self, request: lobby.PersonRequest) -> lobby.Person:
        if request.id is None:
            assert request.name is not None
            made = lobby.Person(id=f"guest{len(self.people):05d}", name=request.name)
            self.people[made.id] = made
            return made
        if request.id not in self.people:
            raise DicearenaError(ErrorCode.NOT_FOUND)
        if request.name is not None:
            self.people[request.id] = lobby.Person(id=request.id, name=request.name)
        return self.people[request.id]

    @endpoint(subjects.LOBBY_LIST)
    async def list_tables(self, request: Empty) -> lobby.TableList:
        return lobby.TableList(tables=tuple(self.tables.values()))

    @endpoint(subjects.LOBBY_GET)
    async def get(self, request: lobby.GetRequest) -> lobby.TableDetail:
        if self.gate is not None:
            await self.gate.wait()
        return lobby.TableDetail(table=self.known(request.table))

    @endpoint(subjects.LOBBY_OPEN)
    async def open(self, request: lobby.OpenRequest) -> lobby.LobbyTable:
        new = table(f"open-{len(self.tables)}", self.people.get(request.person, person(1)))
        await self.change(new)
        return new

    @endpoint(subjects.LOBBY_DAILY)
    async def daily(self, request: lobby.DailyOpenRequest) -> lobby.LobbyTable:
        return table("daily-1", person(1))

    @endpoint(subjects.LOBBY_JOIN)
    async def join(self, request: lobby.TableRequest) -> lobby.LobbyTable:
        return self.known(request.table)

    @endpoint(subjects.LOBBY_LEAVE)
    async def leave(self, request: lobby.TableRequest) -> lobby.LobbyTable:
        return self.known(request.table)

    @endpoint(subjects.LOBBY_READY)
    async def ready(self, request: lobby.ReadyRequest) -> lobby.LobbyTable:
        self.readied.append(request)
        return self.known(request.table)

    @endpoint(subjects.LOBBY_SETTINGS)
    async def settings(self, request: lobby.SettingsRequest) -> lobby.LobbyTable:
        return self.known(request.table)

    @endpoint(subjects.LOBBY_SEATS)
    async def seats(self, request: lobby.SeatsRequest) -> lobby.LobbyTable:
        return self.known(request.table)

    @endpoint(subjects.LOBBY_START)
    async def start(self, request: lobby.StartRequest) -> lobby.LobbyTable:
        return self.known(request.table)

    @endpoint(subjects.LOBBY_REMATCH)
    async def rematch(self, request: lobby.TableRequest) -> lobby.LobbyTable:
        return self.known(request.table)

    @endpoint(subjects.LOBBY_CHAT)
    async def chat(self, request: lobby.ChatRequest) -> lobby.ChatLine:
        self.known(request.table)
        self.said.append(request)
        line = lobby.ChatLine(at=1, person=request.person, name="P", text=request.text)
        said = lobby.ChatSaid(table=request.table, line=line)
        await self.bus.publish(subjects.LOBBY_CHANGED, said.model_dump_json().encode())
        return line

    @endpoint(subjects.LOBBY_PRESENCE)
    async def presence(self, request: lobby.PresenceRequest) -> Empty:
        self.reports.append(request)
        return Empty()


class FakeStats:
    """Empty lists; nothing is archived."""

    @endpoint(subjects.STATS_LEADERBOARD)
    async def leaderboard(self, request: stats.LeaderboardRequest) -> stats.Leaderboard:
        return stats.Leaderboard(rows=())

    @endpoint(subjects.STATS_MINE)
    async def mine(self, request: stats.MineRequest) -> stats.MyGames:
        return stats.MyGames(games=(), played=0, points=0, wins={}, rare={}, bests={})

    @endpoint(subjects.STATS_DAILY)
    async def daily_list(self, request: stats.DailyListRequest) -> stats.DailyList:
        return stats.DailyList(day=request.day or "2026-01-01", rows=(), attempts=0, closed=False, mine=None, played={})

    @endpoint(subjects.STATS_ARCHIVE)
    async def archive(self, request: stats.ArchiveRequest) -> stats.Archive:
        raise DicearenaError(ErrorCode.NOT_FOUND)


class FakeDice:
    """One promise for every day."""

    @endpoint(subjects.DICE_DAY)
    async def day(self, request: DayRequest) -> DayReply:
        return DayReply(day=request.day or "2026-01-01", commitment=COMMITMENT, closes_at=1, secret=None)


def view(name: str, n: int, seat: int | None, filler: str = "") -> bytes:
    """An encoded view as the rules service would write it, as far as the gateway looks."""
    rest = json.dumps({"table": name, "seat": seat, "board": {"dice_of": seat, "filler": filler}})
    return VIEW_HEAD + f"{n},".encode() + rest[1:].encode()


class FakeRules:
    """Counts records; every command makes the next one and publishes a view per human seat and one for watchers."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.n: dict[str, int] = {}
        self.seats: dict[str, tuple[str, ...]] = {}
        self.commands: list[rules.HumanCommand] = []
        self.done: dict[str, int] = {}
        self.asked: list[rules.ViewRequest] = []
        self.swallow = 0
        """So many commands stay unanswered (after they were done)."""
        self.gate: asyncio.Event | None = None
        """While set and not set off, answers to view requests wait (their content is taken before)."""
        self.after_look: Callable[[str], Any] | None = None

    def run(self, name: str, *people: lobby.Person, n: int = 1) -> None:
        self.n[name] = n
        self.seats[name] = tuple(p.id for p in people)

    async def publish(self, name: str, filler: str = "") -> None:
        for seat in [*range(len(self.seats[name])), None]:
            await self.bus.publish(subjects.view(FAMILY, name, seat), view(name, self.n[name], seat, filler))

    async def move(self, name: str, filler: str = "") -> int:
        self.n[name] += 1
        await self.publish(name, filler)
        return self.n[name]

    @endpoint(subjects.rules_view)
    async def view(self, request: rules.ViewRequest) -> bytes:
        self.asked.append(request)
        if request.table not in self.n:
            raise DicearenaError(ErrorCode.NOT_FOUND)
        seats = self.seats[request.table]
        seat = seats.index(request.person) if request.person in seats else None
        payload = view(request.table, self.n[request.table], seat)
        if self.gate is not None:
            await self.gate.wait()
        return payload

    @endpoint(subjects.rules_act_human)
    async def act(self, request: rules.HumanCommand) -> rules.CommandReply:
        self.commands.append(request)
        seats = self.seats.get(request.table)
        if seats is None:
            raise DicearenaError(ErrorCode.NOT_FOUND)
        if request.person not in seats:
            raise DicearenaError(ErrorCode.FORBIDDEN, "error.not_seated")
        if isinstance(request.deed, rules.Act) and request.deed.action.get("kind") == "illegal":
            raise DicearenaError(ErrorCode.ILLEGAL, "maexchen.refused.too_low", value=31)
        repeated = request.command in self.done
        if not repeated:
            self.done[request.command] = await self.move(request.table)
        if self.swallow > 0:
            self.swallow -= 1
            await asyncio.sleep(60)
        return rules.CommandReply(n=self.done[request.command], repeated=repeated)

    @endpoint(subjects.rules_replay)
    async def replay(self, request: rules.ReplayRequest) -> Export:
        if request.table not in self.n:
            raise DicearenaError(ErrorCode.NOT_FOUND)
        return Export(table=request.table, commitment=COMMITMENT, secret="cd" * 32, records=())


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that nothing announces."""
    while not condition():  # noqa: ASYNC110
        await asyncio.sleep(0.01)


class Browser:
    """One web socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    @classmethod
    async def open(
        cls, port: int, who: lobby.Person | None, *, greet: bool = True, headers: dict[str, str] | None = None
    ) -> Browser:
        """``Host`` among the headers is what the browser believes to talk to."""
        headers = {**({} if who is None else {"Cookie": cookie(who)}), **(headers or {})}
        host = headers.pop("Host", f"127.0.0.1:{port}")
        browser = cls(
            await connect(
                f"ws://{host}/ws",
                host="127.0.0.1",
                port=port,
                additional_headers=headers,
                compression=None,
                proxy=None,
                max_queue=None,
                ping_interval=None,
            )
        )
        if greet:
            await browser.send(t="hello", v=1)
            assert (await browser.get("welcome"))["v"] == 1
        return browser

    async def send(self, **frame: Any) -> None:
        await self.socket.send(json.dumps(frame))

    async def frame(self, seconds: float = 5.0) -> dict[str, Any]:
        frame = json.loads(await asyncio.wait_for(self.socket.recv(), seconds))
        assert isinstance(frame, dict)
        return frame

    async def get(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next frame of a type (and with these fields); others before it are skipped."""
        while True:
            frame = await self.frame()
            if frame["t"] == kind and all(frame.get(name) == value for name, value in fields.items()):
                return frame

    async def watch(self, name: str, seen: int = 0) -> dict[str, Any]:
        """Open a table; returns its first view."""
        await self.send(t="watch", table=name, seen=seen)
        return await self.get("view", table=name)

    async def act(self, name: str, command: str, **action: Any) -> None:
        deed = {"kind": "act", "decision": 1, "action": action or {"kind": "show"}}
        await self.send(t="do", id=command, table=name, seen=1, deed=deed)

    async def quiet(self) -> list[dict[str, Any]]:
        """All frames up to the answer to a ping, which is behind everything sent before it."""
        await self.send(t="ping")
        frames = []
        while (frame := await self.frame())["t"] != "pong":
            frames.append(frame)
        return frames

    async def closed(self) -> int:
        """Read until the server closes; its close code."""
        try:
            while True:
                await asyncio.wait_for(self.socket.recv(), 10)
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else 1006

    async def close(self) -> None:
        await self.socket.close()
