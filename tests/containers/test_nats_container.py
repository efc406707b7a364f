"""The bus on a nats-server in a container."""

from __future__ import annotations

import asyncio
from pathlib import Path
from uuid import uuid4

import pytest
from dicearena_bus import Conflict, Job, endpoint, serve, work
from dicearena_contracts import subjects
from dicearena_contracts.dice import CommitReply, CommitRequest
from dicearena_contracts.errors import DicearenaError, ErrorCode

from tests.containers.conftest import NatsContainer

pytestmark = pytest.mark.containers


class Dice:
    @endpoint(subjects.DICE_COMMIT)
    async def commit(self, request: CommitRequest) -> CommitReply:
        if request.table == "refused":
            raise DicearenaError(ErrorCode.CONFLICT, "dice.refused.test")
        return CommitReply(commitment="c0" * 32)


async def test_a_request_its_answer_and_its_typed_error_cross_the_container(nats_container: NatsContainer) -> None:
    async with (
        nats_container.connect("dice") as dice,
        nats_container.connect("lobby") as lobby,
        serve(dice, "dice", Dice()),
    ):
        reply = await lobby.request(subjects.DICE_COMMIT, CommitRequest(table="abc"), CommitReply)
        assert reply.commitment == "c0" * 32
        with pytest.raises(DicearenaError) as refused:
            await lobby.request(subjects.DICE_COMMIT, CommitRequest(table="refused"), CommitReply)
        assert refused.value.code is ErrorCode.CONFLICT


async def test_a_log_takes_a_record_once_and_a_conflict_is_told(nats_container: NatsContainer) -> None:
    subject = subjects.table_log("bluff", uuid4().hex)
    async with nats_container.connect("rules-bluff") as rules:
        first = await rules.append(subject, b"one", expected=0)
        await rules.append(subject, b"two", expected=first)
        with pytest.raises(Conflict):
            await rules.append(subject, b"late", expected=first)
        loaded = await rules.load(subjects.table_stream("bluff"), subject)
        assert [entry.payload for entry in loaded] == [b"one", b"two"]


async def test_a_queued_turn_reaches_a_worker(nats_container: NatsContainer) -> None:
    taken: asyncio.Queue[bytes] = asyncio.Queue()

    async def take(job: Job) -> None:
        taken.put_nowait(job.payload)

    async with nats_container.connect("rules-bluff") as rules, nats_container.connect("bots") as bots:
        await rules.enqueue(subjects.bot_turn("maexchen"), b"turn", msg_id=uuid4().hex)
        async with work(bots, subjects.BOT_STREAM, subjects.bot_consumer("maexchen"), take, concurrency=4):
            assert await asyncio.wait_for(taken.get(), 20) == b"turn"


async def test_the_log_outlives_the_container_s_restart(nats_container: NatsContainer, tmp_path: Path) -> None:
    subject = subjects.table_log("boards", uuid4().hex)
    async with nats_container.connect("rules-boards") as rules:
        await rules.append(subject, b"kept", expected=0)
    nats_container.container.get_wrapped_container().restart()
    nats_container.port = int(nats_container.container.get_exposed_port(4222))
    async with nats_container.connect("rules-boards") as rules:
        tip = await rules.tip(subjects.table_stream("boards"), subject)
        assert tip is not None
        assert tip.payload == b"kept"
