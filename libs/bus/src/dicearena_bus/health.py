"""HTTP for those who watch: /livez, /readyz, /metrics."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import structlog
import uvicorn
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from dicearena_bus import logs
from dicearena_bus.bus import Bus

Ready = Callable[[], bool]
_log = structlog.get_logger("dicearena.bus")


@asynccontextmanager
async def telemetry(*buses: Bus, ready: Ready | None = None) -> AsyncIterator[int | None]:
    """Answer health and metrics requests on ``DICEARENA_HEALTH_PORT``; yields the port, or None where none is set.

    Ready means: every connection stands, and ``ready()`` says so too. Alive means: no connection was given up.
    Raises OSError where the port is taken.
    """
    settings = buses[0].settings
    if settings.health_port is None:
        yield None
        return
    listener = _listen(settings.health_host, settings.health_port)
    server = _Server(uvicorn.Config(_app(buses, ready), log_config=None, access_log=False, lifespan="off"))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        await serving


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise OSError(error.errno, f"port {port} for health and metrics cannot be opened on {host}") from None


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are the process's, not this server's."""
        yield


def _app(buses: tuple[Bus, ...], ready: Ready | None) -> Starlette:
    async def livez(_request: Request) -> Response:
        alive = not any(bus.closed for bus in buses)
        return JSONResponse({"alive": alive}, 200 if alive else 503)

    async def readyz(_request: Request) -> Response:
        state = {f"bus:{bus.user}": bus.connected for bus in buses}
        state["service"] = _says_yes(ready)
        return JSONResponse(state, 200 if all(state.values()) else 503)

    async def metrics(_request: Request) -> Response:
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    return Starlette(routes=[Route("/livez", livez), Route("/readyz", readyz), Route("/metrics", metrics)])


def _says_yes(ready: Ready | None) -> bool:
    try:
        return ready is None or bool(ready())
    except Exception as error:
        _log.error("health.ready_failed", **logs.where(error))
        return False
