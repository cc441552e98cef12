"""`companion sheet` lists sheets, and names each mistake in one with its line and a remedy."""

from pathlib import Path

import pytest

from companion.cli import main


def test_sheets_are_listed_with_players_and_title(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", "list"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert len(listed) == 12
    assert "chess-clock             2-2   Chess clock" in listed


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
