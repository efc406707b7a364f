"""Dice, lobby and stats as processes, as a host runs them: migrate, start, ready, answer, end on SIGTERM."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from dicearena_bus import Bus, serve
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import GameKey
from dicearena_contracts.dice import DayReply, DayRequest
from dicearena_contracts.lobby import LobbyTable, OpenRequest, Person, PersonRequest
from dicearena_contracts.rules import TableSettings
from dicearena_contracts.stats import DailyList, DailyListRequest

from tests.services.stats.house import OtherRules, OtherServices, match, seat
from tests.support.nats import NatsServer, free_port


def readiness(port: int) -> dict[str, bool] | None:
    """What /readyz says, or None while nobody answers."""
    try:
        state: dict[str, bool] = httpx.get(f"http://127.0.0.1:{port}/readyz").json()
    except httpx.TransportError:
        return None
    return state


@contextmanager
def process(nats: NatsServer, service: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    port = free_port()
    environment = {
        **os.environ,
        **nats.environment(DICEARENA_DATA_DIR=str(folder), DICEARENA_HEALTH_PORT=str(port)),
    }
    if service != "dice":
        migrating = [sys.executable, "-m", f"dicearena_{service}.migrate"]
        subprocess.run(migrating, env=environment, check=True, timeout=60)
    running = subprocess.Popen([sys.executable, "-m", f"dicearena_{service}"], env=environment)
    try:
        while not all((readiness(port) or {"answers": False}).values()):
            assert running.poll() is None, f"{service} ended before it was ready"
            time.sleep(0.05)
        yield running
        running.terminate()
        assert running.wait(15) == 0
    finally:
        if running.poll() is None:
            running.kill()
            running.wait()


async def test_dice_lobby_and_stats_run_as_processes(own_nats: NatsServer, tmp_path: Path) -> None:
    with (
        process(own_nats, "dice", tmp_path),
        process(own_nats, "lobby", tmp_path),
        process(own_nats, "stats", tmp_path),
    ):
        async with own_nats.connect("gateway") as gateway, own_nats.connect("rules-bluff") as rules:
            person = await gateway.request(subjects.LOBBY_PERSON, PersonRequest(name="Anna"), Person)
            request = OpenRequest(
                person=person.id, name="Tisch", settings=TableSettings(game=GameKey.MAEXCHEN), seats=2
            )
            table = await gateway.request(subjects.LOBBY_OPEN, request, LobbyTable)
            assert len(table.commitment) == 64
            today = await gateway.request(subjects.DICE_DAY, DayRequest(), DayReply)
            listed = await gateway.request(subjects.STATS_DAILY, DailyListRequest(), DailyList, timeout=5.0)
            assert (listed.day, listed.closed) == (today.day, False)
            finished = match(seat("anna", 1), seat("ben", 2))
            others = OtherServices(over={finished.table: finished})
            async with serve(rules, "rules", OtherRules(others), family="bluff"):
                await rules.enqueue(subjects.match_finished("maexchen"), finished.model_dump_json().encode())
                await _listed(gateway, b"Anna")


async def _listed(gateway: Bus, name: bytes) -> None:
    deadline = time.monotonic() + 20
    while not (await gateway.request_raw(subjects.STATS_LEADERBOARD, b"{}")).count(name):
        assert time.monotonic() < deadline


def test_a_service_without_its_schema_is_not_ready(nats: NatsServer, tmp_path: Path) -> None:
    port = free_port()
    environment = {**os.environ, **nats.environment(DICEARENA_DATA_DIR=str(tmp_path), DICEARENA_HEALTH_PORT=str(port))}
    running = subprocess.Popen([sys.executable, "-m", "dicearena_stats"], env=environment)
    try:
        while (state := readiness(port)) is None or not state["bus:stats"]:
            time.sleep(0.05)
        assert state["service"] is False
    finally:
        running.terminate()
        assert running.wait(15) == 0
