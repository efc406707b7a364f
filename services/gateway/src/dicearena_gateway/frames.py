"""Frames of the web socket, decoded and encoded."""

from __future__ import annotations

from typing import Any, Final

import orjson
from dicearena_contracts import socket
from dicearena_contracts.errors import DicearenaError, ErrorCode, WireError
from pydantic import TypeAdapter, ValidationError

_FRAME: Final[TypeAdapter[socket.ClientFrame]] = TypeAdapter(socket.ClientFrame)
_TAG_ERRORS: Final = frozenset({"union_tag_invalid", "union_tag_not_found"})


class MalformedFrame(DicearenaError):  # noqa: N818 - what it is
    """A frame that says nothing we know; ``id`` and ``table`` as far as they could be read."""

    def __init__(self, error: WireError, frame_id: str | None, table: str | None) -> None:
        super().__init__(error.code, error.key, **error.params)
        self.id = frame_id
        self.table = table


def decode(data: bytes) -> socket.ClientFrame:
    """Read a frame. Raises MalformedFrame (bad_request, unknown_type)."""
    try:
        return _FRAME.validate_json(data)
    except ValidationError as error:
        raise _malformed(data, error) from None
    except (ValueError, RecursionError):
        raise MalformedFrame(WireError(code=ErrorCode.BAD_REQUEST, key="error.bad_json"), None, None) from None


def _malformed(data: bytes, error: ValidationError) -> MalformedFrame:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    if first["type"] == "json_invalid":
        return MalformedFrame(WireError(code=ErrorCode.BAD_REQUEST, key="error.bad_json"), None, None)
    if first["type"] in _TAG_ERRORS and not first["loc"]:
        wire = WireError(code=ErrorCode.UNKNOWN_TYPE, key="error.unknown_type")
    else:
        wire = bad_field(first["loc"][1:])
    return MalformedFrame(wire, *named(data))


def bad_field(location: tuple[int | str, ...]) -> WireError:
    """The error that names the field that was wrong (its path, cut to 80 characters)."""
    path = ".".join(str(part) for part in location)[:80]
    return WireError(code=ErrorCode.BAD_REQUEST, key="error.bad_field", params={"field": path})


def named(data: bytes) -> tuple[str | None, str | None]:
    """The id and the table that a refused frame names, if it can be read at all."""
    try:
        frame = orjson.loads(data)
    except orjson.JSONDecodeError:
        return None, None
    return (_short(frame.get("id")), _short(frame.get("table"))) if isinstance(frame, dict) else (None, None)


def _short(value: object) -> str | None:
    return value if isinstance(value, str) and len(value) <= 120 else None


def encode(frame: Any) -> bytes:
    """A server frame as UTF-8 JSON."""
    data: str = frame.model_dump_json()
    return data.encode()


def refused(error: DicearenaError | WireError, frame_id: str | None = None, table: str | None = None) -> bytes:
    """The frame that says no."""
    wire = error.wire if isinstance(error, DicearenaError) else error
    return encode(socket.Refused(id=frame_id, table=table, error=wire))
