"""What one browser, or a proxy in front of it, may not do to the house."""

from __future__ import annotations

import asyncio

import pytest
import structlog
from dicearena_contracts.socket import CloseCode
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from tests.services.gateway.conftest import House, OpenHouse
from tests.services.gateway.fakes import Browser, person, until


async def lines(house: House, *headers: str) -> bytes:
    """The answer to a socket handshake with these header lines, up to the first frame."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    wanted = [
        "GET /ws HTTP/1.1",
        f"Host: 127.0.0.1:{house.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        *headers,
        "",
        "",
    ]
    writer.write("\r\n".join(wanted).encode())
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
    answer = head + await asyncio.wait_for(reader.read(200), 5)
    writer.close()
    return answer


async def test_a_proxy_may_add_its_header_on_a_line_of_its_own(open_house: OpenHouse) -> None:
    house = await open_house(sockets_per_address=0)
    with structlog.testing.capture_logs() as logs:
        answer = await lines(house, "X-Forwarded-For: 1.2.3.4", "X-Forwarded-For: 5.6.7.8", "X-Forwarded-Proto: http")
    assert CloseCode.NOT_SIGNED_IN.to_bytes(2, "big") in answer
    assert [entry for entry in logs if entry["log_level"] == "error"] == []


async def test_an_address_is_the_last_proxys_word_however_many_lines_there_are(open_house: OpenHouse) -> None:
    house = await open_house(rate_guests="1/minute")
    body = {"name": "Gast"}
    async with house.http() as http:
        for number, expected in enumerate((201, 429)):
            headers = [("X-Forwarded-For", f"9.9.9.{number}"), ("X-Forwarded-For", "5.6.7.8")]
            answer = await http.post("/api/session", json=body, headers=headers)
            assert answer.status_code == expected


async def flood(browser: Browser, frame: Frame) -> None:
    """Write raw frames until the other side has had enough."""
    connection = browser.socket
    try:
        for _ in range(400):
            connection.transport.write(frame.serialize(mask=True) * 50)
            await asyncio.sleep(0)
    except (OSError, ConnectionClosed):
        pass


@pytest.mark.parametrize(
    "frame",
    [Frame(Opcode.PING, b"x" * 125), Frame(Opcode.PONG, b""), Frame(Opcode.CONT, b"", fin=False)],
    ids=["pings", "pongs", "empty pieces"],
)
async def test_a_flood_below_the_level_of_messages_is_cut(house: House, frame: Frame) -> None:
    browser = await house.browser(person(1))
    if frame.opcode is Opcode.CONT:
        browser.socket.transport.write(Frame(Opcode.TEXT, b'"', fin=False).serialize(mask=True))
    await flood(browser, frame)
    await until(lambda: not house.desk.clients)


async def test_pings_and_pieces_at_a_human_rate_are_no_flood(house: House) -> None:
    browser = await house.browser(person(1))
    for _ in range(10):
        await asyncio.wait_for(await browser.socket.ping(), 5)
    await browser.socket.send(['{"t":', '"pi', 'ng"}'])
    await browser.get("pong")


async def test_asking_for_the_list_again_and_again_asks_the_lobby_once_at_a_time(house: House) -> None:
    browser = await house.browser(person(1))
    gate, asked, running = asyncio.Event(), 0, house.desk.hub._bus.request_raw

    async def slowly(subject: str, payload: bytes, **args: object) -> bytes:
        nonlocal asked
        asked += 1
        await gate.wait()
        return await running(subject, payload, **args)  # type: ignore[arg-type]

    house.desk.hub._bus.request_raw = slowly  # type: ignore[method-assign]
    try:
        for _ in range(10):
            await browser.send(t="lobby", on=True)
        assert await browser.quiet() == []
        assert asked == 1
    finally:
        gate.set()
    await browser.get("tables")
