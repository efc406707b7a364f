"""Containers for tests. Without a Docker engine they are skipped; with DICEARENA_REQUIRE_DOCKER set, they fail."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from testcontainers.community.postgres import PostgresContainer
from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import LogMessageWaitStrategy

from tests.support.nats import INFRA, NatsServer


@pytest.fixture(scope="session", autouse=True)
def docker() -> None:
    """A Docker engine answers."""
    try:
        answers = subprocess.run(["docker", "info"], capture_output=True, timeout=30, check=False).returncode == 0
    except FileNotFoundError:
        answers = False
    if not answers:
        if os.environ.get("DICEARENA_REQUIRE_DOCKER"):
            pytest.fail("no Docker engine answers (docker info)")
        pytest.skip("no Docker engine answers (docker info): the container tests did not run")


class NatsContainer(NatsServer):
    """The house's nats-server in a container, with the same permissions and configuration."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        container = DockerContainer("nats:2.14-alpine").with_exposed_ports(4222)
        container.with_command("nats-server --config /etc/nats/nats.conf")
        container.with_volume_mapping(str(INFRA / "nats.conf"), "/etc/nats/nats.conf", "ro")
        container.with_envs(
            DICEARENA_NATS_HOST="0.0.0.0",
            DICEARENA_NATS_PORT="4222",
            DICEARENA_NATS_MONITOR="0.0.0.0:8222",
            DICEARENA_NATS_STORE="/data",
            DICEARENA_NATS_SYNC_INTERVAL="1s",
            **self.passwords,
        )
        self.container = container.waiting_for(LogMessageWaitStrategy("Server is ready"))

    def start(self) -> None:
        self.container.start()
        self.port = int(self.container.get_exposed_port(4222))

    def stop(self) -> None:
        self.container.stop()


@pytest.fixture(scope="module")
def nats_container(docker: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsContainer]:
    """NATS with the house's streams."""
    server = NatsContainer(tmp_path_factory.mktemp("nats"))
    server.start()
    try:
        asyncio.run(server.set_up())
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="module")
def postgres(docker: None) -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    with PostgresContainer("postgres:17", username="house", password="house", dbname="house", driver=None) as container:
        yield container.get_connection_url(host="127.0.0.1")
