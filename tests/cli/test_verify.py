"""`companion verify`: what it says of draws, and its exit status."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.records import jsonl
from tests.committed_games import committed_game, record_of

RECORD = record_of(committed_game("inner-compass", "track", steps=5))


def record_file(folder: Path, *, secret_changed: bool = False) -> Path:
    lines = [json.loads(line) for line in jsonl.write(RECORD)]
    for line in lines:
        payload = line.get("payload", {})
        if secret_changed and "secret" in payload:
            payload["secret"] = payload["secret"][::-1]
    path = folder / "game.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def test_a_verified_game_succeeds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--language", "en", str(record_file(tmp_path))]) == 0
    said = capsys.readouterr().out
    assert "Verified: the box was bound" in said
    assert said.endswith("Draws: 1, verified: 1, wrong: 0\n")


def test_a_wrong_secret_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = record_file(tmp_path, secret_changed=True)
    assert main(["verify", "--language", "de", str(path)]) == 1
    said = capsys.readouterr().out
    assert "Falsch: Das Geheimnis" in said
    assert said.endswith("Ziehungen: 1, bestätigt: 0, falsch: 1\n")


def test_it_writes_a_page(tmp_path: Path) -> None:
    page = tmp_path / "draws.html"
    assert main(["verify", str(record_file(tmp_path)), "--page", str(page)]) == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_page_that_cannot_be_written_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "missing" / "draws.html"
    assert main(["verify", str(record_file(tmp_path)), "--page", str(page)]) == 2
    error = capsys.readouterr().err
    assert str(page) in error
    assert error.count("\n") == 1
