"""`companion hub`: the same as `companion-hub`, if that is installed."""

import sys
from pathlib import Path

import pytest

from companion.cli import main

Output = pytest.CaptureFixture[str]


def test_the_call_is_handed_on(tmp_path: Path) -> None:
    settings, database = tmp_path / "hub.toml", tmp_path / "hub.sqlite3"
    settings.write_text(f'[database]\nurl = "sqlite+aiosqlite:///{database}"\n')
    assert main(["hub", "migrate", "--config", str(settings)]) == 0
    assert database.exists()
    assert main(["hub", "forget-accounts", "--config", str(settings)]) == 0


def test_wrong_settings_of_the_hub_are_told(tmp_path: Path, capsys: Output) -> None:
    settings = tmp_path / "hub.toml"
    settings.write_text("[pages]\nports = 1\n")
    assert main(["hub", "--config", str(settings)]) == 2
    assert "pages.ports is unknown" in capsys.readouterr().err


def test_a_box_without_the_hub_says_so_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setitem(sys.modules, "companion_hub.cli", None)
    assert main(["hub"]) == 1
    assert capsys.readouterr().err.startswith("companion: the hub is not installed here (")
