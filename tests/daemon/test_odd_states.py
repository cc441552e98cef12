"""A box starts whatever lies in its folder, and says what it has set aside."""

import json
import random
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest
from msgspec.structs import replace

from companion.daemon import first_stage
from companion.daemon.suspended_games import suspended_table
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.text import titled
from companion.records import archive
from companion.records.archive import check_continuable
from companion.records.jsonl import RecordError, read
from companion.session.journal_writer import JournalWriter
from companion.storage import backup, preferences
from companion.storage.journal import FILE, Journal, JournalReader, Play
from companion.storage.logins import FILE as LOGINS
from companion.storage.logins import LoginFile
from companion.storage.setup import setup_struct
from companion.table.command import Command
from companion.table.lobby.inputs import handle_lobby
from companion.table.lobby.lobby import Lobby
from companion.table.stage import Stage
from companion.table.state import SetupAnswer
from companion.table.table import Table
from tests.daemon.odd_states import DEEP, ENTRIES, FIELDS, SETUPS, SOUND, write_entry, write_play
from tests.records.exports.played import records
from tests.rig import settings

RECORD: Final = Path(__file__).parents[1] / "storage" / "former" / "0.1" / "essence.jsonl"


@contextmanager
def started(folder: Path) -> Iterator[tuple[Stage, JournalWriter]]:
    """Start on the state folder in ``folder``; yield the first stage."""
    (folder / "elsewhere").mkdir(exist_ok=True)
    draw = sampler(random.Random(1))
    stage, writer = first_stage.open_first_stage(
        settings(folder), folder / "elsewhere", draw, ask=True
    )
    try:
        yield stage, writer
    finally:
        writer.close()


def said(stage: Stage) -> str:
    """Return the message that covers a stage, empty if there is none."""
    notice = stage.console.cover
    return str(notice)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    folder = tmp_path / "state"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("name", SETUPS)
def test_a_setup_that_is_none_is_set_aside(tmp_path: Path, state: Path, name: str) -> None:
    write_play(state, json.dumps({**SOUND}))
    write_play(state, SETUPS[name])
    with started(tmp_path) as (stage, writer):
        assert isinstance(stage, Table), "the game before it goes on"
        assert writer.play == 1
        assert "a game's record is not as it was written" in said(stage)
        assert list(state.glob("*.damaged-1"))
    with started(tmp_path) as (stage, _):
        assert said(stage) == "None", "it is said once"


@pytest.mark.parametrize("field", FIELDS)
def test_a_setup_with_a_wrong_field_is_set_aside(tmp_path: Path, state: Path, field: str) -> None:
    write_play(state, json.dumps({**SOUND, field: FIELDS[field]}))
    with started(tmp_path) as (stage, _):
        assert isinstance(stage, Lobby)
        assert "set aside" in said(stage)


