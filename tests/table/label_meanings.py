"""What the words for an input promise, written without a look at how bindings keep it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from companion.engine.facets import Secrets
from companion.engine.game import TERMINAL
from companion.engine.log import PLAYED, EntryKind
from companion.table.effects import LeaveGame
from companion.table.mode import (
    CorrectionChoice,
    JoinCode,
    Menu,
    MidgameEntry,
    SeatTransfer,
    SheetRules,
    TopicPages,
)
from companion.table.state import IdleFace, Outcome, Table

Meaning: TypeAlias = Callable[[Table, Outcome], bool]
"""Tells whether an input has led from a table to an outcome as its words say."""


def new_entries(before: Table, outcome: Outcome) -> tuple[EntryKind, ...]:
    """Return the kinds of the entries that an input has added to the log."""
    return tuple(entry.kind for entry in outcome.table.entries[len(before.entries) :])


def acts(before: Table, outcome: Outcome) -> bool:
    """Tell whether somebody's action was played."""
    return EntryKind.ACTION in new_entries(before, outcome)


def passes_turn(before: Table, outcome: Outcome) -> bool:
    """Tell whether an action has ended a turn or the game, as words for it have to say."""
    changes = changes_player(before, outcome) and not _interrupts(before, outcome)
    return changes or _ends_game(before, outcome)


def _interrupts(before: Table, outcome: Outcome) -> bool:
    """Tell whether the turn goes on once the next player has acted."""
    return isinstance(outcome.table.steps[-1].action, before.game.interrupts)


def _may_pass_turn(before: Table, outcome: Outcome) -> bool:
    """Tell whether an action was played after which a secret may decide who is next."""
    first = next(
        (step for step in outcome.table.steps if step.sequence > len(before.entries)), None
    )
    game = before.game
    if first is None or not isinstance(game, Secrets):
        return False
    return acts(before, outcome) and isinstance(first.action, game.secret_turns)


def _ends_game(before: Table, outcome: Outcome) -> bool:
    return (
        acts(before, outcome) and outcome.table.game.current_player(outcome.table.state) == TERMINAL
    )


def changes_player(before: Table, outcome: Outcome) -> bool:
    """Tell whether an action has led to another player, whatever that depends on."""
    states = before.state, outcome.table.state
    players = [before.game.current_player(state) for state in states]
    return acts(before, outcome) and min(players) >= 0 and players[0] != players[1]


def _logs_nothing(before: Table, outcome: Outcome) -> bool:
    return not new_entries(before, outcome)


def _plays_nothing(before: Table, outcome: Outcome) -> bool:
    return not set(new_entries(before, outcome)) & PLAYED and not outcome.effects


def _opens(*covers: type) -> Meaning:
    def opens(before: Table, outcome: Outcome) -> bool:
        shown = isinstance(outcome.table.console.cover, covers)
        return shown and _logs_nothing(before, outcome)

    return opens


def _shows(face: IdleFace) -> Meaning:
    return lambda before, outcome: (
        _logs_nothing(before, outcome) and outcome.table.console.face is face
    )


def _ticks_off_one(before: Table, outcome: Outcome) -> bool:
    left = len(before.tasks) - len(outcome.table.tasks)
    return left == 1 and not acts(before, outcome)


def _ticks_off_all(before: Table, outcome: Outcome) -> bool:
    owner = before.tasks[0].seat
    left = [task for task in outcome.table.tasks if task.seat == owner]
    return not left and not acts(before, outcome)


def _lays_one(before: Table, outcome: Outcome) -> bool:
    return before.laying and (_ticks_off_one(before, outcome) or _has_begun(before, outcome))


def _has_begun(before: Table, outcome: Outcome) -> bool:
    return not outcome.table.laying and not acts(before, outcome)


def _draws(before: Table, outcome: Outcome) -> bool:
    kinds = new_entries(before, outcome)
    return EntryKind.CHANCE in kinds and EntryKind.ACTION not in kinds


def _presses(before: Table, outcome: Outcome) -> bool:
    """Tell whether one more key was pressed for a draw, which the last one begins."""
    more = len(outcome.table.contributions) - len(before.contributions)
    return (more == 1 and _logs_nothing(before, outcome)) or _draws(before, outcome)


def _takes_back(before: Table, outcome: Outcome) -> bool:
    taken = {EntryKind.UNDO, EntryKind.EDIT} & set(new_entries(before, outcome))
    goes_on = before.stopped and not outcome.table.stopped
    return (bool(taken) or goes_on) and not acts(before, outcome)


