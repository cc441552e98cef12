"""Assumptions of the box: who acted, or a minor detail, until players correct them.

A single choice corrects either.
"""

from itertools import takewhile
from typing import Final

from msgspec.structs import replace

from companion.engine.draws.picks import Outcomes
from companion.engine.fold import Draw
from companion.engine.game import Action
from companion.engine.log import Entry, EntryKind, NewStep, Splice, effective, new_step
from companion.engine.text import Seat, Text, text
from companion.table.action_text import GAINED, action_summary
from companion.table.choosing.handover import (
    end_forgotten_turn,
    end_settled_turn,
    ends_turn,
)
from companion.table.history.entries import apply_repair, edit, undo_to
from companion.table.log.repair import Change, begin, drop_misfits
from companion.table.narrowing.candidates import legal
from companion.table.narrowing.intent import Choice, Constraint, values
from companion.table.play import take
from companion.table.state import (
    ActionInput,
    Assumption,
    LogStep,
    Notice,
    PlacementInput,
    Table,
    TableInput,
    TagInput,
    Timestamp,
    notify,
    with_choosing,
)

INSTEAD: Final = "instead"
"""The field of the choices that say whose action it was."""
OTHERWISE: Final = "otherwise"
"""The field of the choices that say which detail it was."""
ABOUT_LAST: Final = frozenset({INSTEAD, OTHERWISE})
"""The fields of choices that play the last action in another way."""


def assumption_from(before: Table, after: Table, item: TableInput) -> Assumption | None:
    """Return the assumption that an input led to, about the last public action of a seat, if any.

    Nothing is assumed where a turn cannot be over yet, or where a key chose something without
    points: the list names the player.
    """
    new = after.entries[len(before.entries) :]
    for entry in reversed(new):
        if entry.kind in (EntryKind.UNDO, EntryKind.EDIT):
            return None
        if entry.kind is not EntryKind.ACTION or entry.actor < 0:
            continue
        if ends_turn(after, after.game.from_struct(entry.payload)):
            continue
        log_step = next(
            log_step for log_step in reversed(after.steps) if log_step.sequence == entry.sequence
        )
        if not _may_be_anothers(after, log_step, entry.actor):
            return None
        instead = () if isinstance(item, ActionInput) else _instead(before, log_step)
        brief = action_summary(after, log_step.action, entry.actor, after.events)
        if brief.key != GAINED and not instead and not isinstance(item, TagInput | PlacementInput):
            return None
        if instead:
            detail = _detail(after, log_step.action, instead[0])
            brief = text("assumed.detail", what=brief, detail=detail)
        return Assumption(entry.sequence, entry.actor, brief, instead)
    return None


def _instead(table: Table, log_step: LogStep) -> tuple[Action, ...]:
    """Return the other legal actions that the displayed choice could have meant."""
    game, state = table.game, log_step.state
    possible = legal(game, state, game.current_player(state))
    if log_step.action not in game.distinct(state, possible):
        return ()
    return tuple(
        other
        for other in possible
        if type(other) is type(log_step.action)
        and other != log_step.action
        and game.distinct(state, (log_step.action, other)) == (log_step.action,)
    )


def _detail(table: Table, action: Action, other: Action) -> Text:
    """Return in words how an action differs from another."""
    other_values = values(other)
    field, value = next((at, own) for at, own in values(action).items() if own != other_values[at])
    own_name = table.game.value_name(field, value)
    return own_name if isinstance(own_name, Text) else text("table.value", value=own_name)


def alternative_name(table: Table, action: Action) -> Text:
    """Return the label of the choice that corrects a detail."""
    assumption = table.assumption
    assert assumption is not None  # noqa: S101 - it is offered only then
    return text(
        "assumed.otherwise", detail=_detail(table, action, _assumed_action(table, assumption))
    )


def _may_be_anothers(table: Table, log_step: LogStep, seat: int) -> bool:
    """Return whether an action names no player, and could follow the end of the turn."""
    action = log_step.action
    if ends_turn(table, action) or "player" in values(action):
        return False
    if table.game.audience(log_step.state, action) is not None:
        return False
    return any(ends_turn(table, each) for each in legal(table.game, log_step.state, seat))


def actor_alternatives(table: Table) -> tuple[Choice, ...]:
    """Return the choices that correct whose action it was, if that was assumed."""
    assumption = _questionable(table)
    if assumption is None:
        return ()
    count = len(table.setup.players)
    seats = ((assumption.seat + step) % count for step in range(1, count))
    return tuple(Choice(Constraint(INSTEAD, (str(seat),)), seat) for seat in seats)


def detail_alternatives(table: Table) -> tuple[Choice, ...]:
    """Return the choices that correct a detail, if one was assumed."""
    assumption = _questionable(table)
    return tuple(
        Choice(Constraint(OTHERWISE, (str(number),)), number, action)
        for number, action in enumerate(() if assumption is None else assumption.instead)
    )


