"""A pub game under test: whole hands are given, refusals named."""

from __future__ import annotations

from typing import Any

import pytest
from dicearena_games.common import Weiter
from dicearena_games.core import Game, IllegalAction, Throw, expand
from dicearena_games.pub.throws import Done, Roll


class PubTable:
    """Drives one table of Schocken or Chicago."""

    def __init__(self, game: Game, seats: int, options: Any) -> None:
        self.game = game
        self.seats = seats
        self.events: tuple[Any, ...] = ()
        self.state: Any = None
        self._take(game.start(options, seats))

    def do(self, action: Any, seat: int | None = None) -> PubTable:
        return self._take(self.game.act(self.state, self.state.turn if seat is None else seat, action))

    def throw(self, *dice: int) -> PubTable:
        wanted = self.game.wants(self.state)
        assert isinstance(wanted, Throw)
        assert wanted.count == len(dice)
        return self._take(self.game.thrown(self.state, dice))

    def roll(self, *dice: int, keep: tuple[int, ...] = ()) -> PubTable:
        return self.do(Roll(keep)).throw(*dice)

    def hand(self, *dice: int) -> PubTable:
        """One throw, and done."""
        return self.roll(*dice).do(Done())

    def round(self, *hands: tuple[int, ...]) -> PubTable:
        """A hand for each seat, in order of play."""
        for dice in hands:
            self.hand(*dice)
        return self

    def go_on(self) -> PubTable:
        return self.do(Weiter(), 0)

    def refused(self, action: Any, seat: int | None = None) -> str:
        with pytest.raises(IllegalAction) as caught:
            self.do(action, seat)
        return caught.value.key.rpartition(".")[2]

    def offered(self) -> list[dict[str, Any]]:
        return [action for domain in self.game.legal(self.state, self.state.turn) for action in expand(domain)]

    def board(self, seat: int | None = None) -> dict[str, Any]:
        return self.game.view(self.state, seat)

    def told(self, key: str) -> dict[str, Any]:
        """The parameters of the newest event with this key."""
        found = [dict(event.params) for event in self.events if event.key == key]
        assert found, [event.key for event in self.events]
        return found[-1]

    def keys(self) -> list[str]:
        return [event.key for event in self.events]

    def places(self) -> tuple[int, ...]:
        found = self.game.result(self.state)
        assert found is not None
        return found.places

    def _take(self, step: Any) -> PubTable:
        self.state, self.events = step.state, step.events
        return self
