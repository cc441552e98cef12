"""One table in play, as a value: its log, its state and what is being chosen.

``handle`` is a pure function from a table and an input to the next table and the entries that
must be durable before anybody may see it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from companion.engine.codec import snake_case
from companion.engine.fold import Draw, fold
from companion.engine.game import (
    CHANCE,
    Action,
    AnyGame,
    Correction,
    Event,
    Piece,
    Refusal,
    Setup,
)
from companion.engine.log import Entry, EntryKind, effective
from companion.engine.text import Text, text
from companion.table.command import Command
from companion.table.intent import (
    Choice,
    Constraint,
    Selection,
    choices,
    constraints,
    meant,
    narrow,
    settled,
    values,
)
from companion.table.sense import matches, ways

ALL: Final = "all"
"""In ``enter``: everything that is random is entered by the table."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A tag was laid on a reader: the piece that it belongs to, ``None`` for an unknown tag."""

    tag: str
    piece: Piece | None


@dataclass(frozen=True, slots=True)
class Take:
    """An action as a whole, from a display that shows all of them."""

    action: Action


@dataclass(frozen=True, slots=True)
class Pick:
    """A field's value, from a display that shows them all: a space touched on a phone."""

    constraint: Constraint


@dataclass(frozen=True, slots=True)
class Sensed:
    """What stands where now, as far as readers look: places and the ids of their pieces."""

    placement: tuple[tuple[str, frozenset[str]], ...]


TableInput: TypeAlias = Command | Touch | Take | Pick | Sensed


@dataclass(frozen=True, slots=True)
class Moment:
    """When an input came: milliseconds on the table's clock, seconds of the day (POSIX)."""

    clock: int
    wall: float


@dataclass(frozen=True, slots=True)
class Notice:
    """A message that stays until the next input."""

    message: Text
    rule: str = ""
    refused: bool = True


@dataclass(frozen=True, slots=True)
class Task:
    """Something that people must do at the table after ``action``, so that it matches the box."""

    what: Text
    action: Action


@dataclass(frozen=True, slots=True)
class Table:
    """A game on a table.

    ``enter`` names the actions of CHANCE that the table enters; the box draws all others.
    ``cursor`` is the choice that *confirm* would take, ``None`` while no list is open; after the
    end it is the page of the score sheet, counted without end.
    """

    game: AnyGame
    setup: Setup
    enter: frozenset[str]
    state: Any
    entries: tuple[Entry, ...] = ()
    events: tuple[Event, ...] = ()
    """What followed from the last action."""
    selection: Selection = ()
    cursor: int | None = None
    correcting: bool = False
    notice: Notice | None = None
    tasks: tuple[Task, ...] = ()
    """What people are to do now, in order."""
    laying: bool = False
    """The tasks are the setup that the box has drawn: each waits to be confirmed."""

    @property
    def candidates(self) -> tuple[Action, ...]:
        """What could be meant: all legal actions, or all corrections, within the selection."""
        if self.correcting:
            return narrow(self.game.corrections(self.state), self.selection)
        seats = self.game.active_players(self.state)
        legal = (each for seat in seats for each in self.game.legal_actions(self.state, seat))
        return narrow(legal, self.selection)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be chosen next, in order."""
        return choices(self.candidates)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_terminal(self.state)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The next table, and the entries that must be durable before it is shown."""

    table: Table
    entries: tuple[Entry, ...] = ()


def begin(game: AnyGame, setup: Setup, enter: Iterable[str], moment: Moment, draw: Draw) -> Outcome:
    """Set up a new game; the box draws what the table does not enter."""
    table = Table(game, setup, frozenset(enter), game.new_initial_state(setup))
    table = _draw(table, moment, draw)
    return Outcome(replace(table, laying=bool(table.tasks)), table.entries)


def resume(game: AnyGame, setup: Setup, enter: Iterable[str], entries: Iterable[Entry]) -> Table:
    """Take up a game from its log."""
    log = tuple(entries)
    step = fold(game, setup, log)
    return Table(game, setup, frozenset(enter), step.state, log, step.events)


