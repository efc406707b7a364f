"""What `dicearena bench --rules` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any, Final

from rich.table import Table

from dicearena_cli.bench.report import percentiles
from dicearena_cli.bench.rules.decisions import Computers
from dicearena_cli.bench.rules.steps import Bare, Hosted

GOALS: Final[Mapping[str, float]] = {
    "steps_per_s": 20_000,
    "with_views_per_s": 5_000,
    "p99_ms": 5,
    "strong_p99_ms": 50,
    "view_bytes": 3072,
}
"""Act + thrown per second alone and with all views (at least); decisions, and whole views (at most)."""


def rules_figures(alone: Bare, host: Hosted, loop: float) -> dict[str, Any]:
    """Steps per second and what a view costs; ``loop``: nanoseconds of the yardstick."""
    per_step = alone.seconds / alone.steps
    view = host.view_seconds / host.views
    return {
        "steps_per_s": round(alone.steps / alone.seconds),
        "step_in_loops": round(per_step * 1e9 / loop, 1),
        "with_views_per_s": round(host.steps / host.seconds),
        "moves_with_views_per_s": round(host.moves / host.seconds),
        "views_per_move": round(host.views / host.moves, 2),
        "view_share": round(host.view_seconds / host.seconds, 3),
        "view_us": round(view * 1e6, 2),
        "view_in_encodes": round(host.view_seconds / host.encode_seconds, 2),
        "view_bytes": host.view_bytes,
        "view_bytes_with_events": host.whole_bytes,
    }


def level_figures(found: Computers) -> dict[str, Any]:
    """Games per second, and percentiles of the decisions in ms."""
    ranks = percentiles([seconds * 1000 for seconds in found.decisions])
    return {
        "games_per_s": round(found.games / found.seconds, 2),
        "decisions": len(found.decisions),
        "p50_ms": ranks["p50"],
        "p99_ms": ranks["p99"],
        "max_ms": round(max(found.decisions) * 1000, 3) if found.decisions else None,
    }


def missed(games: Sequence[Mapping[str, Any]]) -> list[str]:
    """Every goal that was missed, in words."""
    found = []
    for game in games:
        name = f"{game['game']} {game['mode']}".strip()
        for key in ("steps_per_s", "with_views_per_s"):
            if game[key] < GOALS[key]:
                found.append(f"{name}: {key} {game[key]} < {GOALS[key]:.0f}")
        if game["view_bytes_with_events"] > GOALS["view_bytes"]:
            found.append(f"{name}: view_bytes_with_events {game['view_bytes_with_events']} > {GOALS['view_bytes']:.0f}")
        for level, figures in game["levels"].items():
            if (figures["p99_ms"] or 0) > limit(level):
                found.append(f"{name}: {level} p99 {figures['p99_ms']} ms > {limit(level):.0f} ms")
    return found


def limit(level: str) -> float:
    """How long a decision of a level may take at p99, in ms."""
    return GOALS["strong_p99_ms" if level == "strong" else "p99_ms"]


def medians(reports: Sequence[Any]) -> Any:
    """The median of each number over several reports of the same shape."""
    first = reports[0]
    if isinstance(first, dict):
        return {key: medians([report[key] for report in reports]) for key in first}
    if isinstance(first, list):
        return [medians(list(of)) for of in zip(*reports, strict=True)]
    if isinstance(first, int | float) and not isinstance(first, bool):
        return type(first)(median(reports))
    return first


def tables(report: Mapping[str, Any]) -> list[Table]:
    """For people."""
    rules = Table(title=f"CPU time of one process; a turn of a plain Python loop: {report['baseline']['loop_ns']} ns")
    for column in (
        "game", "way to play", "seats", "act + thrown /s", "in loops", "with all views /s", "moves /s", "views",
        "µs/view", "÷ encoding", "bytes", "+ events",
    ):  # fmt: skip
        rules.add_column(column, justify="left" if column in {"game", "way to play"} else "right")
    levels = Table(title="computers")
    for column in ("game", "way to play", "level", "games/s of two", "decisions", "p50 ms", "p99 ms", "most ms"):
        levels.add_column(column, justify="left" if column in {"game", "way to play", "level"} else "right")
    for game in report["games"]:
        rules.add_row(
            game["game"],
            game["mode"],
            str(game["seats"]),
            _marked(f"{game['steps_per_s']:,}", bad=game["steps_per_s"] < GOALS["steps_per_s"]),
            f"{game['step_in_loops']:.0f}",
            _marked(f"{game['with_views_per_s']:,}", bad=game["with_views_per_s"] < GOALS["with_views_per_s"]),
            f"{game['moves_with_views_per_s']:,}",
            f"{game['view_share']:.0%}",
            f"{game['view_us']:.0f}",
            f"{game['view_in_encodes']:.1f}",
            str(game["view_bytes"]),
            _marked(str(game["view_bytes_with_events"]), bad=game["view_bytes_with_events"] > GOALS["view_bytes"]),
        )
        for level, one in game["levels"].items():
            levels.add_row(
                game["game"],
                game["mode"],
                level,
                f"{one['games_per_s']:,.1f}",
                f"{one['decisions']:,}",
                f"{one['p50_ms']}",
                _marked(f"{one['p99_ms']}", bad=(one["p99_ms"] or 0) > limit(level)),
                f"{one['max_ms']}",
            )
    return [rules, levels]


def _marked(text: str, *, bad: bool) -> str:
    return f"[red]{text}[/]" if bad else text
