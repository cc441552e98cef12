"""Pages of explanations: the reason for a refusal, the source of points, the time used.

A page that shows points can be opened to read the rules behind them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.engine.facets import SecretScore
from companion.engine.game import Explained, ScoreLine
from companion.engine.text import Seat, Text, text
from companion.table.choosing.choice import choice_name
from companion.table.clocks.kinds import ClockKind
from companion.table.clocks.time_control import minutes, overtime, read
from companion.table.previous_games.previous_game import UNSURE
from companion.table.screens import previous_games
from companion.table.screens.line_breaks import lines_of
from companion.table.screens.screen import Row, Screen
from companion.table.state import Notice, Table, Topic
from companion.table.voice import Voice

_ROOMY: Final = 6
"""The lines of a panel that has room for a whole board."""


class ExplanationPage(msgspec.Struct, frozen=True):
    """A page, and the ids of the rules behind the points on it."""

    screen: Screen
    rules: tuple[str, ...] = ()


def select_page(
    pages: Sequence[ExplanationPage], at: int, rule: int | None, voice: Voice, rows: int
) -> ExplanationPage:
    """Return page ``at``, or page ``rule`` of the rules behind its points; both wrap around.

    The rules behind the other pages follow. A rule without a wording is shown by its id.
    """
    page = pages[at % len(pages)]
    if rule is None:
        return page
    others = (cited for other in pages for cited in other.rules)
    screens = [
        screen
        for cited in dict.fromkeys((*page.rules, *others))
        for screen in _rule(cited, voice, rows)
    ]
    return ExplanationPage(screens[rule % len(screens)]) if screens else page


def _rule(rule: str, voice: Voice, rows: int) -> tuple[Screen, ...]:
    """Return a rule in words, on as many pages as necessary."""
    title = voice.short(text("why.title"))
    return number_pages(_texts(title, [_cited(rule, voice)], rows, voice.columns))


def _cited(rule: str, voice: Voice) -> str:
    """Return a rule in words after its id, by which it is found in the rules."""
    words = voice.rule(rule)
    return f"{rule}: {words}" if words else rule


def explanation(table: Table, topic: Topic, voice: Voice, rows: int) -> tuple[ExplanationPage, ...]:
    """Return the requested explanation: the last refusal, all public points, or advice."""
    if topic is Topic.IN_PLAY:
        parts = table.game.in_play(table.state)
        return tuple(page for part in parts for page in _part(part, voice, rows))
    if topic is not Topic.WHY:
        ask = _TOPICS.get(topic, partial(_topic, topic=topic))
        return tuple(map(ExplanationPage, ask(table=table, voice=voice, rows=rows)))
    return _why(table, voice, rows)


def _why(table: Table, voice: Voice, rows: int) -> tuple[ExplanationPage, ...]:
    """Return the last refusal, else the rule of the item under the cursor, else all points."""
    if table.refusal is not None:
        return tuple(map(ExplanationPage, _refusal(table, table.refusal, voice, rows)))
    part = pointed_at(table)
    if part is not None:
        return _part(part, voice, rows)
    lines = table.game.open_score(table.state)
    pages = (*_sheets(table, lines, voice, rows), *_reasons(table, lines, voice, rows))
    if pages:
        return pages
    title = voice.short(text("why.points"))
    screens = _texts(title, [voice.long(_nothing_open(table))], rows, voice.columns)
    return tuple(map(ExplanationPage, number_pages(screens)))


def _nothing_open(table: Table) -> Text:
    """Explain that no points are public, or none yet, and what the box counts at this level."""
    key = "why.secret" if isinstance(table.game, SecretScore) else "why.nothing"
    return text(key, level=text(f"level.{table.setup.level}"))


def pointed_at(table: Table) -> Explained | None:
    """Return the subject of the choice under the cursor, if it has its own rule."""
    if table.cursor is None or table.is_over or table.cursor >= len(table.choices):
        return None
    mentioned = list(_texts_in(choice_name(table, table.choices[table.cursor])))
    parts = table.game.in_play(table.state)
    return next((part for part in parts if part.name in mentioned), None)


def _texts_in(message: Text) -> Iterator[Text]:
    yield message
    for value in message.params.values():
        if isinstance(value, Text):
            yield from _texts_in(value)


def _part(part: Explained, voice: Voice, rows: int) -> tuple[ExplanationPage, ...]:
    """Return the rule of a part of the game, under its name."""
    screens = _texts(voice.short(part.name), [_cited(part.rule, voice)], rows, voice.columns)
    return tuple(ExplanationPage(screen) for screen in number_pages(screens))


def _steps(table: Table, voice: Voice, rows: int) -> tuple[Screen, ...]:
    """Return the steps of the setup, each on its own pages."""
    rules = table.game.setup_rules(table.state)
    title = voice.short(text("menu.steps"))
    return tuple(
        replace(screen, status=f"{number}/{len(rules)}")
        for number, rule in enumerate(rules, start=1)
        for screen in _texts(title, [voice.rule(rule) or rule], rows, voice.columns)
    )


def ending(table: Table, voice: Voice, rows: int) -> tuple[ExplanationPage, ...]:
    """Return the pages that follow the ranking after the end of a game."""
    lines = table.game.score_breakdown(table.state)
    sheets = _sheets(table, lines, voice, rows)
    times = (ExplanationPage(screen) for screen in _times(table, voice, rows))
    return (*sheets, *_reasons(table, lines, voice, rows), *times)


def _topic(table: Table, voice: Voice, rows: int, topic: Topic) -> tuple[Screen, ...]:
    lines = [
        voice.long(
            line.left
            if line.right is None
            else text("table.told", left=line.left, right=line.right)
        )
        for line in table.topic_lines(topic)
    ]
    title = voice.short(text(f"menu.{topic}"))
    return _texts(title, lines or [voice.long(text("table.told_nothing"))], rows, voice.columns)


def _refusal(table: Table, refusal: Notice, voice: Voice, rows: int) -> tuple[Screen, ...]:
    seat = table.game.current_player(table.state)
    now = text("why.now", what=table.game.prompt(table.state, seat))
    rule = [_cited(refusal.rule, voice)] if refusal.rule else []
    sentences = [voice.long(refusal.message), *rule, voice.long(now)]
    title = voice.short(text("why.refused"))
    return number_pages(_texts(title, sentences, rows, voice.columns))


def number_pages(pages: Sequence[Screen]) -> tuple[Screen, ...]:
    """Add page numbers if there are several pages, since sentences may continue on the next."""
    count = len(pages)
    return tuple(
        replace(page, status=f"{n}/{count}" if count > 1 else "")
        for n, page in enumerate(pages, start=1)
    )


def _texts(title: str, paragraphs: Iterable[str], rows: int, columns: int) -> tuple[Screen, ...]:
    """Return paragraphs on as many pages as necessary, each starting on a new line."""
    lines = [Row(line) for paragraph in paragraphs for line in lines_of(paragraph, columns)]
    return tuple(Screen(title=title, rows=page) for page in pages_of(lines, rows))


def _sheets(
    table: Table, lines: Iterable[ScoreLine], voice: Voice, rows: int
) -> Iterator[ExplanationPage]:
    """Yield pages with the score lines of each player."""
    scored = tuple(lines)
    for seat in range(len(table.setup.players)):
        own = [line for line in scored if line.player == seat]
        total = sum(line.points for line in own)
        for n, page in enumerate(pages_of([_score_row(line, voice) for line in own], rows)):
            cited = tuple(line.rule for line in own[n * rows : (n + 1) * rows])
            yield ExplanationPage(_marked(table, _sheet(seat, page, total, voice)), cited)


def _reasons(
    table: Table, lines: Iterable[ScoreLine], voice: Voice, rows: int
) -> Iterator[ExplanationPage]:
    """Yield pages for each score line whose full text does not fit the sheet.

    The scoring places are drawn where there is room for the board.
    """
    for line in lines:
        reason = voice.long(line.because)
        short = voice.short(line.because)
        if reason == short:
            continue
        drawn = table.game.text_diagrams(table.state, line.because) if rows >= _ROOMY else ()
        if drawn:
            row = Row(short, full=reason)
            sheet = _sheet(line.player, (row,), line.points, voice, line.rule)
            shown = replace(sheet, diagrams=drawn, icons=table.game.icons)
            yield ExplanationPage(_marked(table, shown), (line.rule,))
            continue
        for page in pages_of([Row(part) for part in lines_of(reason, voice.columns)], rows):
            sheet = _sheet(line.player, page, line.points, voice, line.rule)
            yield ExplanationPage(_marked(table, sheet), (line.rule,))


def _sheet(seat: int, rows: tuple[Row, ...], points: int, voice: Voice, footer: str = "") -> Screen:
    return Screen(
        title=voice.short(text("table.sheet", player=Seat(seat))),
        rows=rows,
        footer=footer,
        status=voice.short(text("table.points", n=points)),
    )


def _marked(table: Table, sheet: Screen) -> Screen:
    """Mark points that depend on assumptions about the owner's copy."""
    return replace(sheet, status=f"{UNSURE}{sheet.status}") if table.console.unsure else sheet


