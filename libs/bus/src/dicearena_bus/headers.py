"""NATS headers as raw bytes: most messages have none, and of the others one or two lines matter."""

from __future__ import annotations

from typing import Final

VERSION: Final = b"NATS/1.0"
NO_RESPONDERS: Final = 503
NOT_FOUND: Final = 404
END_OF_BATCH: Final = 204


def encode(lines: dict[str, str]) -> bytes:
    """The header block of some lines.

    Raises ValueError where a line holds a line break.
    """
    block = VERSION.decode() + "\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items()) + "\r\n"
    if block.count("\r") != len(lines) + 2 or block.count("\n") != len(lines) + 2:
        raise ValueError("a header holds a line break")
    return block.encode()


def status(raw: bytes) -> int | None:
    """The inline status of a header block, e.g. 503 of ``NATS/1.0 503``; None where it has none."""
    if raw[8:9] != b" ":
        return None
    code = raw[9:12]
    return int(code) if code.isdigit() else None


def value(raw: bytes, name: bytes) -> bytes | None:
    """One header's value, or None; ``name`` in the spelling the sender uses.

    Of several the last counts: the server appends its own behind those that were stored with a message.
    """
    start = raw.rfind(b"\r\n" + name + b":")
    if start < 0:
        return None
    start += len(name) + 3
    return raw[start : raw.index(b"\r\n", start)].strip()
