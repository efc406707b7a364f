"""Answers to what a connection asked, told apart by the last token of their subject."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from dicearena_bus.client import NatsClient


class Answer(NamedTuple):
    """A payload and its raw headers."""

    payload: bytes
    headers: bytes | None


class NoAnswer(Exception):  # noqa: N818
    """The time ran out, or the connection broke while waiting."""


Taker = Callable[[bytes, bytes | None], None]


class Inbox:
    """One wildcard subscription for all answers of a connection."""

    def __init__(self, client: NatsClient) -> None:
        self._client = client
        self._loop = asyncio.get_running_loop()
        self._prefix = ""
        self._numbers = count(1)
        self._takers: dict[bytes, Taker] = {}
        self._futures: set[asyncio.Future[Answer]] = set()

    async def open(self) -> None:
        """Subscribe; the connection must stand, for it names the inbox."""
        self._prefix = self._client.new_inbox() + "."
        await self._client.subscribe_direct(self._prefix + "*", self._take)

    async def call(self, subject: str, payload: bytes, headers: bytes, timeout: float) -> Answer:  # noqa: ASYNC109
        """Send and wait for the first answer.

        Raises NoAnswer, or nats.errors.Error where it could not be sent.
        """
        future: asyncio.Future[Answer] = self._loop.create_future()

        def take(data: bytes, raw: bytes | None) -> None:
            if not future.done():
                future.set_result(Answer(data, raw))

        token = b"%d" % next(self._numbers)
        self._takers[token] = take
        self._futures.add(future)
        timer = self._loop.call_later(timeout, _give_up, future)
        try:
            self._client.send(subject, payload, self._prefix + token.decode(), headers)
            return await future
        finally:
            timer.cancel()
            del self._takers[token]
            self._futures.discard(future)

    async def collect(
        self,
        subject: str,
        payload: bytes,
        last: Callable[[Answer], bool],
        timeout: float,  # noqa: ASYNC109
    ) -> list[Answer]:
        """Send and gather answers up to and with the one that ``last`` names.

        Raises as ``call``; the time-out counts from the newest answer.
        """
        answers: list[Answer] = []
        done: asyncio.Future[Answer] = self._loop.create_future()
        heard = self._loop.time()

        def take(data: bytes, raw: bytes | None) -> None:
            nonlocal heard
            answer = Answer(data, raw)
            answers.append(answer)
            heard = self._loop.time()
            if not done.done() and last(answer):
                done.set_result(answer)

        token = b"%d" % next(self._numbers)
        self._takers[token] = take
        self._futures.add(done)
        try:
            self._client.send(subject, payload, self._prefix + token.decode())
            while not done.done():
                await asyncio.wait((done,), timeout=heard + timeout - self._loop.time())
                if self._loop.time() >= heard + timeout:
                    _give_up(done)
            done.result()
            return answers
        finally:
            del self._takers[token]
            self._futures.discard(done)

    def lost(self) -> None:
        """The connection broke: nobody waits for answers that cannot come any more."""
        for future in tuple(self._futures):
            _give_up(future)

    def _take(self, subject: bytes, _reply: bytes, data: bytes, headers: bytes | None) -> None:
        taker = self._takers.get(subject[len(self._prefix) :])
        if taker is not None:
            taker(data, headers)


def _give_up(future: asyncio.Future[Answer]) -> None:
    if not future.done():
        future.set_exception(NoAnswer())
