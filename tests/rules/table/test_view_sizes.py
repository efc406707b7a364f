"""Views are small: whole ones, as they are published and answered, at full tables under heavy names and house rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import orjson
import pytest
from dicearena_contracts.catalogue import MAX_HUMANS, GameKey, Level
from dicearena_contracts.records import RecordKind
from dicearena_contracts.rules import DailySpec, OpenTable, Seat, TableSettings
from dicearena_games.bluff.bluff_types import KEPT_BIDS, BluffOptions
from dicearena_games.boards import wuerfelraster
from dicearena_games.boards.wuerfelraster_types import Grid
from dicearena_games.boards.wuerfelraster_types import State as RasterState
from dicearena_games.core import Game, Options
from dicearena_games.registry import GAMES
from dicearena_games.table import VIEW_BYTES, Intent, Table, Views

from tests.rules.driver import ALL, offered, option_sets, seat_counts
from tests.rules.table.driver import COMMITMENT, Play

LONGEST = "🎲" * 24
"""The longest name there may be: 24 signs, each of the four bytes that UTF-8 takes at most."""
MIXES = 30
"""So many mixes of house rules are played of each game."""


def full_table(game: Game, options: Options, seats: int, seed: int = 1) -> Play:
    """As many people as may sit there, computers behind them; everything about it that may be long is."""
    humans = 1 if getattr(options, "day", None) else min(MAX_HUMANS, seats)
    people = [Seat(person=f"{i:040d}", name=LONGEST, entropy=f"{i:032x}") for i in range(humans)]
    computers = [Seat(name=LONGEST, level=Level.NORMAL) for _ in range(seats - humans)]
    day = getattr(options, "day", None)
    opened = OpenTable(
        table="t" * 80,
        settings=TableSettings(game=game.KEY, options=options.model_dump(mode="json"), clock=None if day else 120),
        seats=(*people, *computers),
        commitment=COMMITMENT,
        daily=DailySpec(day=day, closes_at=1_800_000_000_000, official=True) if day else None,
    )
    return Play(opened, seed, at=1_760_000_000_000)


def moments(game: Game) -> Iterator[Table]:
    """Full tables after every record of random games; now and then a clock runs out, or somebody leaves."""
    rng = random.Random(7)
    sets = option_sets(game)
    for options in rng.sample(sets, min(MIXES, len(sets))):
        play = full_table(game, options, seat_counts(game, options)[-1], rng.getrandbits(32))
        while play.table.ending is None:
            yield play.table
            if play.table.open.daily is not None or rng.random() > 0.05 or not upheaval(play):
                play.step()
        yield play.table


def upheaval(play: Play) -> bool:
    """A seat is given up, taken back, or a stand-in decides once; False where nothing of it may be."""
    table, found = play.table, []
    command = f"upheaval-{table.n}"
    for seat, of in enumerate(table.seats):
        if of.holder == "left":
            found.append(Intent(RecordKind.BACK, command, seat))
        elif of.holder == "human" and table.humans_present(but=seat):
            found.append(Intent(RecordKind.LEAVE, command, seat))
        if of.holder == "human" and of.due_since is not None:
            found.append(Intent(RecordKind.STANDIN, command, seat, decision=of.decision))
    if found:
        play.do(play.rng.choice(found))
    return bool(found)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.KEY)
def test_every_view_at_a_full_table_weighs_3_kb_at_most(game: Game) -> None:
    for table in moments(game):
        pushed = Views(table)
        for reader in pushed.readers():
            assert len(pushed.encode(reader)) <= VIEW_BYTES, pushed.encode(reader)
        if table.n % 5 == 0 or table.ending is not None:
            answered = Views(table, fresh=False, most=VIEW_BYTES)
            for reader in answered.readers():
                assert len(answered.encode(reader)) <= VIEW_BYTES, answered.encode(reader)


def test_an_answer_holds_the_newest_events_up_to_that_and_a_pushed_view_those_of_its_record() -> None:
    shortened = 0
    for table in moments(GAMES[GameKey.SCHOCKEN]):
        for reader in (0, None):
            every = decoded(table, reader, fresh=False)
            answered = decoded(table, reader, fresh=False, most=VIEW_BYTES)
            pushed = decoded(table, reader)
            assert {**answered, "events": ()} == {**every, "events": ()} == {**pushed, "events": ()}
            kept = answered["events"]
            assert kept == every["events"][len(every["events"]) - len(kept) :]
            assert pushed["events"] == [event for event in kept if event["n"] == table.n]
            assert all(one["n"] <= two["n"] for one, two in pairwise(kept))
            if len(kept) < len(every["events"]):
                shortened += 1
                next_older = every["events"][-len(kept) - 1]
                longer = {**answered, "events": [next_older, *kept]}
                assert len(orjson.dumps(longer)) > VIEW_BYTES
    assert shortened


def decoded(table: Table, reader: int | None, **how: Any) -> dict[str, Any]:
    view: dict[str, Any] = orjson.loads(Views(table, **how).encode(reader))
    return view


def test_events_of_the_newest_record_stay_however_small_an_answer_must_be() -> None:
    play = full_table(GAMES[GameKey.ZEHNTAUSEND], GAMES[GameKey.ZEHNTAUSEND].OPTIONS(), 2)
    for _ in range(12):
        play.step()
    assert decoded(play.table, 0, fresh=False, most=10) == decoded(play.table, 0)


def test_a_last_entry_that_fills_four_lines_of_straights_still_fits() -> None:
    game = wuerfelraster
    sums = [(10, 11, 12, 8, 9)[(cell // 5 * 2 + cell % 5) % 5] for cell in range(25)]
    open_ = Grid()
    for cell in range(25):
        if cell != 12:
            open_ = game.entered(open_, cell, sums[cell], double_diagonals=True)
    full = game.entered(open_, 12, sums[12], double_diagonals=True)
    play = full_table(GAMES[GameKey.WUERFELRASTER], game.OPTIONS(), 6)
    play.table.state = RasterState(
        play.table.options, "enter", 25, (6, sums[12] - 6), (*[full] * 5, open_), (*[3] * 5, None)
    )  # fmt: skip
    play.act(5, {"kind": "enter", "cell": 12})
    assert play.table.ending is not None
    assert [event.key for event in play.table.fresh] == [
        f"wuerfelraster.{word}" for word in ("entered", "counted", "won")
    ]
    assert max(len(Views(play.table).encode(reader)) for reader in (0, None)) <= VIEW_BYTES


def test_the_count_after_a_long_round_of_bluff_still_fits() -> None:
    game = GAMES[GameKey.BLUFF]
    play = full_table(game, BluffOptions(dice=6, show_chances=True), 6)
    while len(play.table.state.bids) < KEPT_BIDS:
        (seat,) = game.awaiting(play.table.state)
        bids = [action for action in offered(game, play.table.state, seat) if action["kind"] == "bid"]
        play.act(seat, min(bids, key=lambda bid: (bid["count"], bid["face"])))
        assert max(len(Views(play.table).encode(reader)) for reader in (0, seat, None)) <= VIEW_BYTES
    play.act(game.awaiting(play.table.state)[0], {"kind": "doubt"})
    assert play.table.state.phase == "look"
    assert max(len(Views(play.table).encode(reader)) for reader in (0, None)) <= VIEW_BYTES
