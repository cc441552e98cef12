"""`companion games played` and the forms of `companion export`."""

import io
import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.records import archive, replay
from companion.records.exports import csv, identity
from companion.storage.journal import FILE, Journal, JournalReader
from tests.records.exports.played import records, store

PLAYED = ("games", "played")


@pytest.fixture
def config(tmp_path: Path) -> tuple[str, str]:
    """Return the settings of a box that has followed three games, the last one not to its end."""
    with Journal.open(tmp_path / FILE) as journal:
        for recorded in records("inner-compass", 2):
            store(journal, recorded)
        last = records("compass-points", 1)[0]
        play = journal.begin(last.game, last.rules_version, {**SETUP}, 1.78e9)
        journal.append(play, last.entries[:20])
    settings = tmp_path / "companion.yaml"
    settings.write_text(f"state: {tmp_path}\n", encoding="utf-8")
    return "--config", str(settings)


def test_a_name_that_an_earlier_version_kept_does_not_reach_the_terminal(
    config: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No later one keeps a name with control characters."""
    with Journal.open(tmp_path / FILE) as journal:
        (last,) = records("compass-points", 1)
        players = ["\x9b2J", "Ben", "Cem", "Dua"]
        play = journal.begin(last.game, last.rules_version, {**SETUP, "players": players}, 1.79e9)
        journal.append(play, last.entries[:20])
    assert main([*PLAYED, *config]) == 0
    assert "\x9b" not in capsys.readouterr().out


SETUP = {
    "players": ["Ann", "Ben", "Cem", "Dua"],
    "level": "full",
    "options": {},
    "data": {},
    "clock": {},
    "enter": [],
}


def test_are_listed_newest_first_with_the_size_of_the_archive(
    config: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*PLAYED, *config]) == 0
    *games, size = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in games] == ["3", "2", "1"]
    assert "(in progress)" in games[0]
    assert size.startswith("Games: 3; in the archive: 2, ")


def test_are_found_by_player_game_and_day(
    config: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    def count(*given: str) -> int:
        assert main([*PLAYED, *config, *given]) == 0
        return len(capsys.readouterr().out.splitlines()) - 1

    assert count("--player", "CEM") == 1
    assert count("--player", "nobody") == 0
    assert count("--game", "inner-compass") == 2
    assert count("--since", "2026-05-29", "--game", "inner-compass") == 1
    assert count("--until", "2026-05-28", "--game", "inner-compass") == 1
    with pytest.raises(SystemExit):
        count("--since", "yesterday")


def test_one_is_told_with_every_point_and_its_times(
    config: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*PLAYED, "1", *config]) == 0
    output = capsys.readouterr().out
    assert "IC-EP-1" in output
    assert "wins" in output
    assert "Playing time" in output
    assert main([*PLAYED, "9", *config]) == 1
    assert "there is no game 9" in capsys.readouterr().err


def test_one_is_deleted_after_a_yes_and_only_then(
    config: tuple[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def delete(said: str, *given: str) -> int:
        monkeypatch.setattr("sys.stdin", io.StringIO(said))
        return main([*PLAYED, *given, "--delete", *config])

    assert delete("", "1") == 1
    assert delete("maybe\n", "1") == 1
    assert delete("yes\n", "3") == 1  # it goes on
    assert delete("yes\n") == 2
    with JournalReader.look(tmp_path / FILE) as journal:
        assert len(journal.plays()) == 3
    assert delete("yes\n", "1") == 0
    with JournalReader.look(tmp_path / FILE) as journal:
        assert [play.id for play in journal.plays()] == [2, 3]
    capsys.readouterr()


def test_all_go_into_one_file(config: tuple[str, str], tmp_path: Path) -> None:
    finished = ("--game", "inner-compass")
    assert main([*PLAYED, *config, *finished, "--export", "csv", "--to", str(tmp_path / "t")]) == 0
    written = (tmp_path / "t").read_bytes().decode()
    with JournalReader.look(tmp_path / FILE) as journal:
        ids = {str(identity(archive.read_game(journal, number))) for number in (1, 2)}
    assert {row["play"] for row in csv.read(written)} == ids
    assert (
        main([*PLAYED, *config, *finished, "--export", "bgsplay", "--to", str(tmp_path / "b")]) == 0
    )
    assert len(json.loads((tmp_path / "b").read_text())["plays"]) == 2


@pytest.mark.parametrize("form", ["json", "text"])
def test_one_goes_out_with_all_its_moves(
    form: str, config: tuple[str, str], tmp_path: Path
) -> None:
    to = tmp_path / "game"
    assert main([*PLAYED, "2", *config, "--export", form, "--to", str(to)]) == 0
    with JournalReader.look(tmp_path / FILE) as journal:
        assert replay.load(to).entries == journal.entries(2)
    again = tmp_path / "again"
    assert (
        main(["export", str(tmp_path / FILE), "--play", "2", "--format", form, "--to", str(again)])
        == 0
    )
    assert again.read_bytes() == to.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("form", ["json", "text", "csv", "bgg", "bgsplay", "link"])
def test_a_game_that_goes_on_keeps_its_secrets(
    form: str, config: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*PLAYED, "3", *config, "--export", form]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "game 3 is not over" in said.err


@pytest.mark.parametrize("form", ["csv", "bgg", "bgsplay", "link"])
def test_a_record_is_exported_like_a_game_of_the_archive(
    form: str, config: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*PLAYED, "1", *config, "--export", "json", "--to", str(tmp_path / "r")]) == 0
    assert main(["export", str(tmp_path / "r"), "--format", form]) == 0
    from_record = capsys.readouterr().out
    assert main([*PLAYED, "1", *config, "--export", form]) == 0
    assert capsys.readouterr().out == from_record


def test_a_damaged_or_future_record_is_refused_with_its_line(
    config: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (tmp_path / FILE).read_bytes()
    path = tmp_path / "r"
    assert main([*PLAYED, "1", *config, "--export", "json", "--to", str(path)]) == 0
    whole = path.read_text()
    for damaged, line in (
        (whole.replace("companion-game/1", "companion-game/9"), "line 1"),
        (whole.replace('"sequence": 3,', '"sequence": 4,', 1), "line 4"),
        (whole[: len(whole) // 2], "line "),
    ):
        path.write_text(damaged)
        assert main(["export", str(path), "--format", "csv"]) == 2
        said = capsys.readouterr().err
        assert len(said.splitlines()) == 1
        assert line in said
    assert (tmp_path / FILE).read_bytes() == before
