"""What all messages have in common."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from dicearena_contracts.text import Seen, printable

TABLE_ID_PATTERN = r"^[a-z0-9][a-z0-9-]{2,79}$"
PERSON_ID_PATTERN = r"^[a-z0-9]{8,40}$"

TableId = Annotated[str, StringConstraints(pattern=TABLE_ID_PATTERN)]
"""A token safe in a NATS subject: lower-case letters, digits, dashes."""
PersonId = Annotated[str, StringConstraints(pattern=PERSON_ID_PATTERN)]
CommandId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9:._-]{8,120}$")]
Entropy = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
"""16 bytes of a person's own entropy, hex."""
Day = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}$")]
"""A calendar day of the house's zone, ISO 8601."""
Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=24), AfterValidator(printable), Seen
]


def _no_text(value: object) -> object:
    if isinstance(value, str | bool):
        raise ValueError("must be a number")
    return value


Whole = Annotated[int, BeforeValidator(_no_text)]
"""A whole number as JSON Schema means it: 5 and 5.0, but neither "5" nor true."""
Revision = Annotated[int, Field(ge=0), BeforeValidator(_no_text)]
"""How often something has been changed."""


class Message(BaseModel):
    """Base of every message: immutable, and unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Empty(Message):
    """A message with nothing to say."""
