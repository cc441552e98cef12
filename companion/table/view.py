"""What a table shows: a pure function from a table to a ``Screen``."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from textwrap import wrap
from typing import Final

from companion.engine.diagram import Cell, Diagram
from companion.engine.facets import SecretScore
from companion.engine.game import CHANCE, SIMULTANEOUS, TERMINAL, Line
from companion.engine.log import EntryKind
from companion.engine.ranking import ranking
from companion.engine.text import Seat, Text, text
from companion.table import menu, seat_given, turn_log
from companion.table.choice import choice_name
from companion.table.choosing import must_choose, offered, on_board
from companion.table.enrolment import Enrolment, kind_of
from companion.table.explanation import (
    Page,
    ending,
    explanation,
    full_lines,
    minutes,
    opened,
)
from companion.table.handover import is_announced
from companion.table.intent import Choice, values
from companion.table.lobby import Lobby
from companion.table.played_game import UNSURE
from companion.table.screen import Mark, Row, Screen, Tone
from companion.table.squares import Square, marked
from companion.table.stage import Stage
from companion.table.state import (
    Asked,
    Console,
    Join,
    Joining,
    Leaving,
    Menu,
    Notice,
    SeatGiven,
    SheetRules,
    Task,
    TurnLog,
)
from companion.table.table import Table
from companion.table.time_control import Kind, read
from companion.table.voice import COLUMNS, Voice

__all__ = ["ROWS", "Keys", "Voice", "choice_name", "clock_face", "table_title", "view"]

ROWS: Final = 6
"""Lines between title and footer on a panel of 128x64 pixels; one of 128x32 has two."""

_BOARD: Final = 9
"""Characters of a line that a board takes."""
_DIGEST: Final = "SHA-256"
"""What browsers call the fingerprint of a certificate, in all languages."""
_TITLED: Final = frozenset({"table.undone", "table.mended", "table.reminder", "table.forgotten"})
"""Messages of which the beginning is the title on a panel."""
_BIG: Final = 6
"""Characters of the big clock: one with a sign or an extra digit stays in place."""


class Keys(StrEnum):
    """The kind of keys that a box has; footers name them."""

    FULL = "full"
    """A joystick with keys A and B."""
    THREE = "three"
    """Up, down and A; holding A opens the menu."""
    SEATS = "seats"
    """One button for each seat."""


def view(stage: Stage, voice: Voice, rows: int = ROWS, keys: Keys = Keys.FULL) -> Screen:
    """Return the screen of a table, or of a setup, for a display with ``rows`` lines of content."""
    if isinstance(stage, Lobby):
        screen = _lobby(stage, voice, keys)
    else:
        screen = _covering(stage, voice, rows, keys) or _table(stage, voice, rows, keys)
    return (
        replace(screen, alarm=voice.short(text("table.unsaved")))
        if stage.console.unsaved
        else screen
    )


def _lobby(lobby: Lobby, voice: Voice, keys: Keys) -> Screen:
    question = lobby.question
    if isinstance(lobby.console.cover, Notice):
        return _toast(lobby.console.cover, (), voice)
    if lobby.welcome:
        return _welcome(lobby.console.join, voice)
    if question is None:
        return Screen(title=voice.short(text("lobby.title")))
    match lobby.console:
        case Console(cover=Joining(hosting), join=Join() as join):
            return _join(join, voice, hosting=hosting)
    names = [voice.short(name) for _, name in question.answers]
    return Screen(
        title=voice.short(question.ask),
        status=question.status,
        rows=_with_cursor(names, lobby.cursor),
        footer=voice.short(text(f"keys.lobby.{keys}")),
    )


def _welcome(join: Join | None, voice: Voice) -> Screen:
    """Show the address of the box's pages, and how to begin."""
    begin = text("welcome.begin")
    if join is None:
        rows = tuple(Row(line) for line in full_lines(begin, voice, ROWS))
        return Screen(title=voice.short(text("welcome.title")), rows=rows)
    return Screen(
        title=voice.short(text("welcome.title")),
        rows=(Row(join.host_and_port), Row(voice.short(begin))),
        qr=join.address,
    )


