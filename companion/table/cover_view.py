"""What covers the game: notices, the menu and its lists, an enrolment, codes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from companion.engine.text import Text, text
from companion.table import menu, parting, seat_given
from companion.table.enrolment import Enrolment, kind_of
from companion.table.explanation import (
    Page,
    explanation,
    full_lines,
    opened,
)
from companion.table.headline import (
    Keys,
    with_cursor,
)
from companion.table.log_view import log_page
from companion.table.screen import Mark, Row, Screen, Tone
from companion.table.state import (
    Asked,
    Join,
    Joining,
    Leaving,
    Menu,
    Notice,
    Parting,
    SeatGiven,
    SheetRules,
    Table,
    Task,
)
from companion.table.voice import Voice

_DIGEST: Final = "SHA-256"
"""What browsers call the fingerprint of a certificate, in all languages."""
_TITLED: Final = frozenset({"table.undone", "table.mended", "table.reminder", "table.forgotten"})
"""Messages of which the beginning is the title on a panel."""


def covering(table: Table, voice: Voice, rows: int, keys: Keys) -> Screen | None:
    """Return what covers the game, if anything: a notice, a list, an explanation, a code."""
    match table.console.cover:
        case Notice() as notice:
            shown = toast(notice, table.tasks if notice.why is not None else (), voice)
            drawn = table.game.text_diagrams(table.state, notice.message)
            return replace(shown, diagrams=drawn, icons=table.game.icons)
        case Enrolment(over=False) as enrolment:
            return _enrolment(enrolment, voice, rows, keys)
        case Menu() | Leaving() | SeatGiven() | Parting() as shown:
            return _menu(table, shown.cursor, voice, keys)
        case None | Joining() | Asked() | SheetRules() | Enrolment():
            return _read(table, voice, rows, keys)
        case log:
            return log_page(table, log, voice, keys)


def _read(table: Table, voice: Voice, rows: int, keys: Keys) -> Screen | None:
    """Return a code or pages that somebody reads."""
    match table.console.cover:
        case Joining(hosting) if table.console.join is not None:
            return joining(table.console.join, voice, hosting=hosting)
        case Asked(topic, at, rule):
            page = opened(explanation(table, topic, voice, rows), at, rule, voice, rows)
            return with_hint(page, voice, keys)
    return None


def _menu(table: Table, cursor: int, voice: Voice, keys: Keys) -> Screen:
    if isinstance(table.console.cover, SeatGiven):
        return _seat_given(table, table.console.cover, voice, keys)
    leaving = table.console.cover
    if isinstance(leaving, Parting):
        return _parting(table, leaving, voice, keys)
    title = "menu.title"
    if isinstance(leaving, Leaving):
        title = "menu.off" if leaving.off else "menu.leave"
    names = [voice.short(menu.name(table, entry)) for entry in menu.entries(table)]
    return Screen(
        title=voice.short(text(title)),
        rows=with_cursor(names, cursor),
        footer=voice.short(text(f"keys.menu.{keys}")),
    )


def _seat_given(table: Table, given: SeatGiven, voice: Voice, keys: Keys) -> Screen:
    """List the seats, then the letters of the name of whoever takes one."""
    names = [voice.short(each) for each in seat_given.listed(table, given)]
    return Screen(
        title=voice.short(seat_given.title(given)),
        rows=with_cursor(names, given.cursor),
        footer=voice.short(text(f"keys.menu.{keys}")),
    )


def _parting(table: Table, leaving: Parting, voice: Voice, keys: Keys) -> Screen:
    """List who can leave the game, or come back."""
    names = [voice.short(each) for each in parting.listed(table, leaving)]
    return Screen(
        title=voice.short(text("menu.late" if leaving.back else "menu.leaves")),
        rows=with_cursor(names, leaving.cursor),
        footer=voice.short(text(f"keys.menu.{keys}")),
    )


def with_hint(page: Page, voice: Voice, keys: Keys) -> Screen:
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


def joining(join: Join, voice: Voice, *, hosting: bool) -> Screen:
    """Show how phones join, or once a key was held, the host's code."""
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


_MOST_LINES: Final = 6
"""The most lines of a message on a panel."""


def toast(notice: Notice, tasks: Sequence[Task], voice: Voice) -> Screen:
    """Show a message, with what people have to do."""
    title, message = _titled(notice)
    return Screen(
        title=voice.short(title),
        rows=(
            Row(_that_fits(message, voice)),
            *(Row(voice.long(task.what)) for task in tasks),
        ),
        footer=notice.rule,
        tone=Tone.TOAST,
    )


def _that_fits(message: Text, voice: Voice) -> str:
    """Return a message in whole sentences, or in few words if those fit on no panel."""
    whole = voice.long(message)
    return whole if len(whole) <= _MOST_LINES * voice.columns else voice.short(message)


def _titled(notice: Notice) -> tuple[Text, Text]:
    """Return the title of a message, and what it says below it: no word stands twice."""
    message = notice.message
    what = message.params.get("what")
    if message.key in _TITLED and isinstance(what, Text):
        return text(f"{message.key}.title"), what
    return text("table.refused" if notice.refused else "table.notice"), message
