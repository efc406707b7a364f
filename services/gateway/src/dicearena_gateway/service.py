"""Wiring: bus, hub, front desk, application, server."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import structlog
import uvicorn
from dicearena_bus import Bus, BusSettings, connect, telemetry

from dicearena_gateway.app import make_app
from dicearena_gateway.desk import Desk
from dicearena_gateway.handlers import Api
from dicearena_gateway.hub import Hub
from dicearena_gateway.limiting import Limits
from dicearena_gateway.presence import Presence
from dicearena_gateway.sessions import Sessions
from dicearena_gateway.settings import GatewaySettings
from dicearena_gateway.wire import Wire

_log = structlog.get_logger("dicearena.gateway")
SHUTDOWN_SECONDS = 5
BACKLOG = 2048


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are the process's, not this server's."""
        yield


async def main(stop: asyncio.Event) -> None:
    """Run until ``stop``."""
    settings = GatewaySettings()
    listener = listen(settings.host, settings.port)
    async with connect(BusSettings(), user="gateway") as bus, telemetry(bus), gateway(bus, settings, listener):
        _log.info("gateway.listening", host=settings.host, port=listener.getsockname()[1])
        await stop.wait()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Exits with a clear message where the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise SystemExit(f"gateway: cannot listen on {host} port {port}: {error.strerror}") from None


@asynccontextmanager
async def gateway(bus: Bus, settings: GatewaySettings, listener: socket.socket) -> AsyncIterator[Desk]:
    """Serve on a listening socket; on leaving, say goodbye to all sockets (1001) and finish what runs."""
    sessions = Sessions(settings.session_keys)
    hub = Hub(bus, settings.view_patience)
    limits = Limits(settings)
    desk = Desk(bus, hub, sessions, limits, settings)
    presence = Presence(bus, hub, settings)
    app = make_app(settings)
    app.state.api = Api(bus, hub, sessions, limits)

    class DeskWire(Wire):
        door = desk
        __slots__ = ()

    config = uvicorn.Config(
        app, ws=DeskWire, log_config=None, access_log=False, lifespan="off", proxy_headers=False, server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )  # fmt: skip
    server = _Server(config)
    await hub.start()
    tasks: list[asyncio.Task[Any]] = [
        asyncio.create_task(work) for work in (server.serve([listener]), desk.sweep(), presence.run())
    ]
    serving = tasks[0]
    try:
        while not server.started and not serving.done():  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.01)
        yield desk
    finally:
        await desk.close_all()
        for task in tasks[1:]:
            task.cancel()
        await presence.leave()
        server.should_exit = True
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)
        await hub.stop()