def _with_cursor(names: Sequence[str], cursor: int | None) -> tuple[Row, ...]:
    return tuple(
        Row(name, mark=Mark.CURSOR if i == cursor else Mark.NONE) for i, name in enumerate(names)
    )


def _covering(table: Table, voice: Voice, rows: int, keys: Keys) -> Screen | None:
    """Return what covers the game, if anything: a notice, a list, an explanation, a code."""
    match table.console.cover:
        case Notice() as notice:
            return _toast(notice, table.tasks if notice.why is not None else (), voice)
        case Enrolment(over=False) as enrolment:
            return _enrolment(enrolment, voice, rows, keys)
        case SeatGiven(cursor=cursor) | Menu(cursor) | Leaving(cursor) | TurnLog(cursor):
            return _menu(table, cursor, voice, keys)
        case Joining(hosting) if table.console.join is not None:
            return _join(table.console.join, voice, hosting=hosting)
        case Asked(topic, at, rule):
            page = opened(explanation(table, topic, voice, rows), at, rule, voice, rows)
            return _with_hint(page, voice, keys)
    return None


def _menu(table: Table, cursor: int, voice: Voice, keys: Keys) -> Screen:
    if isinstance(table.console.cover, SeatGiven):
        return _seat_given(table, table.console.cover, voice, keys)
    if isinstance(table.console.cover, TurnLog):
        return _turn_log(table, cursor, voice, keys)
    leaving = table.console.cover
    title = "menu.title"
    if isinstance(leaving, Leaving):
        title = "menu.off" if leaving.off else "menu.leave"
    names = [voice.short(menu.name(table, entry)) for entry in menu.entries(table)]
    return Screen(
        title=voice.short(text(title)),
        rows=_with_cursor(names, cursor),
        footer=voice.short(text(f"keys.menu.{keys}")),
    )


def _seat_given(table: Table, given: SeatGiven, voice: Voice, keys: Keys) -> Screen:
    """List the seats, then the letters of the name of whoever takes one."""
    names = [voice.short(each) for each in seat_given.listed(table, given)]
    return Screen(
        title=voice.short(seat_given.title(given)),
        rows=_with_cursor(names, given.cursor),
        footer=voice.short(text(f"keys.menu.{keys}")),
    )


def _turn_log(table: Table, cursor: int, voice: Voice, keys: Keys) -> Screen:
    """List what players have done, the latest first."""
    listed = turn_log.steps(table)
    lines = [_fitting(turn_log.said(table, entry), voice) for entry in listed]
    return Screen(
        title=voice.short(text("menu.log")),
        rows=_with_cursor(lines, cursor),
        footer=voice.short(text(f"keys.log.{keys}")),
        status=f"{cursor + 1}/{len(listed)}",
    )


def _fitting(said: Text, voice: Voice) -> str:
    """Return a line that names a player; the action alone if both are too long."""
    whole = voice.short(said)
    what = said.params["what"]
    return voice.short(what) if len(whole) > COLUMNS and isinstance(what, Text) else whole


def _with_hint(page: Page, voice: Voice, keys: Keys) -> Screen:
    """Name the keys in the footer, if the page leaves it empty."""
    hint = voice.short(text(f"keys.sheet.{keys}" if page.rules else f"keys.why.{keys}"))
    return replace(page.screen, footer=page.screen.footer or hint)


def _enrolment(enrolment: Enrolment, voice: Voice, rows: int, keys: Keys) -> Screen:
    """Name a piece and ask for its tag, or show a tag and ask for its piece."""
    status = f"{enrolment.at + 1}/{len(enrolment.pieces)}"
    if enrolment.tag:
        return Screen(
            title=voice.short(text("enrol.which", tag=enrolment.tag)),
            rows=tuple(_listed(enrolment, voice)),
            footer=voice.short(text(f"keys.list.{keys}")),
        )
    texts = [text("enrol.hold"), enrolment.piece.name]
    if enrolment.clash is not None:
        texts = [text("enrol.clash", piece=enrolment.name_of(enrolment.clash[1])), *texts[1:]]
    elif enrolment.read:
        texts.append(text("enrol.read", tag=enrolment.read))
    room = rows - len(texts) + 1
    lines = [line for message in texts for line in full_lines(message, voice, room)]
    return Screen(
        title=voice.short(text("enrol.title")),
        rows=tuple(Row(line) for line in lines),
        footer=voice.short(text(f"keys.enrol.{keys}")),
        status=status,
    )