def handle(table: Table, given: TableInput, moment: Moment, draw: Draw) -> Outcome:
    """Return what an input leads to. A refused one changes nothing but the notice."""
    table = replace(table, notice=None)
    if table.laying and isinstance(given, Command | Touch):
        return Outcome(_lay(table, given))
    after = _act(table, given, moment, draw)
    return Outcome(after, after.entries[len(table.entries) :])


def _act(table: Table, given: TableInput, moment: Moment, draw: Draw) -> Table:
    if isinstance(given, Take):
        return _take(table, given.action, moment, draw)
    if isinstance(given, Touch):
        return _touch(table, given, moment, draw)
    if isinstance(given, Pick):
        return _pick(table, (given.constraint,), moment, draw) or table
    if isinstance(given, Sensed):
        return _sense(table, given, moment, draw)
    if given is Command.UNDO:
        return _undo(table, moment, draw)
    return _key(table, given, moment, draw)


def _lay(table: Table, given: Command | Touch) -> Table:
    """Go through the setup that the box has drawn: confirmed by key, or by the piece's tag."""
    if isinstance(given, Touch):
        laid = values(table.tasks[0].action)
        selects = () if given.piece is None else given.piece.selects
        if not any(select.items() <= laid.items() for select in selects):
            return replace(table, notice=Notice(text("table.lay_first", what=table.tasks[0].what)))
    elif given is Command.BACK:
        return replace(table, tasks=(), laying=False)
    elif given is not Command.CONFIRM:
        return table
    left = table.tasks[1:]
    return replace(table, tasks=left, laying=bool(left))


def _key(table: Table, command: Command, moment: Moment, draw: Draw) -> Table:
    if command is Command.BACK:
        return replace(table, selection=(), cursor=None, correcting=False, tasks=())
    if command is Command.CORRECT:
        opened = not table.correcting
        cursor = 0 if opened else None
        return replace(table, selection=(), cursor=cursor, correcting=opened)
    if command is Command.CONFIRM:
        return _confirm(table, moment, draw)
    step = 1 if command is Command.NEXT else -1
    if table.is_over:
        return replace(table, cursor=(table.cursor or 0) + step)
    count = len(table.choices)
    if not count:
        return table
    cursor = 0 if table.cursor is None else (table.cursor + step) % count
    return replace(table, cursor=cursor)


def _confirm(table: Table, moment: Moment, draw: Draw) -> Table:
    """Take the choice under the cursor; without a list, the first one if it needs no choice."""
    offered = table.choices
    if not offered:
        return table
    if table.cursor is None:
        first = offered[0].action
        plain = first is not None and len(values(first)) == 1
        if not plain and len(offered) > 1:
            return replace(table, cursor=0)
    chosen = offered[table.cursor or 0]
    if chosen.action is not None:
        return _take(table, chosen.action, moment, draw)
    return replace(table, selection=(*table.selection, chosen.constraint), cursor=0)


def _touch(table: Table, touch: Touch, moment: Moment, draw: Draw) -> Table:
    """Narrow by what a piece stands for; the first of its meanings that fits wins."""
    if touch.piece is None:
        return replace(table, notice=Notice(text("table.unknown_tag", tag=touch.tag)))
    for select in touch.piece.selects:
        after = _pick(table, constraints(select), moment, draw)
        if after is not None:
            return after
    return replace(table, notice=_refused(table, touch.piece))


def _pick(table: Table, picked: Selection, moment: Moment, draw: Draw) -> Table | None:
    """Narrow within the selection, else anew; ``None`` if no legal action fits."""
    for start in dict.fromkeys((table.selection, ())):
        selection = (*start, *picked)
        left = replace(table, selection=selection).candidates
        action = settled(left)
        if action is not None:
            return _take(table, action, moment, draw)
        if left:
            return replace(table, selection=selection, cursor=0)
    return None


def _sense(table: Table, sensed: Sensed, moment: Moment, draw: Draw) -> Table:
    """Take the lawful way to what is sensed; if there is none, read the last actions anew."""
    placement = dict(sensed.placement)
    if matches(table.game, table.state, placement):
        return table
    for start in (table, *_earlier(table, moment)):
        way = next(ways(table.game, start.state, placement), None)
        if way is not None:
            for action in way:
                start = _take(start, action, moment, draw)  # noqa: PLW2901 - one after the other
            return start
    return replace(table, notice=Notice(text("table.no_way")))


