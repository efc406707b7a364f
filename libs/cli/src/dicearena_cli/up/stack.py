"""Start, watch and stop a whole house on this machine.

    with running(folder, port=8000) as stack:
        httpx.get(stack.url)
        stack.kill("rules")          # comes back by itself
        stack.wait_ready("rules")

Several houses run side by side as long as their ports and data folders differ.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import signal
import tempfile
import time
import urllib.request
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.client import HTTPException
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import IO, Any, Final

from dicearena_bus.settings import password_variable

from dicearena_cli.up import keys, ports, programs
from dicearena_cli.up.programs import LOCALHOST, House, Program
from dicearena_cli.up.supervised import Supervisor, run_job, supervised

START_SECONDS: Final = 60.0
STATE_FILE: Final = "stack.json"
KEYS_FILE: Final = "keys.json"
LOG_FILE: Final = "dicearena.log"
_TAIL: Final = 40
_ATTEMPTS: Final = 2
"""A process that was started so often without getting ready, and dies again, will not get ready."""

Echo = Callable[[str], None]


class StackError(Exception):
    """The house could not start; the text says why and what to do."""


class PortTakenError(StackError):
    """Somebody else listens on the wanted port."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(f"port {port} on {host} is taken by another program; choose another one with --port")


class DataInUseError(StackError):
    """Another house runs on the same data folder."""

    def __init__(self, data: Path) -> None:
        super().__init__(f"another dicearena runs on {data}; stop it, or choose another folder with --data")


