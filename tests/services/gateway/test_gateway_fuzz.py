"""20,000 frames of nonsense and near-sense through the real socket, beside a table where two people play."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import structlog
from dicearena_contracts.errors import ErrorCode
from dicearena_contracts.lobby import TableStatus
from websockets.exceptions import ConnectionClosed

from tests.services.gateway.conftest import House, OpenHouse
from tests.services.gateway.fakes import COMMITMENT, Browser, person, table

FRAMES = 20_000
SOCKETS = 8
NEIGHBOUR = "t-neighbour"
OWN = "t-fuzzed"
KNOWN: list[dict[str, Any]] = [
    {"t": "hello", "v": 1, "locale": "de"},
    {"t": "watch", "table": OWN, "seen": 0},
    {"t": "unwatch", "table": OWN},
    {"t": "lobby", "on": True},
    {"t": "do", "id": "command-x", "table": NEIGHBOUR, "seen": 0, "deed": {"kind": "leave"}},
    {"t": "do", "id": "command-y", "table": OWN, "seen": 3, "deed": {"kind": "act", "decision": 1, "action": {}}},
    {"t": "say", "table": OWN, "text": "hallo"},
    {"t": "ready", "table": OWN, "entropy": "ab" * 16, "commitment": COMMITMENT},
    {"t": "ping"},
]
ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    2**70,
    1e308,
    "",
    "\u0000",
    "😀" * 50,
    "x" * 500,
    [],
    [[]] * 9,
    {},
    {"t": "ping"},
    "../*.>",
]


def nonsense(random: Random, known: Sequence[dict[str, Any]] = KNOWN) -> str | bytes:
    """One frame: a known one with something wrong in it, loose JSON, broken JSON, bytes, or far too much."""
    frame = json.loads(json.dumps(random.choice(known)))
    kind = random.randrange(100)
    if kind < 45:
        target = frame["deed"] if "deed" in frame and random.random() < 0.5 else frame
        name = random.choice([*target, "surplus"])
        target[name] = random.choice(ODD)
    elif kind < 60:
        frame.pop(random.choice(list(frame)))
    elif kind < 70:
        frame = random.choice(ODD)
    elif kind < 85:
        text = json.dumps(frame)
        cut = random.randrange(len(text))
        return text[:cut] + random.choice(["", "{", '"', "\u2028", "NaN"]) + text[cut + random.randrange(3) :]
    elif kind < 86:
        return "y" * random.randrange(16_000, 20_000)
    elif kind < 87:
        return random.randbytes(random.randrange(40))
    return json.dumps(frame)


async def throw_at(house: House, number: int, frames: int) -> Counter[str]:
    """Send frames, opening a new socket where one was closed; counts what came back."""
    random = Random(number)
    answers: Counter[str] = Counter()

    async def read(browser: Browser) -> None:
        try:
            async for text in browser.socket:
                frame = json.loads(text)
                answers[frame["error"]["code"] if frame["t"] == "refused" else frame["t"]] += 1
        except ConnectionClosed as closed:
            answers[f"closed {closed.rcvd.code if closed.rcvd else None}"] += 1

    sent = 0
    while sent < frames:
        browser = await house.browser(person(100 + number))
        reading = asyncio.create_task(read(browser))
        try:
            while sent < frames:
                sent += 1
                await browser.socket.send(nonsense(random))
                if sent % 50 == 0:
                    await asyncio.wait_for(await browser.socket.ping(), 20)
        except ConnectionClosed:
            pass
        await browser.close()
        await reading
    return answers


async def test_fuzzed_frames_break_nothing_and_disturb_nobody(open_house: OpenHouse) -> None:
    house = await open_house(rate_frames="1000000/second", sockets_per_person=1000)
    house.lobby.put(table(OWN, person(9), status=TableStatus.OPEN))
    house.lobby.put(table(NEIGHBOUR, person(1), person(2)))
    house.rules.run(NEIGHBOUR, person(1), person(2))
    players = [await house.browser(person(1)), await house.browser(person(2))]
    for player in players:
        await player.watch(NEIGHBOUR)
    with structlog.testing.capture_logs() as logs:
        fuzzing = asyncio.gather(*(throw_at(house, number, FRAMES // SOCKETS) for number in range(SOCKETS)))
        moves = 0
        while not fuzzing.done():
            moves += 1
            mover, other = players[moves % 2], players[(moves + 1) % 2]
            await mover.act(NEIGHBOUR, f"neighbour-{moves}")
            frames = [await mover.frame(20), await mover.frame(20), await other.frame(20)]
            assert [(frame["t"], frame["n"]) for frame in frames] == [
                ("view", 1 + moves),
                ("done", 1 + moves),
                ("view", 1 + moves),
            ]
            await asyncio.sleep(0.05)
        answers = sum(await fuzzing, Counter[str]())
    assert house.rules.n[NEIGHBOUR] == 1 + moves
    assert answers["bad_request"] > FRAMES / 4
    assert answers["unknown_type"] > 100
    assert answers["closed 4413"] > 10
    assert answers["closed 1003"] > 10
    assert not {ErrorCode.INTERNAL, ErrorCode.UNAVAILABLE, ErrorCode.TIMEOUT, "closed 1011", "closed None"} & set(
        answers
    )
    assert [entry for entry in logs if entry["log_level"] == "error"] == []
