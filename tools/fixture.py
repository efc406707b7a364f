"""Write a view for /dev/ and the board tests: a match played at random from a seed, up to a moment of it.

python tools/fixture.py zehntausend take --until phase=take --until round=2    web/fixtures/zehntausend-take.json
The view is seat 0's while it may do something, or with --watch a watcher's; --option target=5000 sets a house rule.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import orjson
from dicearena_contracts.catalogue import GameKey
from dicearena_contracts.records import RecordKind
from dicearena_games.registry import GAMES
from dicearena_games.table import Intent, Views
from golden import Maker

FOLDER = Path(__file__).resolve().parent.parent / "web" / "fixtures"
MOST_SEEDS = 200


def view_of(game: str, options: dict[str, Any], until: dict[str, Any], seed: int, watch: bool) -> dict[str, Any] | None:
    """The first view of the match whose board has these values; None where it comes to its end before."""
    match = Maker(GAMES[GameKey(game)], options, seed)
    match.do(Intent(RecordKind.OPEN, f"open:{match.table.id}"))
    while True:
        view: dict[str, Any] = orjson.loads(Views(match.table, fresh=False).encode(None if watch else 0))
        mine = watch or match.table.ending is not None or view["actions"]
        if mine and all(view["board"].get(key) == value for key, value in until.items()):
            return view
        if match.table.ending is not None:
            return None
        match.do(match.move())


def pair(text: str) -> tuple[str, Any]:
    """``name=value``, the value as JSON where it is some."""
    name, _, value = text.partition("=")
    try:
        return name, orjson.loads(value)
    except orjson.JSONDecodeError:
        return name, value


def main() -> None:
    """Search for the moment, and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("name")
    parser.add_argument("--option", type=pair, action="append", default=[])
    parser.add_argument("--until", type=pair, action="append", default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--watch", action="store_true")
    given = parser.parse_args()
    for seed in range(given.seed, given.seed + MOST_SEEDS):
        view = view_of(given.game, dict(given.option), dict(given.until), seed, given.watch)
        if view is not None:
            path = FOLDER / f"{given.game}-{given.name}.json"
            path.write_bytes(orjson.dumps(view, option=orjson.OPT_INDENT_2) + b"\n")
            print(f"wrote {path.name} (seed {seed})")
            return
    parser.error(f"no such moment in {MOST_SEEDS} matches")


if __name__ == "__main__":
    main()