class Stack:
    """A running house."""

    def __init__(self, house: House, supervisor: Supervisor, plan: tuple[Program, ...]) -> None:
        self.house = house
        self.data = house.data
        self.url = f"http://{_reachable(house.host)}:{house.port}"
        self.nats_url = house.nats_url
        self._supervisor = supervisor
        self._programs = {program.name: program for program in plan}

    @property
    def names(self) -> tuple[str, ...]:
        """All processes: ``nats``, each service, and replicas as ``<service>-2`` and so on."""
        return tuple(self._programs)

    @property
    def alive(self) -> bool:
        """Whether the process manager still runs."""
        return self._supervisor.alive

    @property
    def supervisor_pid(self) -> int:
        """The process manager's own process id."""
        return self._supervisor.process.pid

    def pids(self) -> dict[str, int]:
        """Name → process id, of all that run at this moment."""
        return {name: info["pid"] for name, info in self._supervisor.states().items() if info["pid"]}

    def password(self, user: str) -> str:
        """A bus user's password, for tests and tools."""
        return self.house.keys[password_variable(user)]

    def key(self, variable: str) -> str:
        """A secret of the house by its environment variable, for tests and tools."""
        return self.house.keys[variable]

    def health_url(self, name: str) -> str:
        """Base URL of a service's ``/livez``, ``/readyz`` and ``/metrics``; of nats, its monitor."""
        return self._programs[name].ready_url.rpartition("/")[0]

    def is_ready(self, name: str) -> bool:
        """Whether the process says it can work."""
        return _answers(self._programs[name].ready_url)

    def signal(self, name: str, number: signal.Signals) -> int:
        """Send a signal; the process id it went to.

        Raises ProcessLookupError where the process does not run at this moment.
        """
        pid = self.pids().get(name)
        if pid is None:
            raise ProcessLookupError(f"{name} does not run")
        os.kill(pid, number)
        return pid

    def kill(self, name: str) -> int:
        """Kill a process without a word (SIGKILL); it is started again by itself. The id it had."""
        return self.signal(name, signal.SIGKILL)

    def stop(self, name: str) -> None:
        """Stop a process in order, and leave it stopped."""
        self._supervisor.call("stopProcess", self._full(name))

    def start(self, name: str) -> None:
        """Start a process that was stopped, and wait until it is ready."""
        self._supervisor.call("startProcess", self._full(name), False)
        self.wait_ready(name)

    def wait_restarted(self, name: str, old_pid: int, seconds: float = 30.0) -> int:
        """Wait until another process than ``old_pid`` runs and is ready; its id."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            pid = self.pids().get(name)
            if pid is not None and pid != old_pid and self.is_ready(name):
                return pid
            time.sleep(0.05)
        raise TimeoutError(f"{name} did not come back within {seconds:g} s")

    def wait_ready(self, *names: str, seconds: float = START_SECONDS) -> None:
        """Wait until these processes (default: all) are ready.

        Raises StackError where one fails to start or is not ready in time.
        """
        missing = list(names or self.names)
        seen: dict[str, set[int]] = {name: set() for name in missing}
        until = time.monotonic() + seconds
        while missing:
            if not self.alive:
                raise StackError("the process manager has died")
            missing = [name for name in missing if not self.is_ready(name)]
            states = self._supervisor.states()
            for name in missing:
                seen[name].add(states[name]["pid"])
            if broken := [name for name in missing if len(seen[name] - {0}) > _ATTEMPTS]:
                raise StackError(f"does not start: {', '.join(broken)}")
            if missing and time.monotonic() > until:
                raise StackError(f"not ready after {seconds:g} s: {', '.join(missing)}")
            if missing:
                time.sleep(0.1)

    def _full(self, name: str) -> str:
        return f"{'bus' if name == 'nats' else 'services'}:{name}"

    def _begin(self, echo: Echo) -> None:
        with ThreadPoolExecutor() as jobs:
            migrations = [jobs.submit(_must_succeed, job, echo) for job in programs.migrations(self.house)]
            self._supervisor.call("startProcess", self._full("nats"), False)
            self.wait_ready("nats")
            _must_succeed(programs.setup_job(self.house), echo)
            for migration in migrations:
                migration.result()
        self._supervisor.call("startProcessGroup", "services", False)
        self.wait_ready()


@contextmanager
def running(
    data: Path | None = None,
    *,
    host: str = LOCALHOST,
    port: int | None = None,
    settings: Mapping[str, str] | None = None,
    replicas: Mapping[str, int] | None = None,
    echo: Echo | None = None,
) -> Iterator[Stack]:
    """Start a house, give it away when every process is ready, and stop it at the end.

    ``data`` None: a folder that is removed at the end. ``port`` None: a free one. ``settings`` are environment
    variables for every process (``DICEARENA_…``); ``replicas`` how many of each service; ``echo`` is given every line
    of the log, which is also kept in the data folder. To be called from the main thread: a parent thread's end stops
    the house.

    Raises PortTakenError, DataInUseError, or StackError with the last lines of the log.
    """
    tail: deque[str] = deque(maxlen=_TAIL)
    with ExitStack() as cleanup:
        if data is None:
            data = Path(cleanup.enter_context(tempfile.TemporaryDirectory(prefix="dicearena-data-")))
        data = data.resolve()
        data.mkdir(parents=True, exist_ok=True)
        data.chmod(0o700)
        lock = cleanup.enter_context((data / "lock").open("w"))
        _lock(lock, data)
        house = _plan(data, host, port, settings or {}, programs.replica_names(replicas or {}))
        log = RotatingFileHandler(data / LOG_FILE, maxBytes=10_000_000, backupCount=3)
        cleanup.callback(log.close)

        def on_line(line: str) -> None:
            tail.append(line)
            log.emit(logging.makeLogRecord({"msg": line}))
            if echo is not None:
                echo(line)

        nats = programs.nats(house)
        services = tuple(programs.service(house, name) for name in house.health_ports)
        supervisor = cleanup.enter_context(supervised(nats, services, on_line))
        stack = Stack(house, supervisor, (nats, *services))
        _wait_for_socket(supervisor)
        try:
            stack._begin(on_line)
        except StackError as error:
            if echo is None:
                raise StackError("\n".join([str(error), *tail])) from error
            raise
        state = data / STATE_FILE
        keys.write_private(state, json.dumps(_state(stack), indent=1))
        cleanup.callback(state.unlink, missing_ok=True)
        yield stack


def _plan(data: Path, host: str, port: int | None, settings: Mapping[str, str], services: tuple[str, ...]) -> House:
    free = ports.free_ports(len(services) + 3)
    if port is None:
        port = free[-1]
    elif not ports.is_free(host, port):
        raise PortTakenError(host, port)
    return House(
        data=data,
        keys=keys.load_or_make(data / KEYS_FILE),
        host=host,
        port=port,
        nats_port=free[0],
        monitor_port=free[1],
        health_ports=dict(zip(services, free[2:], strict=False)),
        settings=settings,
    )


def _lock(file: IO[str], data: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise DataInUseError(data) from None


def _state(stack: Stack) -> dict[str, Any]:
    return {"url": stack.url, "nats_url": stack.nats_url, "pid": os.getpid(), "processes": stack.pids()}


def _wait_for_socket(supervisor: Supervisor) -> None:
    until = time.monotonic() + 15
    while True:
        try:
            supervisor.states()
            return
        except ConnectionError:
            if not supervisor.alive or time.monotonic() > until:
                raise StackError("the process manager (supervisord) does not start") from None
            time.sleep(0.02)


def _must_succeed(job: Program, echo: Echo) -> None:
    if code := run_job(job, echo):
        raise StackError(f"the {job.name} job failed with exit code {code}")


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as reply:  # noqa: S310
            return bool(reply.status == 200)
    except (OSError, HTTPException):
        return False


def _reachable(host: str) -> str:
    return LOCALHOST if host in ("0.0.0.0", "::") else host  # noqa: S104
