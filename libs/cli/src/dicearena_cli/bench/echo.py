"""Answers every request on a NATS server with its own bytes: the other end of the baseline."""

from __future__ import annotations

import asyncio
import sys

import nats
import uvloop
from nats.aio.msg import Msg

SUBJECT = "bench.echo"


async def main(url: str) -> None:
    """Echo until the process is ended."""
    client = await nats.connect(url)

    async def answer(message: Msg) -> None:
        await message.respond(message.data)

    await client.subscribe(SUBJECT, cb=answer)
    await client.flush()
    print("ready", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1]))
