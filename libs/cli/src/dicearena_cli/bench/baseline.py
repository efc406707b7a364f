"""The yardstick of the same run: one NATS request round trip and one JetStream append, from Python, one by one."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import nats
import stamina
from nats.aio.client import Client
from nats.js.api import StorageType, StreamConfig

from dicearena_cli.bench.echo import SUBJECT
from dicearena_cli.up.ports import free_ports

ROUNDS = 600
PAYLOAD = b"x" * 300
LOG = "bench.log"


async def measure(sync_interval: str) -> dict[str, float]:
    """Median milliseconds of ``request`` and ``append`` on a server of its own with the given sync interval."""
    port = free_ports(1)[0]
    with tempfile.TemporaryDirectory(prefix="dicearena-baseline-") as folder:
        config = Path(folder) / "nats.conf"
        config.write_text(
            f'listen: "127.0.0.1:{port}"\njetstream {{ store_dir: "{folder}/js", sync_interval: "{sync_interval}" }}\n'
        )
        server = await asyncio.create_subprocess_exec(_binary(), "-c", str(config), stderr=subprocess.DEVNULL)
        url = f"nats://127.0.0.1:{port}"
        client = await _connected(url)
        echo = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "dicearena_cli.bench.echo", url, stdout=subprocess.PIPE
        )
        try:
            assert echo.stdout is not None
            await echo.stdout.readline()
            return {"request": await _requests(client), "append": await _appends(client)}
        finally:
            await client.close()
            for process in (echo, server):
                process.terminate()
                await process.wait()


async def _not_yet(_error: Exception) -> None:
    """The server is still starting: nothing to tell."""


async def _connected(url: str) -> Client:
    async for attempt in stamina.retry_context(on=OSError, attempts=None, timeout=10, wait_initial=0.05, wait_max=0.3):
        with attempt:
            return await nats.connect(url, allow_reconnect=False, error_cb=_not_yet)
    raise AssertionError("stamina raises where it gives up")


async def _requests(client: Client) -> float:
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        await client.request(SUBJECT, PAYLOAD, timeout=5)
        times.append(time.perf_counter() - begun)
    return round(median(times[ROUNDS // 6 :]) * 1000, 4)


async def _appends(client: Client) -> float:
    stream = client.jetstream()
    await stream.add_stream(StreamConfig(name="BENCH", subjects=[LOG], storage=StorageType.FILE))
    times, sequence = [], 0
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        ack = await stream.publish(LOG, PAYLOAD, headers={"Nats-Expected-Last-Subject-Sequence": str(sequence)})
        times.append(time.perf_counter() - begun)
        sequence = ack.seq
    return round(median(times[ROUNDS // 6 :]) * 1000, 4)


def _binary() -> str:
    return str(Path(sys.executable).with_name("nats-server"))
