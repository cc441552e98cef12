"""`companion stats` counts an evening with a sheet like any other game."""

import csv
from pathlib import Path

from companion.cli import main
from tests.daemon.test_table_evening import SHEET, SIX, evening


def test_an_evening_with_a_sheet_is_counted(tmp_path: Path) -> None:
    file, points = evening(tmp_path)
    tables = tmp_path / "tables"
    assert main(["stats", str(file), "--csv", str(tables)]) == 0
    (players,) = [each for each in tables.iterdir() if each.stem == "players"]
    rows = list(csv.reader(players.read_text(encoding="utf-8").splitlines()))[1:]
    assert {row[0] for row in rows} == {*SIX}
    assert {row[1] for row in rows} == {SHEET}
    assert {row[0]: row[3] for row in rows if row[3] != "0"} == {"Ann": "1"}
    assert {row[0]: float(row[7]) for row in rows} == dict(zip(SIX, points, strict=True))
