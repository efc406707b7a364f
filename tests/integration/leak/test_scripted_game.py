"""Rule 4 on the real bus and the real web socket: two games that differ only in Anna's hidden dice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.integration.leak.scripted import ANNAS_THROWS, Run, frozen_time, run
from tests.support.nats import running_server

TRUE = ((4, 3), (5, 2), (6, 1), (6, 5))
LIES = ((2, 1), (5, 2), (3, 1), (1, 1))
OTHERS = (
    "view of 1",
    "view of w",
    "turns of the computer",
    "replies to the computer",
    "lobby news",
    "socket of bert",
    "socket of watcher",
)


@pytest.fixture(scope="module")
def runs() -> Iterator[tuple[Run, Run]]:
    now, done = frozen_time(), []
    for throws in (TRUE, LIES):
        with contextmanager(running_server)() as server:
            done.append(run(server, throws, now))
    yield done[0], done[1]


def test_only_annas_throws_differ_between_the_runs() -> None:
    assert {n for n, (one, two) in enumerate(zip(TRUE, LIES, strict=True), 1) if one != two} == set(ANNAS_THROWS)


@pytest.mark.parametrize("channel", OTHERS)
def test_every_other_reader_gets_the_very_same_bytes_until_the_reveal(runs: tuple[Run, Run], channel: str) -> None:
    one, two = (run.until_reveal(channel) for run in runs)
    assert one == two
    assert one or channel == "lobby news"


def test_no_channel_but_annas_differs_and_none_is_forgotten(runs: tuple[Run, Run]) -> None:
    one, two = runs
    names = set(one.channels) | set(two.channels)
    assert names - set(OTHERS) == {"view of 0", "socket of anna"}
    for name in names - set(OTHERS):
        assert one.until_reveal(name) != two.until_reveal(name)


@pytest.mark.parametrize("channel", ["view of 1", "view of w", "socket of bert", "socket of watcher"])
def test_the_lifted_cup_is_seen_by_everybody(runs: tuple[Run, Run], channel: str) -> None:
    one, two = runs
    assert one.channels[channel] != two.channels[channel]
    seen = [json.loads(sent) for run in runs for sent in run.channels[channel] if b'"reveal":{' in sent]
    assert {tuple(view["board"]["reveal"]["dice"]) for view in seen} == {TRUE[3], LIES[3]}


def test_probes_were_refused_and_counted_in_the_comparison(runs: tuple[Run, Run]) -> None:
    refused = [json.loads(sent) for sent in runs[0].until_reveal("socket of bert") if b'"t":"refused"' in sent]
    assert len(refused) > 60
    assert len({one["error"]["key"] for one in refused}) >= 5
