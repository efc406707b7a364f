"""``dicearena vectors FILES…``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import orjson
import typer
from pydantic import ValidationError

from dicearena_cli.vectors.runner import run


def vectors(
    files: Annotated[list[Path], typer.Argument(exists=True, dir_okay=False, help="Vector files (JSON).")],
) -> None:
    """Run checked cases through the rules and solvers; ends with 'N passed, N failed', status 1 where one failed."""
    try:
        report = run(files)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        typer.echo(f"not a vector file: {where}: {first['msg']}", err=True)
        raise typer.Exit(2) from None
    for failure in report.failures:
        got = failure.got if isinstance(failure.got, str) else orjson.dumps(failure.got).decode()
        typer.echo(f"FAILED {failure.id}\n  expected {orjson.dumps(failure.expected).decode()}\n  got      {got}")
    typer.echo(report.last_line)
    if report.failures:
        raise typer.Exit(1)
