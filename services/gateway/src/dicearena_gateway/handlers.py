"""The REST API: decode, ask the service whose word it is, answer."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from dicearena_bus import Bus
from dicearena_contracts import rest, subjects
from dicearena_contracts.base import TABLE_ID_PATTERN, Day, Empty
from dicearena_contracts.catalogue import GameKey
from dicearena_contracts.dice import DayReply, DayRequest
from dicearena_contracts.errors import DicearenaError, ErrorCode, WireError
from dicearena_contracts.lobby import (
    ChatLine,
    ChatRequest,
    DailyOpenRequest,
    GetRequest,
    LobbyTable,
    OpenRequest,
    Person,
    PersonRequest,
    ReadyRequest,
    SeatsRequest,
    SettingsRequest,
    StartRequest,
    TableDetail,
    TableList,
    TableRequest,
)
from dicearena_contracts.records import Export
from dicearena_contracts.rules import ReplayRequest
from dicearena_contracts.stats import (
    Archive,
    ArchiveRequest,
    DailyList,
    DailyListRequest,
    Leaderboard,
    LeaderboardRequest,
    MineRequest,
    MyGames,
)
from fastapi import APIRouter, Depends, Path, Query, Request, Response

from dicearena_gateway.catalog import catalog
from dicearena_gateway.hub import Hub
from dicearena_gateway.limiting import Limits
from dicearena_gateway.sessions import COOKIE, Sessions

T = TypeVar("T")
PATIENCE = 3.0
"""Seconds a question is repeated while nobody answers."""

Table = Annotated[str, Path(pattern=TABLE_ID_PATTERN, max_length=80)]
Code = dict[int | str, dict[str, Any]]


def errors(*statuses: int) -> Code:
    """OpenAPI's words for the typed errors of an endpoint."""
    return {status: {"model": WireError, "description": "A typed error."} for status in statuses}


ALWAYS = errors(400, 403, 413, 422, 429, 500, 503, 504)
TABLE = errors(401, 404, 409, 410)


class Api:
    """What the endpoints need, kept in the application's state."""

    def __init__(self, bus: Bus, hub: Hub, sessions: Sessions, limits: Limits) -> None:
        self.bus = bus
        self.hub = hub
        self.sessions = sessions
        self.limits = limits

    async def ask(self, subject: str, message: Any, reply_type: type[T]) -> T:
        """One question on the bus. Raises DicearenaError."""
        return await self.bus.request(subject, message, reply_type, patience=PATIENCE)


def _api(request: Request) -> Api:
    api: Api = request.app.state.api
    return api


async def api_of(request: Request) -> Api:
    """The application's own. (A dependency that is no coroutine would cost a thread.)"""
    return _api(request)


async def somebody(request: Request) -> Person | None:
    """Who asks, if anybody we know."""
    return _api(request).sessions.read(request.cookies.get(COOKIE))


async def signed_in(person: Annotated[Person | None, Depends(somebody)]) -> Person:
    """Who asks. Raises DicearenaError (not_signed_in)."""
    if person is None:
        raise DicearenaError(ErrorCode.NOT_SIGNED_IN)
    return person


async def within_rate(request: Request, person: Annotated[Person | None, Depends(somebody)]) -> None:
    """Count the request. Raises DicearenaError (too_many)."""
    address = request.client.host if request.client else ""
    await _api(request).limits.rest(person.id if person else address)


Deps = Annotated[Api, Depends(api_of)]
Me = Annotated[Person, Depends(signed_in)]
Maybe = Annotated[Person | None, Depends(somebody)]
router = APIRouter(prefix="/api", dependencies=[Depends(within_rate)], responses=ALWAYS)


# Who you are.


async def known(api: Api, request: PersonRequest) -> Person:
    """A guest the lobby knows. Raises DicearenaError: not_signed_in where the cookie outlived the person."""
    try:
        return await api.ask(subjects.LOBBY_PERSON, request, Person)
    except DicearenaError as error:
        if error.code is ErrorCode.NOT_FOUND:
            raise DicearenaError(ErrorCode.NOT_SIGNED_IN) from None
        raise


@router.post("/session", status_code=201)
async def begin_session(body: rest.SessionBody, request: Request, response: Response, api: Deps) -> Person:
    """Become a guest. Sets the cookie."""
    await api.limits.guest(request.client.host if request.client else "")
    person = await api.ask(subjects.LOBBY_PERSON, PersonRequest(name=body.name), Person)
    api.sessions.put(response, person, secure=request.url.scheme == "https")
    return person


@router.get("/session", responses=errors(401))
async def read_session(me: Me, request: Request, response: Response, api: Deps) -> Person:
    """Who I am."""
    person = await known(api, PersonRequest(id=me.id))
    if person != me:
        api.sessions.put(response, person, secure=request.url.scheme == "https")
    return person


@router.patch("/session", responses=errors(401))
async def rename(body: rest.SessionBody, me: Me, request: Request, response: Response, api: Deps) -> Person:
    """Take another name."""
    person = await known(api, PersonRequest(id=me.id, name=body.name))
    api.sessions.put(response, person, secure=request.url.scheme == "https")
    return person


@router.delete("/session", status_code=204)
async def end_session(response: Response, api: Deps) -> None:
    """Forget me in this browser."""
    api.sessions.drop(response)


# What there is.


@router.get("/catalog")
async def read_catalog() -> rest.Catalog:
    """The games that can be played now, with the schemas of their house rules."""
    return catalog()


@router.get("/day", responses=errors(404))
async def read_day(api: Deps, day: Annotated[Day | None, Query()] = None) -> DayReply:
    """The commitment of a day's roll, and its secret after the day's close."""
    return await api.ask(subjects.DICE_DAY, DayRequest(day=day), DayReply)


