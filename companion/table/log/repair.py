"""Repairs of the log, as in an interactive rebase: insert, change, delete or move a step.

Later steps are replayed one by one, each with its own time. Steps that the rules require are
inserted, such as the end of a turn; those no longer required are omitted. Where a step no longer
fits, the players decide. Nothing takes effect before the whole repair is applied, as one entry.
"""

from collections.abc import Set as AbstractSet
from typing import Any, Final, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.engine.fold import Draw
from companion.engine.game import CHANCE, SIMULTANEOUS, Action, Correction
from companion.engine.log import Entry, EntryKind, NewStep, Splice, new_step
from companion.engine.rules import AnyGame
from companion.table.log.automatic_steps import settled_end
from companion.table.log.log_step import LogStep
from companion.table.log.replacement_corrections import replacement_corrections
from companion.table.narrowing.candidates import actor_of, kind_of, legal
from companion.table.narrowing.chance import box_outcomes

_MOST_ADDED: Final = 8
"""How many steps are put in before another at most: nobody forgets more than a turn's end."""


class Insert(msgspec.Struct, frozen=True):
    """Inserts an action before step ``at``, counted from 1, or after the last one."""

    at: int
    action: Action


class Change(msgspec.Struct, frozen=True):
    """Replaces step ``at`` by another action."""

    at: int
    action: Action


class Delete(msgspec.Struct, frozen=True):
    """Deletes step ``at``."""

    at: int


class Move(msgspec.Struct, frozen=True):
    """Moves step ``at`` to number ``to``."""

    at: int
    to: int


class Log(Protocol):
    """The properties of a table that a repair needs."""

    @property
    def game(self) -> AnyGame:
        """The game."""

    @property
    def enter(self) -> AbstractSet[str]:
        """The random actions that the table enters."""

    @property
    def steps(self) -> tuple[LogStep, ...]:
        """The steps that count."""

    @property
    def state(self) -> Any:  # noqa: ANN401 - a game's
        """The state after the steps."""


Edit: TypeAlias = Insert | Change | Delete | Move


class Drop(msgspec.Struct, frozen=True):
    """Drops the step that no longer fits."""


class Keep(msgspec.Struct, frozen=True):
    """Replaces the step that no longer fits by corrections with the same effect."""


class Replace(msgspec.Struct, frozen=True):
    """Plays another action where a step no longer fits.

    It replaces that step if it is by the same player. Another player's is inserted before it, and
    the step is decided on afterwards.
    """

    action: Action


Answer: TypeAlias = Drop | Keep | Replace


class _New(msgspec.Struct, frozen=True):
    """An action that is new in the log, possibly replacing step ``was``."""

    action: Action
    was: int | None = None


class Repair(msgspec.Struct, frozen=True):
    """A repair in progress.

    ``state`` is that after ``steps``, which replace those of the log from number ``first`` on.
    ``todo`` is still to be replayed; its first step does not fit.
    """

    log: Log
    edit: Edit
    first: int
    state: Any
    steps: tuple[int | NewStep, ...] = ()
    todo: tuple[int | _New, ...] = ()
    dropped: tuple[int, ...] = ()
    """The numbers of steps that no longer fit and go."""
    kept: tuple[int, ...] = ()
    """The numbers of steps for which corrections stand."""
    left_out: tuple[int, ...] = ()
    """The numbers of steps for which the rules do not ask any more."""
    added: tuple[tuple[int, Action], ...] = ()
    """Actions that the rules required, with the seat that has to take them."""

    @property
    def misfit(self) -> LogStep | None:
        """The step that no longer fits and has to be decided on next; ``None`` if all fit."""
        step = self.todo[0] if self.todo else None
        return self.log.steps[step - 1] if isinstance(step, int) else None

    @property
    def is_due(self) -> bool:
        """Whether the step that no longer fits is by the acting player, or a correction."""
        if self.misfit is None:
            return False
        old = self.misfit.entry
        return old.kind is EntryKind.CORRECTION or _acts(self.log.game, self.state, old.actor)

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """The corrections that reproduce the effect of the step that no longer fits."""
        return (
            ()
            if self.misfit is None
            else replacement_corrections(self.log.game, self.state, self.misfit)
        )

    @property
    def splice(self) -> Splice | None:
        """Return the change to the log, ``None`` if there is none."""
        last = len(self.log.steps)
        first, steps = self.first, list(self.steps)
        while steps and steps[0] == first:
            first, steps = first + 1, steps[1:]
        while steps and steps[-1] == last >= first:
            last, steps = last - 1, steps[:-1]
        replaced = last + 1 - first
        return Splice(first, replaced, tuple(steps)) if steps or replaced else None


