"""Sheets of a box's own: none changes or is lost, and each is a game while it is offered."""

from pathlib import Path

import pytest

from companion.engine import registry
from companion.schema.mistakes import Invalid
from companion.storage import own_shelf, sheet_book
from companion.storage.sheet_book import SheetError
from companion.storage.state_folder import SHEETS

TEXT = "title: {en: Harbour Town, de: Hafenstadt}\nplayers: [2, 5]\nwins: named\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SHEETS, str(tmp_path))


def test_a_sheet_is_a_game_beside_those_that_come_with_the_box(tmp_path: Path) -> None:
    name = sheet_book.add(tmp_path, TEXT)
    assert name.startswith("harbour-town-")
    assert name in registry.sheets()
    assert registry.manifest(name).titles["de"] == "Hafenstadt"
    game = registry.load(name)
    assert (game.id, game.title, list(game.players)) == (name, "Harbour Town", [2, 3, 4, 5])
    assert own_shelf.text(name) == TEXT


def test_a_changed_sheet_is_another_game_and_the_same_one_is_not(tmp_path: Path) -> None:
    name = sheet_book.add(tmp_path, TEXT)
    assert sheet_book.add(tmp_path, f"\n{TEXT}   \n") == name
    assert sheet_book.add(tmp_path, TEXT + "rounds: 3\n") != name
    assert len(own_shelf.names()) == 2


def test_a_removed_sheet_is_kept_for_the_games_that_were_played(tmp_path: Path) -> None:
    name = sheet_book.add(tmp_path, TEXT)
    assert sheet_book.remove(tmp_path, name)
    assert not sheet_book.remove(tmp_path, name)
    assert name not in registry.sheets()
    assert registry.load(name).title == "Harbour Town"
    assert sheet_book.add(tmp_path, TEXT) == name
    assert name in registry.sheets()


def test_a_sheet_with_mistakes_is_not_added(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="unknown key"):
        sheet_book.add(tmp_path, TEXT + "round: 3\n")
    with pytest.raises(SheetError, match="at most 3600 characters"):
        sheet_book.add(tmp_path, TEXT + "#" * 4000)
    assert not (tmp_path / sheet_book.FILE).exists()


def test_a_box_has_room_for_so_many_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet_book, "MOST", 1)
    sheet_book.add(tmp_path, TEXT)
    with pytest.raises(SheetError, match="at most 1 sheets"):
        sheet_book.add(tmp_path, TEXT + "rounds: 3\n")


def test_a_damaged_file_is_set_aside_and_the_box_has_its_other_games(tmp_path: Path) -> None:
    (tmp_path / sheet_book.FILE).write_text("- nonsense\n", encoding="utf-8")
    assert own_shelf.names() == ()
    assert (tmp_path / "sheets.damaged.yaml").exists()


def test_without_a_folder_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SHEETS)
    assert own_shelf.names() == ()
