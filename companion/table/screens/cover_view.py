"""Screens that cover the game: notices, menu and lists, enrolment, codes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from companion.engine.diagram import Diagram
from companion.engine.game import Piece
from companion.engine.text import Seat, Text, text
from companion.table.binding import InputSource
from companion.table.enrolment import Enrolment, kind_of
from companion.table.modes import departure, level_choice, menu, seat_transfer
from companion.table.modes.stack import beneath, bindings
from companion.table.screens.bottom_line import acting, bottom_line, possible
from companion.table.screens.clock_view import clock_list
from companion.table.screens.explanation import (
    ExplanationPage,
    explanation,
    full_lines,
    number_pages,
    select_page,
)
from companion.table.screens.headline import (
    KeyLayout,
    clock_wordings,
    limit,
    with_cursor,
)
from companion.table.screens.letter_view import letter_screen, with_held_key
from companion.table.screens.line_breaks import lines_of
from companion.table.screens.log_view import log_page
from companion.table.screens.screen import (
    Row,
    RowMark,
    Screen,
    Tone,
)
from companion.table.state import (
    ClockMenu,
    Departure,
    JoinCode,
    JoinInfo,
    LeaveQuestion,
    LevelChoice,
    Menu,
    Notice,
    SeatTransfer,
    SheetRules,
    Table,
    Task,
    Topic,
    TopicPages,
)
from companion.table.task import named_seat
from companion.table.voice import Voice

_DIGEST: Final = "SHA-256"
"""Label of a certificate's fingerprint in browsers, the same in all languages."""
_TITLED: Final = frozenset({"table.undone", "table.mended", "table.forgotten"})
"""Messages of which the beginning is the title on a panel."""


_FEWEST_LINES: Final = 3
"""The lines of a message on the lowest panel."""
_FEWEST_LETTERS: Final = 5
"""Characters of a title that are left in any case, with the mark of a cut."""
_FRAME: Final = 4
"""Characters that the frame of a message takes of a line."""


def covering(table: Table, voice: Voice, rows: int, keys: KeyLayout) -> Screen | None:
    """Return the cover of the game, ``None`` without one: a notice, list, explanation or code."""
    if table.console.cover is None:
        return None  # before the bindings are computed
    line = bottom_line(bindings(table), voice, keys)
    match table.console.cover:
        case Notice() as notice:
            return _toast(table, notice, voice, rows, keys)
        case Enrolment(over=False) as enrolment:
            return replace(_enrolment(table, enrolment, voice, rows), footer=line)
        case (
            Menu()
            | LeaveQuestion()
            | SeatTransfer()
            | Departure()
            | LevelChoice()
            | ClockMenu() as shown
        ):
            screen = replace(_menu(table, shown.cursor, voice), footer=line)
            return with_held_key(screen, voice, keys)
        case JoinCode() | TopicPages() | SheetRules() | Enrolment():
            return _pages(table, voice, rows, keys)
        case log:
            return replace(log_page(table, log, voice), footer=line)


def _pages(table: Table, voice: Voice, rows: int, keys: KeyLayout) -> Screen | None:
    """Return a code or pages being read."""
    match table.console.cover:
        case JoinCode(hosting) if table.console.join is not None:
            shown = joining(table.console.join, voice, hosting=hosting)
            return replace(shown, footer=bottom_line(bindings(table), voice, keys))
        case TopicPages() as pages:
            return with_hint(table, _read(table, pages, voice, rows, keys), voice, keys)
    return None


def _toast(table: Table, notice: Notice, voice: Voice, rows: int, keys: KeyLayout) -> Screen:
    """Show a message with the id of its rule, and the labels of keys.

    Text that needs the last line of a low panel leaves one line for the title, the keys that act
    and a clock. Where the title does not fit, the short wording is used.
    """
    tasks = table.tasks if notice.why is not None else ()
    shown = message_screen(notice, tasks, voice, rows)
    line, id_ = bottom_line(bindings(table), voice, keys), notice.rule
    if _lines(shown, voice) > rows:
        line, id_ = bottom_line(acting(bindings(table), keys), voice, keys), ""
        beside = (line, *clocks_beside(table, notice, voice, rows)[-1:])
        if voice.columns - sum(len(each) + 1 for each in beside) < _FEWEST_LETTERS:
            shown = message_screen(notice, tasks, voice, rows, brief=True)
    drawn = table.game.text_diagrams(table.state, notice.message)
    both = f"{id_} {line}" if id_ else line
    available = voice.columns - _FRAME - sum(len(each) + _FRAME for each in limit(table))
    footer = both if len(both) <= available else line
    return replace(shown, footer=footer, diagrams=drawn, icons=table.game.icons)