def begin(log: Log, edit: Edit, draw: Draw) -> Repair:
    """Return a repair after everything that fits has been replayed, up to the first misfit."""
    first, todo = _todo(edit, len(log.steps))
    state = log.state if first > len(log.steps) else log.steps[first - 1].state
    return _advanced(Repair(log, edit, first, state, todo=todo), draw)


def resolve(repair: Repair, answer: Answer, draw: Draw) -> Repair:
    """Return a repair with its misfit decided, up to the next one."""
    step, *later = repair.todo
    if not isinstance(step, int):
        raise TypeError(step)
    rest = tuple(later)
    if isinstance(answer, Drop):
        after = replace(repair, todo=rest, dropped=(*repair.dropped, step))
    elif isinstance(answer, Keep):
        new = [_New(each, step if n == 0 else None) for n, each in enumerate(repair.corrections)]
        after = replace(repair, todo=(*new, *rest), kept=(*repair.kept, step))
    elif _replaces(repair, step, answer.action):
        after = replace(repair, todo=(_New(answer.action, step), *rest))
    else:
        after = replace(repair, todo=(_New(answer.action), step, *rest))
    return _advanced(after, draw)


def drop_misfits(repair: Repair, draw: Draw) -> Repair:
    """Return a repair with all misfits dropped."""
    while repair.misfit is not None:
        repair = resolve(repair, Drop(), draw)
    return repair


def _todo(edit: Edit, steps: int) -> tuple[int, tuple[int | _New, ...]]:
    """Return the first number that an edit changes, and the steps to replay from there on."""
    match edit:
        case Insert(at, action):
            return at, (_New(action), *range(at, steps + 1))
        case Change(at, action):
            return at, (_New(action, at), *range(at + 1, steps + 1))
        case Delete(at):
            return at, tuple(range(at + 1, steps + 1))
        case Move(at, to):
            first = min(at, to)
            order = [number for number in range(first, steps + 1) if number != at]
            order.insert(to - first, at)
            return first, tuple(order)


def _advanced(repair: Repair, draw: Draw) -> Repair:
    """Replay until a step does not fit, or none is left."""
    while repair.todo:
        after = _next(repair, draw)
        if after is None:
            return repair
        repair = after
    while (action := _drawn(repair, draw)) is not None:
        repair = _put(repair, action)
    return _with_settled_end(repair, draw)


def _with_settled_end(repair: Repair, draw: Draw) -> Repair:
    """Return a repair with the end of the last turn if a new step makes that evident, as in play.

    After a step that stays, people have taken the end away, or there has been none.
    """
    last = repair.steps[-1] if repair.steps else None
    if not isinstance(last, NewStep) or last.kind is not EntryKind.ACTION:
        return repair
    end = settled_end(repair.log.game, repair.state)
    if end is None:
        return repair
    seat = repair.log.game.current_player(repair.state)
    repair = replace(_put(repair, end), added=(*repair.added, (seat, end)))
    while (action := _drawn(repair, draw)) is not None:
        repair = _put(repair, action)
    return repair


def _next(repair: Repair, draw: Draw) -> Repair | None:
    """Return a repair after the next step, ``None`` if it does not fit."""
    step, *rest = repair.todo
    later = replace(repair, todo=tuple(rest))
    if isinstance(step, _New):
        return _put(later, step.action, step.was)
    old = repair.log.steps[step - 1]
    if _fits(repair.log.game, repair.state, old):
        return _put(later, old.action, step, entry=old.entry)
    if _is_superfluous(repair, old):
        return _left_out(later, old, step)
    if _is_drawn_anew(repair, old):
        return _drawn_anew(repair, step, draw)
    return _with_what_is_missing(later, old, step, draw)


def _put(
    repair: Repair, action: Action, was: int | None = None, *, entry: Entry | None = None
) -> Repair:
    """Return a repair after an action: that of a kept ``entry``, or a new one."""
    game = repair.log.game
    stands = was if entry is not None and was is not None else _new_step(repair, action, was)
    step = game.apply_action(repair.state, action)
    return replace(repair, state=step.state, steps=(*repair.steps, stands))


def _new_step(repair: Repair, action: Action, was: int | None) -> NewStep:
    """Return a new step, with the times of the step that it replaces, or of the previous one."""
    log, state = repair.log, repair.state
    times = log.steps[was - 1].entry if was is not None else _before(repair)
    actor = actor_of(log.game, state, action)
    kind = kind_of(action, actor)
    payload = log.game.to_struct(action)
    clock, wall = (times.clock, times.wall) if times is not None else (0, 0.0)
    return new_step(Entry(0, kind, actor, payload, clock, wall), was)


def _before(repair: Repair) -> Entry | NewStep | None:
    """Return the previous step, ``None`` at the start of the log."""
    steps = repair.log.steps
    if not repair.steps:
        return steps[repair.first - 2].entry if repair.first > 1 else None
    last = repair.steps[-1]
    return steps[last - 1].entry if isinstance(last, int) else last


