"""The screen of a table: a pure function from a table to a ``Screen``."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from companion.engine.diagram import Diagram
from companion.engine.game import Line
from companion.engine.log import EntryKind
from companion.engine.ranking import Ranking, ranking_of
from companion.engine.text import Seat, Text, text
from companion.table.choosing.choice import choice_name
from companion.table.choosing.choosing import at_once
from companion.table.lobby import printed_sheet
from companion.table.lobby.lobby import LANGUAGE, Lobby
from companion.table.lobby.start import begins
from companion.table.mode import DrawContribution, GameEnd, Pause, SetupLayout, TableTasks, Turn
from companion.table.modes.draw_contribution import awaited_presses
from companion.table.modes.stack import bindings, uncovered_mode
from companion.table.modes.tasks import listed_tasks
from companion.table.narrowing.intent import values
from companion.table.previous_games.parties import PARTY
from companion.table.previous_games.previous_game import UNSURE
from companion.table.screens.bottom_line import bottom_line, cut
from companion.table.screens.cover_view import (
    clocks_beside,
    covering,
    joining,
    message_screen,
    with_hint,
)
from companion.table.screens.explanation import (
    ExplanationPage,
    ending,
    select_page,
)
from companion.table.screens.headline import (
    KeyLayout,
    assumption_line,
    clock_face,
    headline,
    limit,
    stands_apart,
    table_title,
    timed_status,
    with_cursor,
    with_name,
)
from companion.table.screens.letter_view import letter_screen, with_held_key
from companion.table.screens.line_breaks import lines_of
from companion.table.screens.list_view import listing
from companion.table.screens.screen import Row, RowMark, Screen
from companion.table.setup_question import AnswerBoard, SetupQuestion
from companion.table.stage import Stage
from companion.table.state import (
    ClockMenu,
    Console,
    Handover,
    IdleFace,
    JoinCode,
    JoinInfo,
    Notice,
    SheetRules,
)
from companion.table.table import Table
from companion.table.task import named_seat, setup_minutes
from companion.table.voice import Voice

__all__ = ["ROWS", "KeyLayout", "Voice", "choice_name", "clock_face", "table_title", "view"]

ROWS: Final = 6
"""Lines between title and footer on a panel of 128x64 pixels; one of 128x32 has two."""

_GUTTER: Final = 1
"""Characters that the arrow of rows takes from all of them, and their icons as many more."""
_LOST: Final = 1
"""Characters lost beside them, as they are not a multiple of a character wide."""
_BESIDE_BOARD: Final = 11
"""Characters of a row beside a board."""
_PAGE_NUMBER: Final = re.compile(r"\d+/\d+")
_FEWEST_LETTERS: Final = 8
"""Characters of a title that are left beside the number of its page."""
_ASKED: Final = 8
"""Characters that a name leaves at least for what is asked behind it, with their punctuation."""
_DIGIT: Final = 2
"""Columns of a character of the big clock on a low panel."""
_BIG: Final = 6
"""Characters of the big clock: one with a sign or an extra digit stays in place."""


def view(stage: Stage, voice: Voice, rows: int = ROWS, keys: KeyLayout = KeyLayout.FULL) -> Screen:
    """Return the screen of a table, or of a setup, for a display with ``rows`` lines of content."""
    if isinstance(stage, Lobby):
        screen = _lobby(stage, voice, rows, keys)
    else:
        cover = covering(stage, voice, rows, keys)
        if cover is None:
            screen = _uncovered(stage, voice, rows, keys)
        else:
            screen = _timed(cover, stage, voice, rows)
    return (
        replace(screen, alarm=voice.short(text("table.unsaved")))
        if stage.console.unsaved
        else screen
    )


def _timed(screen: Screen, table: Table, voice: Voice, rows: int) -> Screen:
    """Return the cover of the game with the acting player's clock, if time is limited.

    It is always visible: other parts of the status give way to it, but for the number of a page,
    for which the title is cut.
    """
    cover = table.console.cover
    if isinstance(cover, ClockMenu):
        return screen  # it has all clocks, each with its name
    clocks = tuple(limit(table))
    if isinstance(cover, Notice):
        clocks = clocks_beside(table, cover, voice, rows)
    numbered = _PAGE_NUMBER.fullmatch(screen.status) is not None
    for clock in clocks:
        both = f"{screen.status} {clock}".strip()
        for status in dict.fromkeys((both,) if numbered else (both, clock)):
            if len(screen.title) + len(status) < voice.columns:
                return replace(screen, status=status)
    for clock in clocks if numbered else ():
        status = f"{screen.status} {clock}"
        if stands_apart(status, screen.footer, voice, free_line=False):
            return replace(screen, status=status)
        available = voice.columns - len(status) - 1
        if available >= _FEWEST_LETTERS:
            return replace(screen, title=cut(screen.title, available), status=status)
    return replace(screen, status=clocks[-1]) if clocks else screen


def _uncovered(table: Table, voice: Voice, rows: int, keys: KeyLayout) -> Screen:
    """Return the uncovered game, with the reminder beside the name in the title.

    The reminder hides nothing else. Tasks are listed anyway, under the name of their seat.
    """
    screen = _table(table, voice, rows, keys)
    if table.reminder is None or isinstance(uncovered_mode(table), TableTasks):
        return screen
    name = voice.short(table_title(table))
    return replace(screen, title=f"! {with_name(name, voice.short(table.reminder))}")


def _lobby(lobby: Lobby, voice: Voice, lines: int, keys: KeyLayout) -> Screen:
    question = lobby.question
    if isinstance(lobby.console.cover, Notice):
        return message_screen(lobby.console.cover, (), voice, lines)
    if question is None:
        return Screen(title=voice.short(text("lobby.title")))
    match lobby.console:
        case Console(cover=JoinCode(hosting), join=JoinInfo() as join):
            return joining(join, voice, hosting=hosting)
    if lobby.dialling is not None:
        used = "name" if lobby.dialling.name else "lobby"
        footer = voice.short(text(f"keys.{used}.{keys}"))
        letters = letter_screen(lobby.dialling, voice)
        whose = replace(lobby, dialling=None).question
        status = "" if whose is None or lobby.dialling.name else whose.status
        return with_held_key(replace(letters, footer=footer, status=status), voice, keys)
    screen = Screen(
        title=voice.short(question.ask),
        status=question.status if question.place is None else voice.short(question.place),
        footer=_begins(lobby, question, voice) or voice.short(text(f"keys.lobby.{keys}")),
    )
    if question.board is not None:
        drawn = (
            (printed_sheet.sheet_diagram(question.board, lobby.cursor),) if lines >= ROWS else ()
        )
        screen = replace(screen, diagrams=drawn, icons=lobby.game.icons)
        if question.board.is_open:
            return _sheet(screen, question.board, lobby.cursor, voice)
    return _answers(screen, lobby, question, voice, lines)


def _with_icons(screen: Screen, lobby: Lobby, question: SetupQuestion) -> Screen:
    """Return the list of games with the small picture of each that has one."""
    found = ((name, lobby.games.get(str(name))) for name, _ in question.answers)
    icons = {str(name): tuple(each.icon.split()) for name, each in found if each and each.icon}
    keys = (str(name) for name, _ in question.answers)
    rows = (replace(row, icon=key) for row, key in zip(screen.rows, keys, strict=True))
    return replace(screen, rows=tuple(rows), icons=icons)


def _answers(
    screen: Screen, lobby: Lobby, question: SetupQuestion, voice: Voice, lines: int
) -> Screen:
    """Return the screen with a list of answers; a new box shows its page's code beside it."""
    names = [voice.short(name) for _, name in question.answers]
    screen = replace(screen, rows=with_cursor(names, lobby.cursor))
    if question.key == "game":
        return _with_icons(screen, lobby, question)
    if question.titles:
        return replace(screen, title=voice.short(question.titles[lobby.cursor]))
    if question.key == LANGUAGE:
        code = "" if lobby.console.join is None else lobby.console.join.address
        return replace(screen, qr=code)
    return screen if lobby.chosen.open else _whole(screen, question, voice, lines)


