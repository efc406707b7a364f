"""A whole process of the house: start, serve, end on a signal."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from dicearena_contracts import subjects

from tests.support.nats import NatsServer
from tests.support.waiting import until

PROGRAM = """
import asyncio
from dicearena_bus import BusSettings, connect, endpoint, run, serve
from dicearena_contracts import subjects

class Slow:
    @endpoint(subjects.DICE_THROW)
    async def throw(self, request: bytes) -> bytes:
        await asyncio.sleep(float(request))
        return b"done"

async def main(stop):
    async with connect(BusSettings(), user="dice") as bus, serve(bus, "dice", Slow()):
        await stop.wait()

run(main, name="dice")
"""


def start(nats: NatsServer, arguments: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *arguments],
        env={**os.environ, **nats.environment()},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_on_a_signal_a_process_finishes_what_is_in_flight(nats: NatsServer, number: signal.Signals) -> None:
    process = start(nats, ["-c", PROGRAM])
    try:
        async with nats.connect("rules-pub") as rules:
            assert await rules.request_raw(subjects.DICE_THROW, b"0", patience=20) == b"done"
            asking = [asyncio.create_task(rules.request_raw(subjects.DICE_THROW, b"0.5")) for _ in range(10)]
            await asyncio.sleep(0.1)
            process.send_signal(number)
            assert await asyncio.gather(*asking) == [b"done"] * 10
        output, _ = await asyncio.to_thread(process.communicate, timeout=10)
        assert process.returncode == 0
        assert '"process.stopped"' in output
    finally:
        process.kill()
        process.communicate()


async def test_a_process_that_still_waits_for_the_server_ends_on_a_signal(tmp_path: Path) -> None:
    absent = NatsServer(tmp_path)
    process = start(absent, ["-c", PROGRAM])
    try:
        lines: list[str] = []
        assert process.stdout is not None
        reading = asyncio.create_task(asyncio.to_thread(_read, process, lines))
        await until(lambda: any("bus.connection" in line for line in lines))
        process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(reading, 5)
        assert process.wait(5) == 0
        assert any("process.stopped_while_connecting" in line for line in lines)
    finally:
        process.kill()
        process.communicate()


def _read(process: subprocess.Popen[str], lines: list[str]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)


async def test_the_setup_job_is_a_program_that_ends(nats: NatsServer) -> None:
    process = start(nats, ["-m", "dicearena_bus.setup"])
    output, _ = await asyncio.to_thread(process.communicate, timeout=30)
    assert process.returncode == 0, output
    assert '"setup.done"' in output
