"""Pages to turn: why something was refused, where the points come from, who used how much time.

Behind points stand rules: a page that shows points can be opened, and then says them in words.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import Final

from companion.engine.game import ScoreLine
from companion.engine.text import Seat, Text, text
from companion.table.screen import Row, Screen
from companion.table.state import Notice, Table, Topic
from companion.table.time_control import Kind, overtime, read
from companion.table.voice import Voice

COLUMNS: Final = 21


@dataclass(frozen=True, slots=True)
class Page:
    """A page, and the ids of the rules behind the points on it."""

    screen: Screen
    rules: tuple[str, ...] = ()


def opened(pages: Sequence[Page], at: int, rule: int | None, voice: Voice, rows: int) -> Page:
    """Return the page at a place counted without end, or a page of the rules behind its points.

    Those of the other pages follow. A game without words for a rule shows its id.
    """
    page = pages[at % len(pages)]
    if rule is None:
        return page
    others = (each for other in pages for each in other.rules)
    told = [
        each
        for cited in dict.fromkeys((*page.rules, *others))
        for each in _rule(cited, voice, rows)
    ]
    return Page(told[rule % len(told)]) if told else page


def _rule(rule: str, voice: Voice, rows: int) -> tuple[Screen, ...]:
    """Return a rule in words, on as many pages as it needs."""
    words = voice.rule(rule)
    title = voice.short(text("why.title"))
    if not words:
        return (Screen(title=title, rows=(Row(rule),)),)
    return _numbered(_texts(title, [words], rule, rows))


def explanation(table: Table, voice: Voice, rows: int) -> tuple[Page, ...]:
    """Return what was asked for: the last refusal, every point that lies open, or advice."""
    if table.topic is not Topic.WHY:
        return tuple(map(Page, _told(table, voice, rows)))
    if table.refusal is not None:
        return tuple(map(Page, _refusal(table, table.refusal, voice, rows)))
    lines = table.game.open_score(table.state)
    pages = (*_sheets(table, lines, voice, rows), *_reasons(lines, voice, rows))
    if pages:
        return pages
    title = voice.short(text("why.points"))
    return tuple(map(Page, _texts(title, [voice.long(text("why.nothing"))], "", rows)))


def ending(table: Table, voice: Voice, rows: int) -> tuple[Page, ...]:
    """Return what can be read after the end, beside the ranking."""
    lines = table.game.score_breakdown(table.state)
    sheets = _sheets(table, lines, voice, rows)
    times = (Page(each) for each in _times(table, voice, rows))
    return (*sheets, *_reasons(lines, voice, rows), *times)


def _told(table: Table, voice: Voice, rows: int) -> tuple[Screen, ...]:
    said = [
        voice.long(
            each.left
            if each.right is None
            else text("table.told", left=each.left, right=each.right)
        )
        for each in table.told(table.topic)
    ]
    title = voice.short(text(f"menu.{table.topic}"))
    return _texts(title, said or [voice.long(text("table.told_nothing"))], "", rows)


def _refusal(table: Table, refusal: Notice, voice: Voice, rows: int) -> tuple[Screen, ...]:
    seat = table.game.current_player(table.state)
    now = text("why.now", what=table.game.prompt(table.state, seat))
    rule = voice.rule(refusal.rule)
    said = [voice.long(refusal.message), *([rule] if rule else []), voice.long(now)]
    title = voice.short(text("why.refused"))
    footer = voice.short(text("why.rule", rule=refusal.rule)) if refusal.rule else ""
    return _numbered(_texts(title, said, footer, rows))


def _numbered(pages: Sequence[Screen]) -> tuple[Screen, ...]:
    """Say of each page which one it is, if there are several: a sentence may go on."""
    count = len(pages)
    return tuple(
        replace(page, status=f"{n}/{count}" if count > 1 else "")
        for n, page in enumerate(pages, start=1)
    )


def _texts(title: str, said: Iterable[str], footer: str, rows: int) -> tuple[Screen, ...]:
    """Return pages of running text, each text on lines of its own."""
    lines = [Row(line) for each in said for line in wrap(each, COLUMNS)]
    return tuple(Screen(title=title, rows=page, footer=footer) for page in pages_of(lines, rows))


def _sheets(table: Table, lines: Iterable[ScoreLine], voice: Voice, rows: int) -> Iterator[Page]:
    """Yield the lines that make up each player's points."""
    found = tuple(lines)
    for seat in range(len(table.setup.players)):
        own = [line for line in found if line.player == seat]
        total = sum(line.points for line in own)
        for n, page in enumerate(pages_of([_score_row(line, voice) for line in own], rows)):
            cited = tuple(line.rule for line in own[n * rows : (n + 1) * rows])
            yield Page(_sheet(seat, page, total, voice), cited)


def _reasons(lines: Iterable[ScoreLine], voice: Voice, rows: int) -> Iterator[Page]:
    """Yield each score line that has more to say than fits the sheet."""
    for line in lines:
        said = voice.long(line.because)
        if said == voice.short(line.because):
            continue
        for page in pages_of([Row(part) for part in wrap(said, COLUMNS)], rows):
            yield Page(_sheet(line.player, page, line.points, voice, line.rule), (line.rule,))


def _sheet(seat: int, rows: tuple[Row, ...], points: int, voice: Voice, footer: str = "") -> Screen:
    return Screen(
        title=voice.short(text("table.sheet", player=Seat(seat))),
        rows=rows,
        footer=footer,
        status=voice.short(text("table.points", n=points)),
    )


def _score_row(line: ScoreLine, voice: Voice) -> Row:
    return Row(text=voice.short(line.because), value=str(line.points))


def _times(table: Table, voice: Voice, rows: int) -> Iterator[Screen]:
    """Yield how much time each player has used, and how much of it beyond the limits."""
    spent = [_time_row(table, seat, voice) for seat in range(len(table.setup.players))]
    for page in pages_of(spent, rows):
        yield Screen(title=voice.short(text("table.times")), rows=page)


def _time_row(table: Table, seat: int, voice: Voice) -> Row:
    clocks, control = table.clocks, table.control
    used = minutes(read(control, clocks, seat, clocks.at).used)
    over = 0 if control.kind is Kind.NONE else overtime(control, clocks, seat, clocks.at)
    beyond = f" +{minutes(over)}" if over else ""
    return Row(voice.short(text("table.sheet", player=Seat(seat))), f"{used}{beyond}")


def minutes(time: int, *, up: bool = False) -> str:
    """Return milliseconds as minutes and seconds; a clock that counts down rounds ``up``."""
    seconds = -(-abs(time) // 1000) if up and time > 0 else abs(time) // 1000
    sign = "-" if time < 0 else ""
    return f"{sign}{seconds // 60}:{seconds % 60:02}"


def pages_of(lines: Sequence[Row], rows: int) -> tuple[tuple[Row, ...], ...]:
    """Return rows as pages of so many."""
    return tuple(tuple(lines[i : i + rows]) for i in range(0, len(lines), rows))


def full_lines(message: Text, voice: Voice, rows: int) -> list[str]:
    """Return a text in full if it fits so many lines, else its short form."""
    lines = wrap(voice.long(message), COLUMNS)
    return lines if len(lines) <= rows else [voice.short(message)]
