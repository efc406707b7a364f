"""``dicearena up``: the whole house on this machine, without Docker."""

from __future__ import annotations

import io
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Annotated, Final

import segno
import typer
from rich.console import Console

from dicearena_cli.up import ports, programs, stack

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104
_CHATTER: Final = re.compile(r"\[\d+\] [\d/]+ [\d:.]+ \[INF\]")
"""What nats-server says when all is well; it is in the log file."""


class _Stop(BaseException):
    """Somebody wants us to end."""


def up(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Where browsers find the house.")] = 8000,
    host: Annotated[str, typer.Option(help="Address to listen on; 127.0.0.1: this machine only.")] = "0.0.0.0",  # noqa: S104
    data: Annotated[Path, typer.Option(envvar="DICEARENA_DATA", help="Folder for games, results and keys.")] = Path(
        "data"
    ),
    bots: Annotated[int, typer.Option(min=1, max=32, help="Bot worker processes.")] = 1,
    rules: Annotated[int, typer.Option(min=1, max=32, help="Table host processes.")] = 1,
    sync: Annotated[
        str, typer.Option(help="How often the log goes to disk: a time such as 1s, or always (see docs/operations.md).")
    ] = "1s",
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Environment of every service; repeatable.")
    ] = None,
    quiet: Annotated[bool, typer.Option(help="Log to the data folder only.")] = False,
) -> None:
    """Start the whole house on this machine. Ctrl-C stops it; all data stays."""
    console = Console(highlight=False)
    settings = {"DICEARENA_NATS_SYNC_INTERVAL": _sync(sync), **_settings(setting or [])}

    def echo(line: str) -> None:
        if not quiet and not _CHATTER.match(line):
            console.out(line, highlight=False)

    if not programs.has_web():
        console.print("[yellow]the web client is not built (make setup builds it): only programs can use this house")
    console.print("starting the house ...")
    try:
        with (
            _stoppable(),
            stack.running(
                data, host=host, port=port, settings=settings, replicas={"bots": bots, "rules": rules}, echo=echo
            ) as house,
        ):
            _welcome(console, host, port)
            while house.alive:
                time.sleep(0.5)
            console.print("[red]the process manager has died; all services are stopped")
            raise typer.Exit(1)
    except _Stop:
        # Where the terminal died, there is nobody to tell.
        with suppress(OSError):
            console.print("stopped")
    except (stack.PortTakenError, stack.DataInUseError) as error:
        console.print(f"[red]{error}", soft_wrap=True)
        raise typer.Exit(2) from None
    except (stack.StackError, OSError) as error:
        console.print(f"[red]{error}", soft_wrap=True)
        console.print(f"the whole log: {data / stack.LOG_FILE}", soft_wrap=True)
        raise typer.Exit(1) from None


def _welcome(console: Console, host: str, port: int) -> None:
    addresses = ports.network_addresses() if host in _EVERYWHERE else []
    here = f"http://localhost:{port}" if host in _EVERYWHERE else f"http://{host}:{port}"
    console.print(f"\n[bold green]Dicearena is open:[/] {here}")
    for address in addresses:
        console.print(f"in the same network:  http://{address}:{port}")
    if addresses:
        picture = io.StringIO()
        segno.make(f"http://{addresses[0]}:{port}", micro=False).terminal(out=picture, compact=True)
        console.out(picture.getvalue(), highlight=False)
    console.print("Ctrl-C stops it.\n")


@contextmanager
def _stoppable() -> Iterator[None]:
    """Turn the signals that end a program into ``_Stop``, once; while stopping, more of them are ignored."""

    def stop(number: int, frame: FrameType | None) -> None:
        for other in _SIGNALS:
            signal.signal(other, signal.SIG_IGN)
        raise _Stop

    before = {number: signal.signal(number, stop) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _sync(text: str) -> str:
    if text != "always" and not re.fullmatch(r"[1-9]\d*(ms|s|m)", text):
        raise typer.BadParameter("a time such as 500ms, 1s or 2m, or always", param_hint="--sync")
    return text


def _settings(pairs: list[str]) -> dict[str, str]:
    found = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.startswith("DICEARENA_"):
            raise typer.BadParameter(f"{pair!r} is not DICEARENA_NAME=VALUE", param_hint="--set")
        found[name] = value
    return found
