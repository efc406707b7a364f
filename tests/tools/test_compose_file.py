"""docker-compose.yml and what belongs to it know every family of games, and confine every container."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from dicearena_games.registry import families

ROOT = Path(__file__).resolve().parents[2]
JOBS = {"secrets", "setup", "migrate-lobby", "migrate-stats", "admin"}
RULES = {f"rules-{family}" for family in families()}
OURS = RULES | {"gateway", "lobby", "dice", "bots", "stats"}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((ROOT / "docker-compose.yml").read_text()))


def test_every_family_has_its_service(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert {name for name in services if name.startswith("rules-")} == RULES
    for family in families():
        service = services[f"rules-{family}"]
        assert service["command"][-2:] == ["--family", str(family)]
        assert service["volumes"] == [f"secrets-rules-{family}:/run/dicearena:ro"]


def test_nothing_else_runs(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == OURS | JOBS | {"nats", "postgres", "prometheus", "grafana"}


def test_the_secrets_job_fills_the_volume_of_every_reader(compose: dict[str, Any]) -> None:
    filled = {volume.partition(":")[0] for volume in compose["services"]["secrets"]["volumes"]}
    for name, service in compose["services"].items():
        mounted = {volume.partition(":")[0] for volume in service.get("volumes", []) if volume.startswith("secrets-")}
        assert mounted <= filled, name
        if name in OURS | {"nats", "postgres", "grafana"}:
            assert mounted == {f"secrets-{name}"}
    assert filled <= compose["volumes"].keys()


def test_the_image_has_a_folder_for_every_volume_of_the_secrets_job_and_no_other(compose: dict[str, Any]) -> None:
    mounted = {volume.partition(":")[2] for volume in compose["services"]["secrets"]["volumes"]}
    prepared = re.search(r"for reader in ([\w\s-]+);", (ROOT / "infra" / "docker" / "Dockerfile").read_text())
    assert prepared is not None
    assert {f"/secrets/{reader}" for reader in prepared[1].split()} | {"/data/nats"} == mounted


def test_prometheus_looks_for_every_service() -> None:
    scrapes = yaml.safe_load((ROOT / "infra" / "prometheus" / "prometheus.yml").read_text())["scrape_configs"]
    (ours,) = [scrape for scrape in scrapes if scrape["job_name"] == "dicearena"]
    assert set(ours["dns_sd_configs"][0]["names"]) == OURS


def test_every_container_is_confined(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["mem_limit"], name
        assert service["restart"] == ("no" if name in JOBS else "unless-stopped"), name
        assert ("healthcheck" in service) == (name not in JOBS), name


def test_grafana_comes_with_its_profile_only_and_the_committed_env_turns_it_on(compose: dict[str, Any]) -> None:
    assert {name for name, service in compose["services"].items() if "profiles" in service} == {"admin", "grafana"}
    assert "COMPOSE_PROFILES=dashboards" in (ROOT / ".env").read_text().splitlines()
    waited_for = {other for service in compose["services"].values() for other in service.get("depends_on", {})}
    assert "grafana" not in waited_for
