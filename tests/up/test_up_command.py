"""``dicearena up`` as a person meets it."""

from __future__ import annotations

import os
import pty
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest
from dicearena_cli.up import ports

UP = [sys.executable, "-c", "from dicearena_cli.app import app; app()", "up"]


@pytest.fixture
def port() -> int:
    return ports.free_ports(1)[0]


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_a_taken_port_is_named_with_the_option_to_change_it(taken: int, tmp_path: Path) -> None:
    command = [*UP, "--host", "127.0.0.1", "--port", str(taken), "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert f"port {taken}" in done.stdout
    assert "--port" in done.stdout


@pytest.mark.parametrize(
    "arguments", [["--sync", "sometimes"], ["--set", "PATH=/tmp"], ["--set", "DICEARENA_ZONE"], ["--port", "70000"]]
)
def test_nonsense_is_refused_before_anything_starts(arguments: list[str], tmp_path: Path) -> None:
    done = subprocess.run([*UP, *arguments, "--data", str(tmp_path)], capture_output=True, timeout=60, check=False)
    assert done.returncode == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_the_address_and_stops_clean_on_a_signal(number: signal.Signals, port: int, tmp_path: Path) -> None:
    command = [*UP, "--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path), "--quiet"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        printed = _read_until(process, "Ctrl-C")
        assert f"http://127.0.0.1:{port}" in printed
        assert httpx.get(f"http://127.0.0.1:{port}/api/catalog").status_code == 200
        children = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(number)
        assert process.wait(60) == 0
    assert [child for child in children if child.is_running()] == []


def test_nothing_is_left_when_the_terminal_dies(port: int, tmp_path: Path) -> None:
    command = [*UP, "--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path)]
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(command[0], command)
    until = time.monotonic() + 60
    printed = b""
    while b"Ctrl-C" not in printed and time.monotonic() < until:
        printed += os.read(terminal, 4096)
    children = psutil.Process(pid).children(recursive=True)
    assert len(children) >= 8
    os.close(terminal)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert [child for child in children if child.is_running()] == []


def _read_until(process: subprocess.Popen[str], text: str) -> str:
    assert process.stdout is not None
    printed = ""
    for line in process.stdout:
        printed += line
        if text in line:
            return printed
    raise AssertionError(f"ended without {text!r}:\n{printed}")