@pytest.mark.parametrize(
    "change",
    [
        {"players": []},
        {"players": ["Ada"] * 99},
        {"level": "chess"},
        {"options": {"wish": True}},
        {"data": {"board": [DEEP[:50]]}},
        {"clock": {"mode": 7}},
        {"enter": ["everything"]},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_game_that_cannot_be_set_up_is_set_aside(
    tmp_path: Path, state: Path, change: dict[str, object]
) -> None:
    write_play(state, json.dumps({**SOUND, **change}))
    with started(tmp_path) as (stage, _):
        assert isinstance(stage, Lobby | Table)
        if isinstance(stage, Lobby):
            assert "Game 1 cannot go on and is set aside: " in said(stage)


@pytest.mark.slow
@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_that_cannot_be_is_set_aside(tmp_path: Path, state: Path, name: str) -> None:
    write_play(state, json.dumps({**SOUND}))
    write_entry(state, ENTRIES[name])
    kept = (state / FILE).read_bytes()
    with pytest.raises(backup.BackupError, match=r"cannot be restored|an entry is not as it was"):
        restored_elsewhere(tmp_path)
    with started(tmp_path) as (stage, _):
        assert "set aside" in said(stage)
        with JournalReader.look(state / FILE) as journal:
            assert len(journal.plays()) == 1, "the game is still in the journal"
            held = journal.entries(1)
    assert held or kept in {file.read_bytes() for file in state.glob("*.damaged-*")}


def restored_elsewhere(folder: Path) -> None:
    """Back up the state in ``folder`` and restore it in another place."""
    backup.make(folder / "state", folder / "backup.tar")
    backup.restore(folder / "backup.tar", folder / "other", check_continuable)


@pytest.mark.parametrize("setup", [*SETUPS.values(), json.dumps({**SOUND, "clock": 5})])
def test_a_made_up_backup_is_refused_and_the_box_keeps_what_it_has(
    tmp_path: Path, state: Path, setup: str
) -> None:
    (tmp_path / "evil").mkdir()
    write_play(tmp_path / "evil", setup)
    with tarfile.open(tmp_path / "backup.tar", "w") as archive:
        archive.add(tmp_path / "evil" / FILE, FILE)
    write_play(state, json.dumps({**SOUND}))
    with pytest.raises(backup.BackupError, match="cannot be restored"):
        backup.restore(tmp_path / "backup.tar", state, check_continuable)
    with started(tmp_path) as (stage, _):
        assert isinstance(stage, Table)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("preferences.json", DEEP),
        ("preferences.json", "9" * 5_000),
        ("preferences.json", "[]"),
        ("copies.yaml", "[" * 5_000),
        ("copies.yaml", "inner-compass: 7"),
        ("tags.yaml", "[" * 5_000),
    ],
)
def test_a_backup_with_a_file_that_no_box_writes_is_refused(
    tmp_path: Path, state: Path, name: str, content: str
) -> None:
    write_play(state, json.dumps({**SOUND}))
    (state / name).write_text(content)
    with pytest.raises(backup.BackupError, match="cannot be restored"):
        restored_elsewhere(tmp_path)
    with started(tmp_path) as (stage, _):
        assert isinstance(stage, Table), "and the box that has it starts"


@pytest.mark.parametrize("content", [DEEP, "9" * 5_000, "[]", "{", '{"code": 1}', "\0"])
def test_codes_that_no_box_writes_are_made_anew(tmp_path: Path, content: str) -> None:
    (tmp_path / LOGINS).write_text(content)
    assert LoginFile(tmp_path / LOGINS).load() is None
    assert (tmp_path / "logins.damaged.json").read_text() == content


def test_preferences_nested_too_deeply_are_ignored(tmp_path: Path) -> None:
    (tmp_path / preferences.FILE).write_text("[" * 200_000)
    assert preferences.load(tmp_path) == {}


class Broken(EntryPoint):
    """The entry point of a package that no longer works."""

    def load(self) -> object:
        raise KeyError("a rule")


def without(monkeypatch: pytest.MonkeyPatch, game: str, *more: EntryPoint) -> None:
    """Take a game away, as if its package were removed, and add others."""
    installed = registry._found()  # noqa: SLF001 - packages cannot be removed for one test
    found = [entry for entry in installed if entry.name != game]
    monkeypatch.setattr(registry, "_found", lambda: [*found, *more])


@pytest.mark.parametrize("more", [(), (Broken("essence", "no:game", registry.GROUP),)])
def test_a_game_without_its_package_is_set_aside_and_offered_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[EntryPoint, ...]
) -> None:
    """A removed package, and one that no longer loads."""
    recorded = read(RECORD.read_text(encoding="utf-8").splitlines())
    state = tmp_path / "state"
    with Journal.open(state / FILE) as journal:
        setup = setup_struct(recorded.setup, recorded.enter)
        play = journal.begin(recorded.game, recorded.rules_version, setup, 1.0)
        journal.append(play, recorded.entries[:40])
    with monkeypatch.context() as patch:
        without(patch, "essence", *more)
        with started(tmp_path) as (stage, writer):
            assert isinstance(stage, Lobby)
            assert writer.play == 0
            assert "Game 1 cannot go on and is set aside: " in said(stage)
            assert stage.left == (), "it cannot be taken up now"
        with started(tmp_path) as (stage, _):
            assert said(stage) == "None", "it is said once"
    with started(tmp_path) as (stage, writer):
        assert isinstance(stage, Lobby)
        assert [left.title for left in stage.left] == [titled("Essence", {})]
        assert writer.journal is not None
        assert len(suspended_table(writer.journal, 1).entries) == 40