def _whole(screen: Screen, question: SetupQuestion, voice: Voice, lines: int) -> Screen:
    """Return a list below the question in full, where that fits, and its note.

    Abbreviations are avoided while lines are empty.
    """
    listed = screen.rows
    free = lines - len(listed) - (question.board is not None and lines)
    note = () if question.note is None else (Row(), Row(voice.short(question.note)))
    if len(note) <= free and note:
        return replace(screen, rows=(*listed, *note))
    whole = voice.long(question.ask)
    if question.status or whole == voice.short(question.ask):
        return screen
    asking = lines_of(whole, voice.columns - _LOST)
    if len(asking) - 1 > free:
        return screen
    return replace(screen, title=asking[0], rows=(*map(Row, asking[1:]), *listed))


def _sheet(screen: Screen, board: AnswerBoard, cursor: int, voice: Voice) -> Screen:
    """Return the screen with the square under the cursor in words, and *done* below it."""
    square = printed_sheet.square_under_cursor(board, cursor)
    done = voice.short(text("copy.done"))
    if square is None:
        return replace(screen, rows=(Row(), Row(done, mark=RowMark.CURSOR)))
    place, printed = square
    value = Row(voice.short(printed.name), mark=RowMark.CURSOR)
    return replace(screen, status=voice.short(place), rows=(value, Row(done)))


