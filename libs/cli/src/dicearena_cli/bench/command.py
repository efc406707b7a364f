"""``dicearena bench``."""

from __future__ import annotations

import json
import logging
import os
import sys
from typing import Annotated

import structlog
import typer
import uvloop
from dicearena_bus import BusSettings, connect, password_variable
from dicearena_contracts.catalogue import Family
from dicearena_games.registry import GAMES
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from dicearena_cli.bench import baseline, cold, load
from dicearena_cli.bench.people import OPTIONS, SEATS, Reception
from dicearena_cli.bench.report import Report, medians
from dicearena_cli.bench.rules.run import run
from dicearena_cli.up.stack import Stack, running

LIFTED = {
    "DICEARENA_TRACE_RATIO": "0.01",
    "DICEARENA_LOG_LEVEL": "warning",
    "DICEARENA_GATEWAY_RATE_FRAMES": "100000/second",
    "DICEARENA_GATEWAY_RATE_REST": "100000/second",
    "DICEARENA_GATEWAY_RATE_GUESTS": "100000/second",
    "DICEARENA_GATEWAY_SOCKETS_PER_ADDRESS": "10000",
    "DICEARENA_LOBBY_MAX_OPEN": "1000",
}
"""Limits against abuse that a load from one address would meet; tracing samples 1 %, metrics stay on."""


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="Rules, views, computers, in process.")] = False,
    quick: Annotated[bool, typer.Option(help="Short runs, under a minute in all.")] = False,
    tables: Annotated[str, typer.Option(help="Numbers of tables, comma-separated.")] = "",
    game: Annotated[list[str] | None, typer.Option(help="Only this game (may be repeated).")] = None,
    seconds: Annotated[
        float, typer.Option(help="Longest time of one batch of games; with --rules CPU time of one measurement.")
    ] = 0.0,
    repeat: Annotated[int, typer.Option(help="Measure so many times and report the medians.", min=1)] = 1,
    sync_interval: Annotated[str, typer.Option(help="JetStream's flush to disk: 1s, or always.")] = "1s",
    seed: Annotated[int, typer.Option(help="Seed of the players' choices.")] = 1,
) -> None:
    """Measure a whole house on this machine under load: latency, throughput, CPU time and memory.

    With --rules no house is started: steps of random play, views, and the decisions of the computers, in CPU time.
    """
    if rules:
        _measure_rules(game or [], seconds, repeat, seed, quick=quick, as_json=as_json)
        return
    numbers = [int(number) for number in (tables or ("1,50" if quick else "1,50,500")).split(",")]
    games = game or list(OPTIONS)
    unknown = set(games) - set(OPTIONS)
    if unknown:
        raise typer.BadParameter(f"no load is written for {', '.join(sorted(unknown))}; there is {', '.join(OPTIONS)}")
    longest = seconds or (2.5 if quick else 30.0)
    console = Console(stderr=True)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    reports = []
    with Progress(
        SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), console=console, transient=True
    ) as progress:
        task = progress.add_task("starting a house")
        for turn in range(repeat):
            plan = [(name, number) for number in numbers for name in games]
            with running(settings={**LIFTED, "DICEARENA_NATS_SYNC_INTERVAL": sync_interval}) as stack:
                note = f"run {turn + 1} of {repeat}: " if repeat > 1 else ""

                def say(text: str, note: str = note) -> None:
                    progress.update(task, description=note + text)

                reports.append(uvloop.run(_measure(stack, plan, longest, quick, sync_interval, seed, say)))
    report = medians(reports) if len(reports) > 1 else reports[0]
    if as_json:
        print(json.dumps(report.json()))
    else:
        Console().print(report.table())
        for line in report.unloaded():
            Console().print(line)
        Console().print(f"cold load of {cold.RECORDS} records: {report.cold_load_ms}")


def _measure_rules(games: list[str], seconds: float, repeat: int, seed: int, *, quick: bool, as_json: bool) -> None:
    unknown = set(games) - set(GAMES)
    if unknown:
        raise typer.BadParameter(f"no game: {', '.join(sorted(unknown))}; there are {', '.join(GAMES)}")
    run(games, seconds, repeat, seed, quick=quick, as_json=as_json)


async def _measure(
    stack: Stack, plan: list[tuple[str, int]], seconds: float, quick: bool, sync_interval: str, seed: int, say: object
) -> Report:
    assert callable(say)
    say("baseline")
    base = await baseline.measure(sync_interval)
    say("cold load")
    user = f"rules-{Family.BOARDS}"
    os.environ[password_variable(user)] = stack.password(user)
    async with connect(BusSettings(nats_url=stack.nats_url), user=user) as bus:
        cold_ms = await cold.measure(bus, seed)
    report = Report(base, cold_ms, sync_interval)
    async with Reception(stack.url) as reception:
        say("guests arrive")
        guests = await reception.visitors(max(number for _, number in plan) * SEATS)
        for name in dict.fromkeys(name for name, _ in plan):
            say(f"{name}, one action at a time")
            one = await load.measure(
                stack, reception, guests, game=name, tables=1, seconds=seconds, batches=1, seed=seed, alone=True
            )
            report.unloaded_ms[name] = one.own_view_ms
        for name, number in plan:
            say(f"{name}, {number} tables")
            batches = 6 if number == 1 and not quick else 1
            report.runs.append(
                await load.measure(
                    stack, reception, guests, game=name, tables=number, seconds=seconds, batches=batches, seed=seed
                )
            )
    return report