def _lines(shown: Screen, voice: Voice) -> int:
    """Return the number of lines of a message."""
    return sum(len(lines_of(row.text, voice.columns - 1)) for row in shown.rows)


def clocks_beside(table: Table, notice: Notice, voice: Voice, rows: int) -> tuple[str, ...]:
    """Return the clock beside the title of a message, the fullest wording first.

    On a low panel, where keys may share the line, only the shortest one.
    """
    title, _ = titled_message(notice)
    named = title if named_seat(title) is not None else None
    wordings = clock_wordings(table, named, voice)
    return wordings if rows >= _FEWEST_LINES else wordings[-1:]


def _read(
    table: Table, cover: TopicPages, voice: Voice, rows: int, keys: KeyLayout
) -> ExplanationPage:
    """Return the page being read."""
    if cover.topic is Topic.KEYS:
        pages = _keys(table, voice, rows, keys)
    else:
        pages = explanation(table, cover.topic, voice, rows)
    return select_page(pages, cover.page, cover.rule, voice, rows)


def _menu(table: Table, cursor: int, voice: Voice) -> Screen:
    if isinstance(table.console.cover, SeatTransfer):
        return _seat_given(table, table.console.cover, voice)
    if isinstance(table.console.cover, ClockMenu):
        return clock_list(table, table.console.cover, voice)
    leaving = table.console.cover
    if isinstance(leaving, Departure):
        return _departure(table, leaving, voice)
    if isinstance(leaving, LevelChoice):
        return _levels(table, leaving, voice)
    title = "menu.title"
    if isinstance(leaving, LeaveQuestion):
        title = "menu.off" if leaving.off else "menu.leave"
    names = [voice.short(entry.label) for entry in menu.entries(table)]
    return Screen(
        title=voice.short(text(title)),
        rows=with_cursor(names, cursor),
    )


def _seat_given(table: Table, given: SeatTransfer, voice: Voice) -> Screen:
    """List the seats, then show the letters for the new player's name."""
    if given.entry is not None:
        return letter_screen(given.entry, voice)
    names = [voice.short(each) for each in seat_transfer.transfer_list(table)]
    return Screen(
        title=voice.short(text("menu.hand_over")),
        rows=with_cursor(names, given.cursor),
    )


def _departure(table: Table, leaving: Departure, voice: Voice) -> Screen:
    """List the players who can leave the game, or come back."""
    names = [voice.short(each) for each in departure.departure_list(table, leaving)]
    return Screen(
        title=voice.short(text("menu.late" if leaving.back else "menu.leaves")),
        rows=with_cursor(names, leaving.cursor),
    )


def _levels(table: Table, shown: LevelChoice, voice: Voice) -> Screen:
    """List the levels to which the game can be raised."""
    names = [voice.short(each) for each in level_choice.level_list(table)]
    return Screen(title=voice.short(text("menu.raise")), rows=with_cursor(names, shown.cursor))


def _keys(table: Table, voice: Voice, rows: int, keys: KeyLayout) -> tuple[ExplanationPage, ...]:
    """Return the available commands and their keys, a line for each.

    Those of a device are only listed where it is there, and phones where they can join.
    """
    there = {*table.console.sources, *([InputSource.TAP] if table.console.join else [])}
    bound = [
        each
        for each in beneath(table)
        if not isinstance(each.trigger, InputSource) or each.trigger in there
    ]
    lines = [voice.short(each) for each in possible(bound, keys)]
    screens = (
        Screen(title=voice.short(text("menu.keys")), rows=tuple(map(Row, lines[at : at + rows])))
        for at in range(0, max(len(lines), 1), rows)
    )
    return tuple(map(ExplanationPage, number_pages(tuple(screens))))


def with_hint(table: Table, page: ExplanationPage, voice: Voice, keys: KeyLayout) -> Screen:
    """Name the keys in the footer, next to a rule's id if that fits."""
    hint = bottom_line(bindings(table), voice, keys)
    if hint in page.screen.footer:
        return page.screen
    both = f"{page.screen.footer}  {hint}".strip()
    return replace(page.screen, footer=both if len(both) <= voice.columns else hint)


