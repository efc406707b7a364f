"""The seal on each record: a MAC under a key that only rules replicas hold.

A stored record is 32 hex digits (HMAC-SHA256, first half), a space, and the record's JSON. The MAC covers the
subject too, so that no record fits another table.
"""

from __future__ import annotations

import hmac
from typing import Final

from dicearena_contracts.records import Record

_HEX: Final = 32
_OPTIONAL: Final = tuple(name for name, field in Record.model_fields.items() if field.default is None)


class BadSeal(Exception):  # noqa: N818 - a finding, not a failure
    """Not written by a rules replica: skip and count."""


def seal(key: bytes, subject: str, record: Record) -> bytes:
    """The stored form of a record."""
    # Only the record's own empty fields are left out: inside, null has a meaning of its own (no clock, for one).
    empty = {name for name in _OPTIONAL if getattr(record, name) is None}
    body = record.model_dump_json(exclude=empty).encode()
    return _mac(key, subject, body) + b" " + body


def unseal(key: bytes, subject: str, stored: bytes) -> Record:
    """The record of a stored form. Raises BadSeal for anything a rules replica did not write."""
    mac, body = stored[:_HEX], stored[_HEX + 1 :]
    if not hmac.compare_digest(mac, _mac(key, subject, body)):
        raise BadSeal
    return Record.model_validate_json(body)


def _mac(key: bytes, subject: str, body: bytes) -> bytes:
    return hmac.digest(key, subject.encode() + b"\n" + body, "sha256").hex()[:_HEX].encode()
