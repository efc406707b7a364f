"""The command line of `dicearena arena`."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Annotated, Any, Final

import typer
from dicearena_contracts.catalogue import GameKey
from dicearena_games.core import Game
from dicearena_games.registry import GAMES
from dicearena_players.arena import PolicyError
from dicearena_players.registry import UnknownPolicy, policy
from pydantic import ValidationError
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from dicearena_cli.arena.cases import modes
from dicearena_cli.arena.proof import markdown, proven, report, settle, tables
from dicearena_cli.arena.series import Series, find_strangers, outcomes
from dicearena_cli.arena.stats import PlayerFigures, figures
from dicearena_cli.arena.trials import trials

MATCHES: Final = 1000
"""Matches of a series."""
MOST: Final = 40_000
"""Matches of a trial of --all at most: enough to tell 51 % from one half."""


def arena(
    game: Annotated[str, typer.Option(help="Key of the game, e.g. maexchen; with --all several by comma.")] = "",
    players: Annotated[str, typer.Option(help="Levels by comma: easy, normal, strong, or module:Class.")] = "",
    games: Annotated[
        int | None, typer.Option(min=1, help="How many matches (1000), everybody starts in turn; with --all the most.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same matches.")] = 1,
    option: Annotated[list[str] | None, typer.Option(help="A house rule as key=value; may be repeated.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = os.cpu_count() or 1,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
    all_games: Annotated[
        bool,
        typer.Option("--all", help="Prove all levels of all games: each against the one below."),
    ] = False,
    minutes: Annotated[float, typer.Option(min=0, help="With --all: the longest time in all.")] = 60.0,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="With --all: the tables as Markdown.")] = False,
) -> None:
    """Let computers play each other, in process and fast. One level alone plays solo, where the game allows it.

    With --all every game and level is tried; the command ends with status 1 where a level is not the better one.
    """
    if all_games:
        if players or option:
            raise typer.BadParameter("--all has its own players and house rules", param_hint="--all")
        keys = [_game(key.strip()).KEY.value for key in game.split(",")] if game else None
        _prove(keys, games or MOST, seed, jobs, minutes, as_json=as_json, as_markdown=as_markdown)
        return
    find_strangers()
    chosen = _game(game)
    options = _options(chosen, option or [])
    levels = tuple(level.strip() for level in players.split(","))
    _check_players(chosen, options, levels)
    series = Series(chosen.KEY.value, options, levels, games or MATCHES, seed)
    started = time.perf_counter()
    with _refusing():
        found = _play(series, jobs)
    seconds = time.perf_counter() - started
    if as_json:
        head = {"game": series.game, "options": options, "games": series.games, "seconds": round(seconds, 3)}
        typer.echo(json.dumps({**head, "players": [asdict(one) for one in found]}))
    else:
        _show(series, seconds, found)


def _prove(
    keys: list[str] | None, most: int, seed: int, jobs: int, minutes: float, *, as_json: bool, as_markdown: bool
) -> None:
    ways = modes(keys)
    every = trials(ways, most, seed)
    started = time.perf_counter()
    with _refusing():
        settle(every, jobs, minutes * 60, Console(stderr=True))
    seconds = time.perf_counter() - started
    if as_json:
        typer.echo(json.dumps({"seed": seed, "most": most, "seconds": round(seconds, 3), **report(ways, every)}))
    elif as_markdown:
        typer.echo(markdown(ways, every))
    else:
        for table in tables(ways, every):
            Console().print(table)
    if not proven(every):
        raise typer.Exit(1)


@contextmanager
def _refusing() -> Iterator[None]:
    """A policy that fails ends the command in words."""
    try:
        yield
    except PolicyError as error:
        Console(stderr=True).print(f"[red]arena:[/] {error}", highlight=False, soft_wrap=True)
        raise typer.Exit(1) from None


def _play(series: Series, jobs: int) -> list[PlayerFigures]:
    scores, wins = [], []
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(series.game, total=series.games)
        for outcome in outcomes(series, jobs):
            scores.append(outcome.scores)
            wins.append(outcome.wins)
            progress.advance(task)
    return figures(series.levels, scores, wins)


def _game(key: str) -> Game:
    if key not in GAMES:
        raise typer.BadParameter(f"{key!r} is no game; there are: {', '.join(GAMES)}", param_hint="--game")
    return GAMES[GameKey(key)]


def _options(game: Game, pairs: list[str]) -> dict[str, Any]:
    """All house rules, typed, those not named at their default."""
    given: dict[str, Any] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals:
            raise typer.BadParameter(f"{pair!r} is not key=value", param_hint="--option")
        if key not in game.OPTIONS.model_fields:
            known = ", ".join(game.OPTIONS.model_fields)
            raise typer.BadParameter(f"{game.KEY} has no option {key!r}; it has: {known}", param_hint="--option")
        given[key] = _value(text)
    try:
        return game.OPTIONS.model_validate(given).model_dump(mode="json")
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, e['loc'])) or 'options'}: {e['msg']}" for e in error.errors())
        raise typer.BadParameter(faults, param_hint="--option") from None


def _value(text: str) -> Any:
    """JSON where it is some (numbers, true, null), else the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _check_players(game: Game, options: dict[str, Any], levels: tuple[str, ...]) -> None:
    try:
        game.start(game.OPTIONS(**options), len(levels))
        for level in levels:
            policy(game.KEY.value, level)
    except (ValueError, UnknownPolicy) as error:
        raise typer.BadParameter(str(error), param_hint="--players") from None


def _show(series: Series, seconds: float, found: list[PlayerFigures]) -> None:
    changed = ", ".join(f"{key}={value}" for key, value in series.options.items())
    table = Table(title=f"{series.game} · {series.games} games · {series.games / seconds:.0f}/s", caption=changed)
    table.add_column("player")
    for title in ("score", "95 %", "wins", "win rate", "95 %"):
        table.add_column(title, justify="right")
    for one in found:
        table.add_row(
            one.level,
            f"{one.mean:.4f}",
            _span(one.mean_ci95, 3),
            "–" if one.wins is None else f"{one.wins:.1f}",
            "–" if one.win_rate is None else f"{one.win_rate:.1%}",
            _span(one.win_ci95, 3),
        )
    Console().print(table)


def _span(interval: tuple[float, float] | None, digits: int) -> str:
    return "–" if interval is None else f"{interval[0]:.{digits}f} … {interval[1]:.{digits}f}"
