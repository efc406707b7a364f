"""The `dicearena` command. Each subcommand is loaded only when it is called, so that `--help` stays fast.

To add one: write a module with a function (or a `typer.Typer` for a group of commands) and name it in `COMMANDS`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "arena": ("dicearena_cli.arena.command:arena", "Let computers play each other, in process and fast."),
    "solve": ("dicearena_cli.solve.command:solve", "Compute the tables of the strong computers anew."),
    "vectors": ("dicearena_cli.vectors.command:vectors", "Run checked cases through the rules and solvers."),
    "verify": ("dicearena_cli.verify.command:verify", "Check every throw and record of an exported match."),
    "up": ("dicearena_cli.up.command:up", "Start the whole house on this machine, without Docker."),
    "bench": ("dicearena_cli.bench.command:bench", "Measure latency, throughput, CPU time and memory under load."),
    "tables": ("dicearena_cli.tables.command:tables", "List, show or close tables."),
}
"""Name → where it lives (``module:attribute``) and the line shown in the list of commands."""


class _Deferred(TyperCommand):
    """Stands for a subcommand until it is called."""

    def __init__(self, name: str, target: str, summary: str) -> None:
        super().__init__(name, help=summary)
        self._target = target

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Load the real command and let it take over."""
        module, _, attribute = self._target.partition(":")
        command = getattr(import_module(module), attribute)
        if not isinstance(command, typer.Typer):
            group = typer.Typer(add_completion=False)
            group.command(self.name)(command)
            command = group
        return typer.main.get_command(command).make_context(info_name, args, parent=parent, **extra)


class _LazyGroup(TyperGroup):
    """A group that knows its commands by name only."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__(**attrs)
        self.commands = {name: _Deferred(name, *where) for name, where in COMMANDS.items()}


app = typer.Typer(cls=_LazyGroup, no_args_is_help=True, pretty_exceptions_enable=False)


@app.callback()
def main() -> None:
    """Dicearena: a dice-game house anyone can host."""
