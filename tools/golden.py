"""Write golden logs: finished matches of this version, which every later version must refold to the same end.

python tools/golden.py                   add those that are missing under tests/rules/golden
python tools/golden.py --views crag      write down anew what the last views of a game's present version tell
A log is never written again: where rules change so that an old one folds differently, the game's VERSION grows, and
the new version's logs lie beside the old ones. Where views only tell the same otherwise, ``--views`` puts them beside
the very records and the very end that were there before.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import random
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
from dicearena_contracts.catalogue import Level
from dicearena_contracts.records import Export, Record, RecordKind
from dicearena_contracts.rules import DailySpec, OpenTable, Seat, TableSettings
from dicearena_games import fair
from dicearena_games.core import Game, Throw, expand
from dicearena_games.registry import GAMES
from dicearena_games.table import Draft, Intent, Table, Views, fold, match_finished, opening
from pydantic import ValidationError

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "rules" / "golden"
START_MS = 1_760_000_000_000
DAY = "2026-02-28"
EXTRA_OPTIONS: dict[str, dict[str, list[Any]]] = {"shut_the_box": {"day": [DAY]}}
"""Values of options whose type does not list them."""


def mixes(game: Game) -> Iterator[dict[str, Any]]:
    """The defaults, every single change of them, and the last value of everything at once.

    A change that makes sense only with another one comes with it.
    """
    values = {name: _values(game, name) for name in game.OPTIONS.model_fields}
    singles = [{name: value} for name, choices in values.items() for value in choices]
    yield {}
    for single in singles:
        yield next(mix for mix in (single, *({**other, **single} for other in singles)) if _valid(game, mix))
    every = {name: choices[-1] for name, choices in values.items() if choices}
    if len(every) > 1 and _valid(game, every):
        yield every


def _values(game: Game, name: str) -> list[Any]:
    field = game.OPTIONS.model_fields[name]
    if field.annotation is bool:
        return [not field.default]
    if typing.get_origin(field.annotation) is typing.Literal:
        return [value for value in typing.get_args(field.annotation) if value != field.default]
    return EXTRA_OPTIONS.get(game.KEY, {}).get(name, [])


def _valid(game: Game, options: dict[str, Any]) -> bool:
    try:
        game.OPTIONS.model_validate(options)
    except ValidationError:
        return False
    return True


def name_of(game: Game, options: dict[str, Any]) -> str:
    """The file's name: game, rules version, house rules."""
    mix = "-".join(f"{name}={str(value).lower()}" for name, value in options.items()) or "defaults"
    return f"{game.KEY}.v{game.VERSION}.{mix}.json.gz"


