"""Runs vector files through the adapters and compares."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dicearena_cli.vectors.adapters import ADAPTERS

TOLERANCE: Final = 1e-6
"""Relative, for numbers that are not whole."""
_ZERO: Final = 1e-12
"""What counts as 0 where 0 is expected: nothing is relative to it."""
_DICE: Final = frozenset({"dice", "take", "lay_out", "also_lay_out", "open_at_end"})
"""Fields with a list whose order does not matter: dice, flaps."""
_SETS: Final = frozenset({"moves", "takes"})
"""Fields that list what is possible, in any order."""


class Vector(BaseModel):
    """One checked case."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: str
    kind: str
    given: dict[str, Any] = Field(alias="in")
    expected: dict[str, Any] = Field(alias="out")


class VectorFile(BaseModel):
    """The cases of one game, each still to be read."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    game: str
    vectors: list[Any]


@dataclass(frozen=True, slots=True)
class Failure:
    """A case answered wrongly, or not at all (then ``got`` says why; ``expected`` is None where it is no case)."""

    id: str
    expected: dict[str, Any] | None
    got: dict[str, Any] | str


@dataclass(frozen=True, slots=True)
class Unread:
    """A file or folder without cases, and why."""

    path: Path
    why: str


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of all files."""

    passed: int
    failures: tuple[Failure, ...]
    unread: tuple[Unread, ...] = ()

    @property
    def last_line(self) -> str:
        """The line a run ends with."""
        return f"{self.passed} passed, {len(self.failures)} failed"


def run(paths: Sequence[Path]) -> Report:
    """Run every case of the files, and of the ``*.json`` in the folders.

    What can't be read is reported and the others still run.
    """
    outcomes: list[Failure | None] = []
    unread: list[Unread] = []
    for path in paths:
        files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
        if not files:
            unread.append(Unread(path, "no *.json in it"))
        for file in files:
            read = _read(file)
            if isinstance(read, Unread):
                unread.append(read)
            else:
                outcomes += _outcomes(read)
    failures = tuple(failure for failure in outcomes if failure is not None)
    return Report(len(outcomes) - len(failures), failures, tuple(unread))


def _read(path: Path) -> VectorFile | Unread:
    try:
        return VectorFile.model_validate_json(path.read_bytes())
    except OSError as error:
        return Unread(path, error.strerror or type(error).__name__)
    except ValidationError as error:
        return Unread(path, _first(error))


def _first(error: ValidationError) -> str:
    """Where the first fault is, and what."""
    first = error.errors(include_url=False)[0]
    return ": ".join(filter(None, [".".join(map(str, first["loc"])), first["msg"]]))


def _outcomes(file: VectorFile) -> Iterator[Failure | None]:
    for number, one in enumerate(file.vectors, start=1):
        try:
            vector = Vector.model_validate(one)
        except ValidationError as error:
            named = one.get("id") if isinstance(one, dict) else None
            yield Failure(str(named or f"{file.game} no. {number}"), None, f"not a case: {_first(error)}")
        else:
            yield _outcome(file.game, vector)


def _outcome(game: str, vector: Vector) -> Failure | None:
    adapter = ADAPTERS.get(game, {}).get(vector.kind)
    if adapter is None:
        return Failure(vector.id, vector.expected, f"no adapter for {game} {vector.kind}")
    try:
        got = adapter(vector.given)
    except Exception as error:  # a case that breaks an adapter is a failed case, the others still count
        return Failure(vector.id, vector.expected, f"{type(error).__name__}: {error}")
    return None if agrees(vector.expected, got) else Failure(vector.id, vector.expected, got)


def agrees(expected: dict[str, Any], got: dict[str, Any]) -> bool:
    """Whether an answer has every expected field right; of a ``best…`` list any listed answer is.

    The order of dice and that of possible moves does not matter.
    """
    return all(
        name in got and (_one_of(value, got[name]) if _is_choice(name, value) else _same(value, got[name], name))
        for name, value in expected.items()
    )


def _is_choice(name: str, value: Any) -> bool:
    return name.startswith("best") and (value is None or isinstance(value, list))


def _one_of(listed: list[Any] | None, got: Any) -> bool:
    """``got`` is a listed answer, or a list of some of them; where there is nothing to choose there is no answer."""
    if not listed:
        return got is None or got == []
    return any(_same(one, got, "dice") for one in listed) or (
        isinstance(got, list) and bool(got) and all(any(_same(one, mine, "dice") for one in listed) for mine in got)
    )


def _same(expected: Any, got: Any, name: str = "") -> bool:
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, int | float) and isinstance(got, int | float):
        if isinstance(expected, int) and isinstance(got, int):
            return expected == got
        return math.isclose(expected, got, rel_tol=TOLERANCE, abs_tol=0.0 if expected else _ZERO)
    if isinstance(expected, dict) and isinstance(got, dict):
        return expected.keys() == got.keys() and all(_same(value, got[key], key) for key, value in expected.items())
    if isinstance(expected, list) and isinstance(got, list):
        ordered = [_ordered(name, values) for values in (expected, got)]
        return len(expected) == len(got) and all(map(_same, *ordered))
    return bool(expected == got)


def _ordered(name: str, values: list[Any]) -> list[Any]:
    """A list in which the order does not matter, in a fixed one."""
    if name in _DICE:
        return sorted(values, key=repr)
    if name in _SETS:
        return sorted((_plain(value) for value in values), key=repr)
    return values


def _plain(move: Any) -> Any:
    """A move or a take with its dice in a fixed order."""
    if isinstance(move, dict):
        return {key: _ordered(key, value) if isinstance(value, list) else value for key, value in sorted(move.items())}
    return sorted(move, key=repr) if isinstance(move, list) else move
