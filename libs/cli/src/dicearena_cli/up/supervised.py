"""Programs under supervisord: started again when they die, stopped together."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import xmlrpc.client
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final

from supervisor.xmlrpc import SupervisorTransport

from dicearena_cli.up import keys
from dicearena_cli.up.programs import Program

BASE_ENVIRONMENT: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR")
"""What programs get from the environment of the caller; all else they are told one by one."""


class Supervisor:
    """A running supervisord."""

    def __init__(self, process: subprocess.Popen[str], connect: Callable[[], xmlrpc.client.ServerProxy]) -> None:
        self.process = process
        self._connect = connect

    def call(self, method: str, *arguments: Any) -> Any:
        """One call of supervisor's XML-RPC interface, such as ``startProcess``.

        Raises ConnectionError where supervisord is gone, xmlrpc.client.Fault where it refuses.
        """
        try:
            with self._connect() as server:
                return getattr(server.supervisor, method)(*arguments)
        except (OSError, HTTPException, xmlrpc.client.ProtocolError) as error:
            raise ConnectionError("the process manager does not answer") from error

    def states(self) -> dict[str, dict[str, Any]]:
        """Name → supervisor's process info (``statename``, ``pid``, ``spawnerr`` …)."""
        return {info["name"]: info for info in self.call("getAllProcessInfo")}

    @property
    def alive(self) -> bool:
        """Whether supervisord runs."""
        return self.process.poll() is None


@contextmanager
def supervised(nats: Program, services: Iterable[Program], on_line: Callable[[str], None]) -> Iterator[Supervisor]:
    """Start supervisord with all programs stopped; stop everything at the end, the bus last.

    Every line that a program writes is given to ``on_line``, from a thread.
    """
    services = tuple(services)
    # A unix socket's path may have 107 characters at most, which a data folder's can exceed.
    with tempfile.TemporaryDirectory(prefix="dicearena-") as folder:
        socket, user, password = Path(folder, "supervisor.sock"), "up", keys.one_time_key()
        config = Path(folder, "supervisord.conf")
        keys.write_private(config, _config(socket, user, password, nats, services))
        process = subprocess.Popen(
            tied_to_parent((sys.executable, "-m", "supervisor.supervisord", "--nodaemon", "-c", str(config))),
            env=base_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            # Ctrl-C and a dying terminal reach only us; we then stop the programs in order.
            start_new_session=True,
        )
        pump = threading.Thread(target=_pump, args=(process, on_line), name="log", daemon=True)
        pump.start()

        def connect() -> xmlrpc.client.ServerProxy:
            # Made anew for each call: the transport does not recover from a refused connection.
            transport = SupervisorTransport(user, password, f"unix://{socket}")
            return xmlrpc.client.ServerProxy("http://127.0.0.1", transport=transport, allow_none=True)

        try:
            yield Supervisor(process, connect)
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            pump.join(5)


def run_job(job: Program, on_line: Callable[[str], None]) -> int:
    """Run a one-shot program to its end; its exit code."""
    process = subprocess.Popen(
        tied_to_parent(job.command),
        env=base_environment() | dict(job.environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    try:
        _pump(process, on_line)
        return process.wait()
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()


def base_environment() -> dict[str, str]:
    """The part of our environment that programs inherit: no secret of anybody."""
    return {name: os.environ[name] for name in BASE_ENVIRONMENT if name in os.environ}


def tied_to_parent(command: tuple[str, ...]) -> tuple[str, ...]:
    """The command, asked to stop when its parent dies without a word (Linux; elsewhere unchanged)."""
    setpriv = shutil.which("setpriv") if sys.platform == "linux" else None
    return (setpriv, "--pdeathsig", "TERM", *command) if setpriv else command


def _pump(process: subprocess.Popen[str], on_line: Callable[[str], None]) -> None:
    assert process.stdout is not None
    with process.stdout as lines:
        for line in lines:
            # The terminal may be gone; programs must not stall because nobody reads them.
            with suppress(OSError, ValueError):
                on_line(line.rstrip("\n"))


def _config(socket: Path, user: str, password: str, nats: Program, services: tuple[Program, ...]) -> str:
    login = f"username = {user}\npassword = {password}\n"
    run_as = f"user = {os.getuid()}\n" if os.getuid() == 0 else ""
    head = (
        f"[unix_http_server]\nfile = {socket}\nchmod = 0700\n{login}\n"
        f"[supervisord]\nnodaemon = true\nlogfile = /dev/null\nlogfile_maxbytes = 0\nloglevel = warn\n"
        f"pidfile = {socket.with_suffix('.pid')}\n{run_as}\n"
        "[rpcinterface:supervisor]\n"
        "supervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface\n"
    )
    groups = (
        "[group:bus]\nprograms = nats\npriority = 1\n\n"
        f"[group:services]\nprograms = {','.join(p.name for p in services)}\npriority = 2\n"
    )
    return "\n".join([head, groups, *map(_section, (nats, *services))])


def _section(program: Program) -> str:
    settings: Mapping[str, object] = {
        "command": shlex.join(tied_to_parent(program.command)).replace("%", "%%"),
        "environment": ",".join(f"{name}={_value(value)}" for name, value in sorted(program.environment.items())),
        "autostart": "false",
        "autorestart": "true",
        "startsecs": 1,
        "startretries": 1_000_000,
        "stopsignal": "TERM",
        "stopwaitsecs": program.stop_seconds,
        "redirect_stderr": "true",
        "stdout_logfile": "/dev/fd/1",
        "stdout_logfile_maxbytes": 0,
    }
    return f"[program:{program.name}]\n" + "".join(f"{name} = {value}\n" for name, value in settings.items())


def _value(text: str) -> str:
    """Quote an environment value; supervisor knows quotes but no escapes in them.

    Raises ValueError for a text with both kinds of quotes or a line break.
    """
    for quote in "\"'":
        if quote not in text and "\n" not in text:
            return f"{quote}{text}{quote}".replace("%", "%%")
    raise ValueError("a setting may not hold a line break, or both kinds of quotes")