class Maker:
    """One match, played at random from a seed, its dice made as the dice service makes them."""

    def __init__(self, game: Game, options: dict[str, Any], seed: int) -> None:
        self.rng = random.Random(seed)
        self.secret, self.day_secret = self.rng.randbytes(32), self.rng.randbytes(32)
        self.game = game
        self.opened = self._open(options)
        self.entropy = [seat.entropy for seat in self.opened.seats if seat.entropy is not None]
        self.table: Table = opening(self.opened)
        self.log: list[Record] = []
        self.at = START_MS

    def _open(self, options: dict[str, Any]) -> OpenTable:
        daily = options.get("day")
        seats = 2 if daily else self.rng.randint(*self.game.SEATS)
        humans = 1 if daily else self.rng.randint(1, min(4, seats))
        people = [
            Seat(person=f"person{i:04d}", name=f"Person {i}", entropy=self.rng.randbytes(16).hex())
            for i in range(humans)
        ]
        machines = [Seat(name=f"Computer {i}", level=self.rng.choice(list(Level))) for i in range(seats - humans)]
        return OpenTable(
            table=f"golden-{self.game.KEY.replace('_', '-')}-{self.rng.getrandbits(32):08x}",
            settings=TableSettings(
                game=self.game.KEY, options=options, clock=None if daily else 60, turbo=self.rng.random() < 0.5
            ),
            seats=(*people, *machines),
            commitment=fair.commitment(self.secret),
            daily=DailySpec(day=daily, closes_at=START_MS + 86_400_000, official=True) if daily else None,
        )

    def play(self) -> dict[str, Any]:
        """The match as it is stored."""
        self.do(Intent(RecordKind.OPEN, f"open:{self.table.id}"))
        while self.table.ending is None:
            self.do((self.rng.random() < 0.05 and self._upheaval()) or self.move())
        daily = self.opened.daily is not None
        export = Export(
            table=self.table.id,
            commitment=fair.commitment(self.secret),
            secret=self.secret.hex(),
            day_commitment=fair.commitment(self.day_secret) if daily else None,
            day_secret=self.day_secret.hex() if daily else None,
            records=tuple(self.log),
        )
        return {
            "export": export.model_dump(mode="json"),
            "finished": match_finished(self.table).model_dump(mode="json"),
            "views": last_views(self.table),
        }

    def do(self, intent: Intent) -> None:
        """Decide a command, with the dice it wants, and keep its record."""
        self.at += self.rng.randint(100, 20_000)
        draft = Draft(self.table, intent, self.at)
        while draft.want is not None:
            draft.feed(self._dice(draft.throw_number, draft.want))
        record = draft.record()
        draft.install(record)
        self.log.append(record)

    def _dice(self, n: int, want: Throw) -> tuple[int, ...]:
        if want.daily is not None:
            day = want.daily
            return fair.day_throw(self.day_secret, day.round, day.throw, count=want.count, faces=want.faces)
        return fair.table_throw(self.secret, self.table.id, n, self.entropy, count=want.count, faces=want.faces)

    def move(self) -> Intent:
        """A legal action at random, or the end of a pause."""
        table = self.table
        if table.paused is not None and self.rng.random() < 0.5:
            return Intent(RecordKind.WAITED, f"clock:waited:{table.paused.n}", decision=table.paused.n)
        movers = [seat for seat in range(len(table.seats)) if self._may_move(seat)]
        seat = self.rng.choice(movers)
        of = table.seats[seat]
        domain = self.rng.choice(list(table.game.legal(table.state, seat)))
        action = self.rng.choice(list(expand(domain)))
        command = f"command-{table.n}"
        return Intent(RecordKind.ACT, command, seat, of.holder.automatic, of.decision, action)

    def _may_move(self, seat: int) -> bool:
        return bool(self.table.game.legal(self.table.state, seat))

    def _upheaval(self) -> Intent | None:
        """Somebody leaves, comes back, or lets the clock run out."""
        table, found = self.table, []
        for seat, of in enumerate(table.seats):
            command = f"upheaval-{table.n}"
            if of.who.person is None or table.open.daily is not None:
                continue
            if of.holder == "left":
                found.append(Intent(RecordKind.BACK, command, seat))
            elif table.humans_present(but=seat):
                found.append(Intent(RecordKind.LEAVE, command, seat))
            if of.holder == "human" and of.due_since is not None:
                found.append(Intent(RecordKind.STANDIN, command, seat, decision=of.decision))
        return self.rng.choice(found) if found else None


def last_views(table: Table) -> dict[str, Any]:
    """What every reader sees in the end."""
    views = Views(table, fresh=False)
    return {"w" if r is None else str(r): orjson.loads(views.encode(r)) for r in views.readers()}


def retold(stored: dict[str, Any]) -> dict[str, Any]:
    """A stored match with the views that its records give today.

    Raises ValueError where they do not fold to the end they had.
    """
    table: Table | None = None
    for record in Export.model_validate(stored["export"]).records:
        table = fold(table, record)
    if table is None or match_finished(table).model_dump(mode="json") != stored["finished"]:
        raise ValueError("another end: the game's VERSION must grow")
    return {**stored, "views": last_views(table)}


def retell(game: Game) -> None:
    """Put down the views of a game's present version anew."""
    for path in sorted(FOLDER.glob(f"{game.KEY}.v{game.VERSION}.*.json.gz")):
        stored = orjson.loads(gzip.decompress(path.read_bytes()))
        new = retold(stored)
        if new != stored:
            path.write_bytes(gzip.compress(orjson.dumps(new), mtime=0))
            print(f"views anew: {path.name}")


def main() -> None:
    """Add what is missing, or put down a game's views anew."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--views", choices=list(GAMES), metavar="GAME", help="only this: put down the views anew")
    given = parser.parse_args()
    if given.views is not None:
        retell(GAMES[given.views])
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in GAMES.values():
        for options in mixes(game):
            path = FOLDER / name_of(game, options)
            if path.exists():
                continue
            seed = int.from_bytes(hashlib.sha256(path.name.encode()).digest()[:8], "big")
            content = orjson.dumps(Maker(game, options, seed).play())
            path.write_bytes(gzip.compress(content, mtime=0))
            print(f"wrote {path.name} ({len(content)} bytes, packed {path.stat().st_size})")


if __name__ == "__main__":
    main()
