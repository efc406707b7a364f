"""schemathesis over the whole REST API, against the running gateway."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
import schemathesis
from dicearena_gateway.app import make_app
from dicearena_gateway.settings import GatewaySettings
from hypothesis import HealthCheck, Phase, settings
from pydantic import SecretStr

from tests.services.gateway.conftest import House, open_on
from tests.services.gateway.fakes import KEY, cookie, person, table
from tests.support.nats import NatsServer


@pytest.fixture(scope="module")
def running_house(nats: NatsServer) -> Iterator[House]:
    """A house on an event loop of its own, since schemathesis calls without one."""
    opened: list[House] = []
    ready = threading.Event()
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()

    async def run() -> None:
        async with AsyncExitStack() as stack:
            house = await open_on(nats, stack, rate_guests="100000/second")
            house.lobby.put(table("t-known", person(1)))
            house.lobby.people[person(1).id] = person(1)
            opened.append(house)
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(run()))
    thread.start()
    assert ready.wait(20)
    yield opened[0]
    loop.call_soon_threadsafe(stop.set)
    thread.join()
    loop.close()


schema = schemathesis.openapi.from_dict(
    make_app(GatewaySettings(DICEARENA_SESSION_KEY=SecretStr(KEY), web_dist=None)).openapi()
)


@schema.parametrize()
@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_operation_answers_as_its_schema_says(running_house: House, case: schemathesis.Case[Any]) -> None:
    base_url = f"http://127.0.0.1:{running_house.port}"
    case.call_and_validate(base_url=base_url, headers={"Cookie": cookie(person(1))})
