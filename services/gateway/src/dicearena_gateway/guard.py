"""ASGI middleware before everything: real address, origin of writes, size of bodies, strict headers."""

from __future__ import annotations

import re
from typing import Final

from dicearena_contracts.errors import HTTP_STATUS, ErrorCode, WireError
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dicearena_gateway.origins import Proxies, origin_allowed
from dicearena_gateway.settings import GatewaySettings

MAX_BODY: Final = 16 * 1024
"""Bytes of a request body."""
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_HOST: Final = re.compile(r"[A-Za-z0-9.-]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")
_STRICT: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class BodyTooLarge(HTTPException):
    """The body grew over the limit while it was read."""

    def __init__(self) -> None:
        super().__init__(HTTP_STATUS[ErrorCode.TOO_LARGE])


class Guard:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, settings: GatewaySettings) -> None:
        self._app = app
        self._proxies = Proxies(settings.trusted_proxies)
        self._allowed = settings.origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        peer, port = scope["client"] or ("", 0)
        address, scheme = self._proxies.resolve(peer, scope["scheme"], lambda name: ", ".join(headers.getlist(name)))
        scope["client"], scope["scheme"] = (address, port), scheme
        host = headers.get("host", "")
        strict = _headers(host, scheme)

        async def respond(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                for name, value in strict.items():
                    out[name] = value
                if scope["path"].startswith("/api/"):
                    out.setdefault("Cache-Control", "no-store")
            await send(message)

        if scope["method"] not in _SAFE and not origin_allowed(headers.get("origin"), host, scheme, self._allowed):
            await _refuse(respond, ErrorCode.FORBIDDEN, "error.foreign_origin")
            return
        if (length := headers.get("content-length", "0")).isdigit() and int(length) > MAX_BODY:
            await _refuse(respond, ErrorCode.TOO_LARGE)
            return
        await self._app(scope, _bounded(receive), respond)


def _bounded(receive: Receive) -> Receive:
    """The same, but no more than the bytes allowed."""
    size = 0

    async def read() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > MAX_BODY:
            raise BodyTooLarge
        return message

    return read


def _headers(host: str, scheme: str) -> dict[str, str]:
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    policy = (
        f"default-src 'self'; connect-src 'self'{sockets}; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    headers = _STRICT | {"Content-Security-Policy": policy}
    if scheme == "https":
        headers |= {
            "Strict-Transport-Security": "max-age=31536000",
            "Cross-Origin-Opener-Policy": "same-origin",
        }
    return headers


async def _refuse(send: Send, code: ErrorCode, key: str | None = None) -> None:
    body = WireError(code=code, key=key or f"error.{code}").model_dump_json().encode()
    await send(
        {
            "type": "http.response.start",
            "status": HTTP_STATUS[code],
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
                (b"connection", b"close"),
            ],
        }
    )
    await send({"type": "http.response.body", "body": body})
