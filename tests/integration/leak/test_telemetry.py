"""No log line, span or metric of a house that writes down all it can holds anything of a game or of a person."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from dicearena_contracts.catalogue import Family, GameKey, Level
from dicearena_contracts.errors import ErrorCode
from dicearena_contracts.lobby import TableStatus
from dicearena_contracts.records import RecordKind

from tests.integration.leak.watched import CHAT, ENTROPY, NAME, NONSENSE, TITLE, Watched, house, visit

pytestmark = pytest.mark.xdist_group("stack")

LOG_FIELDS = {
    "event", "level", "timestamp", "service", "user", "table", "trace", "code", "endpoint", "of", "error", "at",
    "streams", "host", "port", "subject", "deliveries", "attempt", "command", "tries", "running", "waiting",
}  # fmt: skip
"""All that a log line may be made of. ``command`` is a command's id, ``subject`` a subject of the bus."""
GAME_WORDS = re.compile(
    r"""["']?\b(dice|value|board|action|actions|claim|flaps|throws?|hidden|payload|view|lives|moves)\b["']?\s*[:=]""",
    re.IGNORECASE,
)
CODES = {*ErrorCode, "ok", "again", "done", "stored", "repeated"}
SERVICES = {"gateway", "lobby", "dice", "bots", "stats", "rules", *(f"rules-{family}" for family in Family), "setup"}
LABELS: dict[str, set[str]] = {
    "service": SERVICES,
    "user": SERVICES,
    "code": {*CODES, *map(str, range(1000, 1016)), *map(str, range(4400, 4500))},
    "outcome": {*CODES},
    "result": {*CODES},
    "game": set(GameKey),
    "family": set(Family),
    "kind": {*RecordKind, "connection", "forbidden", "slow_consumer"},
    "level": set(Level),
    "status": set(TableStatus),
    "stream": {"BOTS", "MATCHES", *(f"{kind}_{family.upper()}" for kind in ("CLOCK", "TABLES") for family in Family)},
    "type": {"hello", "watch", "unwatch", "lobby", "do", "say", "ready", "ping", "malformed", "over_rate"},
    "reason": {"watch", "reconnect", "start", "slow", "gap", "missed"},
    "generation": {"0", "1", "2"},
    "implementation": {"CPython"},
}
"""Every label of every metric, and all that it may say."""
FREE_LABELS = {"le": r"\+Inf|\d+(\.\d+)?", "endpoint": r"[a-z_]+", "major": r"\d+", "minor": r"\d+",
               "patchlevel": r"\d+", "version": r"[\d.]+"}  # fmt: skip


@pytest.fixture(scope="module")
def watched() -> Iterator[Watched]:
    seen = Watched()
    with house(seen) as running:
        visit(running, seen)
    yield seen


def secrets(watched: Watched) -> list[str]:
    return [NAME, CHAT, TITLE, NONSENSE, ENTROPY, *watched.secrets, *watched.people]


def test_the_house_told_what_it_did(watched: Watched) -> None:
    assert {service for service, _ in watched.spans} >= {"gateway", "rules", "dice"}
    assert sum(span.name == "move" for _, span in watched.spans) > 20
    assert {"illegal", "bad_request", "stale"} <= {labels.get("outcome") for *_, labels, _ in watched.samples}
    assert sum("process.started" in line for line in watched.lines) >= 6


def test_log_lines_hold_no_word_of_a_person_or_a_game(watched: Watched) -> None:
    for line in watched.lines:
        assert not [word for word in secrets(watched) if word.lower() in line.lower()], line
        assert not GAME_WORDS.search(line), line


def test_log_lines_are_made_of_known_fields_with_plain_values(watched: Watched) -> None:
    ours = [json.loads(line) for line in watched.lines if line.startswith("{")]
    assert len(ours) > 20
    for line in ours:
        assert line.keys() <= LOG_FIELDS, line
        for name, value in line.items():
            assert isinstance(value, str | int) or name == "at", line
            assert not re.search(r"[{}\[\]]", str(value)) or name == "at", line


def test_spans_have_names_only(watched: Watched) -> None:
    for service, span in watched.spans:
        assert span.name == "move" or re.fullmatch(rf"({'|'.join(sorted(SERVICES))}) [a-z_]+", span.name), span
        assert service in SERVICES
        assert not span.attributes
        assert not span.events
        assert not span.links
        assert not span.trace_state
        assert span.status.message in {"", *ErrorCode}


def test_metrics_have_labels_with_values_from_fixed_sets(watched: Watched) -> None:
    assert len(watched.samples) > 300
    for process, metric, labels, _ in watched.samples:
        for label, value in labels.items():
            told = f"{process}: {metric}{{{label}={value!r}}}"
            if label in LABELS:
                assert value in LABELS[label], told
            else:
                assert re.fullmatch(FREE_LABELS[label], value), told


FAILING = """
import asyncio
from dicearena_bus import run

async def main(stop):
    async def nobody_waits():
        raise ValueError("dice: 2, 1")
    def called_back(payload):
        raise ValueError(payload)
    loop = asyncio.get_running_loop()
    loop.call_soon(called_back, "dice: 2, 1")
    task = asyncio.create_task(nobody_waits())
    await asyncio.sleep(0.05)
    del task
    import gc, logging
    gc.collect()
    logging.getLogger("a.driver").debug("INSERT dice: 2, 1")
    logging.getLogger("a.driver").error("it failed", exc_info=ValueError("dice: 2, 1"))

run(main, name="test")
"""


def test_errors_that_nobody_caught_are_logged_without_their_text() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FAILING],
        env={**os.environ, "DICEARENA_LOG_LEVEL": "debug"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    lines: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    failed = [line for line in lines if line.get("error") == "ValueError"]
    assert [line["event"] for line in failed] == ["loop.failed", "loop.failed", "it failed"]
    assert "2, 1" not in done.stdout + done.stderr
