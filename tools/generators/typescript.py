"""web/src/contracts.ts: the TypeScript types of everything the web client sends or is sent.

The work is done by json-schema-to-typescript (a devDependency of web/); this module gives it one schema of all types.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Literal

from dicearena_contracts import catalogue, lobby, records, rest, socket, stats
from dicearena_contracts.dice import DayReply
from dicearena_contracts.errors import WireError
from pydantic import TypeAdapter

from generators.schemas import REF, Schema

Mode = Literal["validation", "serialization"]

SENT: dict[str, Any] = {
    "ClientFrame": socket.ClientFrame,
    **{
        body.__name__: body
        for body in (
            rest.SessionBody,
            rest.OpenBody,
            rest.DailyBody,
            rest.ReadyBody,
            rest.SettingsBody,
            rest.SeatsBody,
            rest.StartBody,
            rest.ChatBody,
        )
    },
}
"""What the client sends: fields with a default may be left out."""

RECEIVED: dict[str, Any] = {
    "ServerFrame": socket.ServerFrame,
    **{
        answer.__name__: answer
        for answer in (
            WireError,
            lobby.Person,
            lobby.LobbyTable,
            lobby.TableList,
            lobby.TableDetail,
            lobby.ChatLine,
            stats.Leaderboard,
            stats.MyGames,
            stats.DailyList,
            rest.Catalog,
            records.Export,
            DayReply,
        )
    },
}
"""What the client is sent: every field is there."""


CLASHING = {"Record": "LogRecord"}
"""Our names that TypeScript has for something else."""

WRITTEN_BY_HAND = {"ActionDomain", "EventView"}
"""Parts of a view that games write as plain dicts, so that fields with a default may be missing."""


def document(web: Path) -> str:
    """The text of contracts.ts; ``web`` is the folder whose node_modules hold json2ts."""
    return _run(web, {"title": "Contracts", "$defs": _definitions()}) + _constants()


def _definitions() -> Schema:
    from dicearena_games.registry import GAMES

    sent = _bundle(SENT, "validation")
    received = {name: _complete(schema) for name, schema in _bundle(RECEIVED, "serialization").items()}
    names = {name: f"{name}Input" for name in sent if name in received and sent[name] != received[name]}
    while grown := {  # what refers to a renamed type differs too
        name: f"{name}Input"
        for name, schema in sent.items()
        if name in received and name not in names and any(_refers(schema, old) for old in names)
    }:
        names |= grown
    definitions = received | {names.get(name, name): _with_refs(schema, names) for name, schema in sent.items()}
    for key, game in GAMES.items():
        prefix = "".join(part.capitalize() for part in key.split("_"))
        parts: tuple[tuple[str, Mode, Any], ...] = (
            ("Options", "validation", TypeAdapter(game.OPTIONS)),
            ("Action", "validation", game.ACTIONS),
            ("Board", "serialization", game.VIEW),
        )
        for part, mode, adapter in parts:
            schemas = _prefixed(f"{prefix}{part}", adapter.json_schema(mode=mode, ref_template=REF))
            definitions |= {name: _complete(s) for name, s in schemas.items()} if part == "Options" else schemas
    return {name: _tidied(schema) for name, schema in sorted(_with_refs(definitions, CLASHING).items())}


def _refers(schema: Schema, name: str) -> bool:
    return f'"{REF.format(model=name)}"' in json.dumps(schema)


def _bundle(kinds: dict[str, Any], mode: Mode) -> Schema:
    """All types of one direction, by their plain names."""
    roots, bundle = TypeAdapter.json_schemas(
        [(name, mode, TypeAdapter(kind)) for name, kind in kinds.items()], ref_template=REF
    )
    unions = {name: schema for (name, _), schema in roots.items() if "$ref" not in schema}
    return {CLASHING.get(name, name): schema for name, schema in (bundle["$defs"] | unions).items()}


def _complete(schema: Schema) -> Schema:
    """A message that our services wrote has every field, also those that have a default."""
    if schema.get("title") in WRITTEN_BY_HAND or "properties" not in schema:
        return schema
    return schema | {"required": list(schema["properties"])}


def _prefixed(name: str, schema: Schema) -> Schema:
    """A game's types get the game's name in front, since games share words such as 'Box' or 'Close'."""
    inner: Schema = schema.pop("$defs", {})
    names = {key: f"{name}{key.rsplit('__', 1)[-1]}" for key in inner}
    if "$ref" in schema:
        names[schema["$ref"].rsplit("/", 1)[-1]] = name
        schema = {}
    out = {names[key]: _with_refs(value, names) for key, value in inner.items()}
    return out if name in out else out | {name: _with_refs(schema, names)}


def _with_refs(node: Any, names: dict[str, str]) -> Any:
    if isinstance(node, dict):
        out = {key: _with_refs(value, names) for key, value in node.items()}
        ref = out.get("$ref")
        if isinstance(ref, str):
            model = ref.rsplit("/", 1)[-1]
            out["$ref"] = REF.format(model=names.get(model, model))
        out.pop("discriminator", None)
        return out
    return [_with_refs(value, names) for value in node] if isinstance(node, list) else node


def _tidied(schema: Schema) -> Schema:
    """Drop the titles (json2ts would make a type of each) and make a constant tag required."""
    out: Schema = _without_titles(schema)
    properties = out.get("properties", {})
    required = out.get("required", [])
    constants = [name for name, value in properties.items() if "const" in value and name not in required]
    if constants:
        out["required"] = [*required, *constants]
    return out


def _without_titles(node: Any, inside_properties: bool = False) -> Any:
    if isinstance(node, dict):
        return {
            key: _without_titles(value, key == "properties" and not inside_properties)
            for key, value in node.items()
            if inside_properties or key not in ("title", "default") or isinstance(value, dict)
        }
    return [_without_titles(value) for value in node] if isinstance(node, list) else node


def _run(web: Path, schema: Schema) -> str:
    tool = os.environ.get("DICEARENA_JSON2TS") or str(web / "node_modules/.bin/json2ts")
    if shutil.which(tool) is None:
        raise SystemExit(f"{tool} is missing: run `npm ci` in web/ first (or `make setup`)")
    options = ["--unreachableDefinitions", "--additionalProperties=false", "--maxItems=-1", "--style.printWidth=120"]
    banner = "/* Generated by tools/generate.py from the contracts. Do not edit. */"
    run = subprocess.run(
        [tool, *options, f"--bannerComment={banner}"],
        input=json.dumps(schema),
        capture_output=True,
        text=True,
        check=True,
        cwd=web,
    )
    text = re.sub(r" */\*\*\n +\* This interface was referenced by[^/]*?\*/\n", "", run.stdout)
    text = re.sub(r" \*\n \* This interface was referenced by [^\n]*\n \* via the `definition` [^\n]*\n", "", text)
    return re.sub(r"export interface Contracts \{[^}]*\}\n", "", text)


def _constants() -> str:
    from dicearena_games.boards.cup_scores import CATEGORIES
    from dicearena_games.registry import GAMES

    values: dict[str, Any] = {
        "SOCKET_VERSION": socket.SOCKET_VERSION,
        "CLOSE": {code.name: int(code) for code in socket.CloseCode},
        "GAMES_OF": {str(family): list(games) for family, games in catalogue.GAMES_OF.items()},
        "CLOCKS": list(catalogue.CLOCKS),
        "STAKES": list(catalogue.STAKES),
        "LEVELS": list(catalogue.Level),
        "GRACE_SECONDS": catalogue.GRACE_SECONDS,
        "MAX_SEATS": catalogue.MAX_SEATS,
        "MAX_HUMANS": catalogue.MAX_HUMANS,
        "SHEET_FIELDS": {str(key): list(game.FIELDS) for key, game in GAMES.items() if hasattr(game, "FIELDS")},
        "CUP_CATEGORIES": list(CATEGORIES),
    }
    return "".join(f"\nexport const {name} = {json.dumps(value)} as const;\n" for name, value in values.items())
