"""What happened at a table, line by line, each line for those who may know it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Any, Final

import msgspec

from companion.engine.fold import first_state
from companion.engine.game import Action, Step
from companion.engine.log import PLAYED, Entry, EntryKind
from companion.engine.picture import Emblem, side_by_side
from companion.engine.rules import AnyGame
from companion.engine.text import Seat, Text, text
from companion.table.lobby import Lobby
from companion.table.stage import Stage
from companion.table.state import Past, Table
from companion.table.voice import Voice
from companion.web.json_text import JsonObject
from companion.web.picture import drawn
from companion.web.words import Words

_SHOWN: Final = PLAYED | {EntryKind.UNDO, EntryKind.PAUSE, EntryKind.RESUME}


class Said(msgspec.Struct, frozen=True):
    """A text, and the seats that may read it; ``None`` means everybody."""

    words: Text
    audience: tuple[int, ...] | None
    rule: str = ""

    def is_for(self, seat: int | None) -> bool:
        """Tell whether a seat, or a spectator (``None``), may read it."""
        return self.audience is None or seat in self.audience


class Taken(msgspec.Struct, frozen=True):
    """An action, the state before it, and what it led to."""

    game: AnyGame
    before: Any
    action: Action
    step: Step[Any]


class Record(msgspec.Struct, frozen=True, dict=True):
    """A log entry as people read it: the action's name, and the facts that followed from it.

    ``n`` is the entry's number; ``to`` is the number that an undo went back to. Words are looked
    for when somebody reads them: a box whose log nobody reads has more urgent things to do.
    """

    n: int
    kind: EntryKind
    player: int | None
    taken: Taken | None = None
    to: int | None = None

    @cached_property
    def action(self) -> Said | None:
        """The name of the action, if it is one."""
        if self.taken is None:
            return None
        game, action = self.taken.game, self.taken.action
        return Said(game.action_name(action), game.audience(self.taken.before, action))

    @cached_property
    def facts(self) -> tuple[Said, ...]:
        """What followed."""
        if self.taken is None:
            return ()
        game, before = self.taken.game, self.taken.before
        return tuple(
            Said(game.describe(event), game.audience(before, event), event.rule)
            for event in self.taken.step.events
        )

    @cached_property
    def drawing(self) -> tuple[Emblem, ...]:
        """What to draw beside the name, then beside each fact."""
        if self.taken is None or self.action is None:
            return ()
        game, before = self.taken.game, self.taken.before
        return tuple(game.emblem(before, said.words) for said in self.said)

    @property
    def is_interim(self) -> bool:
        """Whether there is nothing to tell yet: dice are entered value by value."""
        taken = self.taken
        return taken is not None and taken.action.interim and not taken.step.events

    @cached_property
    def said(self) -> tuple[Said, ...]:
        """The name, if there is one, and the facts."""
        return self.facts if self.action is None else (self.action, *self.facts)

    def readable(self, seat: int | None) -> tuple[bool, ...]:
        """Tell which of these a seat may read: those for whom it is the same see the same line."""
        return tuple(each.is_for(seat) for each in self.said)


@dataclass(slots=True)
class Logbook:
    """The records of one game, kept up to date; another game begins a new ``volume``."""

    volume: int = 0
    records: list[Record] = field(default_factory=list)
    _last: Entry | None = None
    _read: int = 0
    _state: Any = None
    _past: list[tuple[int, Any]] = field(default_factory=list)

    def follow(self, stage: Stage) -> None:
        """Record the entries that are new; another game starts over."""
        entries = stage.entries if isinstance(stage, Table) else ()
        if not self._goes_on(entries):
            self.volume += 1
            self.records, self._past, self._read, self._last = [], [], 0, None
        if isinstance(stage, Lobby):
            return
        if not self._read:
            self._state = first_state(stage.game, stage.setup)
        new = takewhile(lambda past: past.sequence > self._read, reversed(stage.past))
        known = {past.sequence: past for past in new}
        for entry in entries[self._read :]:
            record = self._record(stage.game, entry, known.get(entry.sequence))
            if record.kind in _SHOWN and not record.is_interim:
                self.records.append(record)
        self._read = len(entries)
        self._last = entries[-1] if entries else None

    def _goes_on(self, entries: tuple[Entry, ...]) -> bool:
        if len(entries) < self._read:
            return False
        return not self._read or entries[self._read - 1] == self._last

    def _record(self, game: AnyGame, entry: Entry, known: Past | None) -> Record:
        if entry.kind in PLAYED:
            return self._played(game, entry, known)
        to = None
        if entry.kind is EntryKind.UNDO:
            to = int(str(entry.payload["to"]))
            while self._past and self._past[-1][0] > to:
                self._state = self._past.pop()[1]
        return Record(entry.sequence, entry.kind, None, to=to)

    def _played(self, game: AnyGame, entry: Entry, known: Past | None) -> Record:
        """Record an action, which is worked out again if the table has forgotten it by an undo."""
        before, player = self._state, entry.actor if entry.actor >= 0 else None
        if known is None:
            action = game.from_struct(entry.payload)
            step = game.apply_action(before, action)
        else:
            action, step = known.action, known.step
        self._past.append((entry.sequence, before))
        self._state = step.state
        return Record(entry.sequence, entry.kind, player, Taken(game, before, action, step))


def line(record: Record, seat: int | None, voice: Voice, words: Words) -> JsonObject:
    """Return a record as a line of the log, as ``seat`` or a spectator (``None``) may read it."""
    own = record.action if record.action is not None and record.action.is_for(seat) else None
    facts = [fact for fact in record.facts if fact.is_for(seat)]
    emblems = zip(record.facts, record.drawing[1:], strict=False)
    seen = [emblem for fact, emblem in emblems if fact.is_for(seat)]
    more: dict[str, Any] = {} if record.to is None else {"to": record.to}
    told = facts
    is_nameless = record.player is not None and not _name(facts, record.player)
    if own is not None and (is_nameless or not facts):
        told, seen = [own, *facts], [*record.drawing[:1], *seen]
    if told:
        shown = ". ".join(voice.long(said.words) for said in told)
    else:
        shown = words.say(f"web.log.{'secret' if record.action else record.kind}")
    if record.action is not None and not told:
        more["secret"] = True
    if record.player is not None and not _name(told, record.player):
        name = voice.long(text("table.player", player=Seat(record.player)))
        shown = words.say("web.log.by", player=name, what=shown)
    return JsonObject(
        n=record.n,
        kind=str(record.kind),
        player=record.player,
        text=shown,
        rule=facts[0].rule if facts else "",
        undone=False,
        **drawn(side_by_side(seen)),
        **more,
    )


def _name(said: Iterable[Said], player: int | None) -> bool:
    """Tell whether one of some texts names a player."""
    return player is not None and any(_names(each.words, Seat(player)) for each in said)


def _names(message: Text, seat: Seat) -> bool:
    values = message.params.values()
    return seat in values or any(_names(each, seat) for each in values if isinstance(each, Text))


def with_undone(lines: Sequence[JsonObject]) -> Sequence[JsonObject]:
    """Mark the lines that later ones took back."""
    taken_back = {
        line["n"]
        for undo in lines
        if "to" in undo
        for line in lines
        if undo["to"] < line["n"] < undo["n"]
    }
    return [JsonObject(line, undone=True) if line["n"] in taken_back else line for line in lines]
