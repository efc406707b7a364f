"""What a computer player is: a function from the seat's view and a seeded generator to an action.

A policy is pure: the same view and the same seed give the same action. It sees what a client of that seat sees and
nothing else; `View` names the keys it may count on (a table view as JSON has them all, and more).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NotRequired, Protocol, TypedDict, TypeVar

from dicearena_games.core import ActionDict, DomainDict, expand

T = TypeVar("T")


class View(TypedDict):
    """The part of a table view that policies read."""

    game: str
    seat: int
    decision: int
    """Number of the decision asked for."""
    actions: Sequence[DomainDict]
    """What may be done now; never empty when a policy is asked."""
    board: dict[str, Any]
    """The game's own board; see docs/architecture.md."""
    options: dict[str, Any]
    """The house rules, every option present."""
    seats: NotRequired[Sequence[dict[str, Any]]]


class Policy(Protocol):
    """A computer player. A stranger's class needs no arguments to be made and this one method."""

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """One of the actions ``view['actions']`` stands for."""


def legal_actions(view: View) -> list[ActionDict]:
    """Every action of the view, in its order."""
    return [action for domain in view["actions"] for action in expand(domain)]


def domain_of(view: View, kind: str) -> DomainDict | None:
    """The view's domain for a kind of action, or None where it may not be taken."""
    return next((domain for domain in view["actions"] if domain["kind"] == kind), None)


def values_of(domain: DomainDict, field: str) -> list[Any]:
    """All values of one field of a domain."""
    return [action[field] for action in expand({"kind": domain["kind"], "fields": {field: domain["fields"][field]}})]


def weighted(rng: random.Random, items: Sequence[T], weights: Sequence[float]) -> T:
    """One item, drawn with the given non-negative weights (evenly where all are zero)."""
    total = sum(weights)
    if total <= 0:
        return items[int(rng.random() * len(items))]
    mark = rng.random() * total
    for item, weight in zip(items, weights, strict=True):
        mark -= weight
        if mark < 0:
            return item
    return next(item for item, weight in zip(reversed(items), reversed(weights), strict=True) if weight > 0)
