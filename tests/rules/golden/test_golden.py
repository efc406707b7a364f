"""Logs of released versions refold to the end they had then (`tools/golden.py` adds new ones)."""

from __future__ import annotations

import gzip
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import orjson
import pytest
from dicearena_cli.verify.check import verify
from dicearena_contracts.catalogue import GameKey
from dicearena_contracts.records import Export, MatchFinished
from dicearena_games.registry import GAMES
from dicearena_games.table import Table, Views, fold, match_finished, restore, seal, unseal

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.json.gz"))
by_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".json.gz"))


def tool() -> ModuleType:
    path = FOLDER.parents[2] / "tools" / "golden.py"
    spec = importlib.util.spec_from_file_location("golden_tool", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def read(path: Path) -> dict[str, Any]:
    stored: dict[str, Any] = orjson.loads(gzip.decompress(path.read_bytes()))
    return stored


def refold(export: Export) -> Table:
    table: Table | None = None
    for record in export.records:
        table = fold(table, record)
    assert table is not None
    return table


@by_file
def test_refolds_to_the_recorded_end_or_is_refused_for_its_version(path: Path) -> None:
    stored = read(path)
    export = Export.model_validate(stored["export"])
    game = GAMES[GameKey(stored["finished"]["game"])]
    if export.records[0].rules != game.VERSION:
        with pytest.raises(ValueError, match="rules version"):
            refold(export)
        return
    table = refold(export)
    assert match_finished(table) == MatchFinished.model_validate(stored["finished"])
    views = Views(table, fresh=False)
    assert {"w" if r is None else str(r) for r in views.readers()} == stored["views"].keys()
    for reader, view in stored["views"].items():
        now = orjson.loads(views.encode(None if reader == "w" else int(reader)))
        assert contains(now, view)


def contains(now: Any, then: Any) -> bool:
    """Everything that was said then is still said; new fields may have joined."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(key in now and contains(now[key], old) for key, old in then.items())
    if isinstance(then, list):
        alike = isinstance(now, list) and len(now) == len(then)
        return alike and all(contains(one, old) for one, old in zip(now, then, strict=True))
    return bool(now == then)


@by_file
def test_sealed_and_read_again_every_record_is_the_very_same(path: Path) -> None:
    export = Export.model_validate(read(path)["export"])
    for record in export.records:
        assert unseal(b"k" * 32, "table.any.log", seal(b"k" * 32, "table.any.log", record)) == record


@by_file
def test_every_checkpoint_restores_the_table_that_the_records_before_it_fold_to(path: Path) -> None:
    stored = read(path)
    records = Export.model_validate(stored["export"]).records
    if records[0].rules != GAMES[GameKey(stored["finished"]["game"])].VERSION:
        return  # its records are not folded any more
    table: Table | None = None
    for record in records:
        if record.checkpoint is not None:
            assert table is not None
            restored = restore(records[0], record.checkpoint)
            assert restored.checkpoint() == table.checkpoint()
            assert Views(restored, fresh=False).encode(0) == Views(table, fresh=False).encode(0)
        table = fold(table, record)
    assert len(records) < 64 or any(record.checkpoint is not None for record in records)


@by_file
def test_every_throw_follows_from_the_revealed_secrets(path: Path) -> None:
    export = Export.model_validate(read(path)["export"])
    opened = export.records[0].open
    assert opened is not None
    if export.records[0].rules != GAMES[opened.settings.game].VERSION:
        return  # which dice were asked for, only the rules of then can tell
    thrown = sum(len(record.throws) for record in export.records)
    assert thrown or opened.settings.options["own_dice"]
    # Nobody waited for a clock where the tool played; their times are tested in tests/cli/verify, on the same matches.
    assert verify(export, lambda undue: None).throws == thrown


def test_every_game_has_a_log_of_its_present_version_for_every_mix_of_house_rules() -> None:
    golden = tool()
    wanted = {golden.name_of(game, options) for game in GAMES.values() for options in golden.mixes(game)}
    assert wanted <= {path.name for path in FILES}, "run tools/golden.py and commit what it adds"


def test_the_tool_adds_what_is_missing_and_overwrites_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    golden = tool()
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.setattr(sys, "argv", ["golden.py"])
    kept = tmp_path / FILES[0].name
    kept.write_bytes(b"of before")
    golden.main()
    assert kept.read_bytes() == b"of before"
    assert {path.name for path in tmp_path.iterdir()} >= {FILES[0].name, FILES[-1].name}
    table: Table | None = None
    for record in Export.model_validate(read(tmp_path / FILES[-1].name)["export"]).records:
        table = fold(table, record)
    assert table is not None
    assert table.ending is not None
