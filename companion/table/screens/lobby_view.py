"""Screens of the setup of a game: questions with their answers, names, messages, join codes."""

from typing import Final

from msgspec.structs import replace

from companion.engine.text import text
from companion.table.lobby import printed_sheet
from companion.table.lobby.lobby import LANGUAGE, Lobby
from companion.table.lobby.start import begins
from companion.table.previous_games.parties import PARTY
from companion.table.screens.cover_view import (
    joining,
    message_screen,
)
from companion.table.screens.headline import (
    KeyLayout,
    with_cursor,
)
from companion.table.screens.letter_view import letter_screen, with_held_key
from companion.table.screens.line_breaks import lines_of
from companion.table.screens.screen import ROWS, Row, RowMark, Screen
from companion.table.setup_question import AnswerBoard, SetupQuestion
from companion.table.state import (
    Console,
    JoinCode,
    JoinInfo,
    Notice,
)
from companion.table.voice import Voice

_LOST: Final = 1
"""Characters lost beside them, as they are not a multiple of a character wide."""


def lobby_screen(lobby: Lobby, voice: Voice, lines: int, keys: KeyLayout) -> Screen:
    """Return the screen of a setup: its message, join code, question, or letters of a name."""
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
    if lobby.chosen.open:
        return screen
    room = lines if question.board is None else 0  # nothing more stands beside a drawing
    whole = _whole(screen, question, voice, room)
    return _inviting(whole, lobby.console.join, voice, room)


def _inviting(screen: Screen, join: JoinInfo | None, voice: Voice, lines: int) -> Screen:
    """Return a list with the address and the code for phones below it, if there is room."""
    if join is None:
        return screen
    code = Row(voice.short(text("join.code")), join.code)
    invitation = (Row(join.host_and_port), code)
    close = tuple(row for row in screen.rows if row.text)
    fitting = (rows for rows in (screen.rows, close) if len(rows) + len(invitation) <= lines)
    rows = next(fitting, None)
    return screen if rows is None else replace(screen, rows=(*rows, *invitation))


def _whole(screen: Screen, question: SetupQuestion, voice: Voice, lines: int) -> Screen:
    """Return a list below the question in full, where that fits, and its note.

    Abbreviations are avoided while lines are empty.
    """
    listed = screen.rows
    free = lines - len(listed)
    if question.note is not None and free > 0:
        note = Row(voice.short(question.note))
        return replace(screen, rows=(*listed, *((Row(),) if free > 1 else ()), note))
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
