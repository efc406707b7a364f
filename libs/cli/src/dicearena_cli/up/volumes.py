"""Compose's ``secrets`` job: one folder of secret files per container, so that each mounts only its own.

    python -m dicearena_cli.up.volumes /secrets

``/secrets/keys`` keeps all of them; every other folder holds files named like the environment variable they become.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from dicearena_cli.up import keys

DATABASES: Final = ("lobby", "stats")
POSTGRES: Final = "POSTGRES_PASSWORD"
GRAFANA: Final = "GF_SECURITY_ADMIN_PASSWORD"


def database_password(name: str) -> str:
    """The variable that holds the password of a service's own database role."""
    return f"{name.upper()}_DB_PASSWORD"


def contents(kept: dict[str, str]) -> dict[str, dict[str, str]]:
    """Folder → variable → value."""
    folders = {reader: keys.share(kept, reader) for reader in keys.shares()}
    roles = {database_password(name): kept[database_password(name)] for name in DATABASES}
    for name in DATABASES:
        address = f"postgresql://{name}:{roles[database_password(name)]}@postgres:5432/{name}"
        folders[f"{name}-db"] = {"DICEARENA_DATABASE_URL": address}
        folders[name] |= folders[f"{name}-db"]
    return folders | {"postgres": {POSTGRES: kept[POSTGRES], **roles}, "grafana": {GRAFANA: kept[GRAFANA]}}


def write(root: Path) -> None:
    """Draw what is missing, and fill the folders that are there (each a mounted volume)."""
    kept = keys.load_or_make(root / "keys" / "keys.json", (POSTGRES, GRAFANA, *map(database_password, DATABASES)))
    for folder, variables in contents(kept).items():
        if (root / folder).is_dir():
            for name, value in variables.items():
                keys.write_private(root / folder / name, value)
                # Readers run under other user ids; the volume is mounted for its reader alone.
                (root / folder / name).chmod(0o444)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
