"""Every way a socket or a frame is refused, with its close code or typed error."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest
from dicearena_contracts import lobby as contracts
from dicearena_contracts import subjects
from dicearena_contracts.socket import CloseCode
from websockets.exceptions import InvalidStatus

from tests.services.gateway.conftest import House, OpenHouse
from tests.services.gateway.fakes import FAMILY, Browser, cookie, person, table, until, view


@pytest.mark.parametrize(
    "value",
    [
        "",
        "dicearena=",
        "dicearena=nonsense",
        cookie(person(1), key="another-key-of-many-letters"),
        cookie(person(1))[:-2],
    ],
    ids=["none", "empty", "nonsense", "foreign key", "cut"],
)
async def test_without_a_cookie_of_ours_the_socket_closes(house: House, value: str) -> None:
    browser = await house.browser(None, greet=False, headers={"Cookie": value})
    assert await browser.closed() == CloseCode.NOT_SIGNED_IN


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://evil.example", None),
        ("http://127.0.0.1:1", None),
        ("null", None),
        ("file://", None),
        ("http://192.168.1.5:9000", "192.168.1.5:8080"),
        ("http://[broken", None),
    ],
)
async def test_a_page_of_another_origin_is_refused(house: House, origin: str, host: str | None) -> None:
    headers = {"Origin": origin} | ({"Host": host} if host else {})
    browser = await house.browser(person(1), greet=False, headers=headers)
    assert await browser.closed() == CloseCode.FORBIDDEN_ORIGIN


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://192.168.1.5:8080", "192.168.1.5:8080"),
        ("http://wuerfel.local", "wuerfel.local"),
        ("HTTP://Wuerfel.Local:80", "wuerfel.local"),
        ("https://play.example", "127.0.0.1:1"),
    ],
    ids=["LAN address", "LAN name", "same but spelt otherwise", "allowed by setting"],
)
async def test_an_own_page_is_let_in_under_whatever_address_it_was_opened(
    open_house: OpenHouse, origin: str, host: str
) -> None:
    house = await open_house(allowed_origins="https://play.example")
    await house.browser(person(1), headers={"Origin": origin, "Host": host})


async def test_the_origin_of_an_https_page_counts_behind_a_trusted_proxy(house: House) -> None:
    await house.browser(
        person(1), headers={"Origin": "https://dice.example", "Host": "dice.example", "X-Forwarded-Proto": "https"}
    )


async def test_another_path_is_no_socket(house: House) -> None:
    from websockets.asyncio.client import connect

    with pytest.raises(InvalidStatus) as refused:
        await connect(f"ws://127.0.0.1:{house.port}/api/session", proxy=None)
    assert refused.value.response.status_code == 404


async def test_a_wrong_version_closes(house: House) -> None:
    browser = await house.browser(person(1), greet=False)
    await browser.send(t="hello", v=99)
    assert await browser.closed() == CloseCode.WRONG_VERSION


async def test_nothing_works_before_hello_and_hello_only_once(house: House) -> None:
    browser = await house.browser(person(1), greet=False)
    await browser.send(t="ping")
    assert (await browser.frame())["error"]["key"] == "error.hello_first"
    await browser.send(t="hello", v=1)
    await browser.get("welcome")
    await browser.send(t="hello", v=1)
    assert (await browser.frame())["error"]["code"] == "bad_request"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", {"code": "bad_request", "key": "error.bad_json"}),
        ("{", {"code": "bad_request", "key": "error.bad_json"}),
        ('{"t":"ping"}{', {"code": "bad_request", "key": "error.bad_json"}),
        ("[" * 5000, {"code": "bad_request", "key": "error.bad_json"}),
        ("7", {"code": "bad_request"}),
        ("{}", {"code": "unknown_type"}),
        ('{"t":"nonsense"}', {"code": "unknown_type"}),
        ('{"t":7}', {"code": "unknown_type"}),
        ('{"t":"watch"}', {"code": "bad_request", "params": {"field": "table"}}),
        ('{"t":"watch","table":"UPPER.*"}', {"code": "bad_request", "params": {"field": "table"}}),
        ('{"t":"ping","more":1}', {"code": "bad_request", "params": {"field": "more"}}),
        ('{"t":"say","table":"t-x","text":" "}', {"code": "bad_request", "params": {"field": "text"}}),
    ],
)
async def test_a_malformed_frame_gets_a_typed_error(house: House, text: str, error: dict[str, Any]) -> None:
    browser = await house.browser(person(1))
    await browser.socket.send(text)
    refused = await browser.frame()
    assert refused["t"] == "refused"
    assert error.items() <= refused["error"].items()
    assert await browser.quiet() == []


async def test_a_malformed_command_is_refused_under_its_id(house: House) -> None:
    browser = await house.browser(person(1))
    await browser.send(t="do", id="command-1", table="t-x", seen=0, deed={"kind": "cheat"})
    refused = await browser.frame()
    assert (refused["id"], refused["table"], refused["error"]["params"]) == ("command-1", "t-x", {"field": "deed"})


async def test_text_that_is_no_utf8_is_refused_like_other_nonsense(house: House) -> None:
    browser = await house.browser(person(1))
    await browser.socket.send(b'{"t":"\xff"}', text=True)
    assert (await browser.frame())["error"]["key"] == "error.bad_json"


async def test_a_binary_frame_closes(house: House) -> None:
    browser = await house.browser(person(1))
    await browser.socket.send(b"\x00")
    assert await browser.closed() == 1003


async def test_a_frame_over_16_kb_closes(house: House) -> None:
    browser = await house.browser(person(1))
    await browser.socket.send("x" * (16 * 1024 + 1))
    assert await browser.closed() == CloseCode.TOO_LARGE


async def test_a_frame_in_pieces_is_read_and_one_that_grows_over_16_kb_closes(house: House) -> None:
    browser = await house.browser(person(1))
    await browser.socket.send(['{"t":', '"ping"}'])
    await browser.get("pong")
    with pytest.raises(Exception, match="4413"):
        await browser.socket.send(["x" * 8000] * 50)
        await asyncio.wait_for(browser.socket.recv(), 10)


async def test_frames_over_the_rate_are_refused_and_abuse_closes(open_house: OpenHouse) -> None:
    house = await open_house(rate_frames="20/hour")
    browser = await house.browser(person(1))
    for _ in range(20):
        await browser.send(t="ping")
    await browser.act("t-x", "command-1")
    refused = await browser.get("refused", id="command-1")
    assert (refused["table"], refused["error"]["code"]) == ("t-x", "too_many")
    for _ in range(60):
        await browser.send(t="ping")
    assert await browser.closed() == CloseCode.TOO_MANY


async def test_a_person_has_a_bounded_number_of_sockets(open_house: OpenHouse) -> None:
    house = await open_house(sockets_per_person=2)
    kept = [await house.browser(person(1)) for _ in range(2)]
    assert await (await house.browser(person(1), greet=False)).closed() == CloseCode.TOO_MANY_SOCKETS
    await house.browser(person(2))
    await kept[0].close()
    await until(lambda: len(house.desk.clients) == 2)
    await house.browser(person(1))


async def test_an_address_has_a_bounded_number_of_sockets(open_house: OpenHouse) -> None:
    house = await open_house(sockets_per_address=1)
    await house.browser(person(1), headers={"X-Forwarded-For": "203.0.113.7"})
    other = await house.browser(person(2), greet=False, headers={"X-Forwarded-For": "203.0.113.7"})
    assert await other.closed() == CloseCode.TOO_MANY_SOCKETS
    await house.browser(person(3), headers={"X-Forwarded-For": "203.0.113.8"})


async def test_a_socket_opens_a_bounded_number_of_tables(open_house: OpenHouse) -> None:
    house = await open_house(watches_per_socket=1)
    for name in ("t-a1", "t-a2"):
        house.lobby.put(table(name, person(1)))
        house.rules.run(name, person(1))
    browser = await house.browser(person(1))
    await browser.watch("t-a1")
    await browser.send(t="watch", table="t-a2")
    assert (await browser.get("refused"))["error"]["key"] == "error.too_many_tables"


async def fill(house: House, browser: Browser, name: str) -> int:
    """Publish large views until the browser's transport is full; the number of the newest one."""
    (client,) = house.desk.clients
    number = 1
    while not client.wire.paused:
        number += 1
        await house.rules.bus.publish(subjects.view(FAMILY, name, 0), view(name, number, 0, "x" * 500_000))
        await house.rules.bus.flush()
        await house.bus.flush()
    return number


