"""History of a table, line by line, each line for the viewers that may read it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.engine.fold import first_state
from companion.engine.game import Action, Step
from companion.engine.log import (
    PLAYED,
    Entry,
    EntryKind,
    raised_to,
    splice_steps,
)
from companion.engine.picture import Emblem, side_by_side
from companion.engine.rules import AnyGame
from companion.engine.text import Seat, Text, text
from companion.protocol.http.page_words import PageWords
from companion.records.checkpoint_notes import raised_text
from companion.table.action_text import names_player
from companion.table.lobby.lobby import Lobby
from companion.table.stage import Stage
from companion.table.state import LogStep, Table
from companion.table.voice import Voice
from companion.web.views.json_text import JsonObject
from companion.web.views.picture import emblem_view

_SHOWN: Final = PLAYED | {EntryKind.UNDO, EntryKind.EDIT, EntryKind.PAUSE, EntryKind.RESUME}


class AudienceText(msgspec.Struct, frozen=True):
    """A text, and the seats that may read it; ``None`` means everybody."""

    words: Text
    audience: tuple[int, ...] | None
    rule: str = ""

    def is_for(self, seat: int | None) -> bool:
        """Return whether a seat, or a spectator (``None``), may read it."""
        return self.audience is None or seat in self.audience


class HistoryStep(msgspec.Struct, frozen=True):
    """An action, the state before it, and its results."""

    game: AnyGame
    before: Any
    action: Action
    step: Step[Any]

    @property
    def audience(self) -> tuple[int, ...] | None:
        """The viewers that may read the action."""
        return self.game.log_audience(self.before, self.action)


class HistoryEntry(msgspec.Struct, frozen=True, dict=True):
    """A log entry for display: the action's name, and the facts that followed from it.

    ``n`` is the entry's number; ``to`` is the number that an undo went back to, and ``back`` are
    the entries that count again because it has reverted an edit. The entries in ``gone`` no longer
    count because of an edit; ``put`` are the steps that it has inserted, each with its seat.
    ``level`` is the one to which the game was raised. Texts are computed lazily, when a viewer
    reads them.
    """

    n: int
    kind: EntryKind
    player: int | None
    step: HistoryStep | None = None
    to: int | None = None
    gone: tuple[int, ...] = ()
    back: tuple[int, ...] = ()
    put: tuple[tuple[int, HistoryStep], ...] = ()
    level: str | None = None

    @cached_property
    def action(self) -> AudienceText | None:
        """The name of the action, ``None`` if it is not one."""
        if self.step is None:
            return None
        return AudienceText(self.step.game.action_name(self.step.action), self.step.audience)

    @cached_property
    def facts(self) -> tuple[AudienceText, ...]:
        """The resulting facts, or the steps that an edit has inserted."""
        if self.level is not None:
            return (AudienceText(raised_text(self.level), None),)
        if self.step is None:
            return tuple(_done(seat, history_step) for seat, history_step in self.put)
        game, before = self.step.game, self.step.before
        return tuple(
            AudienceText(game.describe(event), game.log_audience(before, event), event.rule)
            for event in self.step.step.events
        )

    @cached_property
    def drawing(self) -> tuple[Emblem, ...]:
        """The drawings beside the name and beside each fact."""
        if self.step is None or self.action is None:
            return ()
        game, before = self.step.game, self.step.before
        return tuple(game.emblem(before, fact.words) for fact in self.texts)

    @property
    def is_interim(self) -> bool:
        """Whether there is nothing to report yet: dice are entered value by value."""
        history_step = self.step
        return (
            history_step is not None
            and history_step.action.interim
            and not history_step.step.events
        )

    @cached_property
    def texts(self) -> tuple[AudienceText, ...]:
        """The name, unless there is none, and the facts."""
        return self.facts if self.action is None else (self.action, *self.facts)

    def readable(self, seat: int | None) -> tuple[bool, ...]:
        """Return which texts a seat may read; viewers with equal results see the same line."""
        return tuple(each.is_for(seat) for each in self.texts)


def _done(seat: int, history_step: HistoryStep) -> AudienceText:
    """Return the action of a player or of chance, with its name."""
    what = history_step.game.action_name(history_step.action)
    named = text("table.did", player=Seat(seat), what=what) if seat >= 0 else what
    return AudienceText(what if names_player(what) else named, history_step.audience)


def history_entry(game: AnyGame, log_step: LogStep) -> HistoryEntry:
    """Return a valid step in readable form."""
    player = log_step.entry.actor if log_step.entry.actor >= 0 else None
    history_step = HistoryStep(game, log_step.state, log_step.action, log_step.step)
    return HistoryEntry(log_step.sequence, log_step.entry.kind, player, history_step)


class _Step(msgspec.Struct, frozen=True):
    """A valid step, and the state before it."""

    entry: Entry
    before: Any


class _Edit(msgspec.Struct, frozen=True):
    """Steps that were valid before an edit, and the state they led to."""

    sequence: int
    steps: tuple[_Step, ...]
    state: Any
    level: str


def _is_edit(entry: Entry) -> bool:
    """Return whether an entry replaces steps: an edit, or a raise to a higher level."""
    return entry.kind is EntryKind.EDIT or raised_to(entry) is not None


@dataclass(slots=True)
class History:
    """The records of one game, kept up to date; another game starts a new ``volume``."""

    volume: int = 0
    records: list[HistoryEntry] = field(default_factory=list)
    _last: Entry | None = None
    _read: int = 0
    _state: Any = None
    _steps: list[_Step] = field(default_factory=list)
    _edits: list[_Edit] = field(default_factory=list)
    _level: str = ""

    def follow(self, stage: Stage) -> None:
        """Record new entries; another game starts over."""
        entries = stage.entries if isinstance(stage, Table) else ()
        if not self._goes_on(entries):
            self.volume += 1
            self.records, self._steps, self._edits = [], [], []
            self._read, self._last = 0, None
        if isinstance(stage, Lobby):
            return
        if not self._read:
            self._begin(stage)
        edits = (each.sequence for each in entries if _is_edit(each))
        since = max((self._read, *edits))  # what is known of steps before an edit follows from it
        new = takewhile(lambda log_step: log_step.sequence > since, reversed(stage.steps))
        by_sequence = {log_step.sequence: log_step for log_step in new}
        for entry in entries[self._read :]:
            record = self._record(stage, entry, by_sequence.get(entry.sequence))
            if (record.kind in _SHOWN or record.level is not None) and not record.is_interim:
                self.records.append(record)
        self._read = len(entries)
        self._last = entries[-1] if entries else None

    def _goes_on(self, entries: tuple[Entry, ...]) -> bool:
        if len(entries) < self._read:
            return False
        return not self._read or entries[self._read - 1] == self._last

    def _begin(self, table: Table) -> None:
        """Start at the level at which the game began."""
        lower = (edit.lower for edit in table.edits if edit.lower is not None)
        first = next(lower, None)
        self._level = table.setup.level if first is None else first.level
        self._state = self._first_state(table)

    def _first_state(self, table: Table) -> Any:  # noqa: ANN401 - a game's
        """Return the state before the first step at the level."""
        rules = table.game.whole.at(self._level)
        return first_state(rules, replace(table.setup, level=self._level))

    def _raised(self, table: Table, entry: Entry, level: str) -> HistoryEntry:
        """Record a raise to a higher level, after which everything played before is out of play."""
        self._edits.append(_Edit(entry.sequence, tuple(self._steps), self._state, self._level))
        self._steps, self._level = [], level
        self._state = self._first_state(table)
        return HistoryEntry(entry.sequence, entry.kind, None, level=level)

    def _record(self, table: Table, entry: Entry, log_step: LogStep | None) -> HistoryEntry:
        level = raised_to(entry)
        if level is not None:
            return self._raised(table, entry, level)
        game = table.game.whole.at(self._level)
        if entry.kind in PLAYED:
            return self._played(game, entry, log_step)
        if entry.kind is EntryKind.UNDO:
            return self._undone(entry, int(str(entry.payload["to"])))
        if entry.kind is EntryKind.EDIT:
            return self._edited(game, entry)
        return HistoryEntry(entry.sequence, entry.kind, None)

    def _undone(self, entry: Entry, to: int) -> HistoryEntry:
        """Record an undo: steps dropped by the edits that it reverts count again."""
        counted = {step.entry.sequence for step in self._steps}
        while self._edits and self._edits[-1].sequence > to:
            edit = self._edits.pop()
            self._steps, self._state, self._level = [*edit.steps], edit.state, edit.level
        while self._steps and self._steps[-1].entry.sequence > to:
            self._state = self._steps.pop().before
        back = {step.entry.sequence for step in self._steps} - counted
        return HistoryEntry(entry.sequence, entry.kind, None, to=to, back=tuple(sorted(back)))

    def _edited(self, game: AnyGame, entry: Entry) -> HistoryEntry:
        """Record an edit; everything from its first step on is computed again."""
        old = self._steps
        self._edits.append(_Edit(entry.sequence, tuple(old), self._state, self._level))
        counted = splice_steps([step.entry for step in old], entry)
        pairs = zip(old, counted, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0].entry is pair[1], pairs))
        self._state = old[same].before if same < len(old) else self._state
        self._steps = old[:same]
        put: list[tuple[int, HistoryStep]] = []
        for step in counted[same:]:
            history_step = self._step(game, step)
            if step.sequence == entry.sequence:
                put.append((step.actor, history_step))
        gone = {step.entry.sequence for step in old} - {step.sequence for step in counted}
        return HistoryEntry(
            entry.sequence, entry.kind, None, gone=tuple(sorted(gone)), put=tuple(put)
        )

    def _played(self, game: AnyGame, entry: Entry, log_step: LogStep | None) -> HistoryEntry:
        """Record an action, which is computed again if the table dropped it in an undo."""
        player = entry.actor if entry.actor >= 0 else None
        return HistoryEntry(entry.sequence, entry.kind, player, self._step(game, entry, log_step))

    def _step(self, game: AnyGame, entry: Entry, log_step: LogStep | None = None) -> HistoryStep:
        before = self._state
        if log_step is None:
            action = game.from_struct(entry.payload)
            step = game.apply_action(before, action)
        else:
            action, step = log_step.action, log_step.step
        self._steps.append(_Step(entry, before))
        self._state = step.state
        return HistoryStep(game, before, action, step)


def line(record: HistoryEntry, seat: int | None, voice: Voice, words: PageWords) -> JsonObject:
    """Return a record as a line of the log, as ``seat`` or a spectator (``None``) may read it."""
    own = record.action if record.action is not None and record.action.is_for(seat) else None
    facts = [fact for fact in record.facts if fact.is_for(seat)]
    emblems = zip(record.facts, record.drawing[1:], strict=False)
    emblems_shown = [emblem for fact, emblem in emblems if fact.is_for(seat)]
    more: dict[str, Any] = {} if record.to is None else {"to": record.to}
    more |= {
        name: list(lines) for name, lines in (("gone", record.gone), ("back", record.back)) if lines
    }
    told_facts = facts
    is_nameless = record.player is not None and not _name(facts, record.player)
    if own is not None and (is_nameless or not facts):
        told_facts, emblems_shown = [own, *facts], [*record.drawing[:1], *emblems_shown]
    if told_facts:
        shown = ". ".join(voice.long(fact.words) for fact in told_facts)
    else:
        shown = words.say(f"web.log.{'secret' if record.action else record.kind}")
    if told_facts and record.kind is EntryKind.EDIT:
        shown = words.say("web.log.edited", what=shown)
    if record.action is not None and not told_facts:
        more["secret"] = True
    if record.player is not None and not _name(told_facts, record.player):
        name = voice.long(text("table.player", player=Seat(record.player)))
        shown = words.say("web.log.by", player=name, what=shown)
    return JsonObject(
        n=record.n,
        kind=str(record.kind),
        player=record.player,
        text=shown,
        rule=facts[0].rule if facts else "",
        undone=False,
        **emblem_view(side_by_side(emblems_shown)),
        **more,
    )


def _name(facts: Iterable[AudienceText], player: int | None) -> bool:
    """Return whether any of the texts names a player."""
    return player is not None and any(_names(each.words, Seat(player)) for each in facts)


def _names(message: Text, seat: Seat) -> bool:
    values = message.params.values()
    return seat in values or any(_names(each, seat) for each in values if isinstance(each, Text))


def with_undone(lines: Sequence[JsonObject]) -> Sequence[JsonObject]:
    """Mark the lines that no longer count because of a later undo or edit."""
    undone_sequences: set[int] = set()
    for at, later in enumerate(lines):
        if "to" in later:
            undone_sequences.update(line["n"] for line in lines[:at] if line["n"] > later["to"])
        undone_sequences.update(later.get("gone", ()))
        undone_sequences.difference_update(later.get("back", ()))
    return [
        JsonObject(line, undone=True) if line["n"] in undone_sequences else line for line in lines
    ]
