"""Views: who gets which, in what order, and what happens when some were missed."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from dicearena_bus import serve
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import Family, GameKey
from dicearena_contracts.lobby import TableStatus
from dicearena_contracts.rules import TableSettings

from tests.services.gateway.conftest import House, open_on
from tests.services.gateway.fakes import FAMILY, person, table, until, view
from tests.support.nats import NatsServer


async def test_seats_and_watchers_get_their_own_views_and_no_others(house: House) -> None:
    house.lobby.put(table("t-own", person(1), person(2)))
    house.rules.run("t-own", person(1), person(2))
    readers = [await house.browser(person(number)) for number in (1, 2, 3)]
    for reader in readers:
        await reader.watch("t-own")
    for _ in range(3):
        await house.rules.move("t-own")
    await house.rules.bus.flush()
    for reader, seat in zip(readers, (0, 1, None), strict=True):
        await reader.get("view", n=4)
        await house.rules.move("t-own")
        views = [frame for frame in await reader.quiet() if frame["t"] == "view"]
        assert {frame["seat"] for frame in views} <= {seat}


async def test_every_socket_of_a_person_gets_the_views(house: House) -> None:
    house.lobby.put(table("t-both", person(1)))
    house.rules.run("t-both", person(1))
    phone, desktop = await house.browser(person(1)), await house.browser(person(1))
    await phone.watch("t-both")
    await desktop.watch("t-both")
    await house.rules.move("t-both")
    assert (await phone.get("view", n=2)) == (await desktop.get("view", n=2))


async def test_a_view_published_while_the_first_is_asked_for_follows_it(house: House) -> None:
    house.lobby.put(table("t-race", person(1), person(2)))
    house.rules.run("t-race", person(1), person(2))
    house.rules.gate = asyncio.Event()
    browser = await house.browser(person(2))
    await browser.send(t="watch", table="t-race")
    await until(lambda: bool(house.rules.asked))
    await house.rules.move("t-race")
    await house.rules.move("t-race")
    await house.rules.bus.flush()
    await house.bus.flush()
    house.rules.gate.set()
    first = await browser.get("view")
    second = await browser.get("view")
    assert [(frame["n"], frame["seat"]) for frame in (first, second)] == [(1, 1), (3, 1)]


async def test_a_view_that_is_not_newer_is_dropped(house: House) -> None:
    house.lobby.put(table("t-old", person(1)))
    house.rules.run("t-old", person(1), n=5)
    browser = await house.browser(person(1))
    await browser.watch("t-old")
    for number in (4, 5, 6, 6, 5, 7):
        await house.rules.bus.publish(subjects.view(FAMILY, "t-old", 0), view("t-old", number, 0))
    assert (await browser.get("view"))["n"] == 6
    assert (await browser.get("view"))["n"] == 7


async def test_before_the_start_only_the_lobby_speaks_and_the_view_comes_with_the_start(house: House) -> None:
    waiting = table("t-start", person(1), status=TableStatus.OPEN)
    house.lobby.put(waiting)
    browser = await house.browser(person(1))
    await browser.send(t="watch", table="t-start")
    assert (await browser.get("table"))["table"]["status"] == "open"
    assert await browser.get("chat") == {"t": "chat", "table": "t-start", "lines": []}
    assert await browser.quiet() == []
    assert house.rules.asked == []
    house.rules.run("t-start", person(1))
    await house.lobby.change(table("t-start", person(1), rev=2))
    assert (await browser.get("table"))["table"]["status"] == "running"
    assert (await browser.get("view"))["seat"] == 0


async def test_lobby_news_older_than_what_is_known_are_dropped(house: House) -> None:
    house.lobby.put(table("t-rev", person(1), rev=5, status=TableStatus.OPEN))
    browser = await house.browser(person(1))
    await browser.send(t="watch", table="t-rev")
    await browser.get("chat")
    await house.lobby.change(table("t-rev", person(1), rev=4, status=TableStatus.OPEN))
    await house.lobby.change(table("t-rev", person(1), rev=6, status=TableStatus.OPEN))
    assert (await browser.get("table"))["table"]["rev"] == 6


async def test_a_running_table_that_the_rules_do_not_know_is_refused(house: House) -> None:
    house.lobby.put(table("t-lost", person(1)))
    browser = await house.browser(person(1))
    await browser.send(t="watch", table="t-lost")
    refused = await browser.get("refused")
    assert (refused["table"], refused["error"]["code"]) == ("t-lost", "not_found")


async def test_an_unknown_table_is_refused_and_leaves_nothing_behind(house: House) -> None:
    browser = await house.browser(person(1))
    await browser.send(t="watch", table="t-unknown")
    refused = await browser.get("refused")
    assert (refused["table"], refused["error"]["code"]) == ("t-unknown", "not_found")
    assert house.desk.hub.rooms == {}


async def test_the_last_reader_out_ends_the_subscription(house: House) -> None:
    house.lobby.put(table("t-out", person(1)))
    house.rules.run("t-out", person(1))
    browser, other = await house.browser(person(1)), await house.browser(person(2))
    await browser.watch("t-out")
    await other.watch("t-out")
    await browser.send(t="unwatch", table="t-out")
    await house.rules.move("t-out")
    await other.get("view", n=2)
    assert [frame for frame in await browser.quiet() if frame["t"] == "view"] == []
    assert set(house.desk.hub.rooms) == {"t-out"}
    await other.close()
    await until(lambda: not house.desk.hub.rooms)
    assert await browser.watch("t-out")


async def test_a_table_closed_before_it_was_open_stays_closed(house: House) -> None:
    house.lobby.put(table("t-quick", person(1)))
    house.rules.run("t-quick", person(1))
    browser = await house.browser(person(1))
    house.lobby.gate = asyncio.Event()
    await browser.send(t="watch", table="t-quick")
    await browser.send(t="unwatch", table="t-quick")
    assert await browser.quiet() == []
    house.lobby.gate.set()
    await house.lobby.bus.flush()
    await house.bus.flush()
    assert await browser.quiet() == []
    assert house.desk.hub.rooms == {}


async def test_opening_a_table_again_sends_its_view_again(house: House) -> None:
    house.lobby.put(table("t-again", person(1)))
    house.rules.run("t-again", person(1), n=9)
    browser = await house.browser(person(1))
    assert (await browser.watch("t-again"))["n"] == 9
    assert (await browser.watch("t-again", seen=9))["n"] == 9
    assert [request.seen for request in house.rules.asked] == [0, 9]


async def test_after_a_reconnect_every_open_table_is_asked_for_again(own_nats: NatsServer) -> None:
    async with AsyncExitStack() as stack:
        house = await open_on(own_nats, stack)
        house.lobby.put(table("t-back", person(1), person(2)))
        house.rules.run("t-back", person(1), person(2))
        seated, watcher = await house.browser(person(1)), await house.browser(person(3))
        await seated.watch("t-back")
        await watcher.watch("t-back")
        await watcher.send(t="lobby")
        await watcher.get("tables")
        own_nats.kill()
        house.rules.n["t-back"] = 8  # moves whose views nobody here saw
        own_nats.start()
        assert (await seated.get("view", n=8))["seat"] == 0
        assert (await watcher.get("view", n=8))["seat"] is None
        await house.rules.move("t-back")
        assert (await seated.get("view", n=9))["seat"] == 0


async def test_while_nobody_answers_the_reader_is_told_and_asked_for_until_it_works(own_nats: NatsServer) -> None:
    async with AsyncExitStack() as stack:
        house = await open_on(own_nats, stack, view_patience=0.2)
        settings = TableSettings(game=GameKey.SHUT_THE_BOX)
        house.lobby.put(table("t-late", person(1)).model_copy(update={"settings": settings}))
        browser = await house.browser(person(1))
        await browser.send(t="watch", table="t-late")
        assert (await browser.get("refused"))["error"]["code"] == "unavailable"
        boards = await stack.enter_async_context(own_nats.connect("rules-boards"))
        house.rules.run("t-late", person(1))
        await stack.enter_async_context(serve(boards, "rules", house.rules, family=Family.BOARDS))
        assert (await browser.get("view"))["n"] == 1
