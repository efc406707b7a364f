"""Passwords and keys of one house, drawn once and kept where only its owner can read them.

This is the one place outside the dice service that draws random bytes: keys, never dice.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from dicearena_contracts.catalogue import Family

USERS: Final = (
    "setup", "gateway", "lobby", "dice", *(f"rules-{family}" for family in Family), "bots", "stats", "admin",
)  # fmt: skip
"""Everybody with a password on the bus."""

RULES_KEY: Final = "DICEARENA_RULES_KEY"
SESSION_KEY: Final = "DICEARENA_SESSION_KEY"


def password_variable(user: str) -> str:
    """The environment variable that holds a bus user's password."""
    return f"DICEARENA_NATS_PASSWORD_{user.upper().replace('-', '_')}"


def names() -> tuple[str, ...]:
    """Every secret of the house."""
    return (*map(password_variable, USERS), RULES_KEY, SESSION_KEY)


def load_or_make(path: Path) -> dict[str, str]:
    """Read the keys kept at ``path``; draw and keep those that are missing.

    Values are 32 random bytes in hex; a bus password has a letter in front, since nats-server reads digits as a number.
    """
    kept: dict[str, str] = json.loads(path.read_text()) if path.exists() else {}
    missing = [name for name in names() if name not in kept]
    if missing:
        drawn = {name: secrets.token_hex(32) for name in missing}
        kept |= {name: f"p{key}" if "PASSWORD" in name else key for name, key in drawn.items()}
        write_private(path, json.dumps(kept, indent=1))
    return kept


def one_time_key() -> str:
    """A password for something that lives only as long as its process."""
    return secrets.token_hex(16)


def pick(keys: Mapping[str, str], *wanted: str) -> dict[str, str]:
    """Only the named secrets: what one process may know."""
    return {name: keys[name] for name in wanted}


def write_private(path: Path, text: str) -> None:
    """Write a file, whole or not at all, that only its owner can read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)
    fresh.replace(path)