def _earlier(table: Table, moment: Moment) -> Iterator[Table]:
    """Yield the table with one, two .. actions taken back that the player on turn made in a row."""
    seat = table.game.current_player(table.state)
    for entry in reversed(effective(table.entries)):
        if entry.actor != seat or entry.kind is not EntryKind.ACTION:
            return
        yield _take_back(table, entry.sequence - 1, moment)


def _refused(table: Table, piece: Piece) -> Notice:
    legal = replace(table, selection=(), correcting=False).candidates
    action = meant(table.game, legal, piece.selects[0])
    refusal = None if action is None else table.game.why_not(table.state, action)
    if refusal is None:
        return Notice(text("table.no_use", piece=piece.name))
    return _notice(refusal)


def _notice(refusal: Refusal) -> Notice:
    return Notice(refusal.why, refusal.rule)


def _take(table: Table, action: Action, moment: Moment, draw: Draw) -> Table:
    """Apply an action and let the box draw what follows from it."""
    refusal = table.game.why_not(table.state, action)
    if refusal is not None:
        return replace(table, notice=_notice(refusal))
    actor = table.game.current_player(table.state)
    if isinstance(action, Correction):
        kind = EntryKind.CORRECTION
    else:
        kind = EntryKind.CHANCE if actor == CHANCE else EntryKind.ACTION
    fresh = replace(table, events=(), tasks=(), laying=False)
    return _draw(_apply(fresh, action, kind, moment), moment, draw)


def _apply(table: Table, action: Action, kind: EntryKind, moment: Moment) -> Table:
    actor = table.game.current_player(table.state)
    step = table.game.apply_action(table.state, action)
    entry = _entry(table, kind, actor, table.game.to_struct(action), moment)
    todo = table.game.instructions(table.state, action, step)
    return replace(
        table,
        state=step.state,
        entries=(*table.entries, entry),
        events=(*table.events, *step.events),
        selection=(),
        cursor=None,
        correcting=False,
        tasks=(*table.tasks, *(Task(what, action) for what in todo)),
    )


def _entry(
    table: Table, kind: EntryKind, actor: int, payload: dict[str, object], moment: Moment
) -> Entry:
    sequence = len(table.entries) + 1
    return Entry(sequence, kind, actor, payload, moment.clock, moment.wall)


def _draw(table: Table, moment: Moment, draw: Draw) -> Table:
    while _box_draws(table):
        action = draw(table.game.chance_outcomes(table.state))
        table = _apply(table, action, EntryKind.CHANCE, moment)
    return table


def _box_draws(table: Table) -> bool:
    """Tell whether the box draws now: unless the table enters it, or when it is certain."""
    outcomes = table.game.chance_outcomes(table.state)
    if not outcomes or any(probability == 1 for _, probability in outcomes):
        return bool(outcomes)
    return not {ALL, snake_case(type(outcomes[0][0]).__name__)} & table.enter


def _undo(table: Table, moment: Moment, draw: Draw) -> Table:
    """Take back the last thing that somebody at the table did, and what followed from it."""
    done = [entry for entry in effective(table.entries) if _by_hand(table, entry)]
    if not done:
        return replace(table, notice=Notice(text("table.nothing_to_undo")))
    last = done[-1]
    what = table.game.action_name(table.game.from_struct(last.payload))
    after = _take_back(table, last.sequence - 1, moment)
    notice = Notice(text("table.undone", what=what), refused=False)
    return _draw(replace(after, notice=notice), moment, draw)


def _take_back(table: Table, to: int, moment: Moment) -> Table:
    """Return the table as it was after entry ``to``, with an entry that says so."""
    seat = table.game.current_player(table.state)
    undo = _entry(table, EntryKind.UNDO, seat, {"to": to}, moment)
    return resume(table.game, table.setup, table.enter, (*table.entries, undo))


def _by_hand(table: Table, entry: Entry) -> bool:
    entered = ALL in table.enter or entry.payload.get("type") in table.enter
    return entry.kind is not EntryKind.CHANCE or entered
