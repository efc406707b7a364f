"""What a newcomer's first command stands on: the Makefile's help, and locks that name no host and miss no hash."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ["run", "dev", "uv", "node"]


def pins(lock: str) -> dict[str, str]:
    """Package → what the lock says of it."""
    entries = re.split(r"\n(?=\S)", (ROOT / "requirements" / f"{lock}.txt").read_text())
    return {entry.partition("==")[0].lower(): entry for entry in entries if "==" in entry.partition("\n")[0]}


def wanted() -> set[str]:
    """Every package that one of our parts names as its dependency."""
    names = set()
    for path in [*ROOT.glob("libs/*/pyproject.toml"), *ROOT.glob("services/*/pyproject.toml")]:
        for dependency in tomllib.loads(path.read_text())["project"]["dependencies"]:
            names.add(re.split(r"[\[<>=!~; ]", dependency)[0].lower())
    return {name for name in names if not name.startswith("dicearena-")}


def test_help_lists_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text()
    (phony,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    shown = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert sorted(re.findall(r"^  make (\S+)", shown, re.MULTILINE)) == sorted(phony.split())


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_a_hash_and_names_no_host(lock: str) -> None:
    assert pins(lock)
    for name, entry in pins(lock).items():
        assert "--hash=sha256:" in entry, name
        assert "://" not in entry, name


def test_the_lock_has_every_dependency() -> None:
    assert wanted() <= pins("run").keys()


def test_the_tests_use_what_a_host_runs() -> None:
    run, dev = pins("run"), pins("dev")
    assert {name: entry.partition(" ")[0] for name, entry in run.items()}.items() <= {
        name: entry.partition(" ")[0] for name, entry in dev.items()
    }.items()


def test_the_web_lock_names_no_host() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert packages
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
