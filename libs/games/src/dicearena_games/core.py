"""The shape of every game: pure functions over frozen states.

A game is a module that satisfies `Game`. It knows seats by number, never people; it never rolls dice, it says
through `wants` which throw is due and is handed the dice by `thrown`. A host (the rules service, the arena, a test)
drives it: after every `start`, `act`, `thrown` or `waited` it asks `wants` until that is ``None`` or a `Pause`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, LiteralString, Protocol, TypeVar

from dicearena_contracts.catalogue import Family, GameKey
from dicearena_contracts.errors import DicearenaError, ErrorCode, Param
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

State = TypeVar("State")
Json = Any
ActionDict = dict[str, Json]
"""An action as it crosses the wire: ``{'kind': str, field: value, …}``."""
DomainDict = dict[str, Json]
"""An action with the domains of its fields; see `dicearena_contracts.view.ActionDomain`."""


class IllegalAction(Exception):  # noqa: N818 - the word of the design
    """The action breaks a rule; ``key`` says which one, in words the client has."""

    def __init__(self, key: str, **params: Param) -> None:
        self.key = key
        self.params: dict[str, Param] = params
        super().__init__(key)


@dataclass(frozen=True, slots=True)
class DayThrow:
    """Names a throw of the daily roll instead of a throw of the table (rounds and throws count from 1)."""

    day: str
    round: int
    throw: int


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw now due."""

    count: int
    faces: int
    seat: int | None
    hidden: bool
    """True: only ``seat`` may see the dice."""
    daily: DayThrow | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause now due: the host waits, unless an action (say ``weiter``) ends it before."""

    ms: int
    key: int = 0
    """Tells one pause from the next (say the round): while the key stays, the pause goes on from its beginning."""
    strict: bool = False
    """True: the time belongs to the rules (the open cup), it is no look at what is over. Seats owe their decisions
    meanwhile, turbo does not shorten it, and from its end on, to the ms, views show what `Game.waited` makes of the
    state, however late the host comes to it; so ``waited`` hides and does no more: no throw becomes due, nobody's
    decision changes."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. ``readers`` None: everybody, watchers too; else only these seats."""

    key: str
    params: Mapping[str, Json] = field(default_factory=dict)
    readers: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Step(Generic[State]):
    """The state after something, and what happened on the way."""

    state: State
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """The end. ``places``: per seat, 1 is best, shared places equal (1, 2, 2, 4). ``scores``: the game's own score."""

    places: tuple[int, ...]
    scores: tuple[float, ...]
    rare: tuple[Mapping[str, int], ...] = ()
    """Rare throws per seat, by key (empty: none)."""
    bests: tuple[Mapping[str, float], ...] = ()
    """Best values per seat, by key."""


class Options(BaseModel):
    """Base of a game's house rules; a subclass adds fields with defaults and validators."""

    model_config = {"extra": "forbid", "frozen": True}


def senseless(key: LiteralString, words: LiteralString) -> PydanticCustomError:
    """For a validator of house rules to raise: they make no sense together. ``key`` (``error.…``) is the reason's."""
    return PydanticCustomError(key, words)


def refused_options(bad: ValidationError, otherwise: str) -> DicearenaError:
    """What to answer to house rules that are not valid: why they make no sense together, else which ones are wrong."""
    errors = bad.errors(include_url=False, include_context=False, include_input=False)
    reason = next((error["type"] for error in errors if error["type"].startswith("error.")), None)
    if reason is not None:
        return DicearenaError(ErrorCode.BAD_REQUEST, reason)
    fields = sorted({".".join(str(part) for part in error["loc"]) for error in errors})
    return DicearenaError(ErrorCode.BAD_REQUEST, otherwise, fields=fields)


class Game(Protocol):
    """What a game module offers. State and Action are its own frozen dataclasses.

    ``KEY``, ``FAMILY``; ``VERSION`` grows when a log of before would fold differently; ``SEATS`` are the least and
    most seats; ``OPTIONS`` is the house-rules model; ``STATE`` writes and reads a state as JSON (for checkpoints);
    ``ACTIONS`` parses an `ActionDict` into an action (and refuses unknown fields); ``VIEW`` describes the board dict of
    `view` for the JSON Schema.
    """

    KEY: GameKey
    FAMILY: Family
    VERSION: int
    SEATS: tuple[int, int]
    OPTIONS: type[Options]
    STATE: TypeAdapter[Any]
    ACTIONS: TypeAdapter[Any]
    VIEW: TypeAdapter[Any]

    def __hash__(self) -> int:
        """A module is the key of its caches."""
        ...

    def start(self, options: Any, seats: int) -> Step[Any]:
        """The first state. Raises ValueError for a number of seats the game does not take."""

    def awaiting(self, state: Any) -> tuple[int, ...]:
        """The seats that owe a decision, ascending; empty in a pause that is not strict, while a throw is due, and at
        the end."""

    def legal(self, state: Any, seat: int) -> tuple[DomainDict, ...]:
        """What the seat may do now. May be non-empty for seats that owe nothing (``weiter`` in a pause)."""

    def act(self, state: Any, seat: int, action: Any) -> Step[Any]:
        """Do it. Raises IllegalAction for everything `legal` does not offer."""

    def wants(self, state: Any) -> Throw | Pause | None:
        """What is due before anybody may act; None at the end of the game too."""

    def thrown(self, state: Any, dice: Sequence[int]) -> Step[Any]:
        """Hand over the dice of the throw due."""

    def waited(self, state: Any) -> Step[Any]:
        """The pause due is over."""

    def view(self, state: Any, seat: int | None) -> dict[str, Json]:
        """The board as the seat, or a watcher (None), may see it: JSON-able dicts, lists, numbers, strings.

        It is the union of `shared` and `own`, which have no key in common; a table encodes the shared part once.
        """

    def shared(self, state: Any) -> dict[str, Json]:
        """The part of the board that all readers see alike; never empty."""

    def own(self, state: Any, seat: int | None) -> dict[str, Json]:
        """The part of the board that only this reader sees so; never empty."""

    def result(self, state: Any) -> Result | None:
        """The placings, or None while the game runs."""

    def expired(self, state: Any) -> Step[Any]:
        """The table's own closing time has come (daily tables); others raise ValueError."""


def expand(domain: DomainDict) -> Iterator[ActionDict]:
    """Every action a domain stands for, fields varying from the last to the first."""
    fields: dict[str, dict[str, Json]] = domain.get("fields", {})
    names = list(fields)
    for values in itertools.product(*(_values(fields[name]) for name in names)):
        yield {"kind": domain["kind"], **dict(zip(names, values, strict=True))}


def _values(domain: dict[str, Json]) -> list[Json]:
    match domain["type"]:
        case "list":
            return list(domain["values"])
        case "range":
            return list(range(domain["min"], domain["max"] + 1))
        case "subset":
            of = domain["of"]
            sizes = range(domain["min"], domain["max"] + 1)
            return [list(chosen) for size in sizes for chosen in itertools.combinations(of, size)]
    raise ValueError(f"unknown domain {domain['type']!r}")


def places_by(keys: Sequence[Any]) -> tuple[int, ...]:
    """Places from sort keys (smaller is better); equal keys share the better place: 1, 2, 2, 4."""
    return tuple(1 + sum(other < key for other in keys) for key in keys)