def _resumes(before: Table, outcome: Outcome) -> bool:
    """Tell whether the clocks run again, or the setup goes on, and whatever was open is closed."""
    after = outcome.table
    goes_on = not after.clocks.paused or after.laying
    was_held = before.clocks.paused or before.corrections is not None
    return was_held and goes_on and after.corrections is None and _plays_nothing(before, outcome)


def _pauses(before: Table, outcome: Outcome) -> bool:
    stopped = outcome.table.clocks.paused and not before.clocks.paused
    return stopped and _plays_nothing(before, outcome)


def ends_turn(before: Table, outcome: Outcome) -> bool:
    """Tell whether somebody has said that a turn is over; a repair of the log says what was."""
    if not acts(before, outcome):
        return False
    game = before.game
    played = [step.action for step in outcome.table.steps if step.sequence > len(before.entries)]
    return any(isinstance(action, game.turn_ends) for action in played)


def _is_over(before: Table, outcome: Outcome) -> bool:
    return ends_turn(before, outcome) or passes_turn(before, outcome)


def _opens_list(before: Table, outcome: Outcome) -> bool:
    after = outcome.table
    is_open = after.cursor is not None or bool(after.selection)
    return is_open and _logs_nothing(before, outcome)


def _opens_corrections(before: Table, outcome: Outcome) -> bool:
    opened = isinstance(outcome.table.choosing, CorrectionChoice | MidgameEntry)
    return (opened or outcome.table.notice is not None) and _plays_nothing(before, outcome)


def _goes_on(before: Table, outcome: Outcome) -> bool:
    """Tell whether the next step was taken, the next piece asked for, or the game resumed."""
    if before.stopped:
        return not outcome.table.stopped and not acts(before, outcome)
    return _logs_nothing(before, outcome) if before.enrol is not None else acts(before, outcome)


def _steps(before: Table, outcome: Outcome) -> bool:
    """Tell whether an action was played at once, and the turn goes on."""
    return acts(before, outcome) and not changes_player(before, outcome)


def _asks(before: Table, outcome: Outcome) -> bool:
    return outcome.table.notice is not None and _logs_nothing(before, outcome)


def _leaves(before: Table, outcome: Outcome) -> bool:
    return outcome.effects == (LeaveGame(),) and _logs_nothing(before, outcome)


def _deletes(before: Table, outcome: Outcome) -> bool:
    """Tell whether the last letter of a name that is entered has gone, and nothing else."""
    names = [_entered(table) for table in (before, outcome.table)]
    return bool(names[0]) and names[1] == names[0][:-1] and _logs_nothing(before, outcome)


def _entered(table: Table) -> str:
    cover = table.console.cover
    entry = cover.entry if isinstance(cover, SeatTransfer) else None
    return "" if entry is None else entry.name


MEANINGS: Final[Mapping[str, Meaning]] = MappingProxyType(
    {
        "all_done": _ticks_off_all,
        "all_laid": _has_begun,
        "ask": _asks,
        "back": _plays_nothing,
        "choose": _opens_list,
        "clock": _shows(IdleFace.CLOCK),
        "sand": lambda _, outcome: outcome.table.clocks.sand is not None,
        "aside": lambda _, outcome: outcome.table.clocks.sand is None,
        "close": _plays_nothing,
        "correct": _opens_corrections,
        "delete": _deletes,
        "end_turn": _is_over,
        "go_on": _goes_on,
        "host_code": _opens(JoinCode),
        "keep": _plays_nothing,
        "contribute": _presses,
        "draw": _draws,
        "laid": _lays_one,
        "leave": _leaves,
        "may_end": _may_pass_turn,
        "menu": _opens(Menu),
        "move": _logs_nothing,
        "next": _logs_nothing,
        "not_yet": _takes_back,
        "own_laid": _lays_one,
        "pause": _pauses,
        "previous": _logs_nothing,
        "read": _logs_nothing,
        "resume": _resumes,
        "rules": _opens(TopicPages, SheetRules),
        "step": _steps,
        "summary": _shows(IdleFace.SUMMARY),
        "take_end": _is_over,
        "task_done": _ticks_off_one,
        "undo": _takes_back,
    }
)
"""The meanings of the words of bindings, by their keys without ``binding.``."""
ANYTHING: Final = frozenset(
    {
        *("again", "apply", "change", "decide", "end", "join", "learn", "move_here", "new_game"),
        *("place", "reassign", "table_right", "tag", "take", "tap", "why"),
    }
)
"""Words that depend on what is under the cursor, on a piece or on a repair: they are tested where
that is known. None of them may pass a turn on without saying so."""
