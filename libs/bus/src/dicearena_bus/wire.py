"""Messages and errors as bytes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, TypeVar, cast

from dicearena_contracts.errors import HTTP_STATUS, DicearenaError, ErrorCode, WireError
from pydantic import BaseModel, TypeAdapter, ValidationError

from dicearena_bus import headers

T = TypeVar("T")

ERROR: Final = "Nats-Service-Error"
ERROR_CODE: Final = "Nats-Service-Error-Code"
_ERROR_CODE: Final = ERROR_CODE.encode()
_MAX_FIELDS: Final = 10
_MAX_FIELD_LENGTH: Final = 40


@lru_cache(maxsize=512)
def adapter(kind: Any) -> TypeAdapter[Any]:
    """The validator and serializer of a type, made once."""
    return TypeAdapter(kind)


def encode(message: BaseModel | bytes) -> bytes:
    """A message as JSON; bytes go as they are."""
    if isinstance(message, bytes):
        return message
    return message.__pydantic_serializer__.to_json(message)


def decode(kind: type[T], payload: bytes) -> T:
    """Read a message.

    Raises pydantic.ValidationError.
    """
    if kind is bytes:
        return cast("T", payload)
    # Any: mypy takes no type[T] for hashable.
    shape: Any = kind
    return cast("T", adapter(shape).validator.validate_json(payload))


def encode_error(wire: WireError) -> tuple[bytes, bytes]:
    """Headers (as nats.micro writes them) and body of a typed error."""
    lines = {ERROR: wire.key, ERROR_CODE: str(HTTP_STATUS[wire.code])}
    return headers.encode(lines), encode(wire)


def check(payload: bytes, raw: bytes) -> None:
    """Raise what the headers of an answer say went wrong, if anything did.

    Raises DicearenaError: the typed error of the other side, or ``unavailable`` where nobody listens.
    """
    if headers.status(raw) == headers.NO_RESPONDERS:
        raise DicearenaError(ErrorCode.UNAVAILABLE)
    if _ERROR_CODE in raw:
        try:
            wire = WireError.model_validate_json(payload)
        except ValidationError:
            raise DicearenaError(ErrorCode.INTERNAL) from None
        raise DicearenaError.from_wire(wire)


def bad_request(error: ValidationError) -> DicearenaError:
    """The typed error of a malformed request: which fields, never what was in them."""
    places = (".".join(str(part) for part in item["loc"]) or "*" for item in error.errors(include_input=False))
    fields = sorted({place[:_MAX_FIELD_LENGTH] for place in places})[:_MAX_FIELDS]
    return DicearenaError(ErrorCode.BAD_REQUEST, fields=fields)
