"""``dicearena tables list | show | close``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final
from uuid import uuid4

import typer
from dicearena_bus import Bus, logs
from dicearena_contracts import subjects
from dicearena_contracts.base import TableId
from dicearena_contracts.catalogue import FAMILY_OF
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.lobby import (
    GetRequest,
    ListRequest,
    LobbySeat,
    LobbyTable,
    TableDetail,
    TableList,
    TableRequest,
    TableStatus,
)
from dicearena_contracts.rules import AdminRequest, CommandReply, ViewRequest
from dicearena_contracts.view import TableView
from pydantic import TypeAdapter, ValidationError
from rich.console import Console
from rich.table import Column, Table

from dicearena_cli.tables.connection import NoHouseError, admin_bus

tables: Final = typer.Typer(no_args_is_help=True, help="List, show or close tables.")

Data = Annotated[Path, typer.Option(envvar="DICEARENA_DATA", help="Data folder of the running house.")]


def _table_id(text: str) -> str:
    try:
        return TypeAdapter(TableId).validate_python(text)
    except ValidationError:
        raise typer.BadParameter("no table has such an id; `dicearena tables list` shows them") from None


TableArgument = Annotated[
    str, typer.Argument(metavar="TABLE", callback=_table_id, help="Its id, as `dicearena tables list` shows it.")
]
_DATA: Final = Path("data")


@tables.command("list")
def list_tables(data: Data = _DATA) -> None:
    """All tables, those of one person alone too: open, running, or just finished."""

    async def show(bus: Bus, console: Console) -> None:
        found = await bus.request(subjects.LOBBY_LIST, ListRequest(unlisted=True), TableList)
        longest = max((len(table.id) for table in found.tables), default=0)
        grid = Table(
            Column("table", no_wrap=True, min_width=longest), "name", "game", "status", "seats", "since", box=None
        )
        for table in found.tables:
            grid.add_row(table.id, table.name, table.settings.game, table.status, _seats(table), _since(table))
        console.print(grid if found.tables else "no tables")

    _with_bus(data, show)


@tables.command()
def show(table: TableArgument, data: Data = _DATA) -> None:
    """One table: who sits there, and what a watcher sees of its game."""

    async def tell(bus: Bus, console: Console) -> None:
        found = (await bus.request(subjects.LOBBY_GET, GetRequest(table=table), TableDetail)).table
        settings = found.settings
        grid = Table(box=None, show_header=False)
        for name, value in (
            ("table", f"{found.id} ({found.name})"),
            ("game", settings.game),
            ("house rules", ", ".join(f"{key}={value}" for key, value in settings.options.items()) or "standard"),
            ("clock", f"{settings.clock} s" if settings.clock else "none"),
            ("status", found.status),
            ("opened", _since(found)),
            ("seats", _seats(found)),
            ("watchers", found.watchers),
        ):
            grid.add_row(name, str(value))
        if found.status in (TableStatus.RUNNING, TableStatus.FINISHED) and found.day is None:
            await _add_game(grid, bus, found)
        console.print(grid)

    _with_bus(data, tell)


@tables.command()
def close(
    table: TableArgument,
    data: Data = _DATA,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Close a stuck table for good: a running game ends unscored, an open table vanishes."""
    if not yes:
        typer.confirm(f"close table {table} for everybody?", abort=True)

    async def shut(bus: Bus, console: Console) -> None:
        found = (await bus.request(subjects.LOBBY_GET, GetRequest(table=table), TableDetail)).table
        if found.status is TableStatus.OPEN:
            people = [seat.person for seat in found.seats if seat.person is not None]
            for person in sorted(people, key=lambda person: person == found.host):
                await bus.request(subjects.LOBBY_LEAVE, TableRequest(table=table, person=person), LobbyTable)
        else:
            request = AdminRequest(table=table, command=f"admin-{uuid4().hex}")
            await bus.request(
                subjects.rules_admin(FAMILY_OF[found.settings.game]), request, CommandReply, patience=10.0
            )
        console.print(f"closed {table}")

    _with_bus(data, shut)


async def _add_game(grid: Table, bus: Bus, table: LobbyTable) -> None:
    request = ViewRequest(table=table.id)
    view = TableView.model_validate_json(
        await bus.request_raw(
            subjects.rules_view(FAMILY_OF[table.settings.game]), request.model_dump_json().encode(), patience=5.0
        )
    )
    grid.add_row("records", str(view.n))
    for number, seat in enumerate(view.seats, 1):
        deadline = f", until {_time(seat.deadline)}" if seat.deadline else ""
        grid.add_row(f"seat {number}", f"{seat.name} ({seat.held}){' to move' + deadline if seat.due else ''}")
    if view.result is not None:
        grid.add_row("ended", f"{view.result.reason}, places {', '.join(map(str, view.result.places))}")


def _with_bus(data: Path, work: Callable[[Bus, Console], Awaitable[None]]) -> None:
    console = Console(highlight=False)

    async def run() -> None:
        async with admin_bus(data) as bus:
            await work(bus, console)

    logs.configure("admin", "console", "error")
    try:
        asyncio.run(run())
    except NoHouseError as error:
        console.print(f"[red]{error}", soft_wrap=True)
        raise typer.Exit(2) from None
    except DicearenaError as error:
        if error.wire.code is ErrorCode.NOT_FOUND:
            console.print("[red]there is no such table; see: dicearena tables list", soft_wrap=True)
        else:
            console.print(f"[red]refused: {error.wire.key} {error.wire.params or ''}".rstrip(), soft_wrap=True)
        raise typer.Exit(1) from None


def _seats(table: LobbyTable) -> str:
    return ", ".join(map(_seat, table.seats))


def _seat(seat: LobbySeat) -> str:
    if seat.free:
        return "free"
    return f"computer {seat.level}" if seat.person is None else f"{seat.name}{'' if seat.online else ' (away)'}"


def _since(table: LobbyTable) -> str:
    return _time(table.created_at)


def _time(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M:%S")
