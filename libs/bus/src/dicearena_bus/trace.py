"""Traces: W3C trace context in a header, only for the few actions that are sampled at the edge.

An action that is not sampled costs one look at a context variable per request and sends no header.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from opentelemetry import trace as otel
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.sdk.trace.sampling import TraceIdRatioBased
from opentelemetry.trace import Span, SpanContext, SpanKind, Status, StatusCode, TraceFlags
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from dicearena_bus import headers

HEADER: Final = "traceparent"
_HEADER: Final = HEADER.encode()

_span: ContextVar[Span | None] = ContextVar("dicearena_span", default=None)
_ids: Final = RandomIdGenerator()
_propagator: Final = TraceContextTextMapPropagator()


class _Tracing:
    tracer: otel.Tracer = otel.get_tracer("dicearena")
    sampler: TraceIdRatioBased = TraceIdRatioBased(0.0)


def configure(service: str, ratio: float) -> TracerProvider:
    """Make spans of this process belong to ``service``; sample ``ratio`` of the traces begun here.

    Spans are exported (OTLP over HTTP) only where ``OTEL_EXPORTER_OTLP_ENDPOINT`` is set.
    """
    provider = TracerProvider(resource=Resource.create({SERVICE_NAME: service}))
    if os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"):
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    _Tracing.tracer = provider.get_tracer("dicearena")
    _Tracing.sampler = TraceIdRatioBased(ratio)
    return provider


@contextmanager
def edge(name: str) -> Iterator[Span | None]:
    """Begin a trace, if the sampler says so; only the gateway and the bots do this."""
    # The sampler's own answer, without the objects it wraps it in: most moves are not traced.
    sampler = _Tracing.sampler
    if _ids.generate_trace_id() & sampler.TRACE_ID_LIMIT >= sampler.bound:
        yield None
        return
    with _Tracing.tracer.start_as_current_span(name, record_exception=False, set_status_on_exception=False) as span:
        token = _span.set(span)
        try:
            yield span
        finally:
            _span.reset(token)


@contextmanager
def served(name: str, raw: bytes) -> Iterator[Span | None]:
    """The span of a request whose headers carry a trace; none where they do not."""
    parent = headers.value(raw, _HEADER)
    if parent is None:
        yield None
        return
    context = _propagator.extract({HEADER: parent.decode("ascii", "replace")})
    with _Tracing.tracer.start_as_current_span(
        name, context, SpanKind.SERVER, record_exception=False, set_status_on_exception=False
    ) as span:
        token = _span.set(span)
        try:
            yield span
        finally:
            _span.reset(token)


def header() -> bytes:
    """The header block that carries the running trace; empty where nothing is traced."""
    span = _span.get()
    if span is None:
        return b""
    return headers.encode({HEADER: _traceparent(span.get_span_context())})


def trace_id() -> str | None:
    """The running trace's id, 32 hex digits."""
    span = _span.get()
    return None if span is None else f"{span.get_span_context().trace_id:032x}"


def failed(code: str) -> None:
    """Mark the running span with an error code; never with a message."""
    span = _span.get()
    if span is not None:
        span.set_status(Status(StatusCode.ERROR, code))


def _traceparent(context: SpanContext) -> str:
    flags = TraceFlags(context.trace_flags)
    return f"00-{context.trace_id:032x}-{context.span_id:016x}-{flags:02x}"
