"""Take a turn: wait as long as a person would, decide from the view alone, answer, and only then acknowledge."""

from __future__ import annotations

import asyncio
import time
from typing import Final

import structlog
from dicearena_bus import Bus, Job
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import FAMILY_OF
from dicearena_contracts.errors import DicearenaError
from dicearena_contracts.rules import BotCommand, BotTurn, CommandReply
from dicearena_games.core import ActionDict
from dicearena_players.turn import answer, simplest

from dicearena_bots import metrics

MOST_DELIVERIES: Final = 3
"""After so many deliveries the policy is not trusted with this turn any more."""
EXTEND_EVERY_S: Final = 4.0

log = structlog.get_logger()


class Worker:
    """Answers turns of all games."""

    def __init__(self, bus: Bus, patience: float) -> None:
        self._bus = bus
        self._patience = patience

    async def take(self, job: Job) -> None:
        """One turn from the queue. Returns once the rules have answered; raises where they have not."""
        turn = BotTurn.model_validate_json(job.payload)
        game = turn.game.value
        with metrics.waiting.labels(game).track_inprogress():
            await self._wait(job, turn)
            action = self._decide(turn, job.deliveries)
            outcome = await self._play(turn, action)
        metrics.turns.labels(game, turn.level, outcome).inc()

    async def _wait(self, job: Job, turn: BotTurn) -> None:
        metrics.age.labels(turn.game.value).observe(max(0.0, time.time() - turn.not_before / 1000))
        while (rest := turn.not_before / 1000 - time.time()) > 0:
            await asyncio.sleep(min(rest, EXTEND_EVERY_S))
            if rest > EXTEND_EVERY_S:
                await job.extend()

    def _decide(self, turn: BotTurn, deliveries: int) -> ActionDict:
        if deliveries > MOST_DELIVERIES:
            metrics.simplest.labels(turn.game.value).inc()
            return simplest(turn.view)
        with metrics.deciding.labels(turn.game.value, turn.level).time():
            return answer(turn.game, turn.level, turn.view, turn.seed)

    async def _play(self, turn: BotTurn, action: ActionDict) -> str:
        command = BotCommand(
            table=turn.table,
            seat=turn.seat,
            command=f"bot:{turn.table}:{turn.seat}:{turn.decision}",
            seen=turn.n,
            decision=turn.decision,
            action=action,
        )
        subject = subjects.rules_act_bot(FAMILY_OF[turn.game])
        try:
            reply = await self._bus.request(subject, command, CommandReply, patience=self._patience)
        except DicearenaError as refused:
            if refused.retryable:
                raise
            # The turn is over: somebody else made it, the person is back, or the table has ended.
            log.info("turn refused", table=turn.table, code=refused.code.value)
            return refused.code.value
        return "repeated" if reply.repeated else "done"