@router.get("/leaderboard")
async def read_leaderboard(
    api: Deps, game: Annotated[GameKey | None, Query()] = None, limit: Annotated[int, Query(ge=1, le=200)] = 50
) -> Leaderboard:
    """The best people, of one game or of all."""
    return await api.ask(subjects.STATS_LEADERBOARD, LeaderboardRequest(game=game, limit=limit), Leaderboard)


@router.get("/mine", responses=errors(401))
async def read_mine(api: Deps, me: Me, limit: Annotated[int, Query(ge=1, le=200)] = 50) -> MyGames:
    """My games, newest first."""
    return await api.ask(subjects.STATS_MINE, MineRequest(person=me.id, limit=limit), MyGames)


@router.get("/daily")
async def read_daily(api: Deps, me: Maybe, day: Annotated[Day | None, Query()] = None) -> DailyList:
    """The list of one day's Tageswurf (today's without ``day``)."""
    return await api.ask(subjects.STATS_DAILY, DailyListRequest(day=day, person=me.id if me else None), DailyList)


@router.post("/daily", responses=TABLE)
async def open_daily(body: rest.DailyBody, api: Deps, me: Me) -> LobbyTable:
    """Open, or find, my attempt at today's Tageswurf."""
    return await api.ask(subjects.LOBBY_DAILY, DailyOpenRequest(person=me.id, practice=body.practice), LobbyTable)


# Tables.


@router.get("/tables")
async def list_tables(api: Deps) -> TableList:
    """The tables in the lobby."""
    return await api.ask(subjects.LOBBY_LIST, Empty(), TableList)


@router.post("/tables", status_code=201, responses=TABLE)
async def open_table(body: rest.OpenBody, api: Deps, me: Me) -> LobbyTable:
    """Open a table and sit down."""
    request = OpenRequest(
        person=me.id, name=body.name, settings=body.settings, seats=body.seats, computers=body.computers,
        listed=body.listed,
    )  # fmt: skip
    return await api.ask(subjects.LOBBY_OPEN, request, LobbyTable)


@router.get("/tables/{table}", responses=errors(404))
async def read_table(table: Table, api: Deps) -> TableDetail:
    """One table and its newest chat lines."""
    return await api.ask(subjects.LOBBY_GET, GetRequest(table=table), TableDetail)


@router.post("/tables/{table}/join", responses=TABLE)
async def join(table: Table, api: Deps, me: Me) -> LobbyTable:
    """Sit down."""
    return await api.ask(subjects.LOBBY_JOIN, TableRequest(table=table, person=me.id), LobbyTable)


@router.post("/tables/{table}/leave", responses=TABLE)
async def leave(table: Table, api: Deps, me: Me) -> LobbyTable:
    """Get up."""
    return await api.ask(subjects.LOBBY_LEAVE, TableRequest(table=table, person=me.id), LobbyTable)


@router.post("/tables/{table}/ready", responses=TABLE)
async def ready(table: Table, body: rest.ReadyBody, api: Deps, me: Me) -> LobbyTable:
    """Ready, with own entropy."""
    request = ReadyRequest(table=table, person=me.id, entropy=body.entropy, commitment=body.commitment, rev=body.rev)
    return await api.ask(subjects.LOBBY_READY, request, LobbyTable)


@router.post("/tables/{table}/settings", responses=TABLE)
async def change_settings(table: Table, body: rest.SettingsBody, api: Deps, me: Me) -> LobbyTable:
    """The host changes the house rules."""
    request = SettingsRequest(table=table, person=me.id, settings=body.settings, name=body.name)
    return await api.ask(subjects.LOBBY_SETTINGS, request, LobbyTable)


@router.post("/tables/{table}/seats", responses=TABLE)
async def change_seats(table: Table, body: rest.SeatsBody, api: Deps, me: Me) -> LobbyTable:
    """The host sets the seats."""
    request = SeatsRequest(table=table, person=me.id, seats=body.seats, computers=body.computers)
    return await api.ask(subjects.LOBBY_SEATS, request, LobbyTable)


@router.post("/tables/{table}/start", responses=TABLE)
async def start(table: Table, body: rest.StartBody, api: Deps, me: Me) -> LobbyTable:
    """The host starts the game."""
    return await api.ask(subjects.LOBBY_START, StartRequest(table=table, person=me.id, fill=body.fill), LobbyTable)


@router.post("/tables/{table}/rematch", responses=TABLE)
async def rematch(table: Table, api: Deps, me: Me) -> LobbyTable:
    """The same people and rules again."""
    return await api.ask(subjects.LOBBY_REMATCH, TableRequest(table=table, person=me.id), LobbyTable)


@router.post("/tables/{table}/chat", status_code=201, responses=TABLE)
async def chat(table: Table, body: rest.ChatBody, api: Deps, me: Me) -> ChatLine:
    """Say something."""
    await api.limits.chat(me.id)
    return await api.ask(subjects.LOBBY_CHAT, ChatRequest(table=table, person=me.id, text=body.text), ChatLine)


@router.get("/tables/{table}/export", responses=errors(404, 409))
async def export(table: Table, api: Deps, me: Maybe, response: Response) -> Export:
    """A finished match, whole, for ``dicearena verify``."""
    response.headers["Content-Disposition"] = f'attachment; filename="{table}.json"'
    try:
        return (await api.ask(subjects.STATS_ARCHIVE, ArchiveRequest(table=table), Archive)).export
    except DicearenaError as error:
        if error.code is not ErrorCode.NOT_FOUND:
            raise
    request = ReplayRequest(table=table, person=me.id if me else None)
    return await api.ask(subjects.rules_replay(await api.hub.family(table)), request, Export)
