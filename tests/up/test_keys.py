"""Passwords and keys: drawn once, private, and each reader gets its own only."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from dicearena_bus.permissions import read
from dicearena_cli.up import keys, ports, programs, volumes


def test_keys_are_drawn_once_and_readable_by_the_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    drawn = keys.load_or_make(path)
    assert keys.load_or_make(path) == drawn
    assert len(set(drawn.values())) == len(drawn)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_new_kind_of_key_is_added_and_the_others_stay(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    drawn = keys.load_or_make(path)
    more = keys.load_or_make(path, ("LATER_PASSWORD",))
    assert more.items() > drawn.items()
    assert set(more) - set(drawn) == {"LATER_PASSWORD"}


def test_every_user_of_the_bus_has_a_password(tmp_path: Path) -> None:
    users = {user.name for user in read(programs.root() / "infra" / "nats" / "permissions.toml")}
    assert users == set(keys.USERS)


def test_a_container_is_given_its_own_secrets_only(tmp_path: Path) -> None:
    for folder in ("keys", "dice", "lobby", "postgres"):
        (tmp_path / folder).mkdir()
    volumes.write(tmp_path)
    volumes.write(tmp_path)
    assert {path.name for path in (tmp_path / "dice").iterdir()} == {"DICEARENA_NATS_PASSWORD_DICE"}
    assert {path.name for path in (tmp_path / "lobby").iterdir()} == {
        "DICEARENA_NATS_PASSWORD_LOBBY",
        "DICEARENA_DATABASE_URL",
    }
    password = (tmp_path / "postgres" / "LOBBY_DB_PASSWORD").read_text()
    assert f":{password}@postgres" in (tmp_path / "lobby" / "DICEARENA_DATABASE_URL").read_text()
    assert not (tmp_path / "stats").exists()


def test_free_ports_are_different_and_below_those_the_system_hands_out() -> None:
    found = ports.free_ports(20)
    assert len(set(found)) == 20
    assert all(20_000 <= port < 32_768 for port in found)


@pytest.mark.parametrize("replicas", [{"lobby": 2}, {"gateway": 3}, {"nobody": 1}, {"bots": 0}])
def test_what_cannot_be_doubled_is_refused(replicas: dict[str, int]) -> None:
    with pytest.raises(ValueError):
        programs.replica_names(replicas)
