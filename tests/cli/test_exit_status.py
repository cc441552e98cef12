"""Exit statuses: 0 done, 1 failed, 2 for a wrong call or a wrong file, of every command."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.parser import build
from companion.i18n.catalogue import Phrases
from companion.storage.journal import FILE, Journal
from tests.cli.test_arguments import COMMANDS, status_of
from tests.records.exports.played import records, store

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a file that nothing can read, at home nowhere else."""
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "noise").write_bytes(b"\xff\x00\x83" * 99)


@pytest.mark.parametrize("command", COMMANDS)
def test_what_no_command_knows_is_status_2(command: str, capsys: Output) -> None:
    assert status_of([command, "--no-such-option"]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("usage: companion ")
    assert "error: " in output.err.splitlines()[-1]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_status_0(command: str, capsys: Output) -> None:
    assert status_of([command, "--help"]) == 0
    assert capsys.readouterr().err == ""


GIVEN = (
    *(f"{command} {file}" for command in ("replay", "score", "verify", "export", "restore")
      for file in ("noise", "missing", "noise/within", ".")),
    *(
        f"sheet {does} {file}"
        for does in ("check", "add")
        for file in ("noise", "missing", "noise/within", ".")
    ),
    *(f"{command} --config {file}" for command in ("run", "doctor", "enrol", "backup out.tar")
      for file in ("noise", "missing", "noise/within", ".")),
    *(f"enrol --import {file}" for file in ("noise", "missing", "noise/within")),
    *(f"{command} --game ludo" for command in ("play", "demo")),
    *(f"{command} ludo" for command in ("selfplay", "study", "ask", "rules", "kit", "games show")),
    "enrol --button 54:48:E6:8F:80:A5",
    "games show",
    "games played zebra",
    "games played --delete",
    "ask compass-jewels missing",
    "demo --level zebra",
    "play --robots 6",
    "replay noise --last 3",
    "export noise --play 3",
    "rules essence zebra",
    "selfplay compass-jewels --level zebra",
    "study compass-jewels --option zebra=1",
)  # fmt: skip
"""Calls with one mistake each; a box with nothing wrong would take none of them."""


@pytest.mark.parametrize("given", GIVEN)
def test_a_mistake_in_a_call_or_a_given_file_is_status_2(given: str, capsys: Output) -> None:
    assert status_of(given.split()) == 2
    output = capsys.readouterr()
    assert "Traceback" not in output.err
    assert len(f"{output.out}{output.err}".strip()) > 10, "a sentence says what is wrong"


def test_every_command_is_tried() -> None:
    tried = {call.split()[0] for call in GIVEN}
    assert set(COMMANDS) - tried == {
        "firmware",  # the port of a board that is not there is no mistake in the call
        "hub",  # is not installed with the companion
        "setup-pi",  # takes nothing that could be wrong
        "stats",  # needs libraries that are not always there
    }


def test_a_game_a_file_is_asked_for_by_its_number(tmp_path: Path, capsys: Output) -> None:
    """JSON, text and page hold one game: without a number, nothing says which."""
    with Journal.open(tmp_path / FILE) as journal:
        store(journal, *records("compass-jewels", 1))
    (tmp_path / "companion.yaml").write_text(f"state: {tmp_path}\n", encoding="utf-8")
    for form in ("json", "text", "html"):
        call = ["games", "played", "--export", form, "--config", "companion.yaml"]
        assert main(call) == 2
        assert f"companion games played N --export {form}\n" in capsys.readouterr().err


def test_a_call_without_a_command_shows_what_there_is(capsys: Output) -> None:
    assert status_of([]) == 0
    output = capsys.readouterr().out
    for command in COMMANDS:
        assert f"\n    {command} " in output
    assert "Exit status: 0 done, 1 it failed, 2 the call" in output


@pytest.mark.slow
def test_the_forms_of_an_export_are_explained() -> None:
    parser = build(Phrases("en", tuple), ("export",))
    done = subprocess.run(
        [sys.executable, "-m", "companion", "export", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    told = " ".join(done.stdout.split())
    for form in ("json: every move", "bgsplay: BG Stats", "csv: a spreadsheet", "html: a page"):
        assert form in told
    assert parser.prog == "companion"
