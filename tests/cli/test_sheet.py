"""`companion sheet` lists sheets, and names each mistake in one with its line and a remedy."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.storage import sheet_book


def test_sheets_are_listed_with_players_title_and_source(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, state = tmp_path / "companion.yaml", tmp_path / "state"
    config.write_text(f"state: {state}\n", encoding="utf-8")
    state.mkdir()
    name = sheet_book.add(state, "title: Mine\nplayers: [2, 4]\nwins: named\n")
    gone = sheet_book.add(state, "title: Gone\nplayers: [2, 4]\nwins: named\n")
    assert sheet_book.remove(state, gone)
    assert main(["sheet", "list", "--config", str(config)]) == 0
    listed = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert len(listed) == 12 + 1
    assert ["chess-clock", "2-2", "Chess", "clock", "with", "the", "box"] in listed
    assert listed[-1] == [name, "2-4", "Mine", str(state / "sheets.yaml")]


def test_sheets_are_listed_on_a_computer_without_settings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["sheet", "list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 12


def test_a_sheet_without_mistakes_is_said_to_be_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("title: Mine\nplayers: [2, 4]\nwins: named\n", encoding="utf-8")
    assert main(["sheet", "check", str(file)]) == 0
    assert capsys.readouterr().out == "Mine: nothing is wrong; for 2 to 4 players\n"


def test_each_mistake_is_named_with_line_key_and_remedy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("title: Mine\nplayers: [4, 2]\nwins: most\n", encoding="utf-8")
    assert main(["sheet", "check", str(file)]) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"{file}:2: players: write the least number first",
        f"{file}:3: wins: write `named` for a game without points, or give `categories`",
    ]


def test_a_sheet_is_added_where_the_box_finds_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, config = tmp_path / "mine.yaml", tmp_path / "companion.yaml"
    file.write_text("title: Mine\nplayers: [2, 4]\nwins: named\n", encoding="utf-8")
    config.write_text(f"state: {tmp_path / 'state'}\n", encoding="utf-8")
    assert main(["sheet", "add", str(file), "--config", str(config)]) == 0
    (name, stored), *_ = sheet_book.load(tmp_path / "state").items()
    assert (stored.text, stored.offered) == (file.read_text(encoding="utf-8"), True)
    assert capsys.readouterr().out == f"Mine is among the games now, as {name}\n"


def test_a_sheet_with_mistakes_is_not_added(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, config = tmp_path / "mine.yaml", tmp_path / "companion.yaml"
    config.write_text(f"state: {tmp_path / 'state'}\n", encoding="utf-8")
    file.write_text("title: Mine\nplayers: [4, 2]\nwins: named\n", encoding="utf-8")
    assert main(["sheet", "add", str(file), "--config", str(config)]) == 2
    assert capsys.readouterr().err == f"{file}:2: players: write the least number first\n"
    long = "title: Mine\nplayers: [2, 4]\nwins: named\n" + "# long\n" * 600
    file.write_text(long, encoding="utf-8")
    assert main(["sheet", "add", str(file), "--config", str(config)]) == 2
    assert "at most 3600 characters; shorten it" in capsys.readouterr().err
    assert sheet_book.load(tmp_path / "state") == {}
