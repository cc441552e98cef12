"""The turns of a game in text: the player, then one word for each entry of the log.

A turn starts on a new line whenever the player changes; draws of chance belong to the turn in which
they are made. ``~`` marks a draw, ``!`` a correction, ``<17`` takes back everything after entry 17,
``%[13,1,[]]`` edits the log (:mod:`companion.records.notation.edits`), ``=pause`` and the like are
only about time, and ``=stopped`` or ``=seat(1,"Dan")`` about people.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from companion.engine.game import CHANCE, SIMULTANEOUS, TERMINAL, Setup
from companion.engine.log import PLAYED, Entry, EntryKind, LevelChanges
from companion.engine.message import reason, say
from companion.engine.rules import AnyGame
from companion.records import checkpoint_notes
from companion.records.jsonl import GameRecord, RecordError, check
from companion.records.notation.edits import MARK as EDIT
from companion.records.notation.edits import read_edit, write_edit
from companion.records.notation.text_errors import error_at
from companion.records.notation.times import Times, comment_text, read_comment, write_comment

WIDTH: Final = 100
"""Characters in a line, unless a single word is longer."""

_MARKS: Final[Mapping[EntryKind, str]] = MappingProxyType(
    {EntryKind.ACTION: "", EntryKind.CHANCE: "~", EntryKind.CORRECTION: "!"}
)
_KINDS: Final = MappingProxyType({mark: kind for kind, mark in _MARKS.items() if mark})
_UNDO: Final = "<"
_TIME: Final = "="
_TIMES: Final = (EntryKind.PAUSE, EntryKind.RESUME, EntryKind.CHECKPOINT)
_SEATLESS: Final = MappingProxyType({CHANCE: "chance", SIMULTANEOUS: "all", TERMINAL: "over"})

_NAME: Final = re.compile(r"[^\W\d_][^:;{}]*(?<! )")
_ACTION: Final = re.compile(r"[^\s{}~!<=%\[][^\s{}]*")
_NUMBER: Final = re.compile(r"\d+\.")
_WORD: Final = re.compile(
    r"\s+|\{(?P<comment>[^{}]*)\}|^\d+\.[ \t]+(?P<turn>[^:;{}\n]+):|(?P<entry>[^\s{}]+)",
    re.MULTILINE,
)


def _labels(players: Sequence[str]) -> Mapping[int, str]:
    """Return the labels of players: their names, or their seats if names are ambiguous."""
    plain = (_NAME.fullmatch(name) and name.isprintable() for name in players)
    if not all(plain) or len({*players, *_SEATLESS.values()}) < len(players) + len(_SEATLESS):
        players = [f"seat {number}" for number in range(1, len(players) + 1)]
    return {**dict(enumerate(players)), **_SEATLESS}


def write_turns(game: AnyGame, record: GameRecord, began: Times) -> Iterator[str]:
    """Yield the lines of a log. Raises ``RecordError``."""
    labels = _labels(record.setup.players)
    actor: int | None = None
    times = began
    turns = 0
    words: list[str] = []
    changes = LevelChanges(record.setup.level)
    for entry in record.entries:
        if entry.kind is not EntryKind.CHANCE and entry.actor != actor:
            yield from _wrapped(words)
            turns, actor = turns + 1, entry.actor
            words = [f"{turns}. {labels[actor]}:"]
        before, times = times, Times(entry.clock, entry.wall)
        comment = record.comments.get(entry.sequence, "")
        rules = game.whole.at(changes.level)
        words += filter(None, (write_word(rules, entry), write_comment(before, times, comment)))
        changes.follow(entry)
    yield from _wrapped(words)


def _wrapped(words: Sequence[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = f"   {word}"
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line


def write_word(game: AnyGame, entry: Entry) -> str:
    """Return an entry as one word. Raises ``RecordError``."""
    if entry.kind is EntryKind.UNDO:
        return f"{_UNDO}{entry.payload['to']}"
    if entry.kind is EntryKind.EDIT:
        return write_edit(entry, lambda step: write_word(game, step))
    if entry.kind not in PLAYED:
        return f"{_TIME}{checkpoint_notes.word(entry.payload) or entry.kind}"
    try:
        action = game.from_struct(entry.payload)
        notation = game.action_to_string(action)
        if _ACTION.fullmatch(notation) and game.string_to_action(notation) == action:
            return f"{_MARKS[entry.kind]}{notation}"
    except ValueError as error:
        message = say("entry {sequence}: {error}", sequence=entry.sequence, error=reason(error))
        raise RecordError(message) from error
    message = say(
        "entry {sequence}: {notation!r} does not fit into text; use JSON",
        sequence=entry.sequence,
        notation=notation,
    )
    raise RecordError(message)


def read_word(game: AnyGame, word: str) -> tuple[EntryKind, Mapping[str, object]]:
    """Return kind and payload of the entry in a word. Raises ``ValueError``."""
    mark, rest = word[0], word[1:]
    if mark == _UNDO:
        if not rest.isdecimal():
            message = say("{word!r} undoes nothing: write <17 to go back to entry 17", word=word)
            raise RecordError(message)
        return EntryKind.UNDO, {"to": int(rest)}
    if mark == EDIT:
        return EntryKind.EDIT, read_edit(rest, lambda step: _read_action(game, step))
    if mark == _TIME:
        note = checkpoint_notes.read(rest)
        if note is not None:
            return EntryKind.CHECKPOINT, note
        if rest not in _TIMES:
            time_kinds = ", ".join(_TIME + kind for kind in _TIMES)
            raise RecordError(say("{word!r} is none of {known}", word=word, known=time_kinds))
        return EntryKind(rest), {}
    return _read_action(game, word)


def _read_action(game: AnyGame, word: str) -> tuple[EntryKind, Mapping[str, object]]:
    """Return kind and payload of the action in a word. Raises ``ValueError``."""
    kind = _KINDS.get(word[:1], EntryKind.ACTION)
    notation = word[1:] if kind is not EntryKind.ACTION else word
    return kind, game.to_struct(game.string_to_action(notation))


def read_turns(
    game: AnyGame, setup: Setup, began: Times, text: str, at: int
) -> tuple[Sequence[Entry], Mapping[int, str]]:
    """Return the log in ``text`` from ``at`` on, and the comments. Raises ``RecordError``."""
    actors = {label: actor for actor, label in _labels(setup.players).items()}
    reader = _Reader(game, LevelChanges(setup.level), actors, len(setup.players), began)
    while at < len(text):
        match = _WORD.match(text, at)
        if match is None:
            message = say("this brace has no partner; a comment reads {{ ... }}")
            raise error_at(text, at, message)
        try:
            reader.take(match)
        except ValueError as error:
            raise error_at(text, at, reason(error)) from error
        at = match.end()
    return reader.entries, reader.comments


@dataclass(slots=True)
class _Reader:
    """Collects the entries read so far; every method may raise ``ValueError``."""

    game: AnyGame
    changes: LevelChanges
    actors: Mapping[str, int]
    seats: int
    times: Times
    actor: int | None = None
    entries: list[Entry] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)

    def take(self, match: re.Match[str]) -> None:
        """Read a word: the start of a turn, an entry, or a comment."""
        if match["turn"]:
            self.begin(match["turn"])
        elif match["entry"]:
            self.add(match["entry"])
        elif match["comment"]:
            self.note(comment_text(match["comment"]))
            self.date(match["comment"])

    def begin(self, label: str) -> None:
        """Start the turn of the player with this label."""
        if label not in self.actors:
            actors = ", ".join(self.actors)
            message = say(
                "nobody here is {label!r}; turns are of {known}", label=label, known=actors
            )
            raise RecordError(message)
        self.actor = self.actors[label]

    def add(self, word: str) -> None:
        """Add an entry, at the previous entry's times until a comment changes them."""
        if _NUMBER.fullmatch(word):
            raise RecordError(say("a turn begins a line, such as: 1. Ann: ..."))
        kind, payload = read_word(self.game.whole.at(self.changes.level), word)
        actor = CHANCE if kind is EntryKind.CHANCE else self.actor
        if actor is None:
            raise RecordError(
                say("who did {word!r}? A turn begins a line, such as: 1. Ann: ...", word=word)
            )
        sequence = len(self.entries) + 1
        entry = Entry(sequence, kind, actor, payload, self.times.clock, self.times.wall)
        check(entry, sequence, self.seats)
        self.entries.append(entry)
        self.changes.follow(entry)

    def note(self, comment: str) -> None:
        """Store the users' comment about the last entry; two comments are merged."""
        if comment and self.entries:
            number = len(self.entries)
            self.comments[number] = " ".join(filter(None, (self.comments.get(number), comment)))

    def date(self, comment: str) -> None:
        """Set the times of the last entry."""
        times = read_comment(self.times, comment)
        if times == self.times:
            return
        if not self.entries:
            raise RecordError(say("a time follows its entry, and there is no entry yet"))
        self.entries[-1] = replace(self.entries[-1], clock=times.clock, wall=times.wall)
        self.times = times
