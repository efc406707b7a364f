"""The HTTP application: REST, the static client, headers, and every failure as a typed error."""

from __future__ import annotations

from typing import Any

import structlog
from dicearena_contracts.errors import HTTP_STATUS, DicearenaError, ErrorCode, WireError
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match

from dicearena_gateway import frames
from dicearena_gateway.guard import Guard
from dicearena_gateway.handlers import router
from dicearena_gateway.settings import GatewaySettings
from dicearena_gateway.static import Client

VERSION = "1"
_log = structlog.get_logger("dicearena.gateway")
_CODE_OF_STATUS = {404: ErrorCode.NOT_FOUND, 413: ErrorCode.TOO_LARGE, 403: ErrorCode.FORBIDDEN}


def make_app(settings: GatewaySettings) -> FastAPI:
    """The application; ``app.state.api`` has to be set before it serves."""
    app = FastAPI(
        title="Dicearena",
        version=VERSION,
        description="REST of the dice-game house. Every error has the same shape: code, text key, parameters.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.include_router(router)
    app.add_api_route("/healthz", healthz, include_in_schema=False)
    app.add_exception_handler(DicearenaError, _typed)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)
    if settings.web_dist is not None:
        app.mount("/", Client(settings.web_dist))
    app.add_middleware(Guard, settings=settings)
    return app


async def healthz() -> dict[str, bool]:
    """The process answers."""
    return {"alive": True}


def _json(wire: WireError, status: int | None = None, headers: Any = None) -> JSONResponse:
    return JSONResponse(wire.model_dump(mode="json"), status or HTTP_STATUS[wire.code], headers)


async def _typed(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, DicearenaError)
    return _json(error.wire)


async def _invalid(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return _json(WireError(code=ErrorCode.BAD_REQUEST, key="error.bad_json"))
    return _json(frames.bad_field(tuple(first["loc"])))


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    code = _CODE_OF_STATUS.get(error.status_code, ErrorCode.BAD_REQUEST)
    headers = {"Allow": ", ".join(_methods(request))} if error.status_code == 405 else error.headers
    return _json(WireError(code=code, key=f"error.{code}"), error.status_code, headers)


def _methods(request: Request) -> list[str]:
    """The methods of a path; the framework knows only those of the first route it meets."""
    routes = (route for route in request.app.routes if route.matches(request.scope)[0] is not Match.NONE)
    return sorted({method for route in routes for method in getattr(route, "methods", None) or ()})


async def _unexpected(request: Request, error: Exception) -> JSONResponse:
    _log.error("gateway.request_failed", path=request.url.path, exc_info=error)
    return _json(WireError(code=ErrorCode.INTERNAL, key="error.internal"))