def _listed(enrolment: Enrolment, voice: Voice) -> Iterator[Row]:
    """Yield the pieces that the tag may be under, or their kinds, each with its number."""
    kinds = Counter(map(kind_of, enrolment.pieces))
    for at in enrolment.listed:
        piece = enrolment.pieces[at]
        mark = Mark.CURSOR if at == enrolment.at else Mark.NONE
        if enrolment.asks_kind:
            yield Row(f"{voice.short(piece.name)} …", str(kinds[kind_of(piece)]), mark=mark)
        else:
            yield Row(voice.short(piece.name), mark=mark)


def _join(join: Join, voice: Voice, *, hosting: bool) -> Screen:
    if hosting:
        rows = (Row(voice.short(text("join.code"))), Row(join.host))
        return Screen(title=voice.short(text("join.host")), rows=rows)
    if join.fingerprint:
        rows = (Row(join.fingerprint), Row(join.code))
        return Screen(title=_DIGEST, rows=rows, qr=join.address)
    return Screen(
        title=voice.short(text("join.title")),
        rows=(Row(voice.short(text("join.code"))), Row(join.code)),
        qr=join.address,
    )


def _table(table: Table, voice: Voice, rows: int, keys: Keys) -> Screen:
    """Return a list of choices, what people have to do, the clock, or the game's summary."""
    if is_announced(table):
        return _next(table, voice, keys)
    if table.is_over:
        pages = (Page(_summary(table, voice)), *ending(table, voice, rows))
        rule = table.console.cover.page if isinstance(table.console.cover, SheetRules) else None
        return _with_hint(opened(pages, table.cursor or 0, rule, voice, rows), voice, keys)
    if table.cursor is not None or table.selection:
        return _list(table, voice, keys)
    if table.tasks:
        return _tasks(table, voice, rows, keys)
    return _clock(table, voice) if table.watching else _summary(table, voice)


def _next(table: Table, voice: Voice, keys: Keys) -> Screen:
    """Say who is next, large enough for the other side of the table, and how to take it back."""
    handover = table.handover
    assert handover is not None  # noqa: S101 - the caller has checked
    return Screen(
        title=voice.short(text("table.ended", player=Seat(handover.ended))),
        status=" ".join(_limit(table)),
        big=voice.short(text("table.turn", player=Seat(handover.seat))),
        footer=_said(table, voice) or voice.short(text(f"keys.next.{keys}")),
    )


def _said(table: Table, voice: Voice) -> str:
    """Return what the box takes for granted in one line, with the player's name if it fits."""
    taken = table.assumed
    if taken is None:
        return ""
    said = voice.short(text("assumed", player=Seat(taken.seat), what=taken.brief))
    return said if len(said) <= voice.columns else voice.short(taken.brief)


def _toast(notice: Notice, tasks: Sequence[Task], voice: Voice) -> Screen:
    title, message = _titled(notice)
    return Screen(
        title=voice.short(title),
        rows=(
            Row(voice.long(message)),
            *(Row(voice.long(task.what)) for task in tasks),
        ),
        footer=notice.rule,
        tone=Tone.TOAST,
    )


def _titled(notice: Notice) -> tuple[Text, Text]:
    """Return the title of a message, and what it says below it: no word stands twice."""
    message = notice.message
    what = message.params.get("what")
    if message.key in _TITLED and isinstance(what, Text):
        return text(f"{message.key}.title"), what
    return text("table.refused" if notice.refused else "table.notice"), message


