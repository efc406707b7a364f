from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from dicearena_bus import Bus, serve
from dicearena_contracts.lobby import Person
from dicearena_gateway.desk import Desk
from dicearena_gateway.service import gateway, listen
from dicearena_gateway.settings import GatewaySettings
from pydantic import SecretStr

from tests.services.gateway.fakes import FAMILY, KEY, Browser, FakeDice, FakeLobby, FakeRules, FakeStats, cookie
from tests.support.nats import NatsServer


@dataclass
class House:
    """A real gateway on a real bus, with a fake lobby, rules, stats and dice behind it."""

    port: int
    lobby: FakeLobby
    rules: FakeRules
    desk: Desk
    bus: Bus
    stack: AsyncExitStack
    stop: Callable[[], Awaitable[None]]

    async def browser(
        self, who: Person | None, *, greet: bool = True, headers: dict[str, str] | None = None
    ) -> Browser:
        browser = await Browser.open(self.port, who, greet=greet, headers=headers)
        self.stack.push_async_callback(browser.close)
        return browser

    def http(self, who: Person | None = None, headers: dict[str, str] | None = None) -> httpx.AsyncClient:
        headers = {**({} if who is None else {"Cookie": cookie(who)}), **(headers or {})}
        base_url = f"http://127.0.0.1:{self.port}"
        return httpx.AsyncClient(base_url=base_url, headers=headers, trust_env=False, verify=False)


OpenHouse = Callable[..., Awaitable[House]]


async def open_on(server: NatsServer, stack: AsyncExitStack, **changes: Any) -> House:
    """A house on a server; ``changes`` are gateway settings."""
    defaults: dict[str, Any] = {
        "DICEARENA_SESSION_KEY": SecretStr(KEY),
        "presence_debounce": 0.05,
        "rate_rest": "100000/second",
    }
    settings = GatewaySettings(**(defaults | changes))
    buses = {
        user: await stack.enter_async_context(server.connect(user, drain_seconds=0.2))
        for user in ("lobby", "rules-bluff", "stats", "dice", "gateway")
    }
    fake_lobby, fake_rules = FakeLobby(buses["lobby"]), FakeRules(buses["rules-bluff"])
    await stack.enter_async_context(serve(buses["lobby"], "lobby", fake_lobby))
    await stack.enter_async_context(serve(buses["rules-bluff"], "rules", fake_rules, family=FAMILY))
    await stack.enter_async_context(serve(buses["stats"], "stats", FakeStats()))
    await stack.enter_async_context(serve(buses["dice"], "dice", FakeDice()))
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    inner = AsyncExitStack()
    desk = await inner.enter_async_context(gateway(buses["gateway"], settings, listener))
    stack.push_async_callback(inner.aclose)
    return House(port, fake_lobby, fake_rules, desk, buses["gateway"], stack, inner.aclose)


@pytest.fixture
async def open_house(nats: NatsServer) -> AsyncIterator[OpenHouse]:
    """Opens houses with other gateway settings than the usual ones."""
    async with AsyncExitStack() as stack:

        async def start(**changes: Any) -> House:
            return await open_on(nats, stack, **changes)

        yield start


@pytest.fixture
async def house(open_house: OpenHouse) -> House:
    return await open_house()
