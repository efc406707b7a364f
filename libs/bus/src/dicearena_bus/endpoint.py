"""Endpoints are declared where they live: a decorated coroutine whose annotations say what it takes and gives."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from inspect import getmembers, iscoroutinefunction, signature
from typing import Any, Final, TypeVar, get_type_hints

_MARK: Final = "__dicearena_endpoint__"
F = TypeVar("F", bound=Callable[..., Awaitable[Any]])


@dataclass(frozen=True)
class Endpoint:
    """One subject and the function that answers there."""

    name: str
    subject: str
    request: Any
    reply: Any
    call: Callable[[Any], Awaitable[Any]]


def endpoint(subject: str | Callable[..., str]) -> Callable[[F], F]:
    """Declare a coroutine method as an endpoint on a subject, or on what a subject builder makes of serve's keywords.

    Its one parameter and its result are messages, or ``bytes`` to be passed on as they are.
    """

    def mark(function: F) -> F:
        setattr(function, _MARK, subject)
        return function

    return mark


def endpoints_of(handlers: Any, args: dict[str, Any]) -> Iterator[Endpoint]:
    """The endpoints an object declares.

    Raises TypeError where one lacks an annotation.
    """
    for name, method in getmembers(handlers, iscoroutinefunction):
        subject = getattr(method, _MARK, None)
        if subject is None:
            continue
        parameters = list(signature(method).parameters)
        hints = get_type_hints(method)
        if len(parameters) != 1 or parameters[0] not in hints or "return" not in hints:
            raise TypeError(f"endpoint {name}: expected one annotated parameter and an annotated result")
        yield Endpoint(
            name=name,
            subject=subject if isinstance(subject, str) else subject(**args),
            request=hints[parameters[0]],
            reply=hints["return"],
            call=method,
        )
