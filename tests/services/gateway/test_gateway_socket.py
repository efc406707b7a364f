"""The way of frames through the gateway: tables opened, views filtered, commands answered."""

from __future__ import annotations

import asyncio
import json

from dicearena_contracts import subjects
from dicearena_contracts.lobby import TableStatus

from tests.services.gateway.conftest import House, OpenHouse
from tests.services.gateway.fakes import COMMITMENT, FAMILY, Browser, person, table, view


async def test_a_command_is_done_and_its_view_reaches_everybody_at_the_table(house: House) -> None:
    house.lobby.put(table("t-one", person(1), person(2)))
    house.rules.run("t-one", person(1), person(2))
    first, second = await house.browser(person(1)), await house.browser(person(2))
    await first.watch("t-one")
    await second.watch("t-one")
    await first.act("t-one", "command-1")
    assert (await first.get("view", n=2))["seat"] == 0
    assert await first.get("done", id="command-1") == {"t": "done", "id": "command-1", "n": 2}
    assert (await second.get("view", n=2))["seat"] == 1
    command = house.rules.commands[0]
    assert (command.person, command.seen, command.deed.kind) == (person(1).id, 1, "act")
