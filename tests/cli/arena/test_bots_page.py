"""docs/bots.md: its example is a policy that plays, by the page's own commands, and reads what the schemas describe."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from dicearena_cli.app import app
from dicearena_cli.arena.stats import wilson
from dicearena_contracts.catalogue import GameKey
from dicearena_games.core import ActionDict
from dicearena_games.registry import GAMES
from dicearena_players.arena import play
from dicearena_players.policy import View
from dicearena_players.registry import policy
from typer.testing import CliRunner

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "bots.md").read_text()
EXAMPLE = next(iter(re.findall(r"```python\n(# mybot\.py\n.*?)```", PAGE, re.S)))
COMMANDS = re.findall(r"^dicearena arena .*$", PAGE, re.M)


@pytest.fixture
def mybot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The example as a module of the working directory."""
    path = tmp_path / "mybot.py"
    path.write_text(EXAMPLE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    spec = importlib.util.spec_from_file_location("mybot", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_is_under_sixty_lines() -> None:
    assert 10 < len(EXAMPLE.splitlines()) < 60


@pytest.mark.usefixtures("mybot")
@pytest.mark.parametrize("command", COMMANDS)
def test_every_arena_command_of_the_page_works(command: str) -> None:
    short = re.sub(r"--games \d+", "", command)
    args = [*short.split()[1:], "--games", "4", "--jobs", "1", "--json"]
    done = CliRunner().invoke(app, args)
    # With so few matches --all proves nothing and says so.
    assert done.exit_code == (1 if "--all" in args else 0), done.stderr
    assert json.loads(done.stdout)


def test_the_example_beats_easy(mybot: Any) -> None:
    game, games, won = GAMES[GameKey.ZEHNTAUSEND], 100, 0.0
    for match in range(games):
        seat = match % 2
        seated = [mybot.Weigher(), policy("zehntausend", "easy")]
        result = play(game, game.OPTIONS(), seated if seat == 0 else seated[::-1], f"page/{match}")
        won += (result.places[seat] == 1) / result.places.count(1)
    assert wilson(won, games)[0] > 0.5


@pytest.mark.parametrize("key", GAMES)
def test_the_other_plays_every_game_and_board_and_actions_are_as_the_schemas_say(key: str, mybot: Any) -> None:
    board, actions = (
        jsonschema.Draft202012Validator(json.loads((ROOT / "generated" / "schemas" / f"{key}.{part}.json").read_text()))
        for part in ("board", "action")
    )
    asked = 0

    def watch(view: View, action: ActionDict) -> None:
        nonlocal asked
        asked += 1
        if asked <= 40:
            board.validate(json.loads(json.dumps(view["board"])))
            actions.validate(json.loads(json.dumps(action)))

    game = GAMES[GameKey(key)]
    play(game, game.OPTIONS(), [mybot.Anything()] * 3, "page", watch)
    assert asked > 0
