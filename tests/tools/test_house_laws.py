"""Each house law finds its break and leaves the lawful form alone."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("house_laws", ROOT / "tools" / "house_laws.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["house_laws"] = module
    spec.loader.exec_module(module)
    return module


house_laws = _load()

LOBBY, RULES, GAMES = "services/lobby/src/x.py", "services/rules/src/x.py", "libs/games/src/x.py"
PLAYERS, ARENA, BUS = "libs/players/src/x.py", "libs/cli/src/arena.py", "libs/bus/src/x.py"

# (law, path, what breaks it, what does the same lawfully)
CASES = [
    ("randomness", LOBBY, "import secrets", "import uuid\nid = uuid.uuid4()"),
    ("randomness", LOBBY, "from os import urandom", "from os import environ"),
    ("randomness", LOBBY, "import os\nkey = os.urandom(8)", "import os\nkey = os.environ['KEY']"),
    ("randomness", LOBBY, "import random", "import hmac"),
    ("randomness", PLAYERS, "import random\nrandom.choice([1])", "import random\nrandom.Random(7).choice([1])"),
    ("randomness", ARENA, "from random import Random\nRandom()", "from random import Random\nRandom(7)"),
    ("randomness", PLAYERS, "import numpy as np\nnp.random.rand()", "import numpy as np\nnp.zeros(3)"),
    ("purity", GAMES, "import time", "import hashlib"),
    ("purity", GAMES, "from datetime import datetime", "from datetime import date"),
    ("purity", GAMES, "from datetime import date\ndate.today()", "from datetime import date\ndate(2026, 1, 2)"),
    ("purity", GAMES, "import asyncio", "import itertools"),
    ("purity", GAMES, "import os", "import functools"),
    ("purity", GAMES, "import socket", "import struct"),
    ("purity", GAMES, "text = open('x').read()", "text = parse('x').read()"),
    ("purity", PLAYERS, "import time", "from importlib import resources"),
    ("separate-services", LOBBY, "from dicearena_dice.store import X", "from dicearena_lobby.store import X"),
    ("separate-services", BUS, "import dicearena_gateway", "import dicearena_contracts"),
    ("subject-spelling", LOBBY, "bus.request('dice.throw', m)", "bus.request(subjects.DICE_THROW, m)"),
    ("subject-spelling", LOBBY, "s = f'rules.{family}.open'", "s = subjects.rules_open(family)"),
    ("subject-spelling", RULES, "s = f'table.{f}.{t}.log'", "s = subjects.table_log(f, t)"),
    ("subject-spelling", RULES, "s = 'match.finished.maexchen'", "key = 'lobby.refused.full'"),
    ("subject-spelling", LOBBY, "bus.subscribe('table.>', on)", "kv.list('table.>')"),
    ("subject-spelling", LOBBY, "bus.publish(f'own.{x}', b'')", "bus.publish(subject, b'')"),
    ("subject-spelling", LOBBY, "s = '$KV.lobby.x'", "event = 'table.opened'"),
    ("subject-spelling", LOBBY, "s = '$JS.API.INFO'", "text = 'see lobby.open for more'"),
    ("subject-spelling", BUS, "s = '$KV.dice.x'", "s = '$JS.API.DIRECT.GET.X'"),
    ("stream-subscription", BUS, "bus.subscribe(subjects.table_log(f, t), g)", "bus.subscribe(subjects.view(f, t), g)"),
    (
        "stream-subscription",
        RULES,
        "@endpoint(subjects.clock_due)\nasync def due(): ...",
        "@endpoint(subjects.rules_view)\nasync def view(): ...",
    ),
    ("expected-sequence", RULES, "self._bus.append(subject, data)", "self._bus.append(subject, data, expected=3)"),
    ("expected-sequence", RULES, "bus.append(subject, data, expected=None)", "buses.append(bus)"),
    (
        "expected-sequence",
        RULES,
        "bus.enqueue(subjects.table_log(f, t), data)",
        "bus.enqueue(subjects.bot_turn(g), data, msg_id=k)",
    ),
    (
        "quiet-errors",
        LOBBY,
        "try: f()\nexcept ValueError as error: raise DicearenaError(code, why=str(error))",
        "try: f()\nexcept ValueError as error: raise DicearenaError(code, why=error.code)",
    ),
    (
        "quiet-errors",
        LOBBY,
        "try: f()\nexcept ValueError as e: raise DicearenaError(code, why=f'bad: {e}')",
        "try: f()\nexcept ValueError as e: log.warning(f'bad: {e}')",
    ),
    (
        "quiet-errors",
        LOBBY,
        "try: f()\nexcept ValueError as e: WireError(code=c, key=k, params={'x': repr(e)})",
        "try: f()\nexcept ValueError as e: WireError(code=c, key=k, params={'x': repr(3)})",
    ),
    (
        "quiet-errors",
        LOBBY,
        "try: f()\nexcept ValueError: WireError(code=c, key=traceback.format_exc())",
        "try: f()\nexcept ValueError: WireError(code=c, key='error.internal')",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("law", "path", "bad", "good"), CASES)
def test_a_law_finds_its_break_and_leaves_the_lawful_form_alone(law: str, path: str, bad: str, good: str) -> None:
    assert law in {finding.law for finding in house_laws.check(bad, path)}
    assert house_laws.check(good, path) == []


def test_every_law_has_a_case() -> None:
    assert {case[0] for case in CASES} == set(house_laws.LAWS)


def test_the_dice_service_may_draw_random_bytes() -> None:
    assert house_laws.check("import secrets", "services/dice/src/store.py") == []


def test_an_exception_holds_for_its_law_and_file_only() -> None:
    (law, path), *_ = house_laws.EXCEPTIONS
    assert law == "randomness"
    assert house_laws.check("import secrets", path) == []
    assert [finding.law for finding in house_laws.check("bus.append(s, d)", path)] == ["expected-sequence"]


def test_the_subjects_module_may_spell_subjects() -> None:
    source = (ROOT / "libs/contracts/src/dicearena_contracts/subjects.py").read_text()
    assert house_laws.check(source, "libs/contracts/src/dicearena_contracts/subjects.py") == []
    elsewhere = house_laws.check(source, "libs/contracts/src/dicearena_contracts/other.py")
    constants = [node for node in ast.parse(source).body if isinstance(node, ast.AnnAssign)]
    assert len(elsewhere) > len(constants) / 2


def test_a_finding_names_place_law_and_what_to_do() -> None:
    (finding,) = house_laws.check("\nimport secrets", LOBBY)
    assert str(finding) == f"{LOBBY}:2: [randomness] secrets: only the dice service draws random bytes"
