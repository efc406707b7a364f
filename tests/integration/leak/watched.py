"""A whole house that writes down everything it can: logs at debug, every trace, all metrics; and a game in it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final

import httpx
from dicearena_cli.up import stack
from dicearena_cli.up.stack import Stack
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from prometheus_client.parser import text_string_to_metric_families
from websockets.asyncio.client import connect

from tests.support.visit import Guest

NAME: Final = "Zweiblumen"
CHAT: Final = "Plauderwort"
TITLE: Final = "Tischwort"
NONSENSE: Final = "Unsinnwort"
ENTROPY: Final = "c0ffee5eed" + "7" * 22
"""Words that no log line, span or metric has a reason to hold."""


@dataclass
class Watched:
    """What a watcher of the house gets to see."""

    lines: list[str] = field(default_factory=list)
    spans: list[tuple[str, Span]] = field(default_factory=list)
    """With the name of the service."""
    samples: list[tuple[str, str, dict[str, str], float]] = field(default_factory=list)
    """Process, metric, labels, value."""
    secrets: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    people: list[str] = field(default_factory=list)


class _Collector(BaseHTTPRequestHandler):
    watched: Watched

    def do_POST(self) -> None:
        batch = ExportTraceServiceRequest.FromString(self.rfile.read(int(self.headers["Content-Length"])))
        for resource in batch.resource_spans:
            names = [one.value.string_value for one in resource.resource.attributes if one.key == "service.name"]
            for scope in resource.scope_spans:
                self.watched.spans += [(names[0], span) for span in scope.spans]
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def collector(watched: Watched) -> Iterator[str]:
    """An OTLP endpoint; its address."""
    handler = type("Collector", (_Collector,), {"watched": watched})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def house(watched: Watched) -> Iterator[Stack]:
    """A house that tells all it can."""
    with collector(watched) as address:
        settings = {
            "DICEARENA_LOG_LEVEL": "debug",
            "DICEARENA_LOG_FORMAT": "json",
            "DICEARENA_TRACE_RATIO": "1",
            "OTEL_EXPORTER_OTLP_ENDPOINT": address,
            "OTEL_BSP_SCHEDULE_DELAY": "100",
        }
        with stack.running(settings=settings, echo=watched.lines.append) as running:
            yield running


def visit(running: Stack, watched: Watched) -> None:
    """Play both games to the end, and do on the way all that is refused or malformed."""
    guest = _arrive(running.url)
    watched.people.append(guest.person)
    for game, options in (("maexchen", {"blind_pass": True}), ("shut_the_box", {"rounds": 1})):
        table = _open(guest, game, options)
        watched.tables.append(table)
        _bad_requests(guest, table)
        asyncio.run(_bad_frames(guest, table))
        asyncio.run(guest.play(table))
        guest.result(table)
        watched.secrets.append(guest.get(f"/api/tables/{table}/export")["secret"])
    for name in running.names:
        if name == "nats":
            continue
        for family in text_string_to_metric_families(httpx.get(f"{running.health_url(name)}/metrics").text):
            watched.samples += [(name, one.name, dict(one.labels), one.value) for one in family.samples]


def _arrive(url: str) -> Guest:
    reply = httpx.post(f"{url}/api/session", json={"name": NAME})
    reply.raise_for_status()
    return Guest(url, reply.json()["id"], "; ".join(f"{name}={value}" for name, value in reply.cookies.items()))


def _open(guest: Guest, game: str, options: dict[str, Any]) -> str:
    settings = {"game": game, "options": options, "clock": None, "turbo": True}
    body = {"name": TITLE, "settings": settings, "seats": 3, "computers": ["normal", "strong"]}
    table = guest.post("/api/tables", body)
    guest.post(f"/api/tables/{table['id']}/ready", {"entropy": ENTROPY, "commitment": table["commitment"]})
    guest.post(f"/api/tables/{table['id']}/start", {})
    return str(table["id"])


def _bad_requests(guest: Guest, table: str) -> None:
    for path, body in (
        (f"/api/tables/{table}/chat", {"text": NONSENSE, "more": NONSENSE}),
        (f"/api/tables/{table}/ready", {"entropy": NONSENSE, "commitment": NONSENSE}),
        ("/api/tables", {"name": NONSENSE, "settings": {"game": NONSENSE}}),
        (f"/api/tables/{NONSENSE.lower()}/join", {}),
    ):
        assert httpx.post(guest.url + path, json=body, headers={"Cookie": guest.cookie}).is_client_error


async def _bad_frames(guest: Guest, table: str) -> None:
    act = {"t": "do", "table": table, "seen": 1}
    frames: list[Any] = [
        {"t": "hello", "v": 1},
        {"t": "watch", "table": table},
        {"t": "say", "table": table, "text": CHAT},
        {"t": NONSENSE},
        {"t": "do", "id": "x", "deed": NONSENSE},
        NONSENSE,
    ]
    for number, action in enumerate(
        ({"kind": "claim", "value": 71}, {"kind": "close", "flaps": [99]}, {"kind": NONSENSE}, {NONSENSE: 1})
    ):
        for decision in (0, 5):
            deed = {"kind": "act", "decision": decision, "action": action}
            frames.append({**act, "id": f"command-{number}-{decision}", "deed": deed})
    frames.append({"t": "ping"})
    async with connect(guest.url.replace("http", "ws", 1) + "/ws", additional_headers={"Cookie": guest.cookie}) as ws:
        for frame in frames:
            await ws.send(frame if isinstance(frame, str) else json.dumps(frame))
        refused = 0
        while refused < len(frames) - 4:
            refused += json.loads(await ws.recv())["t"] == "refused"