@pytest.mark.slow
def test_a_game_that_was_over_has_its_result_again_when_its_package_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a start without the package nobody can know that it was over."""
    (recorded,) = records("essence", 1)
    with Journal.open(tmp_path / "state" / FILE) as journal:
        setup = setup_struct(recorded.setup, recorded.enter)
        play = journal.begin(recorded.game, recorded.rules_version, setup, 1.0)
        journal.append(play, recorded.entries)
        (before,) = archive.list_games(journal)
    assert before.result is not None
    assert before.result.over
    with monkeypatch.context() as patch:
        without(patch, "essence")
        with started(tmp_path) as (stage, _):
            assert isinstance(stage, Lobby)
    with Journal.open(tmp_path / "state" / FILE) as journal:
        (after,) = archive.list_games(journal)
        assert after.result == before.result
        assert archive.store_missing_results(journal) == 1
        assert archive.store_missing_results(journal) == 0
        assert journal.left(9) == ()
        assert archive.finished_games(journal)[0].result == before.result


def test_a_game_that_raises_anything_is_set_aside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever adds a game may make any mistake; the box starts all the same."""
    game = registry.load("inner-compass")
    broken = SimpleNamespace(**{name: getattr(game, name) for name in dir(game)})
    broken.new_initial_state = lambda _: dict[str, object]()["a rule"]
    broken.at = lambda _level: broken
    monkeypatch.setattr(registry, "load", lambda name: broken if name == game.id else game)
    table = archive.record_of(Play(1, game.id, "1", SOUND, 0.0), ())
    with pytest.raises(RecordError, match="does not follow"):
        archive.table_of(table)


def test_what_is_restored_belongs_to_its_owner_alone(tmp_path: Path, state: Path) -> None:
    write_play(state, json.dumps({**SOUND}))
    preferences.save(state, "language", "de")
    restored_elsewhere(tmp_path)
    with Journal.open(tmp_path / "other" / FILE):
        modes = {file.name: file.stat().st_mode & 0o077 for file in (tmp_path / "other").iterdir()}
    assert {name for name, mode in modes.items() if mode} <= {f"{FILE}.lock"}


def test_a_backup_into_a_folder_that_is_missing_names_the_folder(
    tmp_path: Path, state: Path
) -> None:
    write_play(state, json.dumps({**SOUND}))
    with pytest.raises(backup.BackupError) as caught:
        backup.make(state, tmp_path / "none" / "backup.tar")
    folder = tmp_path / "none"
    assert str(caught.value) == f"{folder}: there is no such folder; make it, or name another"


def test_a_restored_journal_is_not_held_against_the_one_before(tmp_path: Path, state: Path) -> None:
    write_play(state, json.dumps({**SOUND}))
    backup.make(state, tmp_path / "backup.tar")
    write_play(state, json.dumps({**SOUND}))
    Journal.open(state / FILE).close()
    backup.restore(tmp_path / "backup.tar", state, check_continuable)
    with Journal.open(state / FILE) as journal:
        assert journal.report == ""


def test_a_game_whose_rules_are_broken_cannot_be_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its manifest is sound: only when it is chosen, its package turns out not to load."""
    without(monkeypatch, "essence", Broken("essence", "companion.games.essence:GAME", "games"))
    with started(tmp_path) as (stage, _):
        assert isinstance(stage, Lobby)
        asked = replace(stage, asks_language=False)
        assert asked.question is not None
        chosen = [answer for answer, _ in asked.question.answers].index("essence")
        refused = handle_lobby(asked, SetupAnswer("game", chosen))
        assert isinstance(refused, Lobby)
        assert "the game 'essence' cannot be loaded: " in said(refused)
        assert handle_lobby(refused, Command.CONFIRM) == asked, "and another can be chosen"


def test_the_rules_of_the_latest_game_may_be_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Another one stands in until one is chosen; what was set for the broken one is not its."""
    (recorded,) = records("essence", 1)
    with Journal.open(tmp_path / "state" / FILE) as journal:
        setup = setup_struct(recorded.setup, recorded.enter)
        play = journal.begin(recorded.game, recorded.rules_version, setup, 1.0)
        journal.append(play, recorded.entries)
        journal.finish(play, 2.0)
        archive.store_missing_results(journal)
    without(monkeypatch, "essence", Broken("essence", "companion.games.essence:GAME", "games"))
    with started(tmp_path) as (stage, _):
        assert isinstance(stage, Lobby)
        assert stage.game.id == "compass-jewels"
        assert stage.own_base.players == recorded.setup.players
        assert stage.own_base.options == {}
        assert [each.title for each in stage.console.previous_games] == [titled("Essence", {})]
    assert "the game 'essence' cannot be loaded: " in caplog.text
