"""The shape of an adapter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Adapter = Callable[[dict[str, Any]], dict[str, Any]]
"""Answers a case: its ``in`` to its ``out``. For a ``best…`` field one best answer, or a list of some, will do."""
Kinds = Mapping[str, Adapter]
"""The adapters of a game by kind."""


def given(case: dict[str, Any], name: str, usual: Any) -> Any:
    """What a case says, or what is usual where it says nothing (or null): the default of the rules."""
    said = case.get(name)
    return usual if said is None else said
