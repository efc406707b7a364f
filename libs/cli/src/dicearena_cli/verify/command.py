"""``dicearena verify FILE``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import orjson
import typer
from dicearena_contracts.records import Export
from pydantic import ValidationError
from rich.console import Console
from rich.table import Table as Grid

from dicearena_cli.verify.check import CannotCheck, Differs, Verdict
from dicearena_cli.verify.check import verify as check

RIGHT, WRONG, UNREADABLE = 0, 1, 2
MAKERS = (
    ("people", "people"),
    ("computers", "computers"),
    ("house", "the house"),
    ("operator", "the operator"),
)


def verify(
    file: Annotated[Path, typer.Argument(help="An exported match (JSON), as the table's end offers it.")],
) -> None:
    """Recompute every throw of an exported match, hidden ones too, refold its log, and check when the house acted.

    Status 1 and the first throw or record that differs, before it each record that was not due; 2 where the file cannot
    be checked.
    """
    found: list[Differs] = []
    try:
        verdict = check(read(file), found.append)
    except Differs as difference:
        found.append(difference)
    except CannotCheck as reason:
        typer.echo(f"{file}: {reason}", err=True)
        raise typer.Exit(UNREADABLE) from None
    for finding in found:
        typer.echo(f"DIFFERS {finding}")
    if found:
        raise typer.Exit(WRONG)
    _report(verdict)


def read(file: Path) -> Export:
    """The export in a file, bare or as the answer of the archive. Raises CannotCheck."""
    try:
        content: Any = orjson.loads(file.read_bytes())
    except OSError as error:
        raise CannotCheck(f"cannot be read ({error.strerror})") from None
    except orjson.JSONDecodeError as error:
        raise CannotCheck(f"no JSON ({error})") from None
    if isinstance(content, dict) and set(content) == {"export"}:
        content = content["export"]
    try:
        return Export.model_validate_json(orjson.dumps(content))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the whole"
        raise CannotCheck(f"not an exported match ({where}: {first['msg']})") from None


def _report(verdict: Verdict) -> None:
    table = verdict.table
    grid = Grid(show_header=False, box=None)
    grid.add_row("Table", table.id)
    grid.add_row("Game", f"{table.game.KEY}, rules version {table.game.VERSION}")
    grid.add_row("Promise", f"SHA-256 {table.open.commitment} is that of the secret")
    own, kinds = verdict.throws - verdict.daily, f"{verdict.hidden} hidden"
    grid.add_row(
        "Throws", f"{verdict.throws} ({own} of the table, {verdict.daily} of the day; {kinds}), {verdict.dice} dice"
    )
    makers = ", ".join(f"{verdict.makers[who]} of {of}" for who, of in MAKERS if verdict.makers[who])
    grid.add_row("Records", f"{verdict.records}, each as the rules write it and none before its time ({makers})")
    if table.result is not None:
        pairs = zip(table.seats, table.result.places, table.result.scores, strict=True)
        places = sorted((place, seat.who.name, score) for seat, place, score in pairs)
        grid.add_row("Result", ", ".join(f"{place}. {name} ({score:g})" for place, name, score in places))
    elif table.ending is not None:
        grid.add_row("Result", f"none: {table.ending.reason}")
    console = Console(highlight=False, soft_wrap=True)
    console.print(grid)
    console.print("ALL RIGHT")
