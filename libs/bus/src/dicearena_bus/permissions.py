"""The permissions file: who may publish and subscribe where."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from dicearena_contracts import subjects
from dicearena_contracts.catalogue import GAMES_OF, Family, GameKey

SERVICE_SUBJECTS: Final = "$SRV.>"


@dataclass(frozen=True)
class User:
    """One bus user. The lists are complete; patterns as NATS writes them."""

    name: str
    about: str
    publish: tuple[str, ...]
    deny_publish: tuple[str, ...]
    subscribe: tuple[str, ...]


def read(path: Path) -> list[User]:
    """All users of a permissions file, families and games written out.

    Raises KeyError or tomllib.TOMLDecodeError where the file is malformed.
    """
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    users: list[User] = []
    for name, entry in document["users"].items():
        if entry.get("for") == "family":
            users.extend(_user(name, entry, family) for family in Family)
        else:
            users.append(_user(name, entry, None))
    return users


def _user(template: str, entry: dict[str, Any], family: Family | None) -> User:
    games = tuple(GameKey) if family is None else GAMES_OF[family]

    def written_out(patterns: list[str]) -> tuple[str, ...]:
        return tuple(_fill(p, family, game) for p in patterns for game in (games if "{game}" in p else (None,)))

    name = _fill(template, family, None)
    return User(
        name=name,
        about=entry["about"],
        publish=written_out(entry.get("publish", [])),
        deny_publish=written_out(entry.get("deny_publish", [])),
        subscribe=(f"{subjects.inbox_prefix(name)}.>", SERVICE_SUBJECTS, *written_out(entry.get("subscribe", []))),
    )


def _fill(pattern: str, family: Family | None, game: GameKey | None) -> str:
    for mark, word in (("{family}", family), ("{FAMILY}", family and family.upper()), ("{game}", game)):
        if mark in pattern:
            if word is None:
                raise KeyError(f"{pattern}: nothing to put for {mark}")
            pattern = pattern.replace(mark, word)
    return pattern
