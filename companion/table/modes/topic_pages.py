"""Mode of pages about a topic: refusals, points, rules, times, advice."""

from functools import partial

from msgspec.structs import replace

from companion.table.binding import Binding, InputEvent, label
from companion.table.command import Command
from companion.table.modes.lists import open_menu
from companion.table.state import (
    SheetRules,
    Table,
    Topic,
    TopicPages,
    uncover,
    with_choosing,
    with_console,
)


def bindings(table: Table, read: TopicPages | SheetRules) -> tuple[Binding, ...]:
    """Return the bindings while pages are read: *confirm* opens the rules behind points."""
    closed = Binding(Command.BACK, label("back"), partial(_closed, read=read), nudged=True)
    if isinstance(read, TopicPages) and read.rule is None and shows_points(table):
        ways = (Binding(Command.CONFIRM, label("rules"), _rules), closed)
    else:
        ways = (replace(closed, trigger=Command.CONFIRM), closed)
    return (
        *ways,
        Binding(Command.NEXT, label("next"), partial(_turned, read=read, step=1)),
        Binding(
            Command.PREVIOUS, label("previous"), partial(_turned, read=read, step=-1), shown=False
        ),
        Binding(Command.WHY, label("why"), why),
        Binding(Command.MENU, label("menu"), open_menu),
    )


def why(table: Table, _: InputEvent) -> Table:
    """Explain the last refusal since the last action; on repetition the points; then close."""
    if table.shows_result:
        return with_choosing(uncover(table), cursor=(table.cursor or 0) + 1)
    if (
        not isinstance(table.console.cover, TopicPages)
        or table.console.cover.topic is not Topic.WHY
    ):
        return with_console(table, cover=TopicPages())
    if table.refusal is not None:
        return replace(with_console(table, cover=TopicPages()), refusal=None)
    return with_console(table, cover=None)


def shows_points(table: Table) -> bool:
    """Return whether the open pages show points, during the game or after its end."""
    game, state = table.game, table.state
    cover = table.console.cover
    if cover is None and table.shows_result:
        return bool(table.cursor) and bool(game.score_breakdown(state))
    is_explanation = isinstance(cover, TopicPages) and cover.topic is Topic.WHY
    return is_explanation and table.refusal is None and bool(game.open_score(state))


def _rules(table: Table, _: InputEvent) -> Table:
    read = table.console.cover
    return (
        with_console(table, cover=replace(read, rule=0)) if isinstance(read, TopicPages) else table
    )


def _closed(table: Table, _: InputEvent, *, read: TopicPages | SheetRules) -> Table:
    """Close the rules, else the pages."""
    behind = (
        replace(read, rule=None) if isinstance(read, TopicPages) and read.rule is not None else None
    )
    return with_console(table, cover=behind)


def _turned(table: Table, _: InputEvent, *, read: TopicPages | SheetRules, step: int) -> Table:
    if isinstance(read, TopicPages) and read.rule is not None:
        return with_console(table, cover=replace(read, rule=read.rule + step))
    return with_console(table, cover=replace(read, page=read.page + step))