async def test_a_slow_reader_gets_the_newest_view_in_place_of_those_it_missed(house: House) -> None:
    house.lobby.put(table("t-slow", person(1)))
    house.rules.run("t-slow", person(1))
    browser = await slow_browser(house)
    await browser.watch("t-slow")
    full = await fill(house, browser, "t-slow")
    for number in range(full + 1, full + 401):
        await house.rules.bus.publish(subjects.view(FAMILY, "t-slow", 0), view("t-slow", number, 0))
    await house.rules.bus.flush()
    await house.bus.flush()
    numbers: list[int] = []
    while not numbers or numbers[-1] != full + 400:
        numbers.append((await browser.get("view"))["n"])
    assert len(numbers) < full + 10


async def test_a_reader_with_too_much_waiting_is_cut(open_house: OpenHouse) -> None:
    house = await open_house(queue=4)
    house.lobby.put(table("t-cut", person(1)))
    house.rules.run("t-cut", person(1))
    browser = await slow_browser(house)
    await browser.watch("t-cut")
    await fill(house, browser, "t-cut")
    line = contracts.ChatLine(at=1, person=person(2).id, name="P", text="hallo")
    for _ in range(6):
        said = contracts.ChatSaid(table="t-cut", line=line).model_dump_json().encode()
        await house.lobby.bus.publish(subjects.LOBBY_CHANGED, said)
    await house.lobby.bus.flush()
    await house.bus.flush()
    assert await browser.closed() == CloseCode.TOO_SLOW


