"""The shape of an adapter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Adapter = Callable[[dict[str, Any]], dict[str, Any]]
"""Answers a case: its ``in`` to its ``out``. For a ``best…`` field one best answer, or a list of some, will do."""
Kinds = Mapping[str, Adapter]
"""The adapters of a game by kind."""
