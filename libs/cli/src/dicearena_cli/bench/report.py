"""What a benchmark prints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

from rich.table import Table


def percentiles(values: Sequence[float]) -> dict[str, float | None]:
    """p50, p95 and p99 of times in ms, by nearest rank; None where there are no values."""
    if not values:
        return {"p50": None, "p95": None, "p99": None}
    ranked = sorted(values)
    return {f"p{p}": round(ranked[min(len(ranked) - 1, round(p / 100 * (len(ranked) - 1)))], 3) for p in (50, 95, 99)}


@dataclass(slots=True)
class Run:
    """One game at one number of tables."""

    game: str
    tables: int
    clients: int
    actions: int
    actions_per_s: float
    own_view_ms: dict[str, float | None]
    others_view_ms: dict[str, float | None]
    cpu_ms_per_action: dict[str, float]
    rss_kb_per_table: float
    rss_kb_per_socket: float
    errors: int


@dataclass(slots=True)
class Report:
    """Everything a benchmark measured."""

    baseline_ms: dict[str, float]
    cold_load_ms: dict[str, float]
    sync_interval: str
    unloaded_ms: dict[str, dict[str, float | None]] = field(default_factory=dict)
    """Own view by game: one table, four clients, one action at a time."""
    runs: list[Run] = field(default_factory=list)

    def json(self) -> dict[str, Any]:
        """One JSON-able object."""
        return asdict(self)

    def table(self) -> Table:
        """For people; latencies as multiples of the baseline (one request plus one append), too."""
        base = self.baseline_ms["request"] + self.baseline_ms["append"]
        shown = Table(
            title=f"baseline: request {self.baseline_ms['request']} ms + append {self.baseline_ms['append']} ms"
        )
        for column in (
            "game", "tables", "actions", "actions/s", "own view p50/p95/p99 ms", "÷ baseline", "others p50/p99 ms",
            "CPU ms/action", "of it", "KB/table", "KB/socket", "errors",
        ):  # fmt: skip
            shown.add_column(column)
        for run in self.runs:
            own, others = run.own_view_ms, run.others_view_ms
            parts = sorted(((v, k) for k, v in run.cpu_ms_per_action.items() if k != "total"), reverse=True)
            shown.add_row(
                run.game,
                str(run.tables),
                str(run.actions),
                f"{run.actions_per_s:.0f}",
                f"{own['p50']}/{own['p95']}/{own['p99']}",
                f"{own['p50'] / base:.1f}" if own["p50"] else "–",
                f"{others['p50']}/{others['p99']}",
                f"{run.cpu_ms_per_action['total']:.2f}",
                " ".join(f"{name} {value:.2f}" for value, name in parts if value >= 0.01),
                f"{run.rss_kb_per_table:.0f}",
                f"{run.rss_kb_per_socket:.0f}",
                str(run.errors),
            )
        return shown

    def unloaded(self) -> list[str]:
        """A line per game: the own view of one action at a time, and how many baselines that is."""
        base = self.baseline_ms["request"] + self.baseline_ms["append"]
        return [
            f"unloaded {game}: own view p50 {own['p50']} ms, p99 {own['p99']} ms, {own['p50'] / base:.1f} baselines"
            for game, own in self.unloaded_ms.items()
            if own["p50"]
        ]


def medians(reports: Sequence[Report]) -> Report:
    """The median of each figure over several reports of the same shape."""
    first = reports[0]

    def over(pick: Any) -> float:
        return round(float(median(pick(report) for report in reports)), 4)

    def each(pick: Any) -> dict[str, Any]:
        return {
            key: (None if any(pick(r)[key] is None for r in reports) else over(lambda r, k=key: pick(r)[k]))
            for key in pick(first)
        }

    whole = Report(each(lambda r: r.baseline_ms), each(lambda r: r.cold_load_ms), first.sync_interval)
    whole.unloaded_ms = {game: each(lambda r, g=game: r.unloaded_ms[g]) for game in first.unloaded_ms}
    for index, run in enumerate(first.runs):

        def of(report: Report, i: int = index) -> Run:
            return report.runs[i]

        whole.runs.append(
            Run(
                game=run.game,
                tables=run.tables,
                clients=run.clients,
                actions=int(over(lambda r: of(r).actions)),
                actions_per_s=over(lambda r: of(r).actions_per_s),
                own_view_ms=each(lambda r: of(r).own_view_ms),
                others_view_ms=each(lambda r: of(r).others_view_ms),
                cpu_ms_per_action=each(lambda r: of(r).cpu_ms_per_action),
                rss_kb_per_table=over(lambda r: of(r).rss_kb_per_table),
                rss_kb_per_socket=over(lambda r: of(r).rss_kb_per_socket),
                errors=max(of(r).errors for r in reports),
            )
        )
    return whole
