"""The built web client from a folder: hashed files for ever, the page itself always asked for anew."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Final

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

HASHED: Final = "assets/"
"""The folder in which the build names every file after its content."""
PAGE: Final = "index.html"


class _Files(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the page where the path is one of the client's own (such as /tisch/<id>)."""
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or not _is_route(scope["path"]):
                raise
            response = await super().get_response(PAGE, scope)
        hashed = path.startswith(HASHED)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
        return response


class Client:
    """The ASGI application that serves the folder, compressed."""

    def __init__(self, folder: Path) -> None:
        self._app: ASGIApp = GZipMiddleware(_Files(directory=folder, html=True), minimum_size=1024)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        await self._app(scope, receive, send)


def _is_route(path: str) -> bool:
    pure = PurePosixPath(path)
    return not pure.suffix and not path.startswith(("/api/", "/assets/")) and path not in ("/api", "/ws")
