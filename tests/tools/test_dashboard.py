"""The dashboard and the pages for hosts name only metrics that the services have."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path

import nats.errors
import pytest
from dicearena_bus.bus import _kind
from prometheus_client import REGISTRY

ROOT = Path(__file__).resolve().parents[2]
DASHBOARD = ROOT / "infra" / "grafana" / "dashboards" / "house.json"
SUFFIXES = ("_bucket", "_count", "_sum", "_total", "_created")


def known() -> set[str]:
    """Every metric of ours, as prometheus sees it."""
    for path in [*ROOT.glob("services/*/src/*/metrics.py"), *ROOT.glob("libs/*/src/*/metrics.py")]:
        importlib.import_module(f"{path.parent.name}.metrics")
    names = {metric.name for metric in REGISTRY.collect()}
    return names | {name + suffix for name in names for suffix in SUFFIXES}


def named(text: str) -> set[str]:
    return set(re.findall(r"\b(?:dicearena|process)_[a-z_]*[a-z](?=[\[{`) ]|$)", text))


def expressions() -> list[str]:
    panels = json.loads(DASHBOARD.read_text())["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


@pytest.mark.parametrize("expression", expressions())
def test_a_panel_asks_for_metrics_that_exist(expression: str) -> None:
    asked = named(expression)
    assert asked or "up{" in expression
    assert asked <= known()


def test_the_page_for_hosts_names_metrics_that_exist() -> None:
    asked = {name for name in named((ROOT / "docs" / "operations.md").read_text()) if "_" in name[10:]}
    assert len(asked) >= 4
    assert asked <= known()


def test_the_page_for_hosts_names_the_kind_that_a_forbidden_subject_is_counted_under() -> None:
    (kind,) = re.findall(r'dicearena_bus_errors_total\{kind="(\w+)"\}', (ROOT / "docs" / "operations.md").read_text())
    assert kind == _kind(nats.errors.Error('nats: permissions violation for publish to "elsewhere"'))


def test_the_dashboard_shows_what_a_host_needs() -> None:
    text = " ".join(expressions())
    for metric in (
        "dicearena_records_total",
        "dicearena_gateway_own_view_seconds",
        "dicearena_bot_queue_age_seconds",
        'up{process="bots"}',
        "dicearena_lobby_tables",
    ):
        assert metric in text