def _begins(lobby: Lobby, question: SetupQuestion, voice: Voice) -> str:
    """Name the starting player if the selected party, or the one under the cursor, plays."""
    here = question.answers[lobby.cursor][0] if question.key == PARTY else None
    party_choice = lobby.party if lobby.given and lobby.given[-1][0] == PARTY else None
    party = lobby.parties[here] if isinstance(here, int) else party_choice
    first = None if party is None else begins(lobby, party)
    if party is None or first is None:
        return ""
    return voice.short(text("table.begins", player=party.players[first]))


def _table(table: Table, voice: Voice, rows: int, keys: KeyLayout) -> Screen:
    """Return a list of choices, the tasks, the clock, or the game's summary."""
    mode = uncovered_mode(table)
    if isinstance(mode, Handover):
        return _next(table, mode, voice, rows, keys)
    if isinstance(mode, GameEnd):
        pages = (ExplanationPage(_summary(table, voice, rows, keys)), *ending(table, voice, rows))
        rule = table.console.cover.page if isinstance(table.console.cover, SheetRules) else None
        return with_hint(
            table, select_page(pages, table.cursor or 0, rule, voice, rows), voice, keys
        )
    if table.has_open_list:
        return listing(table, voice, keys)
    if isinstance(mode, DrawContribution | SetupLayout | TableTasks) or (
        isinstance(mode, Pause) and table.tasks
    ):
        return _tasks(table, voice, rows, keys)
    if table.console.face is IdleFace.CLOCK:
        return _clock(table, voice, rows, keys)
    return _summary(table, voice, rows, keys)


def _next(table: Table, handover: Handover, voice: Voice, rows: int, keys: KeyLayout) -> Screen:
    """Name the next player, readable across the table, and how to revert the end of turn."""
    key = "table.interrupted" if handover.interrupts else "table.ended"
    ended = text(key, player=Seat(handover.ended))
    # On a low panel the clock is beside the large name of its player, who is next.
    status = timed_status(table, ended, voice) if rows >= ROWS else " ".join(limit(table))
    return Screen(
        title=assumption_line(table, voice) or voice.short(ended),
        status=status,
        big=voice.short(text("table.turn", player=Seat(handover.seat))),
        footer=bottom_line(bindings(table), voice, keys),
    )


def _tasks(table: Table, voice: Voice, lines: int, keys: KeyLayout) -> Screen:
    """Show the tasks: one at a time during the setup, else all at once.

    The first task with a place is drawn. The reminder comes last.
    """
    listed = table.tasks[:1] if table.laying else listed_tasks(table)
    seat = listed[0].seat
    together = "table.setup" if table.laying else "table.together"
    title = text(together) if seat is None else text("table.turn", player=Seat(seat))
    count = len(table.tasks if table.laying else listed)
    assumed, due = (
        ("", "") if table.laying else (assumption_line(table, voice), _forgotten(table, voice))
    )
    rows = [Row(voice.short(task.what), full=voice.long(task.what)) for task in listed]
    drawn = (table.game.text_diagrams(table.state, task.what) for task in listed)
    diagrams = next((each for each in drawn if each), ())
    if _begins_setup(table):
        minutes = setup_minutes(table.game, table.tasks)
        needed = voice.short(text("table.setup_time", n=minutes))
        rows.append(Row(needed, full=needed))
        diagrams = diagrams if lines >= ROWS else ()  # or there would be no room for the time
    paused = table.clocks.paused and not table.laying
    number = () if paused or (diagrams and lines < ROWS) else (_how_many(table, count),)
    state = voice.short(text("table.paused")) if paused else ""
    return Screen(
        title=voice.short(title),
        rows=(*rows, *(each for each in (Row(assumed), Row(due, full=due)) if each.text)),
        footer=bottom_line(bindings(table), voice, keys),
        status=timed_status(table, title, voice, [voice.short(each) for each in number], state),
        diagrams=diagrams,
        icons=table.game.icons,
    )