async def slow_browser(house: House) -> Browser:
    """A browser that takes in one frame at a time, through a small receive buffer."""
    from websockets.asyncio.client import connect

    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", house.port))
    browser = Browser(
        await connect(
            f"ws://127.0.0.1:{house.port}/ws",
            sock=raw,
            additional_headers={"Cookie": cookie(person(1))},
            compression=None,
            proxy=None,
            max_queue=1,
            ping_interval=None,
        )
    )
    house.stack.push_async_callback(browser.close)
    await browser.send(t="hello", v=1)
    await browser.get("welcome")
    return browser


async def test_who_never_greets_is_closed(open_house: OpenHouse) -> None:
    house = await open_house(idle_ping=0.1, sweep_every=0.02)
    browser = await house.browser(person(1), greet=False)
    assert await browser.closed() == CloseCode.WRONG_VERSION


async def test_the_silent_are_pinged_and_those_who_do_not_answer_are_cut(open_house: OpenHouse) -> None:
    house = await open_house(idle_ping=0.2, sweep_every=0.02)
    await house.browser(person(1))
    dead = await house.browser(person(2))
    dead.socket.transport.pause_reading()
    await until(lambda: len(house.desk.clients) == 1)
    await asyncio.sleep(0.5)
    assert [client.person for client in house.desk.clients] == [person(1)]


async def test_chat_has_a_rate_of_its_own_on_both_ways(open_house: OpenHouse) -> None:
    house = await open_house(rate_chat="2/hour")
    house.lobby.put(table("t-talk", person(1)))
    browser = await house.browser(person(1))
    await browser.send(t="say", table="t-talk", text="eins")
    async with house.http(person(1)) as http:
        assert (await http.post("/api/tables/t-talk/chat", json={"text": "zwei"})).status_code == 201
        assert (await http.post("/api/tables/t-talk/chat", json={"text": "drei"})).status_code == 429
    await browser.send(t="say", table="t-talk", text="vier")
    assert (await browser.get("refused"))["error"]["code"] == "too_many"
    assert [request.text for request in house.lobby.said] == ["eins", "zwei"]


async def test_cookies_of_other_servers_at_the_same_address_do_no_harm(house: House) -> None:
    await house.browser(None, headers={"Cookie": f'grafana={{"a": "b,c;}}; broken; {cookie(person(1))}; x=y'})
