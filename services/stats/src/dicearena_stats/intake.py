"""Takes finished matches from the queue: stored, told to the lobby, and only then acknowledged."""

from __future__ import annotations

import structlog
from dicearena_bus import Bus, Job
from dicearena_contracts import subjects
from dicearena_contracts.base import Empty
from dicearena_contracts.catalogue import Family
from dicearena_contracts.errors import DicearenaError
from dicearena_contracts.lobby import FinishedRequest
from dicearena_contracts.records import MatchFinished
from dicearena_contracts.rules import ResultRequest

from dicearena_stats import metrics
from dicearena_stats.results import Results

LOBBY_PATIENCE = 2.0
RULES_PATIENCE = 5.0
LOBBY_DELIVERIES = 12
"""So often the lobby is told (some minutes, the queue waits longer each time); then its own caretaker must do."""

log = structlog.get_logger("stats")


class Intake:
    """The queue's handler. What fails is delivered again: the row exists once, whatever comes twice."""

    def __init__(self, bus: Bus, results: Results) -> None:
        self._bus = bus
        self._results = results

    async def take(self, job: Job) -> None:
        """Store one match and tell the lobby.

        The message is only the word that a table is over: what is stored comes from the table's own sealed log, so
        that nobody else on the bus can invent a result.
        """
        told = MatchFinished.model_validate_json(job.payload)
        try:
            match = await self._bus.request(
                subjects.rules_result(Family(told.family)),
                ResultRequest(table=told.table),
                MatchFinished,
                patience=RULES_PATIENCE,
            )
        except DicearenaError as error:
            if error.retryable:
                raise
            metrics.MATCHES.labels(told.game, "unknown").inc()
            log.warning("a result of no finished table", table=told.table, code=error.code)
            return
        stored = await self._results.store(match)
        metrics.MATCHES.labels(match.game, "stored" if stored else "repeated").inc()
        try:
            await self._bus.request(
                subjects.LOBBY_FINISHED,
                FinishedRequest(table=match.table, scored=match.scored),
                Empty,
                patience=LOBBY_PATIENCE,
            )
        except DicearenaError as error:
            if error.retryable and job.deliveries < LOBBY_DELIVERIES:
                raise
            log.warning("lobby not told of a finished table", table=match.table, code=error.code)
