"""``dicearena vectors FILES…``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import orjson
import typer

from dicearena_cli.vectors.runner import run


def vectors(
    files: Annotated[list[Path], typer.Argument(exists=True, help="Vector files (JSON), or folders of them.")],
) -> None:
    """Run checked cases through the rules and solvers; ends with 'N passed, N failed'.

    Status 1 where a case failed, 2 where something could not be read (the others still run).
    """
    report = run(files)
    for failure in report.failures:
        expected = "" if failure.expected is None else f"\n  expected {_json(failure.expected)}"
        got = failure.got if isinstance(failure.got, str) else _json(failure.got)
        typer.echo(f"FAILED {failure.id}{expected}\n  got      {got}")
    for unread in report.unread:
        typer.echo(f"not a vector file: {unread.path}: {unread.why}", err=True)
    typer.echo(report.last_line)
    if report.unread:
        raise typer.Exit(2)
    if report.failures:
        raise typer.Exit(1)


def _json(answer: dict[str, Any]) -> str:
    return orjson.dumps(answer, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_NON_STR_KEYS).decode()
