"""The whole house on this machine: start, play, crash, stop."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest
from dicearena_cli.up import stack
from dicearena_cli.up.keys import shares
from dicearena_cli.up.stack import Stack
from dicearena_contracts.catalogue import Family

from tests.support.visit import Guest


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with stack.running(tmp_path_factory.mktemp("house"), replicas={"bots": 2}) as running:
        yield running


def run_tables(house: Stack, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from dicearena_cli.app import app; app()", "tables", *arguments]
    return subprocess.run(
        [*command, "--data", str(house.data)], capture_output=True, text=True, timeout=60, check=False
    )


def tables(house: Stack, *arguments: str) -> str:
    done = run_tables(house, *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_process_is_ready_and_answers_with_metrics(house: Stack) -> None:
    assert set(house.pids()) == {"nats", "dice", "rules", "lobby", "stats", "bots", "bots-2", "gateway"}
    for name in house.names:
        assert house.is_ready(name)
        if name != "nats":
            assert "dicearena_bus_connected" in httpx.get(f"{house.health_url(name)}/metrics").text


@pytest.mark.parametrize(("game", "options"), [("maexchen", {"lives": 3}), ("shut_the_box", {"rounds": 1})])
async def test_a_guest_plays_a_whole_game_against_computers_and_finds_the_result(
    house: Stack, game: str, options: dict[str, int]
) -> None:
    guest = await Guest.arrive(house.url)
    table = guest.start(guest.open_table(game, ("normal", "strong"), **options))
    client = await guest.play(table)
    assert client.errors == 0
    assert guest.result(table)["game"] == game


def test_each_process_knows_its_own_secrets_only(house: Stack) -> None:
    secrets = {house.house.keys[name] for names in shares().values() for name in names}
    for name, pid in house.pids().items():
        if name == "nats":
            continue
        readers = tuple(f"rules-{family}" for family in Family) if name == "rules" else (name.partition("-")[0],)
        own = {house.house.keys[variable] for reader in readers for variable in shares()[reader]}
        environment = psutil.Process(pid).environ()
        assert {value for value in environment.values() if value in secrets} == own


@pytest.mark.parametrize("name", ["dice", "rules", "lobby", "stats", "bots", "gateway", "nats"])
def test_a_killed_process_comes_back(house: Stack, name: str) -> None:
    pid = house.kill(name)
    assert house.wait_restarted(name, pid) != pid
    house.wait_ready()


async def test_the_host_lists_shows_and_closes_a_running_table(house: Stack) -> None:
    guest = await Guest.arrive(house.url)
    table = guest.start(guest.open_table("maexchen", ("normal",)))
    assert table in tables(house, "list")
    assert "to move" in tables(house, "show", table)
    assert f"closed {table}" in tables(house, "close", table, "--yes")
    assert "closed" in tables(house, "show", table)


async def test_the_host_lists_tables_of_one_person_alone(house: Stack) -> None:
    guest = await Guest.arrive(house.url)
    body = {"name": "allein", "settings": {"game": "maexchen"}, "seats": 2, "computers": ["easy"], "listed": False}
    table = guest.post("/api/tables", body)["id"]
    assert table in tables(house, "list")


def test_show_refuses_what_is_no_id(house: Stack) -> None:
    done = run_tables(house, "show", "(no id)")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_table_that_is_not_there_is_told_in_words(house: Stack) -> None:
    done = run_tables(house, "show", "nowhere")
    assert done.returncode == 1
    assert "there is no such table" in done.stdout
    assert "refused" not in done.stdout


async def test_the_host_closes_an_open_table(house: Stack) -> None:
    guest = await Guest.arrive(house.url)
    table = guest.open_table("maexchen", ("easy",))["id"]
    tables(house, "close", table, "--yes")
    assert table not in tables(house, "list")


def test_tables_says_where_it_looked_for_a_house(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-c",
        "from dicearena_cli.app import app; app()",
        "tables",
        "list",
        "--data",
        str(tmp_path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert str(tmp_path) in done.stdout.replace("\n", "")


def test_a_second_house_on_the_same_data_is_refused(house: Stack) -> None:
    with pytest.raises(stack.DataInUseError, match="--data"), stack.running(house.data):
        pass


def test_a_stopped_process_stays_stopped_until_started(house: Stack) -> None:
    house.stop("bots-2")
    assert "bots-2" not in house.pids()
    house.start("bots-2")
    assert house.is_ready("bots-2")


def test_results_and_people_outlive_a_restart_and_nothing_is_left_running(tmp_path: Path) -> None:
    with stack.running(tmp_path) as first:
        cookies = httpx.post(f"{first.url}/api/session", json={"name": "Ada"}).cookies
        pids = [*first.pids().values(), first.supervisor_pid]
    assert [pid for pid in pids if psutil.pid_exists(pid)] == []
    with stack.running(tmp_path) as second:
        assert httpx.get(f"{second.url}/api/session", cookies=cookies).json()["name"] == "Ada"


def test_a_service_that_cannot_start_ends_the_start_and_leaves_nothing(tmp_path: Path) -> None:
    before = set(psutil.Process().children(recursive=True))
    with (
        pytest.raises(stack.StackError, match="dice"),
        stack.running(tmp_path, settings={"DICEARENA_ZONE": "Nowhere/X"}),
    ):
        pass
    assert set(psutil.Process().children(recursive=True)) <= before


def test_everything_stops_when_the_starter_is_killed(tmp_path: Path) -> None:
    script = (
        "import pathlib, sys, time\nfrom dicearena_cli.up import stack\n"
        f"with stack.running(pathlib.Path({str(tmp_path)!r})) as house:\n"
        "    print(*house.pids().values(), house.supervisor_pid, flush=True)\n    time.sleep(60)\n"
    )
    starter = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert starter.stdout is not None
    pids = [int(pid) for pid in starter.stdout.readline().split()]
    assert len(pids) == 8
    starter.kill()
    starter.wait()
    starter.stdout.close()
    until = time.monotonic() + 30
    while any(map(_runs, pids)) and time.monotonic() < until:
        time.sleep(0.1)
    assert [pid for pid in pids if _runs(pid)] == []


def _runs(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE and os.getsid(pid) > 0
    except (psutil.NoSuchProcess, ProcessLookupError):
        return False