def _enrolment(table: Table, enrolment: Enrolment, voice: Voice, rows: int) -> Screen:
    """Name a piece and ask for its tag, or show a tag and ask for its piece; the piece is drawn."""
    shown = Screen(
        title=voice.short(text("menu.buttons" if enrolment.of_buttons else "enrol.title")),
        status=f"{enrolment.at + 1}/{len(enrolment.pieces)}",
        diagrams=_drawn(table, enrolment.piece),
        icons=table.game.icons,
    )
    if enrolment.tag:
        title = voice.short(text("enrol.which", tag=enrolment.tag))
        return replace(shown, title=title, status="", rows=tuple(_listed(table, enrolment, voice)))
    texts = [text("enrol.press" if enrolment.of_buttons else "enrol.hold"), enrolment.piece.name]
    if enrolment.clash is not None:
        clash = "enrol.pressed" if enrolment.of_buttons else "enrol.clash"
        texts = [text(clash, piece=enrolment.name_of(enrolment.clash[1])), *texts[1:]]
    elif enrolment.read and not enrolment.of_buttons:
        texts.append(text("enrol.read", tag=enrolment.read))
    if shown.diagrams:
        lines = (
            Row(voice.short(each), full=voice.long(each))
            for each in _beside(texts, enrolment, rows)
        )
        return replace(shown, rows=tuple(lines))
    available = rows - len(texts) + 1
    icon = _icon(table, enrolment.piece)
    listed = ((each, full_lines(each, voice, available)) for each in texts)
    return replace(
        shown,
        rows=tuple(
            Row(line, icon=icon if message == enrolment.piece.name and at == 0 else "")
            for message, lines in listed
            for at, line in enumerate(lines)
        ),
    )


def _beside(texts: Sequence[Text], enrolment: Enrolment, rows: int) -> Sequence[Text]:
    """Return the texts of an enrolment for which there is room beside the picture of the piece.

    A question about the piece stands for its name, and once it has a tag, nothing is asked for.
    """
    if enrolment.clash is not None:
        return texts[:1]
    return texts if rows >= _FEWEST_LINES and not enrolment.read else texts[1:]


def _drawn(table: Table, piece: Piece) -> tuple[Diagram, ...]:
    """Return a piece as it is drawn where it is chosen, such as a card with all of its colours."""
    return table.game.choice_diagrams(table.state, piece.selects[0]) if piece.selects else ()


def _icon(table: Table, piece: Piece) -> str:
    """Return the icon of a piece that has one, such as a card with an arrow."""
    return piece.look if piece.look in table.game.icons else ""


def _listed(table: Table, enrolment: Enrolment, voice: Voice) -> Iterator[Row]:
    """Yield the pieces that may carry the tag, or their kinds, each with its number."""
    kinds = Counter(map(kind_of, enrolment.pieces))
    for at in enrolment.listed:
        piece = enrolment.pieces[at]
        mark = RowMark.CURSOR if at == enrolment.at else RowMark.NONE
        if enrolment.asks_kind:
            yield Row(f"{voice.short(piece.name)} …", str(kinds[kind_of(piece)]), mark=mark)
        else:
            name = voice.short(piece.name)
            # Beside a picture, no end of a name is cut that tells it from the next.
            full = name if _drawn(table, piece) else ""
            yield Row(name, icon=_icon(table, piece), mark=mark, full=full)


def joining(join: JoinInfo, voice: Voice, *, hosting: bool) -> Screen:
    """Show how phones join, or after a long press the host's code."""
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


def message_screen(
    notice: Notice, tasks: Sequence[Task], voice: Voice, rows: int, *, brief: bool = False
) -> Screen:
    """Show a message about tasks at the table; in its short wording if ``brief``."""
    title, message = titled_message(notice)
    says = voice.short if brief else voice.long
    words = says(message) if brief else _that_fits(message, voice, rows)
    return Screen(
        title=voice.short(title),
        rows=(Row(words), *(Row(says(task.what)) for task in tasks)),
        footer=notice.rule,
        tone=Tone.TOAST,
    )


def _that_fits(message: Text, voice: Voice, rows: int) -> str:
    """Return a message in full, or in its short wording if that does not fit on the panel.

    A low panel shows one more line, as its footer is then above the text.
    """
    whole = voice.long(message)
    lines = max(rows, _FEWEST_LINES)
    return whole if len(lines_of(whole, voice.columns - 1)) <= lines else voice.short(message)


def titled_message(notice: Notice) -> tuple[Text, Text]:
    """Return the title of a message, and the text below it, without repeated words."""
    message = notice.message
    what = message.params.get("what")
    if message.key in _TITLED and isinstance(what, Text):
        title, player = text(f"{message.key}.title"), message.params.get("player")
        if not isinstance(player, Seat):
            return title, what
        # `player` selects the clock beside the title, although the title does not name them.
        return replace(title, params={"player": player}), text(
            "table.did", player=player, what=what
        )
    return text("table.refused" if notice.refused else "table.notice"), message