def _begins_setup(table: Table) -> bool:
    """Return whether a setup was just drawn: nothing of it has been ticked off."""
    is_drawn = isinstance(uncovered_mode(table), SetupLayout)
    return is_drawn and table.entries[-1].kind is EntryKind.PAUSE


def _how_many(table: Table, count: int) -> Text:
    """Return the number of tasks; before a draw, how many players have pressed a key."""
    if not isinstance(uncovered_mode(table), DrawContribution):
        return text("table.tasks", n=count)
    pressed = len(table.contributions)
    return text("draw.pressed", pressed=pressed, people=pressed + awaited_presses(table))


def _forgotten(table: Table, voice: Voice) -> str:
    """Return the reminder in addition to the tasks, after a while without input."""
    due = table.reminder
    if due is None or any(task.what == due for task in table.tasks):
        return ""
    return voice.short(due)


def _clock(table: Table, voice: Voice, rows: int, keys: KeyLayout) -> Screen:
    """Show the running clock in big digits; a low panel has little room beside them."""
    summary = _summary(table, voice, rows, keys)
    face = clock_face(table, named_seat(table_title(table)))
    beside = voice.columns - _DIGIT * len(face) - 1
    is_low = rows < ROWS
    is_cut = is_low and len(summary.title) > beside
    status = voice.short(text("table.paused")) if is_low and table.clocks.paused else summary.status
    if is_low:
        status = cut(status, beside)
    return Screen(
        title=cut(voice.short(table_title(table)), beside) if is_cut else summary.title,
        footer=summary.footer,
        status=status,
        big=face.rjust(_BIG),
    )


def _summary(table: Table, voice: Voice, rows: int, keys: KeyLayout) -> Screen:
    status = text("status.stopped") if table.stopped else table.game.status(table.state)
    words = [] if status is None else [voice.short(status)]
    if table.is_over and table.console.unsure:
        words.append(UNSURE)
    shown = (*(_row(line, voice) for line in _lines(table)), *_tie(table, voice))
    what = assumption_line(table, voice) or voice.short(_prompt(table))
    footer = _bottom(what, bottom_line(bindings(table), voice, keys), voice)
    drawn = _drawn_at_once(table)
    board = next(iter(drawn), table.game.diagram(table.state))
    cramped = not drawn and rows < ROWS and len(shown) >= rows
    title, beside = voice.short(table_title(table)), _beside_title(table, words, voice)
    if what not in footer:
        below = () if board is not None else _asking(what, shown, rows, voice)
        is_asked = not table.clocks.paused and not table.is_over
        is_free = board is None and len(shown) + len(below) < rows
        apart = stands_apart(beside, footer, voice, free_line=is_free)
        taken = "" if apart else beside
        above = headline(title, what, taken, voice) if is_asked and len(below) != 1 else ""
        if is_asked and not above and not below and is_count(status) and not apart:
            bare = _beside_title(table, (), voice)
            above = headline(title, what, bare, voice)
            beside = bare if above else beside
        if is_asked and what and not above and not below:
            if len(shown) + len(lines_of(what, _BESIDE_BOARD)) <= rows and board is not None:
                shown = (*shown, *map(Row, lines_of(what, _BESIDE_BOARD)))
            else:
                yields = status is None or is_count(status)
                besides = (taken, _beside_title(table, (), voice)) if yields else (taken,)
                wordings = _wordings_of_prompt(table, what, voice)
                together = named_seat(table_title(table)) is None
                fitting = _fitting(title, wordings, besides, voice, together=together)
                above, kept = fitting or _squeezed(
                    title, wordings, besides, voice, is_name=not yields and not together
                )
                beside = beside if apart and not kept else kept
        title, shown = above or title, shown if above else (*shown, *below)
    return Screen(
        title=title,
        status=beside,
        rows=shown,
        footer=footer,
        diagrams=() if board is None or table.stopped or cramped else (drawn or (board,)),
        icons=table.game.icons,
    )


def _drawn_at_once(table: Table) -> tuple[Diagram, ...]:
    """Return pictures of the action that *confirm* takes without a list, if it has places."""
    only = at_once(table) if isinstance(uncovered_mode(table), Turn) else None
    if only is None or only.action is None:
        return ()
    return table.game.choice_diagrams(table.state, values(only.action))


