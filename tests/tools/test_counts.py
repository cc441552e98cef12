"""The counts of what a game costs are taken from the code itself."""

import pytest

from tools import counts


def test_they_name_what_must_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert counts.main() == 0
    printed = capsys.readouterr().out
    assert "PhasedRules      1 must be written: returns" in printed
    assert "all games" in printed


def test_rules_ask_for_fourteen_methods_at_most() -> None:
    needed = next(line for line in counts.members() if line.startswith("Rules "))
    assert int(needed.split()[1]) <= 14


def test_the_page_of_each_game_fits_on_a_screen() -> None:
    pages = [int(line.split()[-1]) for line in counts.games() if "game.py" in line]
    assert len(pages) == 5
    assert max(pages) < 100


def test_the_smallest_game_needs_two_methods() -> None:
    assert counts.smallest() == "smallest game: 38 lines, 2 methods, 1 functions"
