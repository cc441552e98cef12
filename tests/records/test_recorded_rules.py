"""A record of a game by a sheet of somebody's own is counted and replayed on any computer."""

import json
import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.records import jsonl, replay
from companion.records.jsonl import GameRecord, RecordError
from companion.records.recorded_rules import game_of, sheet_of
from companion.records.statistics.sources import from_files
from companion.sheets.actions import AddPoints
from companion.storage import sheet_book
from companion.storage.state_folder import SHEETS
from companion.table.command import Command
from companion.table.play import begin
from companion.table.state import ActionInput, TableInput, Timestamp
from companion.table.table import Table, handle
from tests import early_end

TEXT = "title: {en: Harbour Town, de: Hafenstadt}\nplayers: [2, 5]\namounts: [1, 5]\nrounds: 1\n"


@pytest.fixture(name="record")
def _record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameRecord:
    """A game that was played where the sheet is; from then on it is not here."""
    monkeypatch.setenv(SHEETS, str(tmp_path))
    name = sheet_book.add(tmp_path, TEXT)
    table = played(name)
    sheet = sheet_of(name)
    monkeypatch.setenv(SHEETS, str(tmp_path / "elsewhere"))
    with pytest.raises(registry.UnknownGameError):
        registry.load(name)
    return GameRecord(name, table.game.rules_version, table.setup, (), table.entries, sheet=sheet)


def played(name: str) -> Table:
    """A game in which everybody gets points, the first one more."""
    draw = sampler(random.Random(3))
    setup = Setup(("Ann", "Ben"), registry.load(name).levels[0])
    table = begin(registry.load(name), setup, (), Timestamp(0, 1000.0), draw).table
    first, other = ActionInput(AddPoints(0, 5)), ActionInput(AddPoints(1, 1))
    items: tuple[TableInput, ...] = (Command.CONFIRM, first, other, *early_end.KEYS)
    for second, item in enumerate(items, 1):
        table = handle(table, item, Timestamp(1000 * second, 1000.0 + second), draw).table
    assert table.stopped
    return table


def test_a_record_has_the_sheet_of_its_game(record: GameRecord) -> None:
    assert record.sheet == TEXT
    assert sheet_of("inner-compass") == sheet_of("points-per-round") == ""


@pytest.mark.parametrize("ending", ["jsonl", "txt"])
def test_it_is_counted_where_the_sheet_is_not(
    record: GameRecord, tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"game.{ending}"
    lines = jsonl.write(record) if ending == "jsonl" else replay.as_text(record)
    path.write_text("\n".join(lines))
    assert replay.load(path) == record
    (counted,) = from_files([path])
    assert (counted.game, counted.result.points) == (record.game, (5, 1))
    assert any("Ann" in line for line in replay.lines(record, "de"))


def test_a_sheet_that_is_not_the_games_is_refused(record: GameRecord) -> None:
    for sheet in (TEXT.replace("1, 5", "2, 5"), TEXT + "nonsense: 1\n"):
        with pytest.raises(RecordError):
            game_of(replace(record, sheet=sheet))


def test_a_record_without_a_sheet_is_as_before(record: GameRecord) -> None:
    head = next(jsonl.write(replace(record, sheet="")))
    assert "sheet" not in json.loads(head)
    with pytest.raises(registry.UnknownGameError):
        game_of(replace(record, sheet=""))