def _tasks(table: Table, voice: Voice, rows: int, keys: Keys) -> Screen:
    """Show what people have to do: one task at a time during the setup, else all at once."""
    seat = table.game.current_player(table.state)
    if table.laying:
        lines = full_lines(table.tasks[0].what, voice, rows)
        title, prompt = text("table.setup"), text(f"keys.laid.{keys}")
    else:
        lines = _task_lines(table.tasks, voice, rows)
        title, prompt = table_title(table), table.game.prompt(table.state, seat)
        if table.handover is not None:
            title = text("table.turn", player=Seat(table.handover.ended))
    return Screen(
        title=voice.short(title),
        rows=tuple(Row(line) for line in lines),
        footer=_said(table, voice) or voice.short(prompt),
        status=" ".join((voice.short(text("table.tasks", n=len(table.tasks))), *_limit(table))),
    )


def _task_lines(tasks: Sequence[Task], voice: Voice, rows: int) -> list[str]:
    """Return tasks in full if all of them fit, else a short line for each."""
    whole = [line for task in tasks for line in wrap(voice.long(task.what), voice.columns)]
    return whole if len(whole) <= rows else [voice.short(task.what) for task in tasks[:rows]]


def table_title(table: Table) -> Text:
    """Return whose turn it is, or what else is going on."""
    seat = TERMINAL if table.stopped else table.game.current_player(table.state)
    if table.editing is not None:
        return text("log.instead", player=Seat(table.editing.entry.actor))
    if seat == TERMINAL:
        return text("table.value", value=table.game.title)
    if seat == SIMULTANEOUS:
        entering = _entering(table)
        return text("table.together") if entering is None else text("table.turn", player=entering)
    if seat == CHANCE:
        has_begun = any(entry.kind is EntryKind.ACTION for entry in table.entries)
        return text("table.tell" if has_begun else "table.setup")
    return text("table.turn", player=Seat(seat))


def _entering(table: Table) -> Seat | None:
    """Return the player with whom the box stays, although several may act."""
    options = table.candidates if table.selection else ()
    seats = {values(option)["player"] for option in options if "player" in option.stays}
    return Seat(int(str(*seats))) if len(seats) == 1 else None


def _clock(table: Table, voice: Voice) -> Screen:
    """Show the running clock in big digits."""
    summary = _summary(table, voice)
    return Screen(
        title=summary.title,
        footer=summary.footer,
        status=summary.status,
        big=clock_face(table).rjust(_BIG),
    )


def clock_face(table: Table) -> str:
    """Return the clock of the acting player: the time left, or used if there is no limit."""
    clocks = table.clocks
    seat = clocks.running[0] if clocks.running else 0
    shown = read(table.control, clocks, seat, clocks.at)
    if shown.delay:
        return f"+{minutes(shown.delay, up=True)}"
    periods = f"x{shown.periods}" if shown.periods else ""
    time = shown.used if shown.left is None else shown.left
    return f"{minutes(time, up=shown.left is not None)}{periods}"


def _summary(table: Table, voice: Voice) -> Screen:
    status = text("status.stopped") if table.stopped else table.game.status(table.state)
    words = [] if status is None else [voice.short(status)]
    if table.is_over and table.console.unsure:
        words.append(UNSURE)
    if not table.is_over:
        words += _time(table, voice)
    return Screen(
        title=voice.short(table_title(table)),
        status=" ".join(words),
        rows=(
            *(_row(line, voice) for line in _lines(table)),
            *_tie(table, voice),
        ),
        footer=_said(table, voice) or voice.short(_prompt(table)),
        diagram=None if table.stopped else table.game.diagram(table.state),
        icons=table.game.icons,
    )


def _prompt(table: Table) -> Text:
    """Return what is to be done next: nothing, if the game was ended early."""
    if table.stopped:
        return text("prompt.stopped")
    return table.game.prompt(table.state, table.game.current_player(table.state))


def _lines(table: Table) -> tuple[Line, ...]:
    """Return the game's summary; how it stands, if it was ended early."""
    if not table.stopped:
        return table.game.summary(table.state)
    totals = table.game.returns(table.state)
    return tuple(ranking(totals, table.winners, lambda n: text("table.value", value=n)))


def _tie(table: Table, voice: Voice) -> tuple[Row, ...]:
    """Return the line below the ranking that says what has decided a tie."""
    over = table.is_over and not table.stopped
    what = table.game.decided(table.state) if over else None
    return () if what is None else (Row(), Row(voice.short(what)))


