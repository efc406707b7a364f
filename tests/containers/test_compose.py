"""The compose stack as a host runs it: from nothing to a played game, scaled, watched, and gone again."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from dicearena_cli.up import ports, programs
from dicearena_games.registry import families

from tests.support.visit import Guest

pytestmark = [pytest.mark.containers, pytest.mark.timeout(900)]

JOBS = {"secrets", "setup", "migrate-lobby", "migrate-stats", "admin"}
SERVICES = {"gateway", "lobby", "dice", "bots", "stats", *(f"rules-{family}" for family in families())}


class Compose:
    """One project of docker compose, with ports of its own and without dashboards."""

    def __init__(self) -> None:
        self.port, self.prometheus_port = ports.free_ports(2)
        self.url = f"http://127.0.0.1:{self.port}"
        self._environment = {
            **os.environ,
            "COMPOSE_PROJECT_NAME": f"dicearena-test-{os.getpid()}",
            "COMPOSE_PROFILES": "",
            "DICEARENA_BIND": "127.0.0.1",
            "DICEARENA_PORT": str(self.port),
            "PROMETHEUS_PORT": str(self.prometheus_port),
            "DICEARENA_TAG": f"test-{os.getpid()}",
        }

    def run(self, *arguments: str, check: bool = True) -> str:
        done = subprocess.run(
            ["docker", "compose", *arguments],
            cwd=programs.root(),
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert not check or done.returncode == 0, f"{arguments}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
        return done.stdout

    def up(self, *arguments: str) -> None:
        try:
            self.run("up", "--detach", "--wait", "--wait-timeout", "240", *arguments)
        except AssertionError:
            print(self.run("ps", "--all", check=False), self.run("logs", "--tail", "30", check=False))
            raise

    def containers(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.run("ps", "--all", "--format", "json").splitlines()]

    def targets(self) -> list[tuple[str, str]]:
        """What prometheus scrapes: (process, health) of every replica."""
        reply = httpx.get(f"http://127.0.0.1:{self.prometheus_port}/api/v1/targets", timeout=10).json()
        return [
            (target["labels"]["process"], target["health"])
            for target in reply["data"]["activeTargets"]
            if target["labels"]["job"] == "dicearena"
        ]

    def targets_like(self, wanted: list[tuple[str, str]], seconds: float = 60) -> list[tuple[str, str]]:
        """The targets, sorted, once they are as wanted or the time is over."""
        until = time.monotonic() + seconds
        while (found := sorted(self.targets())) != wanted and time.monotonic() < until:
            time.sleep(1)
        return found


@pytest.fixture(scope="module")
def compose(docker: None) -> Iterator[Compose]:
    project = Compose()
    try:
        project.up("--build")
        yield project
    finally:
        project.run("down", "--volumes", "--timeout", "20", check=False)
        subprocess.run(["docker", "rmi", f"dicearena:test-{os.getpid()}"], capture_output=True, check=False)


def test_every_job_has_ended_well_and_every_service_is_healthy(compose: Compose) -> None:
    states = {container["Service"]: container for container in compose.containers()}
    assert {name for name, state in states.items() if state["State"] == "exited"} == JOBS - {"admin"}
    assert {state["ExitCode"] for state in states.values()} == {0}
    assert {name for name, state in states.items() if state["Health"] == "healthy"} == SERVICES | {
        "nats",
        "postgres",
        "prometheus",
    }


@pytest.mark.parametrize(("game", "options"), [("maexchen", {"lives": 3}), ("shut_the_box", {"rounds": 1})])
async def test_a_guest_plays_against_a_computer_and_finds_the_result(
    compose: Compose, game: str, options: dict[str, int]
) -> None:
    guest = await Guest.arrive(compose.url)
    table = guest.start(guest.open_table(game, ("strong",), **options))
    client = await guest.play(table)
    assert client.errors == 0
    assert len(client.moves) > 0
    assert guest.result(table)["game"] == game


async def test_the_host_s_command_sees_the_tables(compose: Compose) -> None:
    guest = await Guest.arrive(compose.url)
    table = guest.open_table("maexchen", ("easy",))["id"]
    assert table in compose.run("run", "--rm", "admin", "tables", "list")


def test_the_browser_is_given_the_client(compose: Compose) -> None:
    page = httpx.get(compose.url)
    assert page.status_code == 200
    assert "<script" in page.text


async def test_scaled_replicas_serve_and_are_found_by_prometheus(compose: Compose) -> None:
    compose.up("--scale", "bots=4", "--scale", "rules-bluff=2")
    wanted = sorted([*((name, "up") for name in SERVICES), *[("bots", "up")] * 3, ("rules-bluff", "up")])
    assert compose.targets_like(wanted) == wanted
    guest = await Guest.arrive(compose.url)
    table = guest.start(guest.open_table("maexchen", ("normal", "easy"), lives=3))
    assert (await guest.play(table)).errors == 0


def test_secrets_stay_with_their_owners(compose: Compose) -> None:
    def variables(service: str) -> set[str]:
        return set(compose.run("exec", "--index", "1", service, "ls", "/run/dicearena").split())

    assert variables("dice") == {"DICEARENA_NATS_PASSWORD_DICE"}
    assert variables("gateway") == {"DICEARENA_NATS_PASSWORD_GATEWAY", "DICEARENA_SESSION_KEY"}
    assert variables("rules-bluff") == {"DICEARENA_NATS_PASSWORD_RULES_BLUFF", "DICEARENA_RULES_KEY"}


def test_games_and_people_outlive_down_and_up(compose: Compose) -> None:
    cookies = httpx.post(f"{compose.url}/api/session", json={"name": "Ada"}).cookies
    compose.run("down", "--timeout", "20")
    compose.up()
    assert httpx.get(f"{compose.url}/api/session", cookies=cookies).json()["name"] == "Ada"


def test_no_process_runs_as_root(compose: Compose) -> None:
    for container in compose.containers():
        if container["State"] == "running":
            shown = compose.run("top", container["Service"]).splitlines()
            rows = [line.split() for line in shown if line and line.split()[0] not in (container["Name"], "UID")]
            users = {row[0] for row in rows}
            assert "root" not in users, container["Service"]
