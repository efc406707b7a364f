"""Passwords and keys of one house: drawn once, kept where only their owner can read them, and shared out.

This is the one place outside the dice service that draws random bytes: keys, never dice.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from dicearena_bus.settings import password_variable
from dicearena_contracts.catalogue import Family

USERS: Final = (
    "setup",
    "gateway",
    "lobby",
    "dice",
    *(f"rules-{family}" for family in Family),
    "bots",
    "stats",
    "admin",
)
"""Everybody with a password on the bus."""
RULES_KEY: Final = "DICEARENA_RULES_KEY"
SESSION_KEY: Final = "DICEARENA_SESSION_KEY"


def shares() -> dict[str, tuple[str, ...]]:
    """Who may know which secrets: reader → names of environment variables."""
    own: dict[str, tuple[str, ...]] = {user: (password_variable(user),) for user in USERS}
    for reader in own:
        if reader.startswith("rules-"):
            own[reader] += (RULES_KEY,)
    own["gateway"] += (SESSION_KEY,)
    return own | {"nats": tuple(map(password_variable, USERS))}


def load_or_make(path: Path, extra: tuple[str, ...] = ()) -> dict[str, str]:
    """Read the keys kept at ``path``; draw and keep those that are missing, ``extra`` ones included.

    Values are 32 random bytes in hex; a bus password has a letter in front, since nats-server reads digits as a number.
    """
    kept: dict[str, str] = json.loads(path.read_text()) if path.exists() else {}
    wanted = dict.fromkeys([*(name for names in shares().values() for name in names), *extra])
    missing = [name for name in wanted if name not in kept]
    if missing:
        drawn = {name: secrets.token_hex(32) for name in missing}
        kept |= {name: f"p{key}" if "PASSWORD" in name else key for name, key in drawn.items()}
        write_private(path, json.dumps(kept, indent=1))
    return kept


def share(keys: Mapping[str, str], *readers: str) -> dict[str, str]:
    """What these readers may know, as environment variables."""
    known = shares()
    return {name: keys[name] for reader in readers for name in known[reader]}


def one_time_key() -> str:
    """A password for something that lives only as long as its process."""
    return secrets.token_hex(16)


def write_private(path: Path, text: str) -> None:
    """Write a file, whole or not at all, that only its owner can read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)
    fresh.replace(path)
