"""Commands, chat, the table list and presence on the socket."""

from __future__ import annotations

from dicearena_contracts.lobby import TableStatus

from tests.services.gateway.conftest import House, OpenHouse
from tests.services.gateway.fakes import COMMITMENT, Browser, person, table, until


async def seated(house: House, name: str, *numbers: int) -> list[Browser]:
    """Browsers of the people at a running table, each with its first view."""
    people = [person(number) for number in numbers]
    house.lobby.put(table(name, *people))
    house.rules.run(name, *people)
    browsers = [await house.browser(who) for who in people]
    for browser in browsers:
        await browser.watch(name)
    return browsers


async def test_a_command_is_done_and_its_view_reaches_everybody_at_the_table(house: House) -> None:
    first, second = await seated(house, "t-one", 1, 2)
    await first.act("t-one", "command-1")
    assert (await first.get("view", n=2))["seat"] == 0
    assert await first.get("done", id="command-1") == {"t": "done", "id": "command-1", "n": 2}
    assert (await second.get("view", n=2))["seat"] == 1
    command = house.rules.commands[0]
    assert (command.person, command.seen, command.deed.kind) == (person(1).id, 1, "act")


async def test_a_command_for_a_table_that_is_not_open_here_is_answered_too(house: House) -> None:
    house.lobby.put(table("t-afar", person(1)))
    house.rules.run("t-afar", person(1))
    browser = await house.browser(person(1))
    await browser.act("t-afar", "command-1")
    assert (await browser.get("done"))["n"] == 2


async def test_an_unanswered_command_is_asked_again_and_done_once(house: House) -> None:
    (browser,) = await seated(house, "t-retry", 1)
    house.rules.swallow = 1
    await browser.act("t-retry", "command-1")
    assert (await browser.get("done", id="command-1"))["n"] == 2
    assert [command.command for command in house.rules.commands] == ["command-1", "command-1"]
    assert house.rules.n["t-retry"] == 2


async def test_a_refused_command_says_why_and_reaches_nobody_else(house: House) -> None:
    first, second = await seated(house, "t-no", 1, 2)
    await first.act("t-no", "command-1", kind="illegal")
    refused = await first.get("refused")
    error = {"code": "illegal", "key": "maexchen.refused.too_low", "params": {"value": 31}}
    assert refused == {"t": "refused", "id": "command-1", "table": "t-no", "error": error}
    assert await second.quiet() == []


async def test_a_stranger_cannot_act_for_a_seat(house: House) -> None:
    (first,) = await seated(house, "t-mine", 1)
    stranger = await house.browser(person(9))
    await stranger.act("t-mine", "command-1")
    assert (await stranger.get("refused", id="command-1"))["error"]["code"] == "forbidden"
    assert await first.quiet() == []


async def test_more_commands_in_flight_than_allowed_are_refused(open_house: OpenHouse) -> None:
    house = await open_house(in_flight=3)
    (browser,) = await seated(house, "t-many", 1)
    house.rules.swallow = 3
    for number in range(4):
        await browser.act("t-many", f"command-{number}")
    refused = await browser.get("refused")
    assert (refused["id"], refused["error"]["key"]) == ("command-3", "error.too_many_waiting")


async def test_chat_is_said_and_follows_the_table(house: House) -> None:
    first, second = await seated(house, "t-chat", 1, 2)
    await first.send(t="say", table="t-chat", text="  Prost!  ")
    for browser in (first, second):
        assert [line["text"] for line in (await browser.get("chat"))["lines"]] == ["Prost!"]
    assert house.lobby.said[0].person == person(1).id


async def test_ready_carries_the_own_entropy_to_the_lobby(house: House) -> None:
    house.lobby.put(table("t-ready", person(1), status=TableStatus.OPEN))
    browser = await house.browser(person(1))
    await browser.send(t="ready", table="t-ready", entropy="0f" * 16, commitment=COMMITMENT)
    await until(lambda: bool(house.lobby.readied))
    request = house.lobby.readied[0]
    assert (request.person, request.entropy, request.commitment) == (person(1).id, "0f" * 16, COMMITMENT)


async def test_the_table_list_comes_whole_and_then_its_changes(house: House) -> None:
    house.lobby.put(table("t-first", person(1)))
    browser = await house.browser(person(2))
    await browser.send(t="lobby", on=True)
    assert [entry["id"] for entry in (await browser.get("tables"))["tables"]] == ["t-first"]
    await house.lobby.change(table("t-hidden", person(1), listed=False))
    await house.lobby.change(table("t-second", person(1)))
    assert (await browser.get("table"))["table"]["id"] == "t-second"
    await browser.send(t="lobby", on=False)
    await browser.quiet()
    await house.lobby.change(table("t-third", person(1)))
    await house.lobby.bus.flush()
    assert await browser.quiet() == []


async def test_who_follows_both_the_list_and_the_table_gets_each_change_once(house: House) -> None:
    house.lobby.put(table("t-twice", person(1), status=TableStatus.OPEN))
    browser = await house.browser(person(1))
    await browser.send(t="lobby")
    await browser.get("tables")
    await browser.send(t="watch", table="t-twice")
    await browser.get("chat")
    await house.lobby.change(table("t-twice", person(1), rev=2, status=TableStatus.OPEN))
    await browser.get("table")
    assert await browser.quiet() == []


async def test_presence_names_the_seated_counts_the_watchers_and_forgets_who_left(house: House) -> None:
    first, _ = await seated(house, "t-here", 1, 2)
    watcher = await house.browser(person(3))
    await watcher.watch("t-here")

    async def reported(tables: dict[str, tuple[str, ...]], watchers: dict[str, int]) -> None:
        await until(lambda: [(r.tables, r.watchers) for r in house.lobby.reports[-1:]] == [(tables, watchers)])

    await reported({"t-here": (person(1).id, person(2).id)}, {"t-here": 1})
    await first.close()
    await watcher.close()
    await reported({"t-here": (person(2).id,)}, {})


async def test_stopping_says_goodbye_with_1001_and_reports_that_nobody_is_here(house: House) -> None:
    (browser,) = await seated(house, "t-bye", 1)
    await house.stop()
    assert await browser.closed() == 1001
    assert house.lobby.reports[-1].tables == {}
