"""A real nats-server with the house's users, permissions and streams, for any test.

Fixtures: ``nats`` (one server per test module; use table ids of your own), ``own_nats`` (one per test, to be killed).
Both are a ``NatsServer``::

    async def test_something(nats: NatsServer) -> None:
        async with nats.connect("dice") as dice, nats.connect("rules-pub") as rules:
            ...

For services as processes: ``subprocess.Popen(..., env={**os.environ, **nats.environment()})``.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from dicearena_bus import Bus, BusSettings, connect
from dicearena_bus.client import NatsClient
from dicearena_bus.natsconf import CONFIG_FILE, PERMISSIONS_FILE, new_passwords
from dicearena_bus.permissions import User, read
from dicearena_bus.settings import password_variable
from dicearena_bus.setup import set_up
from dicearena_contracts import subjects

INFRA = Path(__file__).parents[2] / "infra" / "nats"
BINARY = shutil.which("nats-server") or str(Path(__file__).parents[2] / ".venv" / "bin" / "nats-server")
USERS: list[User] = read(INFRA / PERMISSIONS_FILE)


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class NatsServer:
    """One nats-server with infra/nats/nats.conf, passwords of its own and a store of its own."""

    def __init__(self, directory: Path, sync_interval: str = "1s") -> None:
        self.directory = directory
        self.port = free_port()
        self.monitor_port = free_port()
        self.sync_interval = sync_interval
        self.passwords = new_passwords(USERS)
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, or start again with the same store and port; returns when it accepts connections."""
        environment = {
            **os.environ,
            **self.passwords,
            "DICEARENA_NATS_HOST": "127.0.0.1",
            "DICEARENA_NATS_PORT": str(self.port),
            "DICEARENA_NATS_MONITOR": f"127.0.0.1:{self.monitor_port}",
            "DICEARENA_NATS_STORE": str(self.directory / "store"),
            "DICEARENA_NATS_SYNC_INTERVAL": self.sync_interval,
        }
        with (self.directory / "nats.log").open("ab") as log:
            self.process = subprocess.Popen(
                [BINARY, "-c", str(INFRA / CONFIG_FILE)], env=environment, stdout=log, stderr=log
            )
        deadline = time.monotonic() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError((self.directory / "nats.log").read_text()[-2000:]) from None
                time.sleep(0.02)

    def kill(self) -> None:
        """kill -9."""
        self._end(signal.SIGKILL)

    def pause(self) -> None:
        """Freeze it: connections stand, nothing is answered."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WNOWAIT)

    def resume(self) -> None:
        """Undo ``pause``."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """End in good order."""
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(20)
            self.process = None

    async def set_up(self) -> None:
        """Run the setup job."""
        async with self.connect("setup") as bus:
            await set_up(bus)

    def password(self, user: str) -> str:
        return self.passwords[password_variable(user)]

    def environment(self, **more: str) -> dict[str, str]:
        """What a process of the house needs to connect here."""
        return {**self.passwords, "DICEARENA_NATS_URL": self.url, **more}

    def settings(self, **more: Any) -> BusSettings:
        return _Settings(self, **more)

    @asynccontextmanager
    async def connect(self, user: str, **more: Any) -> AsyncIterator[Bus]:
        """A bus connection as any user; ``more`` are BusSettings fields."""
        async with connect(self.settings(**more), user=user) as bus:
            yield bus

    async def raw(self, user: str, **options: Any) -> NatsClient:
        """A bare nats-py connection as any user, with that user's inbox prefix; close it yourself."""
        client = NatsClient()
        await client.connect(
            self.url,
            user=user,
            password=self.password(user),
            **{"inbox_prefix": subjects.inbox_prefix(user), "allow_reconnect": False, **options},
        )
        return client


class _Settings(BusSettings):
    """Settings with the server's address and passwords in place of the environment's."""

    def __init__(self, server: NatsServer, **more: Any) -> None:
        super().__init__(**{"nats_url": server.url, **more})
        self._server = server

    def password(self, user: str) -> str | None:
        return self._server.passwords.get(password_variable(user))


def running_server() -> Iterator[NatsServer]:
    """A server with all streams, for as long as the generator lives."""
    with tempfile.TemporaryDirectory(prefix="dicearena-nats-") as folder:
        server = NatsServer(Path(folder))
        server.start()
        try:
            asyncio.run(server.set_up())
            yield server
        finally:
            server.stop()


@pytest.fixture(scope="module")
def nats() -> Iterator[NatsServer]:
    """One server for a test module."""
    yield from running_server()


@pytest.fixture
def own_nats() -> Iterator[NatsServer]:
    """A server for one test."""
    yield from running_server()
