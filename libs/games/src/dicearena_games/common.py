"""What several games share: the look at a scored round, and the action that ends it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from pydantic import ConfigDict

from dicearena_games.core import DomainDict, Pause

STRICT: Final = ConfigDict(extra="forbid")
"""Config of every action dataclass: unknown fields are refused."""

LOOK: Final = Pause(8000)
"""The look at a scored round (E-7): anybody may end it, by itself it ends after 8 s."""


@dataclass(frozen=True, slots=True)
class Weiter:
    """End the look at the scored round."""

    __pydantic_config__ = STRICT
    kind: Literal["weiter"] = "weiter"


def plain(kind: str) -> DomainDict:
    """The domain of an action without fields."""
    return {"kind": kind, "fields": {}}


def listed(kind: str, name: str, values: list[object]) -> DomainDict:
    """The domain of an action with one field that takes one of ``values``."""
    return {"kind": kind, "fields": {name: {"type": "list", "values": values}}}