def _fits(game: AnyGame, state: Any, old: LogStep) -> bool:  # noqa: ANN401 - a game's
    """Return whether a step can be replayed unchanged."""
    due = _acts(game, state, old.entry.actor)
    by_rules = old.entry.kind is not EntryKind.CORRECTION
    return (due or not by_rules) and game.why_not(state, old.action) is None


def _is_superfluous(repair: Repair, old: LogStep) -> bool:
    """Return whether the rules no longer require a step: a draw, or the end of a turn."""
    game, current = repair.log.game, repair.log.game.current_player(repair.state)
    if old.entry.kind is EntryKind.CHANCE:
        return current != CHANCE
    return isinstance(old.action, game.turn_ends) and _has_just_ended(repair, old.entry.actor)


def _left_out(repair: Repair, old: LogStep, step: int) -> Repair:
    """Return a repair without a step that the rules no longer require.

    If a new step is equal, the old one is kept in its place, with its own time.
    """
    last = repair.steps[-1] if repair.steps else None
    game, entry = repair.log.game, old.entry
    same = (
        isinstance(last, NewStep)
        and (last.kind, last.actor) == (entry.kind, entry.actor)
        and game.from_struct(last.payload) == old.action
    )
    if not isinstance(last, NewStep) or not same:
        return replace(repair, left_out=(*repair.left_out, step))
    gone = () if last.was is None else (last.was,)
    steps = (*repair.steps[:-1], step)
    return replace(repair, steps=steps, left_out=(*repair.left_out, *gone))


def _has_just_ended(repair: Repair, seat: int) -> bool:
    """Return whether the last step was the seat's, and ended its turn."""
    last = _before(repair)
    ended = repair.log.game.current_player(repair.state) not in (seat, CHANCE, SIMULTANEOUS)
    return ended and last is not None and last.actor == seat


def _is_drawn_anew(repair: Repair, old: LogStep) -> bool:
    """Return whether the box has to draw again, because the old draw is impossible."""
    return old.entry.kind is EntryKind.CHANCE and bool(_for_the_box(repair))


def _drawn_anew(repair: Repair, step: int, draw: Draw) -> Repair:
    """Return a repair after a draw that replaces the old one, or precedes it if it is another."""
    action = draw(_for_the_box(repair))
    if type(action) is type(repair.log.steps[step - 1].action):
        return _put(replace(repair, todo=repair.todo[1:]), action, step)
    return _put(repair, action)


def _drawn(repair: Repair, draw: Draw) -> Action | None:
    """Return what the box draws now, ``None`` if it is not its turn."""
    outcomes = _for_the_box(repair)
    return draw(outcomes) if outcomes else None


def _for_the_box(repair: Repair) -> tuple[tuple[Action, float], ...]:
    return box_outcomes(repair.log.game, repair.state, repair.log.enter)


def _acts(game: AnyGame, state: Any, actor: int) -> bool:  # noqa: ANN401 - a game's
    """Return whether a player is to act."""
    current = game.current_player(state)
    return current == actor or (current == SIMULTANEOUS and actor in game.active_players(state))


def _replaces(repair: Repair, step: int, action: Action) -> bool:
    """Return whether an action can replace a step: it is by the same player."""
    old, game, state = repair.log.steps[step - 1].entry, repair.log.game, repair.state
    if old.kind is EntryKind.CORRECTION:
        return isinstance(action, Correction)
    if not _acts(game, state, old.actor):
        return False
    return old.actor < 0 or action in legal(game, state, old.actor)


def _with_what_is_missing(repair: Repair, old: LogStep, step: int, draw: Draw) -> Repair | None:
    """Return a repair with the steps required before a step, ``None`` if they do not suffice.

    They are draws of the box, forced steps, and the end of one turn.
    """
    after, ends = repair, 0
    for _ in range(_MOST_ADDED):
        action = _drawn(after, draw) or _required(after, old.entry.actor)
        if action is None:
            return None
        ends += isinstance(action, repair.log.game.turn_ends)
        if ends > 1:
            return None
        seat = repair.log.game.current_player(after.state)
        after = replace(_put(after, action), added=(*after.added, (seat, action)))
        if _fits(repair.log.game, after.state, old):
            return _put(after, old.action, step, entry=old.entry)
    return None


def _required(repair: Repair, actor: int) -> Action | None:
    """Return the step required before another player acts: the end of a turn, or a forced one."""
    game, state = repair.log.game, repair.state
    seat = game.current_player(state)
    if seat < 0 or seat == actor:
        return None
    possible = legal(game, state, seat)
    if len(possible) == 1:
        return possible[0]
    return next((action for action in possible if isinstance(action, game.turn_ends)), None)
