"""The one error that crosses the bus and the socket: a code, a text key and its parameters.

Never a stack trace, never ``repr(error)``. The client turns the key into words in the reader's language.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

Scalar = str | int | float | bool | None
Param = Scalar | list[int] | list[str]


class ErrorCode(StrEnum):
    """What kind of wrong it is; decides the HTTP status and whether asking again can help."""

    BAD_REQUEST = "bad_request"
    UNKNOWN_TYPE = "unknown_type"
    WRONG_VERSION = "wrong_version"
    TOO_LARGE = "too_large"
    TOO_MANY = "too_many"
    NOT_SIGNED_IN = "not_signed_in"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    CONFLICT = "conflict"
    NOT_YOUR_TURN = "not_your_turn"
    STALE = "stale"
    ILLEGAL = "illegal"
    OVER = "over"
    UNAVAILABLE = "unavailable"
    TIMEOUT = "timeout"
    INTERNAL = "internal"


HTTP_STATUS: Final[dict[ErrorCode, int]] = {
    ErrorCode.BAD_REQUEST: 422,
    ErrorCode.UNKNOWN_TYPE: 422,
    ErrorCode.WRONG_VERSION: 422,
    ErrorCode.TOO_LARGE: 413,
    ErrorCode.TOO_MANY: 429,
    ErrorCode.NOT_SIGNED_IN: 401,
    ErrorCode.FORBIDDEN: 403,
    ErrorCode.NOT_FOUND: 404,
    ErrorCode.CONFLICT: 409,
    ErrorCode.NOT_YOUR_TURN: 409,
    ErrorCode.STALE: 409,
    ErrorCode.ILLEGAL: 409,
    ErrorCode.OVER: 410,
    ErrorCode.UNAVAILABLE: 503,
    ErrorCode.TIMEOUT: 504,
    ErrorCode.INTERNAL: 500,
}

RETRYABLE: Final = frozenset({ErrorCode.UNAVAILABLE, ErrorCode.TIMEOUT})


class WireError(BaseModel):
    """What the asker is told."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    code: ErrorCode
    key: str = Field(description="Text key, e.g. 'error.not_your_turn' or 'maexchen.refused.too_low'.", max_length=80)
    params: dict[str, Param] = Field(default_factory=dict)


class DicearenaError(Exception):
    """A failure with a place on the wire. Raised by services and by the bus on their behalf."""

    def __init__(self, code: ErrorCode, key: str | None = None, **params: Param) -> None:
        self.wire = WireError(code=code, key=key or f"error.{code}", params=params)
        super().__init__(f"{code}: {self.wire.key}")

    @classmethod
    def from_wire(cls, wire: WireError) -> DicearenaError:
        """Rebuild the error another service sent."""
        return cls(wire.code, wire.key, **wire.params)

    @property
    def code(self) -> ErrorCode:
        """The kind of failure."""
        return self.wire.code

    @property
    def retryable(self) -> bool:
        """Whether asking again with the same command id can help."""
        return self.wire.code in RETRYABLE
