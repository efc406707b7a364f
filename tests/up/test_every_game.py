"""Every game, whole, through the front door: two people on web sockets and two computers, result and log after it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from dicearena_cli.app import app
from dicearena_cli.bench.command import LIFTED
from dicearena_cli.up import stack
from dicearena_cli.up.stack import Stack
from dicearena_contracts.catalogue import GameKey, Level
from dicearena_contracts.errors import ErrorCode
from dicearena_players.registry import POLICIES
from typer.testing import CliRunner

from tests.support.person import Person
from tests.support.visit import Guest

COMPUTERS = ("normal", "strong")
CHANGED: dict[GameKey, tuple[dict[str, Any], ...]] = {
    GameKey.MAEXCHEN: ({"lives": 7},),
    GameKey.BLUFF: ({"dice": 3},),
    GameKey.SCHOCKEN: ({"hidden": True},),
    GameKey.CHICAGO: (*({"way": way} for way in ("rounds", "bayrisch", "tschigg")), {"way": "basis", "searches": 10}),
    GameKey.ZEHNTAUSEND: ({"target": 5000, "pile_on": True, "exact": True},),
    GameKey.GIPFELSTURM: ({"summits": 2},),
    GameKey.SHUT_THE_BOX: ({"rounds": 3, "flaps": 9}, {"rounds": 5}),
    GameKey.WUERFELRASTER: ({"double_diagonals": False},),
    GameKey.DICE_CUP: ({"eye_open": 1, "columns": 3},),
    GameKey.WUERFELPOKER: ({"columns": 3, "order": "announced"},),
    GameKey.CRAG: ({"own_dice": True},),
    GameKey.MICKEY: ({"announce": "before", "missed": "announced"},),
}
"""Besides the defaults, house rules under which a game goes another way."""
WAYS = [(game, options) for game in GameKey for options in ({}, *CHANGED.get(game, ()))]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    # These people answer within a millisecond; the limits of frames are tested with the gateway.
    with stack.running(tmp_path_factory.mktemp("house"), settings=LIFTED) as running:
        yield running


def named(way: tuple[GameKey, dict[str, Any]]) -> str:
    game, options = way
    return "-".join([str(game), *(f"{key}={value}" for key, value in options.items())])


async def sit_down(house: Stack, game: GameKey, options: dict[str, Any]) -> tuple[Guest, Guest, str]:
    """Two guests and the computers at a running table; its id."""
    host, other = await Guest.arrive(house.url), await Guest.arrive(house.url)
    table = host.open_table(game, COMPUTERS, seats=2 + len(COMPUTERS), **options)
    path = f"/api/tables/{table['id']}"
    other.post(f"{path}/join", {})
    other.post(f"{path}/ready", {"entropy": "f0" * 16, "commitment": table["commitment"]})
    return host, other, host.start(table)


async def play_whole_game(house: Stack, game: GameKey, options: dict[str, Any], folder: Path) -> None:
    host, other, table = await sit_down(house, game, options)
    policy = POLICIES[game, Level.NORMAL]
    people = [Person(table, guest.cookie, game, policy()) for guest in (host, other)]
    for person in people:
        await person.connect(house.url)
    await asyncio.gather(*(person.play() for person in people))
    for person in people:
        await person.close()
    assert [person.over for person in people] == [True, True]
    # At Shut the Box all play at once: a shut box ends the round while another's move is on its way.
    late = {ErrorCode.STALE, ErrorCode.ILLEGAL} if game is GameKey.SHUT_THE_BOX else set()
    assert {refusal for person in people for refusal in person.refusals} <= late
    # A computer that shuts its box at once ends the round before anybody else has thrown.
    assert game is GameKey.SHUT_THE_BOX or any(person.moves for person in people)

    first, second = (person.last for person in people)
    assert first["result"] == second["result"]
    rows = [guest.result(table) for guest in (host, other)]
    assert rows[0]["game"] == game
    export = host.get(f"/api/tables/{table}/export")
    file = folder / "match.json"
    file.write_bytes(orjson.dumps(export))
    checked = CliRunner().invoke(app, ["verify", str(file)])
    assert checked.exit_code == 0, checked.output


@pytest.mark.parametrize("way", WAYS, ids=named)
async def test_two_people_and_two_computers_play_a_whole_game(
    house: Stack, way: tuple[GameKey, dict[str, Any]], tmp_path: Path
) -> None:
    await play_whole_game(house, *way, tmp_path)