def _questionable(table: Table) -> Assumption | None:
    """Return the current assumption, unless it was read or something else is being chosen."""
    assumption = table.assumption
    chosen = bool(table.selection) or table.corrections is not None
    return None if chosen or assumption is None or assumption.read else assumption


def replace_assumed_action(table: Table, action: Action, timestamp: Timestamp, draw: Draw) -> Table:
    """Replace an assumed action by another one; later steps are replayed."""
    assumption = table.assumption
    if assumption is None:
        return table
    original = with_choosing(replace(table, assumption=None), cursor=None)
    number = next(
        n for n, log_step in enumerate(table.steps, 1) if log_step.sequence == assumption.sequence
    )
    repair = drop_misfits(begin(original, Change(number, action), draw), draw)
    return apply_repair(original, repair, timestamp)


def reassign(table: Table, seat: int, timestamp: Timestamp, draw: Draw) -> Table:
    """Play the assumed action as another seat's, by one edit of the log.

    Either that seat is next, and the end of the turn was forgotten; or its turn was ended too soon,
    and the later steps are replayed.
    """
    assumption = table.assumption
    if assumption is None:
        return table

    def drawn(outcomes: Outcomes) -> Action:
        return draw(outcomes)  # called as a function, the box adds no notes, which an edit lacks

    count = len(table.setup.players)
    ways = (_of_next, _of_last)
    for way in ways if (seat - assumption.seat) % count == 1 else reversed(ways):
        after = way(table, assumption, seat, timestamp, drawn)
        if after is None:
            continue
        over = end_settled_turn(table, after, timestamp, draw)
        brief = action_summary(over, _assumed_action(table, assumption), seat, over.events)
        edited = edit(table, _splice(table, over), timestamp)
        reassigned = Assumption(len(edited.entries), seat, brief, (), read=True)
        edited = replace(edited, assumption=reassigned)
        if way is _of_next:  # the current turn's screen names the action
            return edited
        what = text("assumed", player=Seat(seat), what=brief)
        return notify(edited, Notice(what, refused=False))
    return notify(table, Notice(text("assumed.not_theirs", player=Seat(seat))))


def _of_next(
    table: Table, assumption: Assumption, seat: int, timestamp: Timestamp, draw: Draw
) -> Table | None:
    """Return the table with the turn ended before the action."""
    action = _assumed_action(table, assumption)
    before = end_forgotten_turn(
        undo_to(table, assumption.sequence - 1, timestamp), seat, timestamp, draw
    )
    return None if before is None else _played(before, action, timestamp, draw)


def _of_last(
    table: Table, assumption: Assumption, seat: int, timestamp: Timestamp, draw: Draw
) -> Table | None:
    """Return the table with the action before the end of the seat's last turn."""
    done = [entry for entry in effective(table.entries) if entry.sequence < assumption.sequence]
    at = next((i for i in reversed(range(len(done))) if done[i].actor == seat), None)
    if at is None or not ends_turn(table, table.game.from_struct(done[at].payload)):
        return None
    action = _assumed_action(table, assumption)
    after = _played(undo_to(table, done[at].sequence - 1, timestamp), action, timestamp, draw)
    for entry in done[at:]:
        if after is not None and entry.kind is not EntryKind.CHANCE:
            after = _played(after, table.game.from_struct(entry.payload), timestamp, draw)
    return after


def _played(table: Table, action: Action, timestamp: Timestamp, draw: Draw) -> Table | None:
    """Return the table after an action, ``None`` if it is illegal."""
    if table.game.why_not(table.state, action) is not None:
        return None
    return take(table, action, timestamp, draw)


def _splice(table: Table, after: Table) -> Splice:
    """Return the edit that turns the steps of a table into those of another one.

    A step that both have keeps its time, wherever it stands; a new one has none of its own.
    """
    pairs = zip(table.steps, after.steps, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
    kept = {at: each.entry for at, each in enumerate(table.steps[same:], same + 1)}
    last = table.steps[same - 1].entry if same else None
    steps: list[int | NewStep] = []
    for entry in (log_step.entry for log_step in after.steps[same:]):
        number = next((number for number, old in kept.items() if _is_same(old, entry)), None)
        if number is not None:
            last = kept.pop(number)
            steps.append(number)
        else:
            clock, wall = (0, 0.0) if last is None else (last.clock, last.wall)
            last = replace(entry, clock=clock, wall=wall)
            steps.append(new_step(last))
    return Splice(same + 1, len(table.steps) - same, tuple(steps))


def _is_same(entry: Entry, other: Entry) -> bool:
    """Return whether two entries are the same step at different times."""
    fields = (entry.kind, entry.actor, entry.payload)
    return fields == (other.kind, other.actor, other.payload)


def _assumed_action(table: Table, assumption: Assumption) -> Action:
    """Return the assumed action."""
    action: Action = table.game.from_struct(table.entries[assumption.sequence - 1].payload)
    return action
