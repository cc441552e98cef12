"""Reads recorded games in any format, and replays them action by action."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from companion.engine.fold import first_state
from companion.engine.game import SetupError, Step
from companion.engine.log import (
    Entry,
    EntryKind,
    count_undone,
    effective,
    level_after,
)
from companion.engine.message import join, reason, say
from companion.engine.rules import AnyGame
from companion.engine.text import text
from companion.i18n.catalogue import Catalogue
from companion.records import checkpoint_notes, notation, score_sheet
from companion.records.jsonl import GameRecord, RecordError, read
from companion.records.recorded_rules import game_of, sheet_of
from companion.storage import bounded_file
from companion.storage.journal import Journal, JournalError, Play
from companion.storage.setup import setup_of

_SQLITE: Final = b"SQLite format 3\x00"
"""How every database begins (sqlite.org/fileformat.html, 1.3)."""
_LARGEST: Final = 64 << 20
"""The most bytes of a record as text; the longest games have a few hundred thousand."""


def load(path: Path) -> GameRecord:
    """Return the record in a file, JSON lines or text, or the newest game of a journal.

    Raises ``RecordError``, ``JournalError`` or ``OSError``.
    """
    if is_journal(path):
        with Journal.open(path) as journal:
            return newest(journal)
    try:
        content = bounded_file.read_text(path, _LARGEST, encoding="utf-8-sig")
        if content.lstrip().startswith("["):
            return notation.read(content)
        return read(content.split("\n"))
    except UnicodeDecodeError as error:
        message = say(
            "{path}: neither a journal nor JSON lines nor text: {error}", path=path, error=error
        )
        raise RecordError(message) from error
    except RecordError as error:
        raise RecordError(join(": ", [str(path), reason(error)])) from error


def is_journal(path: Path) -> bool:
    """Return whether a file is a journal rather than the record of one game. Raises ``OSError``."""
    with bounded_file.open_file(path) as stream:
        return stream.read(len(_SQLITE)) == _SQLITE


def newest(journal: Journal) -> GameRecord:
    """Return the newest game of a journal. Raises ``JournalError`` if it is empty."""
    plays: tuple[Play, ...] = journal.plays()
    if not plays:
        raise JournalError(say("the journal holds no game yet"))
    play = plays[-1]
    setup, enter = setup_of(play.setup)
    entries = journal.entries(play.id)
    sheet = sheet_of(play.game)
    return GameRecord(play.game, play.rules_version, setup, enter, entries, sheet=sheet)


def rules_of(record: GameRecord) -> AnyGame:
    """Return the rules of the level at which a recorded game ended; most begin there, too."""
    return game_of(record).at(level_after(record.setup.level, record.entries))


def start(game: AnyGame, record: GameRecord) -> Step[Any]:
    """Return the first state of a record at its last level. Raises ``RecordError``."""
    level = level_after(record.setup.level, record.entries)
    try:
        return Step(first_state(game, replace(record.setup, level=level)), ())
    except SetupError as error:
        message = say("this setup is impossible: {error}", error=reason(error))
        raise RecordError(message) from error


def steps(game: AnyGame, record: GameRecord) -> Iterator[tuple[Entry, Step[Any]]]:
    """Yield every entry that still counts at the last level, with the resulting step.

    Raises ``RecordError`` if the record does not follow the installed rules.
    """
    step = start(game, record)
    try:
        counted = effective(record.entries)
    except ValueError as error:
        raise RecordError(reason(error)) from error
    for entry in counted:
        try:
            step = game.apply_action(step.state, game.from_struct(entry.payload))
        except ValueError as error:
            message = say(
                "entry {sequence} cannot be played: {error}; this game was recorded under "
                "rules version {recorded}, installed is {installed}",
                sequence=entry.sequence,
                error=reason(error),
                recorded=record.rules_version,
                installed=game.rules_version,
            )
            raise RecordError(message) from error
        yield entry, step


def final(record: GameRecord) -> tuple[AnyGame, Step[Any]]:
    """Return the game and its last step. Raises ``RecordError``, as ``steps`` does."""
    game = rules_of(record)
    step = start(game, record)
    for _entry, step in steps(game, record):  # noqa: B007 - the last one is wanted
        pass
    return game, step


def lines(record: GameRecord, language: str) -> Iterator[str]:
    """Yield the events, a line per action, then the score sheet. Raises ``RecordError``."""
    game = rules_of(record)
    voice = Catalogue(language, game, record.setup.players)
    state = start(game, record).state
    notes = list(checkpoint_notes.game_notes(record.setup.players, record.entries))
    for entry, step in steps(game, record):
        while notes and notes[0].sequence < entry.sequence:
            note = notes.pop(0)
            yield f"{note.sequence:>4} {voice.long(note.sentence)}"
            voice = Catalogue(language, game, note.players)
        notation = game.action_to_string(game.from_struct(entry.payload))
        label = "" if entry.kind is EntryKind.ACTION else f"({entry.kind}) "
        facts = "; ".join(voice.long(game.describe(event)) for event in step.events)
        yield f"{entry.sequence:>4} {label}{notation:<32} {facts}".rstrip()
        state = step.state
    undone_count = count_undone(record.entries)
    if undone_count:
        yield voice.long(text("replay.taken_back", n=undone_count))
    for note in notes:
        yield f"{note.sequence:>4} {voice.long(note.sentence)}"
        voice = Catalogue(language, game, note.players)
    yield ""
    yield from score_sheet.ranking(game, state, voice)


def as_text(record: GameRecord) -> Iterator[str]:
    """Yield the lines of a record as text, with its result. Raises ``RecordError``."""
    game, step = final(record)
    over = game.is_terminal(step.state)
    yield from notation.write(game, record, game.returns(step.state) if over else ())