def _score_row(line: ScoreLine, voice: Voice) -> Row:
    return Row(text=voice.short(line.because), value=str(line.points))


def _times(table: Table, voice: Voice, rows: int) -> Iterator[Screen]:
    """Yield pages with the time used by each player, in total and beyond the limits."""
    spent = [_time_row(table, seat, voice) for seat in range(len(table.setup.players))]
    for page in pages_of(spent, rows):
        yield Screen(title=voice.short(text("table.times")), rows=page)


def _time_row(table: Table, seat: int, voice: Voice) -> Row:
    clocks = table.clocks
    used = minutes(read(clocks, seat, clocks.at).used)
    over = 0 if clocks.control.kind is ClockKind.NONE else overtime(clocks, seat, clocks.at)
    beyond = f" +{minutes(over)}" if over else ""
    return Row(voice.short(text("table.sheet", player=Seat(seat))), f"{used}{beyond}")


def pages_of(lines: Sequence[Row], rows: int) -> tuple[tuple[Row, ...], ...]:
    """Split lines into pages of ``rows`` each."""
    return tuple(tuple(lines[i : i + rows]) for i in range(0, len(lines), rows))


def full_lines(message: Text, voice: Voice, rows: int) -> list[str]:
    """Return the lines of a text in full if they are at most ``rows``, else its short form."""
    lines = lines_of(voice.long(message), voice.columns)
    return lines if len(lines) <= rows else [voice.short(message)]


_TOPICS: Final[Mapping[Topic, Callable[..., Iterable[Screen]]]] = MappingProxyType(
    {Topic.STEPS: _steps, Topic.TIMES: _times, Topic.PLAYED: previous_games.pages}
)
"""The pages of topics about the table, not about a choice."""
