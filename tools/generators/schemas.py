"""JSON Schemas of games, views and socket frames."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from dicearena_contracts import socket
from dicearena_contracts.errors import WireError
from dicearena_contracts.view import TableView
from pydantic import TypeAdapter

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/{model}"


def dump(document: Mapping[str, Any]) -> str:
    """Stable, readable JSON."""
    return json.dumps(document, indent=2, ensure_ascii=False, sort_keys=False) + "\n"


def of(kind: Any, mode: Literal["validation", "serialization"] = "serialization") -> Schema:
    """The schema of a type or a TypeAdapter."""
    adapter = kind if isinstance(kind, TypeAdapter) else TypeAdapter(kind)
    return {"$schema": DIALECT, **adapter.json_schema(ref_template=REF, mode=mode)}


def documents() -> Iterator[tuple[str, str]]:
    """File name and text of every schema."""
    from dicearena_games.registry import GAMES

    yield "client_frame.json", dump(of(socket.ClientFrame, "validation"))
    yield "server_frame.json", dump(of(socket.ServerFrame))
    yield "table_view.json", dump(of(TableView))
    yield "error.json", dump(of(WireError))
    for key, game in GAMES.items():
        yield f"{key}.options.json", dump(of(game.OPTIONS, "validation"))
        yield f"{key}.action.json", dump(of(game.ACTIONS, "validation"))
        yield f"{key}.board.json", dump(of(game.VIEW))