def _time(table: Table, voice: Voice) -> list[str]:
    """Return the clock for the summary's title, if there is one to show."""
    if table.clocks.paused:
        return [voice.short(text("table.paused"))]
    return [] if table.watching else _limit(table)


def _limit(table: Table) -> list[str]:
    """Return the clock if there is a limit: warnings have to be seen on every screen."""
    if table.control.kind is Kind.NONE or table.laying or table.is_over:
        return []
    return [clock_face(table).partition("x")[0]]


def _row(line: Line, voice: Voice) -> Row:
    value = "" if line.right is None else voice.short(line.right)
    return Row(voice.short(line.left), value, line.icon, Mark(line.mark))


def _list(table: Table, voice: Voice, keys: Keys) -> Screen:
    found = on_board(table)
    if found:
        return _board(table, found, voice, keys)
    names = [voice.short(choice_name(table, choice)) for choice in offered(table)]
    asks = must_choose(table) or table.setup.level in table.game.apart
    must = not table.selection and not table.correcting and asks
    seat = table.game.current_player(table.state)
    prompt = table.game.prompt(table.state, seat) if must else text(f"keys.list.{keys}")
    entering, status = _entering(table), text("table.choose")
    if entering is not None:
        total = table.game.returns(table.state)[entering.index]
        status = text("table.value", value=total)
    elif table.correcting:
        status = _open_total(table)
    return Screen(
        title=voice.short(table_title(table)),
        status=" ".join(_limit(table)) or voice.short(status),
        rows=_with_cursor(names, table.cursor),
        footer=voice.short(prompt),
        diagram=_chosen(table)
        if all(len(name) <= voice.columns - _BOARD for name in names)
        else None,
        icons=table.game.icons,
    )


def _open_total(table: Table) -> Text:
    """Return the points of the only player whom corrections can still be about, if they are open.

    Whoever dials a figure sees what it has become.
    """
    seats = {getattr(each, "player", None) for each in table.candidates}
    lines = table.game.open_score(table.state)
    hidden = isinstance(table.game, SecretScore) and not lines
    seat = next(iter(seats)) if len(seats) == 1 else None
    if seat is None or not table.selection or hidden:
        return text("table.standing" if table.catching_up else "table.choose")
    total = sum(line.points for line in lines if line.player == seat)
    return text("table.value", value=total)


def _board(table: Table, found: Sequence[Square], voice: Voice, keys: Keys) -> Screen:
    """Draw the board, with the name of the square under the cursor and how many there are."""
    here = found[(table.cursor or 0) % len(found)].choice
    return Screen(
        title=voice.short(table_title(table)),
        status=" ".join(_limit(table)) or voice.short(text("table.choose")),
        rows=(
            Row(voice.short(table.game.square_name(table.state, str(here.value)))),
            Row(voice.short(text("board.squares", n=len(found)))),
        ),
        footer=voice.short(text(f"keys.board.{keys}")),
        diagram=marked(table, found),
        icons=table.game.icons,
    )


def _chosen(table: Table) -> Diagram | None:
    """Return the board with the places that can be chosen, the one under the cursor inverted."""
    diagram = table.game.diagram(table.state)
    named = [_places(choice) for choice in table.choices]
    here = dict(enumerate(named)).get(table.cursor or 0, frozenset())
    possible = frozenset[str]().union(*named)
    if diagram is None or not possible & {cell.place for row in diagram.rows for cell in row}:
        return None
    return Diagram(
        tuple(tuple(_marked(cell, here, possible) for cell in row) for row in diagram.rows)
    )


def _places(choice: Choice) -> frozenset[str]:
    """Return the values of a choice that may be places."""
    if choice.action is None:
        return frozenset({str(choice.value)})
    return frozenset(map(str, values(choice.action).values()))


def _marked(cell: Cell, here: frozenset[str], possible: frozenset[str]) -> Cell:
    if cell.place and cell.place in possible:
        return replace(cell, mark="cursor" if cell.place in here else "target")
    return cell
