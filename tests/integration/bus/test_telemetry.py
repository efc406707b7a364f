"""Health, metrics, traces and logs of a serving process."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import httpx
import pytest
import structlog
from dicearena_bus import edge, endpoint, logs, serve, telemetry, trace
from dicearena_contracts import subjects
from dicearena_contracts.dice import RevealReply, RevealRequest, ThrowReply, ThrowRequest
from dicearena_contracts.errors import DicearenaError, ErrorCode
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from tests.support.nats import NatsServer
from tests.support.waiting import until

SECRET = "deadbeef" * 4
REVEAL = RevealRequest(table="table-1")


class Dice:
    """Answers, refuses and fails."""

    @endpoint(subjects.DICE_THROW)
    async def throw(self, request: ThrowRequest) -> ThrowReply:
        if request.n == 2:
            raise DicearenaError(ErrorCode.ILLEGAL)
        if request.n == 3:
            raise RuntimeError(f"the secret is {SECRET}")
        return ThrowReply(dice=(1,))

    @endpoint(subjects.DICE_REVEAL)
    async def reveal(self, _request: RevealRequest) -> RevealReply:
        return RevealReply(secret=SECRET, commitment=SECRET, entropy=())


def throw(n: int) -> ThrowRequest:
    return ThrowRequest(table="table-1", n=n, count=1, faces=6)


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    provider = trace.configure("test", 1.0)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    yield exporter
    provider.shutdown()
    trace.configure("test", 0.0)


@pytest.fixture
def log_lines() -> Iterator[io.StringIO]:
    """The JSON log, as a process of the house would write it."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    logs.configure("dice", "json", "debug")
    written = io.StringIO()
    for handler in root.handlers:
        assert isinstance(handler, logging.StreamHandler)
        handler.setStream(written)
    yield written
    root.handlers[:] = before
    root.setLevel(level)
    structlog.reset_defaults()


async def test_ready_is_true_only_while_connected_and_the_service_says_so(own_nats: NatsServer) -> None:
    ready = False
    async with (
        own_nats.connect("dice", health_port=0) as bus,
        telemetry(bus, ready=lambda: ready) as port,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http,
    ):
        assert (await http.get("/readyz")).status_code == 503
        ready = True
        answer = await http.get("/readyz")
        assert (answer.status_code, answer.json()) == (200, {"bus:dice": True, "service": True})
        own_nats.kill()
        await until(lambda: not bus.connected)
        assert (await http.get("/readyz")).status_code == 503
        assert (await http.get("/livez")).status_code == 200
        own_nats.start()
        await until(lambda: bus.connected)
        assert (await http.get("/readyz")).status_code == 200


async def test_a_readiness_that_fails_is_not_ready(nats: NatsServer) -> None:
    def broken() -> bool:
        raise RuntimeError("no database")

    async with (
        nats.connect("dice", health_port=0) as bus,
        telemetry(bus, ready=broken) as port,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http,
    ):
        assert (await http.get("/readyz")).status_code == 503


async def test_alive_ends_with_the_connection_given_up(nats: NatsServer) -> None:
    async with (
        nats.connect("dice", health_port=0) as bus,
        telemetry(bus) as port,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http,
    ):
        assert (await http.get("/livez")).status_code == 200
        await bus.client.close()
        assert (await http.get("/livez")).status_code == 503


async def test_a_taken_port_is_said_plainly(nats: NatsServer) -> None:
    async with (
        nats.connect("dice", health_port=0) as bus,
        telemetry(bus) as port,
        nats.connect("dice", health_port=port) as second,
    ):
        with pytest.raises(OSError, match=f"port {port}"):
            async with telemetry(second):
                pass


