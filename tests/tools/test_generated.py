"""The AsyncAPI document against the endpoints that the services declare."""

from __future__ import annotations

import importlib
import inspect
import sys
from pathlib import Path
from typing import Any, get_type_hints

import pytest

ROOT = Path(__file__).parents[2]
MARK = "__dicearena_endpoint__"


def declared(service: str) -> dict[str, tuple[Any, Any]]:
    """Subject → (request, reply) of a service's handlers, from their annotations."""
    module = importlib.import_module(f"dicearena_{service}.handlers")
    found = {}
    for _, handlers in inspect.getmembers(module, inspect.isclass):
        for _, method in inspect.getmembers(handlers, inspect.iscoroutinefunction):
            subject = getattr(method, MARK, None)
            if subject is None:
                continue
            name = subject if isinstance(subject, str) else subject("{family}")
            hints = get_type_hints(method)
            found[name] = (next(kind for key, kind in hints.items() if key != "return"), hints["return"])
    return found


@pytest.mark.parametrize("service", ["rules", "dice", "lobby", "stats"])
def test_the_document_names_each_endpoint_with_the_messages_its_service_declares(
    service: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT / "tools"), *sys.path])
    asyncapi = importlib.import_module("generators.asyncapi")
    documented = {call.subject: (call.request, call.reply) for call in asyncapi.CALLS if call.service == service}
    declares = declared(service)
    assert documented.keys() == declares.keys()
    for subject, (request, reply) in declares.items():
        assert documented[subject][0] is request
        assert reply in (bytes, documented[subject][1]), subject
