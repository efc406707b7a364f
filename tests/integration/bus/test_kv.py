"""Buckets on a real server."""

from __future__ import annotations

import asyncio

import pytest
from dicearena_bus import Conflict
from dicearena_contracts import subjects

from tests.support.nats import NatsServer

LOBBY = subjects.LOBBY_BUCKET


async def test_a_key_is_created_once(nats: NatsServer) -> None:
    async with nats.connect("lobby") as bus:
        kv = bus.kv(LOBBY)
        revision = await kv.create("once", b"first")
        with pytest.raises(Conflict):
            await kv.create("once", b"second")
        assert await kv.get("once") == (revision, b"first")


async def test_an_update_needs_the_newest_revision(nats: NatsServer) -> None:
    async with nats.connect("lobby") as bus:
        kv = bus.kv(LOBBY)
        first = await kv.create("cas", b"1")
        second = await kv.update("cas", b"2", first)
        with pytest.raises(Conflict):
            await kv.update("cas", b"3", first)
        assert await kv.get("cas") == (second, b"2")


async def test_of_many_updates_at_once_none_is_lost(nats: NatsServer) -> None:
    async with nats.connect("lobby") as bus:
        kv = bus.kv(LOBBY)
        await kv.create("counter", b"0")

        async def add_one() -> None:
            while True:
                entry = await kv.get("counter")
                assert entry is not None
                try:
                    await kv.update("counter", b"%d" % (int(entry.payload) + 1), entry.seq)
                    return
                except Conflict:
                    continue

        await asyncio.gather(*(add_one() for _ in range(20)))
        entry = await kv.get("counter")
        assert entry is not None
        assert entry.payload == b"20"


async def test_a_missing_key_is_none(nats: NatsServer) -> None:
    async with nats.connect("lobby") as bus:
        assert await bus.kv(LOBBY).get("missing") is None


async def test_a_deleted_key_is_gone_and_may_be_created_again(nats: NatsServer) -> None:
    async with nats.connect("lobby") as bus:
        kv = bus.kv(LOBBY)
        await kv.create("again.key", b"1")
        await kv.delete("again.key")
        assert await kv.get("again.key") is None
        assert await kv.list("again.") == {}
        revision = await kv.create("again.key", b"2")
        assert await kv.list("again.") == {"again.key": (revision, b"2")}


async def test_put_stores_whatever_is_there(nats: NatsServer) -> None:
    async with nats.connect("lobby") as bus:
        kv = bus.kv(LOBBY)
        await kv.put("free", b"1")
        revision = await kv.put("free", b"2")
        assert await kv.get("free") == (revision, b"2")


async def test_list_gives_the_newest_of_every_key_under_a_prefix(nats: NatsServer) -> None:
    async with nats.connect("lobby") as bus:
        kv = bus.kv(LOBBY)
        expected = {}
        for number in range(700):
            await kv.put(f"tables.t{number}", b"old")
            expected[f"tables.t{number}"] = (await kv.put(f"tables.t{number}", b"new"), b"new")
        await kv.put("people.p1", b"other")
        assert await kv.list("tables.") == expected
        assert set(await kv.list()) >= {"people.p1", *expected}


async def test_the_bucket_is_one_that_nats_tools_understand(nats: NatsServer) -> None:
    """nats-py's own reader, where permissions allow, finds the same values: the layout is the standard one."""
    async with nats.connect("lobby") as bus:
        await bus.kv(LOBBY).put("standard", b"value")
        answer = await bus.client.request(f"$JS.API.DIRECT.GET.KV_{LOBBY}.$KV.{LOBBY}.standard", b"", timeout=2)
    assert answer.data == b"value"