def _wordings_of_prompt(table: Table, what: str, voice: Voice) -> tuple[str, ...]:
    """Return what is asked, and its briefest form if it is the prompt and the language has one."""
    brief = voice.short(text("prompt.brief", what=_prompt(table)))
    return (what,) if assumption_line(table, voice) else tuple(dict.fromkeys((what, brief)))


def _fitting(
    title: str, wordings: Sequence[str], besides: Sequence[str], voice: Voice, *, together: bool
) -> tuple[str, str] | None:
    """Return a title with the fullest wording of the prompt that fits, and the status.

    A prompt for all players may go without its title. ``None`` if all of them are too long.
    """
    for what in wordings:
        for beside in besides:
            for line in (with_name(title, what), what) if together else (with_name(title, what),):
                if len(line) + (len(beside) + 1 if beside else 0) <= voice.columns:
                    return line, beside
    return None


def _squeezed(
    title: str, wordings: Sequence[str], besides: Sequence[str], voice: Voice, *, is_name: bool
) -> tuple[str, str]:
    """Return a title with the beginning of a prompt that is too long, and the status.

    Where there is no room for a few letters of it, the prompt is shown alone, since a row or the
    clock has the name; but a name that only the title has is kept, beside words such as *last
    turn*, and alone if the prompt has a briefest form.
    """
    is_brief = len(wordings) > 1
    what = wordings[-1]
    line = with_name(title, what)
    for beside in () if is_brief and is_name else besides:
        room = voice.columns - (len(beside) + 1 if beside else 0)
        if room >= len(title) + _ASKED:
            return cut(line, room), beside
    if is_name:
        return title, besides[-1]
    return cut(what, voice.columns - len(besides[-1]) - 1), besides[-1]


def is_count(status: Text | None) -> bool:
    """Return whether a game's own progress is a count, which the prompt precedes.

    Values that are no numbers, such as a square, are for pages.
    """
    params = () if status is None else status.params.values()
    return bool(params) and all(isinstance(each, int | str) for each in params)


def _asking(what: str, rows: Sequence[Row], count: int, voice: Voice) -> tuple[Row, ...]:
    """Return the prompt as rows below others, none if ``count`` lines have no room for it."""
    gutters = any(row.mark for row in rows), any(row.icon for row in rows)
    columns = voice.columns - (sum(gutters) * _GUTTER + _LOST if any(gutters) else 0)
    asking = tuple(map(Row, lines_of(what, columns)))
    return asking if len(rows) + len(asking) <= count else ()


def _bottom(what: str, line: str, voice: Voice) -> str:
    """Return the bottom line: the prompt, and the labels of keys, which have priority."""
    both = f"{what}  {line}" if what and line else what or line
    return both if len(both) <= voice.columns or not line else line


def _prompt(table: Table) -> Text:
    """Return the prompt for the next action; empty if the game was ended early."""
    if table.stopped:
        return text("prompt.stopped")
    return table.game.prompt(table.state, table.game.current_player(table.state))


def _lines(table: Table) -> tuple[Line, ...]:
    """Return the game's summary; the standings if it was ended early."""
    if not table.stopped:
        return table.game.summary(table.state)
    ranking = _ranking(table)
    places, points = ranking.places, ranking.points
    return tuple(
        Line(
            text("table.rank", place=places[seat], player=Seat(seat)),
            text("table.value", value=points[seat]),
            mark="turn" if seat in table.winners else "",
        )
        for seat in ranking.seats
    )


def _ranking(table: Table) -> Ranking:
    return ranking_of(table.game, table.state, table.winners)


def _tie(table: Table, voice: Voice) -> tuple[Row, ...]:
    """Return the line below the ranking that explains how a tie was broken."""
    over = table.is_over and not table.stopped
    what = table.game.decided(table.state) if over else None
    return () if what is None else (Row(), Row(voice.short(what)))


def _beside_title(table: Table, words: Sequence[str], voice: Voice) -> str:
    """Return the status beside the summary's title: the game's, whether it is paused, the clock.

    A clock in big digits is not repeated.
    """
    if table.is_over:
        return " ".join(words)
    if table.console.face is IdleFace.CLOCK and not table.clocks.paused:
        return " ".join(words)
    state = voice.short(text("table.paused")) if table.clocks.paused else ""
    return timed_status(table, table_title(table), voice, words, state)


def _row(line: Line, voice: Voice) -> Row:
    value = "" if line.right is None else voice.short(line.right)
    return Row(voice.short(line.left), value, line.icon, RowMark(line.mark))
