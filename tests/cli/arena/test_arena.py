"""`dicearena arena` and `dicearena solve` as a user calls them."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import psutil
import pytest
from dicearena_cli.app import COMMANDS, app
from dicearena_cli.arena.stats import figures, mean_interval, wilson
from typer.testing import CliRunner, Result


def _call(*args: str) -> Result:
    return CliRunner().invoke(app, ["arena", *args])


def _json(*args: str) -> Any:
    done = _call(*args, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def test_the_json_is_one_object_of_the_stated_shape() -> None:
    found = _json("--game", "maexchen", "--players", "strong,normal,easy", "--games", "60", "--option", "lives=5")
    assert list(found) == ["game", "options", "games", "seconds", "players"]
    assert found["game"] == "maexchen"
    assert found["options"]["lives"] == 5
    assert found["options"]["blind_pass"] is False
    assert found["games"] == 60
    assert found["seconds"] > 0
    assert [one["level"] for one in found["players"]] == ["strong", "normal", "easy"]
    assert sum(one["wins"] for one in found["players"]) == pytest.approx(60)
    for one in found["players"]:
        assert list(one) == ["level", "mean", "mean_ci95", "wins", "win_rate", "win_ci95"]
        assert one["win_rate"] == pytest.approx(one["wins"] / 60)
        assert one["mean_ci95"][0] <= one["mean"] <= one["mean_ci95"][1]
        assert 0 <= one["win_ci95"][0] <= one["win_rate"] <= one["win_ci95"][1] <= 1


def test_one_level_alone_plays_solo_without_wins() -> None:
    found = _json("--game", "shut_the_box", "--players", "strong", "--games", "300", "--option", "flaps=9")
    (one,) = found["players"]
    assert one["wins"] is one["win_rate"] is one["win_ci95"] is None
    assert one["mean_ci95"][0] < 13.6229 < one["mean_ci95"][1]


def test_processes_end_with_a_killed_command() -> None:
    words = ["arena", "--game", "shut_the_box", "--players", "easy,easy", "--games", "1000000", "--jobs", "2"]
    program = str(Path(sys.executable).parent / "dicearena")
    with psutil.Popen([program, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as command:
        while len(workers := command.children()) < 3:
            assert command.poll() is None
            time.sleep(0.1)
        command.kill()
    assert psutil.wait_procs(workers, timeout=30)[1] == []


def test_the_same_seed_gives_the_same_figures_whatever_the_jobs() -> None:
    args = ("--game", "shut_the_box", "--players", "normal,easy", "--games", "120", "--seed", "7")
    one, two, other = (
        _json(*args, "--jobs", "1"), _json(*args, "--jobs", "2"), _json(*args[:-1], "8", "--jobs", "1"),
    )  # fmt: skip
    assert one["players"] == two["players"] != other["players"]


def test_without_json_a_table_is_shown() -> None:
    done = _call("--game", "shut_the_box", "--players", "normal,easy", "--games", "20")
    assert done.exit_code == 0
    assert "normal" in done.stdout
    assert "win rate" in done.stdout


STRANGER = """
from dicearena_players.policy import legal_actions

class Last:
    def choose(self, view, rng):
        return legal_actions(view)[-1]

class Rude:
    def choose(self, view, rng):
        return {"kind": "close", "flaps": [13]}
"""


def test_a_strangers_policy_from_the_working_directory_plays(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(STRANGER)
    args = ["arena", "--game", "shut_the_box", "--games", "120", "--jobs", "2", "--json"]
    done = subprocess.run(
        [str(Path(sys.executable).parent / "dicearena"), *args, "--players", "mybot:Last,easy"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert [one["level"] for one in json.loads(done.stdout)["players"]] == ["mybot:Last", "easy"]
    rude = subprocess.run(
        [str(Path(sys.executable).parent / "dicearena"), *args, "--players", "mybot:Rude,easy"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (rude.returncode, rude.stdout) == (1, "")
    assert "not offered" in rude.stderr
    assert "Traceback" not in rude.stderr


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--game", "halma", "--players", "easy,easy"], "is no game"),
        (["--game", "maexchen", "--players", "easy"], "2 to 6 seats"),
        (["--game", "maexchen", "--players", "easy,clever"], "no computer 'clever'"),
        (["--game", "maexchen", "--players", "easy,none:At"], "cannot be imported"),
        (["--game", "maexchen", "--players", "easy,easy", "--option", "lives=4"], "lives"),
        (["--game", "maexchen", "--players", "easy,easy", "--option", "speed=4"], "no option 'speed'"),
        (["--game", "maexchen", "--players", "easy,easy", "--option", "lives"], "not key=value"),
        (["--game", "shut_the_box", "--players", "easy", "--option", "day=2026-02-30"], "option"),
        (["--game", "shut_the_box", "--players", "easy", "--games", "0"], "games"),
        (["--game", "shut_the_box", "--players", ""], "no computer"),
    ],
)
def test_bad_input_is_refused_in_words(args: list[str], says: str) -> None:
    done = _call(*args)
    assert done.exit_code == 2
    assert says in " ".join(done.stderr.replace("│", " ").split())
    assert done.stdout == ""


def test_intervals_are_those_of_the_textbook() -> None:
    assert wilson(8, 10) == pytest.approx((0.4901625, 0.9433178), abs=1e-6)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775328), abs=1e-6)
    assert wilson(0.5, 1)[0] == pytest.approx(1 - wilson(0.5, 1)[1])
    mean, interval = mean_interval([1, 2, 3, 4])
    assert interval is not None
    assert (mean, *interval) == pytest.approx((2.5, 1.234833, 3.765167), abs=1e-4)
    assert mean_interval([3]) == (3, None)
    assert [one.wins for one in figures(["a", "b"], [[1, 1], [0, 2]], [[0.5, 0.5], [1, 0]])] == [1.5, 0.5]


def test_solve_writes_the_shipped_box_table_again(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["solve", "shut_the_box", "--to", str(tmp_path)])
    assert done.exit_code == 0, done.stderr
    shipped = files("dicearena_players") / "data" / "shut_the_box.npz"
    assert (tmp_path / "shut_the_box.npz").stat().st_size == pytest.approx(len(shipped.read_bytes()), rel=0.01)
    assert json.loads((tmp_path / "manifest.json").read_text())["shut_the_box.npz"]["version"] == 1
    assert CliRunner().invoke(app, ["solve", "halma"]).exit_code == 2


def test_help_names_all_commands_without_loading_them() -> None:
    code = (
        "import sys; from typer.testing import CliRunner; from dicearena_cli.app import app;"
        "done = CliRunner().invoke(app, ['--help']); print(done.stdout);"
        "assert not {'numpy', 'pydantic', 'nats', 'httpx'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert all(name in done.stdout for name in COMMANDS)
