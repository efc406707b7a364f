"""Makes nats.conf of the permissions file: ``python -m dicearena_bus.natsconf [--check] [DIRECTORY]``.

One file serves the embedded server and the container; what differs comes from the environment:

``DICEARENA_NATS_HOST``, ``DICEARENA_NATS_PORT``, ``DICEARENA_NATS_MONITOR`` (host:port of the HTTP monitor),
``DICEARENA_NATS_STORE`` (a directory), ``DICEARENA_NATS_SYNC_INTERVAL`` (``1s``, or ``always``),
``DICEARENA_NATS_PASSWORD_<USER>``. A password must begin with a letter, else the server reads a number.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final
from uuid import uuid4

from dicearena_bus.permissions import User, read
from dicearena_bus.settings import password_variable

PERMISSIONS_FILE: Final = "permissions.toml"
CONFIG_FILE: Final = "nats.conf"
RESPONSE_SECONDS: Final = 30

_HEAD: Final = """\
# Made from permissions.toml by `python -m dicearena_bus.natsconf`; do not edit.

host: $DICEARENA_NATS_HOST
port: $DICEARENA_NATS_PORT
http: $DICEARENA_NATS_MONITOR
server_name: dicearena

max_payload: 1MB
ping_interval: "10s"
ping_max: 2
write_deadline: "5s"

jetstream {
  store_dir: $DICEARENA_NATS_STORE
  sync_interval: $DICEARENA_NATS_SYNC_INTERVAL
}

"""


def render(users: list[User]) -> str:
    """The whole configuration."""
    blocks = "".join(_user(user) for user in users)
    return f"{_HEAD}authorization {{\n  timeout: 5\n  users: [\n{blocks}  ]\n}}\n"


def _user(user: User) -> str:
    publish = f"allow: {_list(user.publish)}"
    if user.deny_publish:
        publish += f", deny: {_list(user.deny_publish)}"
    return f"""\
    {{ # {user.about}
      user: "{user.name}", password: ${password_variable(user.name)}
      permissions {{
        publish {{ {publish} }}
        subscribe {{ allow: {_list(user.subscribe)} }}
        allow_responses {{ max: 1, expires: "{RESPONSE_SECONDS}s" }}
      }}
    }}
"""


def _list(patterns: tuple[str, ...]) -> str:
    return "[" + ", ".join(f'"{pattern}"' for pattern in patterns) + "]"


def new_passwords(users: list[User]) -> dict[str, str]:
    """A fresh password for every user, by the environment variable it belongs in."""
    return {password_variable(user.name): f"p{uuid4().hex}{uuid4().hex}" for user in users}


def main(arguments: list[str]) -> int:
    """Write the file, or with ``--check`` say whether it is up to date (exit code 1 where it is not)."""
    directory = Path(next((a for a in arguments if not a.startswith("-")), "infra/nats"))
    text = render(read(directory / PERMISSIONS_FILE))
    target = directory / CONFIG_FILE
    if "--check" in arguments:
        fresh = target.exists() and target.read_text(encoding="utf-8") == text
        if not fresh:
            sys.stderr.write(f"{target} is not what {PERMISSIONS_FILE} makes; run python -m dicearena_bus.natsconf\n")
        return 0 if fresh else 1
    target.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
