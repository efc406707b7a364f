"""Structured logs, one line each, with the table and the trace they belong to. Never a payload."""

from __future__ import annotations

import logging
import sys
import traceback
from contextvars import ContextVar
from typing import Any, Final, Literal

import structlog
from structlog.typing import EventDict, Processor

from dicearena_bus import trace

table_id: Final[ContextVar[str | None]] = ContextVar("dicearena_table", default=None)
"""The table the running task works on; endpoints set it from the request's field ``table``."""


def _context(_logger: Any, _method: str, event: EventDict) -> EventDict:
    table = table_id.get()
    if table is not None:
        event.setdefault("table", table)
    running = trace.trace_id()
    if running is not None:
        event.setdefault("trace", running)
    return event


def _exception(_logger: Any, _method: str, event: EventDict) -> EventDict:
    info = event.pop("exc_info", None)
    if info is True:
        info = sys.exc_info()
    error = info[1] if isinstance(info, tuple) else info
    return {**event, **where(error)} if isinstance(error, BaseException) else event


def where(error: BaseException) -> dict[str, Any]:
    """Log fields for an error: its type and the lines it passed, but not its text, which may quote a payload."""
    frames = traceback.extract_tb(error.__traceback__)
    return {
        "error": type(error).__name__,
        "at": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }


def configure(service: str, form: Literal["json", "console"], level: str) -> None:
    """Send the logs of this process to standard output; those of libraries from 'warning' on.

    What libraries say below that quotes payloads (a database driver its parameters, for one).
    """

    def name(_logger: Any, _method: str, event: EventDict) -> EventDict:
        event["service"] = service
        return event

    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        _context,
        name,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _exception,
    ]
    renderer: Processor = (
        structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer(colors=False)
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer]
    )
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(formatter)
    # structlog, which only our own code uses, hands the event over as a dict.
    handler.addFilter(lambda record: record.levelno >= logging.WARNING or isinstance(record.msg, dict))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
