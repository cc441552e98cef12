"""Repair of the log with a few keys: choose a step, then an operation, then decide on misfits.

Nothing changes before the repair is applied from its preview; *back* leads back to the log.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.engine.game import CHANCE, Action
from companion.engine.log import EntryKind
from companion.engine.text import Text, text
from companion.table.binding import InputEvent
from companion.table.history.entries import apply_repair
from companion.table.log.choice_purpose import (
    ChangeStep,
    InsertBefore,
    InsteadOfMisfit,
    Purpose,
)
from companion.table.log.repair import (
    Change,
    Delete,
    Drop,
    Edit,
    Insert,
    Keep,
    Move,
    Repair,
    Replace,
    begin,
    drop_misfits,
    resolve,
)
from companion.table.log_repair.consequences import consequences
from companion.table.log_repair.preview import lines
from companion.table.log_repair.running_game import running_game
from companion.table.log_repair.turn_log import is_secret, step_numbers
from companion.table.mode import (
    GameProgress,
    LogPage,
    MisfitQuestion,
    RepairPreview,
    StepMenu,
    StepMove,
    TurnLog,
)
from companion.table.play import draw_chance
from companion.table.state import (
    Notice,
    StepChange,
    Table,
    at_rest,
    notify,
    with_console,
)
from companion.table.text_lists import join_texts

Act: TypeAlias = Callable[[Table, Any, InputEvent], Table]
"""What an entry of a list does; gets the table with the list."""


class Option(msgspec.Struct, frozen=True):
    """An operation on a step."""

    name: Text
    act: Act


def options(table: Table, page: StepMenu | MisfitQuestion) -> tuple[Option, ...]:
    """Return the operations on a step of the log, or on one that no longer fits."""
    if isinstance(page, StepMenu):
        log_step = table.steps[page.number - 1]
        if is_secret(table, log_step):
            return _ABOUT_SECRET
        return _ABOUT_DRAWN if log_step.entry.kind is EntryKind.CHANCE else _ABOUT_STEP
    return tuple(_about_misfit(table, page))


def rows(table: Table, page: LogPage) -> int:
    """Return the number of lines of a page."""
    if isinstance(page, TurnLog | StepMove):
        return len(step_numbers(table))
    if isinstance(page, RepairPreview):
        return len(lines(table, page.consequences))
    return len(options(table, page))


def confirm(table: Table, page: LogPage, press: InputEvent) -> Table:
    """Carry out the line under the cursor."""
    if isinstance(page, TurnLog):
        return with_console(table, cover=StepMenu(step_numbers(table)[page.cursor]))
    if isinstance(page, StepMove):
        return _begun(table, Move(page.number, step_numbers(table)[page.cursor]), press)
    if isinstance(page, RepairPreview):
        return _decided(table, page, press)
    return options(table, page)[page.cursor].act(table, page, press)


def back(table: Table, page: LogPage) -> Table:
    """Return to the previous page; the first one closes the log."""
    if isinstance(page, StepMove):
        return with_console(table, cover=StepMenu(page.number))
    if isinstance(page, MisfitQuestion):
        return with_console(table, cover=RepairPreview(page.repair, page.consequences))
    number = page.number if isinstance(page, StepMenu) else None
    at = step_numbers(table).index(number) if number is not None else None
    return with_console(table, cover=None if at is None else TurnLog(at))


def preview_action(table: Table, purpose: Purpose, action: Action, press: InputEvent) -> Table:
    """Return the table with a preview of the log after an action was chosen for a step of it."""
    original = running_game(table)
    match purpose:
        case InsertBefore(number):
            return _begun(original, Insert(number, action), press)
        case ChangeStep(number):
            return _begun(original, Change(number, action), press)
        case InsteadOfMisfit(repair):
            return _next(original, resolve(repair, Replace(action), press.draw), press)


def _begun(table: Table, edit: Edit, press: InputEvent) -> Table:
    """Show the result of an edit, unless it changes nothing."""
    repair = begin(table, edit, press.draw)
    if repair.misfit is None and repair.splice is None:
        return notify(table, Notice(text("log.same"), refused=False))
    return _previewed(table, repair, press)


def _previewed(table: Table, repair: Repair, press: InputEvent) -> Table:
    result = consequences(table, repair, press.timestamp, press.draw)
    return with_console(table, cover=RepairPreview(repair, result))


def _next(table: Table, repair: Repair, press: InputEvent) -> Table:
    """Ask about the next step that no longer fits, or show the result of the repair."""
    result = consequences(table, repair, press.timestamp, press.draw)
    page = RepairPreview if repair.misfit is None else MisfitQuestion
    return with_console(table, cover=page(repair, result))


def _decided(table: Table, page: RepairPreview, press: InputEvent) -> Table:
    """Apply a repair, or ask about the first step that does not fit."""
    repair = page.repair
    if repair.misfit is not None:
        return with_console(table, cover=MisfitQuestion(repair, page.consequences))
    if repair.log.steps is not table.steps:
        return notify(with_console(table, cover=None), Notice(text("log.gone_on")))
    after = draw_chance(apply_repair(table, repair, press.timestamp), press.timestamp, press.draw)
    after = replace(with_console(after, cover=None), handover=None, assumption=None)
    return notify(after, Notice(text("log.repaired"), refused=False))


def _choosing(table: Table, purpose: Purpose, state: Any, steps: int) -> Table:  # noqa: ANN401
    """Return the table as of a number of steps, for choosing an action there."""
    corrected = (
        _is_corrected(purpose.repair)
        if isinstance(purpose, InsteadOfMisfit)
        else isinstance(purpose, ChangeStep) and _is_correction(table, purpose.number)
    )
    listed = table.game.corrections(state) if corrected else None
    return at_rest(
        replace(with_console(table, cover=None), progress=GameProgress.PLAYING),
        state=state,
        steps=table.steps[:steps],
        choosing=StepChange(table, purpose, listed, cursor=0),
        handover=None,
        assumption=None,
    )


def _is_corrected(repair: Repair) -> bool:
    """Return whether the step that no longer fits is a correction."""
    misfit = repair.misfit
    return misfit is not None and misfit.entry.kind is EntryKind.CORRECTION


def _is_correction(table: Table, number: int) -> bool:
    return table.steps[number - 1].entry.kind is EntryKind.CORRECTION


def _insert(table: Table, page: StepMenu, _: InputEvent) -> Table:
    state = table.steps[page.number - 1].state
    return _choosing(table, InsertBefore(page.number), state, page.number - 1)


def _change(table: Table, page: StepMenu, _: InputEvent) -> Table:
    state = table.steps[page.number - 1].state
    return _choosing(table, ChangeStep(page.number), state, page.number - 1)


def _delete(table: Table, page: StepMenu, press: InputEvent) -> Table:
    return _begun(table, Delete(page.number), press)


def _move(table: Table, page: StepMenu, _: InputEvent) -> Table:
    return with_console(table, cover=StepMove(page.number, step_numbers(table).index(page.number)))


_CHANGE: Final = Option(text("log.change"), _change)
_DELETE: Final = Option(text("log.delete"), _delete)
_ABOUT_DRAWN: Final = (_CHANGE, _DELETE)
"""What was drawn or rolled belongs where it stands."""
_MOVE: Final = Option(text("log.move"), _move)
_ABOUT_STEP: Final = (_CHANGE, Option(text("log.insert"), _insert), _DELETE, _MOVE)
_ABOUT_SECRET: Final = (_DELETE, _MOVE)
"""On the panel, which everybody sees, a secret cannot be chosen anew: its player does that."""


def _about_misfit(table: Table, page: MisfitQuestion) -> list[Option]:
    """Return the options for a step that no longer fits."""
    repair, misfit = page.repair, page.repair.misfit
    found: list[Option] = []
    secret = misfit is not None and is_secret(table, misfit)
    if misfit is not None and not secret and repair.corrections:
        names = [table.game.action_name(each) for each in repair.corrections]
        found.append(Option(text("log.keep", what=join_texts(names)), _keep))
    if misfit is not None and not secret and _can_choose(repair):
        words = "log.instead_of" if repair.is_due else "log.first"
        found.append(Option(text(words), _instead))
    found.append(Option(text("log.drop"), _drop))
    count = len(page.consequences.misfits)
    if count > 1:
        found.append(Option(text("log.drop_all", n=count), _drop_all))
    return found


def _can_choose(repair: Repair) -> bool:
    """Return whether a player has an alternative, unlike a draw by the box."""
    game, state = repair.log.game, repair.state
    if _is_corrected(repair):
        return bool(game.corrections(state))
    return bool(game.active_players(state)) and (
        game.current_player(state) != CHANCE or bool(game.chance_outcomes(state))
    )


def _keep(table: Table, page: MisfitQuestion, press: InputEvent) -> Table:
    return _next(table, resolve(page.repair, Keep(), press.draw), press)


def _instead(table: Table, page: MisfitQuestion, _: InputEvent) -> Table:
    repair = page.repair
    return _choosing(table, InsteadOfMisfit(repair), repair.state, repair.first - 1)


def _drop(table: Table, page: MisfitQuestion, press: InputEvent) -> Table:
    return _next(table, resolve(page.repair, Drop(), press.draw), press)


def _drop_all(table: Table, page: MisfitQuestion, press: InputEvent) -> Table:
    return _previewed(table, drop_misfits(page.repair, press.draw), press)
