"""Recorded games: journal, JSON lines and text are three forms of one game."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.engine.log import Entry, EntryKind
from companion.records import notation, replay
from companion.records.jsonl import GameRecord, RecordError, write
from companion.storage.journal import Journal, JournalError
from companion.storage.setup import setup_struct
from tests.records.sitting import GAME, Sitting, record_of, sitting

HANDBOOK = Path(__file__).parents[2] / "docs" / "records.md"
FORMS = ("journal", "json", "text")
FIRST = 395
"""No game before this one is complete: to play those takes most of a second."""


def complete() -> Sitting:
    """Return a random game that was played to its end and has every kind of entry."""
    games = (sitting(number) for number in range(FIRST, FIRST + 1000))
    return next(
        record
        for record in games
        if GAME.is_terminal(record.state)
        and {entry.kind for entry in record.entries} == set(EntryKind)
    )


GAME_OVER = complete()
RECORD = record_of(GAME_OVER)


def stored(folder: Path, form: str, record: GameRecord = RECORD) -> Path:
    """Write a record in one of the three forms and return its path."""
    path = folder / form
    if form == "journal":
        with Journal.open(path) as journal:
            setup = setup_struct(record.setup, record.enter)
            play = journal.begin(record.game, record.rules_version, setup, 0.0)
            journal.append(play, record.entries)
        return path
    lines = write(record) if form == "json" else notation.write(GAME, record)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("form", FORMS)
def test_a_record_can_be_read_from_any_form(form: str, tmp_path: Path) -> None:
    assert replay.load(stored(tmp_path, form)) == RECORD


@pytest.mark.parametrize("command", ["replay", "score", "export"])
def test_the_commands_accept_any_form(
    command: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    messages = set()
    for form in FORMS:
        assert main([command, str(stored(tmp_path, form))]) == 0
        messages.add(capfd.readouterr().out)
    assert len(messages) == 1


def test_a_game_is_exported_as_json_lines_or_as_text_with_its_result(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    journal = stored(tmp_path, "journal")
    assert main(["export", str(journal)]) == 0
    assert capfd.readouterr().out.splitlines() == list(write(RECORD))
    assert main(["export", "--format", "text", str(journal)]) == 0
    text = capfd.readouterr().out
    assert notation.read(text) == RECORD
    points = " ".join(map(str, GAME.returns(GAME_OVER.state)))
    assert f'[Result "{points}"]' in text


def test_a_game_in_progress_has_no_result_yet() -> None:
    begun = replace(RECORD, entries=RECORD.entries[:3])
    assert '[Result "*"]' in list(replay.as_text(begun))


def test_replay_reports_how_much_was_undone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(stored(tmp_path, "text"))]) == 0
    *steps, last = capfd.readouterr().out.partition("\n\n")[0].splitlines()
    counted = {int(step.split()[0]) for step in steps}
    played = [entry for entry in RECORD.entries if entry.kind in ("action", "chance", "correction")]
    gone = [entry for entry in played if entry.sequence not in counted]
    assert last == f"{len(gone)} entries were taken back"
    assert gone


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x89PNG\r\n", "neither a journal nor JSON lines nor text"),
        (b"", "line 1: this is not a game record"),
        (b"nonsense", "line 1: not a JSON object"),
        (b"[1, 2]", "line 1, column 2: there is no tag '1,', known are: Game, Rules, "),
        (b'[Game "inner-compass"]\n\n1. Ann: dance', "line 2, column 1: before this a tag is "),
    ],
)
def test_an_unreadable_record_is_reported_with_file_and_place(
    content: bytes, message: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game"
    path.write_bytes(content)
    assert main(["replay", str(path)]) == 2
    assert capfd.readouterr().err.startswith(f"companion: {path}: {message}")


def test_a_journal_without_a_game_says_so(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal, pytest.raises(JournalError) as error:
        replay.newest(journal)
    assert str(error.value) == "the journal holds no game yet"


def test_text_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = stored(tmp_path, "text")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert replay.load(path) == RECORD


def test_an_impossible_setup_is_refused() -> None:
    alone = replace(RECORD, setup=replace(RECORD.setup, players=("Ann",)), entries=())
    with pytest.raises(RecordError, match=r"this setup is impossible: .* 2 to 4 players"):
        list(replay.lines(alone, "en"))


def test_a_game_by_another_version_of_the_rules_is_refused(tmp_path: Path) -> None:
    ended = Entry(1, EntryKind.ACTION, 0, {"type": "end_turn"})
    path = stored(tmp_path, "json", replace(RECORD, rules_version="0", entries=(ended,)))
    with pytest.raises(RecordError) as error:
        list(replay.lines(replay.load(path), "en"))
    assert re.fullmatch(
        r"entry 1 cannot be played: EndTurn\(\) is refused: not-now-sections \(IC-SETUP-2\); "
        r"this game was recorded under rules version 0, installed is \d+",
        str(error.value),
    )


def test_the_handbooks_example_is_one_game_in_two_forms() -> None:
    text, lines = re.findall(r"```\w*\n(.+?\n)```", HANDBOOK.read_text(encoding="utf-8"), re.DOTALL)
    example = notation.read(text)
    assert "".join(f"{line}\n" for line in replay.as_text(example)) == text
    assert lines.splitlines() == list(write(example))[: len(lines.splitlines())]
