"""HTTP for those who watch: /livez, /readyz, /metrics."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import structlog
import uvicorn
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from dicearena_bus.bus import Bus

Ready = Callable[[], bool]
_log = structlog.get_logger("dicearena.bus")


@asynccontextmanager
async def telemetry(*buses: Bus, ready: Ready | None = None) -> AsyncIterator[int | None]:
    """Answer health and metrics requests on ``DICEARENA_HEALTH_PORT``; yields the port, or None where none is set.

    Ready means: every connection stands, and ``ready()`` says so too. Alive means: no connection was given up.
    """
    settings = buses[0].settings
    if settings.health_port is None:
        yield None
        return
    config = uvicorn.Config(
        _app(buses, ready), host=settings.health_host, port=settings.health_port, log_config=None, lifespan="off"
    )
    server = _Server(config)
    serving = asyncio.create_task(server.serve())
    try:
        while not server.started and not serving.done():  # noqa: ASYNC110 (uvicorn has no event for it)
            await asyncio.sleep(0.01)
        if serving.done():
            raise OSError(f"port {settings.health_port} for health and metrics is taken")
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await asyncio.gather(serving, return_exceptions=True)


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
        state["service"] = ready is None or bool(ready())
        return JSONResponse(state, 200 if all(state.values()) else 503)

    async def metrics(_request: Request) -> Response:
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    return Starlette(routes=[Route("/livez", livez), Route("/readyz", readyz), Route("/metrics", metrics)])
