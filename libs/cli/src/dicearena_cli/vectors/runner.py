"""Runs vector files through the adapters and compares."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from dicearena_cli.vectors.adapters import ADAPTERS

TOLERANCE: Final = 1e-6
"""Relative, for numbers that are not whole."""


class Vector(BaseModel):
    """One checked case."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: str
    kind: str
    given: dict[str, Any] = Field(alias="in")
    expected: dict[str, Any] = Field(alias="out")


class VectorFile(BaseModel):
    """The cases of one game."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    game: str
    vectors: list[Vector]


@dataclass(frozen=True, slots=True)
class Failure:
    """A case answered wrongly, or not at all (then ``got`` says why)."""

    id: str
    expected: dict[str, Any]
    got: dict[str, Any] | str


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of all files."""

    passed: int
    failures: tuple[Failure, ...]

    @property
    def last_line(self) -> str:
        """The line a run ends with."""
        return f"{self.passed} passed, {len(self.failures)} failed"


def run(files: Sequence[Path]) -> Report:
    """Run every case of the files.

    Raises OSError where a file can't be read and pydantic's ValidationError where it is no vector file.
    """
    outcomes = [outcome for path in files for outcome in _outcomes(VectorFile.model_validate_json(path.read_bytes()))]
    failures = tuple(failure for failure in outcomes if failure is not None)
    return Report(passed=len(outcomes) - len(failures), failures=failures)


def _outcomes(file: VectorFile) -> Iterator[Failure | None]:
    kinds = ADAPTERS.get(file.game, {})
    for vector in file.vectors:
        adapter = kinds.get(vector.kind)
        if adapter is None:
            yield Failure(vector.id, vector.expected, f"no adapter for {file.game} {vector.kind}")
            continue
        try:
            got = adapter(vector.given)
        except Exception as error:  # a case that breaks an adapter is a failed case, the others still count
            yield Failure(vector.id, vector.expected, f"{type(error).__name__}: {error}")
            continue
        yield None if agrees(vector.expected, got) else Failure(vector.id, vector.expected, got)


def agrees(expected: dict[str, Any], got: dict[str, Any]) -> bool:
    """Whether an answer has every expected field right; of a ``best…`` list any listed answer is."""
    return all(
        name in got and (_one_of(value, got[name]) if _is_choice(name, value) else _same(value, got[name]))
        for name, value in expected.items()
    )


def _is_choice(name: str, value: Any) -> bool:
    return name.startswith("best") and isinstance(value, list)


def _one_of(listed: list[Any], got: Any) -> bool:
    """``got`` is a listed answer, or a list of some of them."""
    return any(_same(one, got) for one in listed) or (
        isinstance(got, list) and bool(got) and all(any(_same(one, mine) for one in listed) for mine in got)
    )


def _same(expected: Any, got: Any) -> bool:
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, float) and isinstance(got, int | float):
        return math.isclose(expected, got, rel_tol=TOLERANCE, abs_tol=1e-12)
    if isinstance(expected, dict) and isinstance(got, dict):
        return expected.keys() == got.keys() and all(_same(value, got[name]) for name, value in expected.items())
    if isinstance(expected, list) and isinstance(got, list):
        return len(expected) == len(got) and all(map(_same, expected, got))
    return bool(expected == got)
