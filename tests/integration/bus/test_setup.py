"""The setup job on a real server."""

from __future__ import annotations

import json
from urllib.request import urlopen

from dicearena_bus.layout import streams

from tests.support.nats import NatsServer


def _streams_at(server: NatsServer) -> dict[str, set[str]]:
    url = f"http://127.0.0.1:{server.monitor_port}/jsz?streams=true&consumers=true"
    with urlopen(url) as answer:
        accounts = json.load(answer)["account_details"]
    return {
        stream["name"]: {consumer["name"] for consumer in stream.get("consumer_detail") or []}
        for account in accounts
        for stream in account["stream_detail"]
    }


async def test_setup_creates_every_declared_stream_and_consumer(nats: NatsServer) -> None:
    assert _streams_at(nats) == {stream.name: set(stream.consumers) for stream in streams()}


async def test_setup_may_run_again(nats: NatsServer) -> None:
    before = _streams_at(nats)
    await nats.set_up()
    assert _streams_at(nats) == before
