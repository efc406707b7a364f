"""A person at a table on the web socket, who plays as a policy says and keeps an eye on every view."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, cast

from dicearena_cli.bench.client import Client
from dicearena_contracts.catalogue import GameKey
from dicearena_games.registry import GAMES
from dicearena_players.policy import Policy, View
from pydantic import TypeAdapter


@dataclass
class _Choice:
    """What Client draws its move from: the policy's choice instead of any."""

    policy: Policy
    rng: random.Random
    view: View

    def choice(self, _actions: list[dict[str, Any]]) -> dict[str, Any]:
        return self.policy.choose(self.view, self.rng)


class Person(Client):
    """One person's browser; where she sits, the first view says."""

    def __init__(self, table: str, cookie: str, game: GameKey, policy: Policy) -> None:
        super().__init__(table=table, seat=-1, cookie=cookie, rng=random.Random(table))
        self.policy = policy
        self.board: TypeAdapter[Any] = GAMES[game].VIEW

    async def _view(self, view: dict[str, Any], now: float) -> None:
        self.board.validate_python(view["board"])
        self.seat = view["seat"]
        await super()._view(view, now)

    async def _answer(self, view: dict[str, Any]) -> None:
        drawn, self.rng = self.rng, _Choice(self.policy, self.rng, cast(View, view))  # type: ignore[assignment]
        await super()._answer(view)
        self.rng = drawn