async def test_metrics_count_answers_by_code_and_their_time(nats: NatsServer) -> None:
    async with (
        nats.connect("dice", health_port=0) as bus,
        nats.connect("rules-pub") as rules,
        serve(bus, "metered", Dice()),
        telemetry(bus) as port,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http,
    ):
        for n in (1, 1, 2):
            try:
                await rules.request(subjects.DICE_THROW, throw(n), ThrowReply)
            except DicearenaError as error:
                assert error.code is ErrorCode.ILLEGAL
        lines = (await http.get("/metrics")).text.splitlines()
    assert 'dicearena_requests_total{code="ok",endpoint="throw",service="metered"} 2.0' in lines
    assert 'dicearena_requests_total{code="illegal",endpoint="throw",service="metered"} 1.0' in lines
    assert 'dicearena_request_seconds_count{endpoint="throw",service="metered"} 3.0' in lines
    assert 'dicearena_bus_connected{user="dice"} 1.0' in lines


async def test_without_a_port_nothing_is_opened(nats: NatsServer) -> None:
    async with nats.connect("dice") as bus, telemetry(bus) as port:
        assert port is None


async def test_a_sampled_action_is_one_trace_through_the_service(nats: NatsServer, spans: InMemorySpanExporter) -> None:
    async with nats.connect("dice") as bus, nats.connect("rules-pub") as rules, serve(bus, "dice", Dice()):
        with edge("action"):
            await rules.request(subjects.DICE_THROW, throw(1), ThrowReply)
            with pytest.raises(DicearenaError):
                await rules.request(subjects.DICE_THROW, throw(2), ThrowReply)
        await bus.flush()
    served = [span for span in spans.get_finished_spans() if span.name == "dice throw"]
    (root,) = [span for span in spans.get_finished_spans() if span.name == "action"]
    assert [span.parent and span.parent.span_id for span in served] == [root.context.span_id] * 2
    assert {span.context.trace_id for span in served} == {root.context.trace_id}
    assert [(span.status.is_ok, span.status.description) for span in served] == [(True, None), (False, "illegal")]
    assert not any(span.attributes or span.events for span in served)


async def test_an_action_that_is_not_sampled_makes_no_span_and_sends_no_header(
    nats: NatsServer, spans: InMemorySpanExporter
) -> None:
    seen: list[bytes | None] = []
    trace.configure("test", 0.0)
    async with (
        nats.connect("dice") as bus,
        nats.connect("dice") as listener,
        nats.connect("rules-pub") as rules,
        serve(bus, "dice", Dice()),
    ):
        await listener.client.subscribe_direct("dice.>", lambda _s, _r, _data, raw: seen.append(raw))
        await listener.flush()
        with edge("action"):
            assert trace.header() == b""
            await rules.request(subjects.DICE_THROW, throw(1), ThrowReply)
        await until(lambda: seen)
    assert seen == [None]
    assert spans.get_finished_spans() == ()


async def test_a_failure_is_logged_with_table_and_trace_and_without_what_was_in_it(
    nats: NatsServer, spans: InMemorySpanExporter, log_lines: io.StringIO
) -> None:
    async with nats.connect("dice") as bus, nats.connect("rules-pub") as rules, serve(bus, "dice", Dice()):
        with edge("action"):
            number = trace.trace_id()
            with pytest.raises(DicearenaError):
                await rules.request(subjects.DICE_THROW, throw(3), ThrowReply)
            with pytest.raises(DicearenaError):
                await rules.request(subjects.DICE_REVEAL, REVEAL, ThrowReply)
            with pytest.raises(DicearenaError):
                await rules.request_raw(subjects.DICE_THROW, b'{"table": "' + SECRET.encode())
    text = log_lines.getvalue()
    assert SECRET not in text
    (failed,) = [line for line in map(json.loads, text.splitlines()) if line["event"] == "endpoint.failed"]
    assert (failed["table"], failed["trace"], failed["error"]) == ("table-1", number, "RuntimeError")
    assert (failed["service"], failed["level"]) == ("dice", "error")
    assert any("test_telemetry" in place for place in failed["at"])


def test_an_exception_logged_by_a_library_does_not_quote_its_text(log_lines: io.StringIO) -> None:
    try:
        raise ValueError(f"input was {SECRET}")
    except ValueError:
        logging.getLogger("some.library").exception("went wrong")
    (line,) = map(json.loads, log_lines.getvalue().splitlines())
    assert (line["event"], line["error"]) == ("went wrong", "ValueError")
    assert SECRET not in log_lines.getvalue()
