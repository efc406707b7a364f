"""A sheet game under test: dice are given, fields named."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest
from dicearena_games.core import Event, Game, IllegalAction, Throw, expand
from dicearena_games.sheets.sheet_types import Announce, Keep, Roll, Sheet, State, Strike, Write


class SheetTable:
    """Plays one game of the family; positions of dice count from 0."""

    def __init__(self, game: Game, seats: int = 2, **options: Any) -> None:
        self.game = game
        self.names: list[str] = list(game.FIELDS)  # type: ignore[attr-defined]
        step = game.start(game.OPTIONS(**options), seats)
        self.state: State[Any] = step.state
        self.events: tuple[Event, ...] = step.events

    def roll(self, *dice: int) -> SheetTable:
        self._take(self.game.act(self.state, self.state.turn, Roll()))
        return self.land(*dice)

    def land(self, *dice: int) -> SheetTable:
        return self._take(self.game.thrown(self.state, dice))

    def keep(self, positions: tuple[int, ...], *dice: int) -> SheetTable:
        self._take(self.game.act(self.state, self.state.turn, Keep(positions)))
        return self.land(*dice)

    def write(self, field: str, column: int = 0) -> SheetTable:
        return self._take(self.game.act(self.state, self.state.turn, Write(self.cell(field, column))))

    def strike(self, field: str, column: int = 0) -> SheetTable:
        return self._take(self.game.act(self.state, self.state.turn, Strike(self.cell(field, column))))

    def announce(self, field: str) -> SheetTable:
        return self._take(self.game.act(self.state, self.state.turn, Announce(self.cell(field))))

    def fill(self, seat: int, *fields: str, column: int = 0, **points: int) -> SheetTable:
        """Put points into a seat's sheet (fields named without points: struck)."""
        cells = list(self.state.sheets[seat].cells)
        for field, entered in {**dict.fromkeys(fields, 0), **points}.items():
            cells[self.cell(field, column)] = entered
        sheets = list(self.state.sheets)
        sheets[seat] = Sheet(tuple(cells))
        self.state = replace(self.state, sheets=tuple(sheets))
        return self

    def cell(self, field: str, column: int = 0) -> int:
        return self.names.index(field) + column * len(self.names)

    def offered(self, kind: str, seat: int | None = None) -> list[Any]:
        """Names of the fields (without column) or the positions offered under a kind of action."""
        seat = self.state.turn if seat is None else seat
        domains = [domain for domain in self.game.legal(self.state, seat) if domain["kind"] == kind]
        actions = [action for domain in domains for action in expand(domain)]
        if kind == "keep":
            return [tuple(action["dice"]) for action in actions]
        return [self.names[action["field"] % len(self.names)] for action in actions]

    def refused(self, action: Any, seat: int | None = None) -> str:
        with pytest.raises(IllegalAction) as caught:
            self.game.act(self.state, self.state.turn if seat is None else seat, action)
        return caught.value.key.removeprefix("sheet.refused.")

    def board(self) -> dict[str, Any]:
        return self.game.view(self.state, self.state.turn)

    def event(self, key: str) -> dict[str, Any]:
        (found,) = [event for event in self.events if event.key == key]
        return dict(found.params)

    def told(self) -> list[str]:
        return [event.key for event in self.events]

    def _take(self, step: Any) -> SheetTable:
        self.state, self.events = step.state, step.events
        return self


def nodes(game: Game, state: Any, depth: int) -> int:
    """Leaves of the game tree at a depth; dice in ascending order, whatever their chances."""
    if depth == 0 or game.result(state) is not None:
        return 1
    wanted = game.wants(state)
    if isinstance(wanted, Throw):
        throws = itertools.combinations_with_replacement(range(1, wanted.faces + 1), wanted.count)
        return sum(nodes(game, game.thrown(state, dice).state, depth - 1) for dice in throws)
    (seat,) = game.awaiting(state)
    actions = [game.ACTIONS.validate_python(a) for domain in game.legal(state, seat) for a in expand(domain)]
    return sum(nodes(game, game.act(state, seat, action).state, depth - 1) for action in actions)
