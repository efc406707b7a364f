"""20,000 frames of nonsense and near-sense into a whole house, beside a table where four people play."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from dicearena_cli.bench.client import Client
from dicearena_cli.bench.people import SEATS, Reception, Visitor
from dicearena_cli.up import stack
from dicearena_cli.up.stack import Stack
from dicearena_contracts.errors import ErrorCode
from dicearena_contracts.socket import SOCKET_VERSION
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.services.gateway.test_gateway_fuzz import FRAMES, KNOWN, NEIGHBOUR, OWN, SOCKETS, nonsense
from tests.support.visit import Guest

LIFTED = {
    "DICEARENA_LOG_FORMAT": "json",
    "DICEARENA_GATEWAY_RATE_FRAMES": "1000000/second",
    "DICEARENA_GATEWAY_RATE_REST": "100000/second",
    "DICEARENA_GATEWAY_RATE_GUESTS": "100000/second",
}
ACTIONS: list[dict[str, Any]] = [
    *({"kind": "claim", "value": value} for value in (31, 21, 12, 66)),
    *({"kind": kind} for kind in ("believe", "doubt", "show", "concede", "weiter", "roll")),
]


def aimed(own: str, neighbour: str) -> list[dict[str, Any]]:
    """Known frames at real tables, with moves that may even be legal at the own one."""
    known = json.loads(json.dumps(KNOWN).replace(NEIGHBOUR, neighbour).replace(OWN, own))
    for number, action in enumerate(ACTIONS):
        for table in (own, neighbour):
            deed = {"kind": "act", "decision": number % 3, "action": action}
            known.append({"t": "do", "id": f"command-{number}", "table": table, "seen": 0, "deed": deed})
    return list(known)


async def throw_at(url: str, guest: Guest, known: list[dict[str, Any]], frames: int, seed: int) -> Counter[str]:
    """Send frames, on a new socket where one was closed; counts what came back."""
    random, answers, sent = Random(seed), Counter[str](), 0

    async def read(socket: Any) -> None:
        try:
            async for text in socket:
                frame = json.loads(text)
                answers[frame["error"]["code"] if frame["t"] == "refused" else frame["t"]] += 1
        except ConnectionClosed as closed:
            answers[f"closed {closed.rcvd.code if closed.rcvd else None}"] += 1

    while sent < frames:
        address, cookie = url.replace("http", "ws", 1) + "/ws", {"Cookie": guest.cookie}
        async with connect(address, additional_headers=cookie, max_queue=None, ping_interval=None) as socket:
            reading = asyncio.create_task(read(socket))
            try:
                await socket.send(json.dumps({"t": "hello", "v": SOCKET_VERSION}))
                while sent < frames:
                    sent += 1
                    await socket.send(nonsense(random, known))
                    if sent % 50 == 0:
                        await asyncio.wait_for(await socket.ping(), 30)
            except ConnectionClosed:
                pass
        await reading
    return answers


async def neighbours(reception: Reception, url: str, people: list[Visitor], fuzzing: asyncio.Future[Any]) -> int:
    """Play whole games in turns until the fuzzing is over; how many moves were made, none of them refused."""
    moves = 0
    while True:
        table = await reception.running_table("maexchen", people)
        clients = [Client(table, seat, one.cookie, Random(seat)) for seat, one in enumerate(people)]
        await asyncio.gather(*(client.connect(url) for client in clients))
        await asyncio.gather(*(client.play() for client in clients))
        await asyncio.gather(*(client.close() for client in clients))
        assert [client.errors for client in clients] == [0] * SEATS
        moves += sum(len(client.moves) for client in clients)
        if fuzzing.done():
            return moves


async def trial(house: Stack) -> tuple[Counter[str], int]:
    guests = [await Guest.arrive(house.url) for _ in range(SOCKETS)]
    async with Reception(house.url) as reception:
        people = await reception.visitors(SEATS)
        other = await reception.running_table("maexchen", await reception.visitors(SEATS))
        tables = [guest.start(guest.open_table("maexchen", ("normal",), lives=7)) for guest in guests]
        fuzzing = asyncio.gather(
            *(
                throw_at(house.url, guest, aimed(table, other), FRAMES // SOCKETS, seed)
                for seed, (guest, table) in enumerate(zip(guests, tables, strict=True))
            )
        )
        moves = await neighbours(reception, house.url, people, fuzzing)
        return sum(await fuzzing, Counter[str]()), moves


@pytest.mark.full
@pytest.mark.timeout(400)
def test_a_fuzzed_house_neither_fails_nor_restarts_and_neighbours_play_on() -> None:
    lines: list[str] = []
    with stack.running(settings=LIFTED, echo=lines.append) as house:
        before = house.pids()
        answers, moves = asyncio.run(trial(house))
        assert house.pids() == before
        assert all(house.is_ready(name) for name in house.names)
    assert moves > 100
    assert answers["bad_request"] > FRAMES / 4
    # How many moves among the nonsense are legal is luck; that legal ones are done is what the neighbours show.
    assert min(answers[code] for code in ("stale", "forbidden", "unknown_type", "closed 4413")) > 5
    assert not {ErrorCode.INTERNAL, ErrorCode.UNAVAILABLE, ErrorCode.TIMEOUT, "closed 1011", "closed None"} & set(
        answers
    )
    levels = Counter(found[1] for line in lines if (found := re.search(r'"level": ?"(\w+)"', line)))
    assert levels["info"] > 0
    assert levels["error"] + levels["critical"] == 0
