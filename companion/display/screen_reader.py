"""Screen reader: turns a screen into sentences to be spoken.

Only public information is spoken. Texts are not cut: the screen is rendered again, with full
wordings and on one page.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from time import time
from typing import Final, Protocol

from msgspec.structs import replace

from companion.display.key_places import by_place
from companion.engine.log import Entry
from companion.engine.text import enumeration
from companion.settings.quiet_hours import QuietHours, minute_of_day
from companion.table.lobby.lobby import Lobby
from companion.table.mode import GameEnd
from companion.table.modes.stack import mode_of
from companion.table.screens.headline import KeyLayout
from companion.table.screens.screen import (
    Row,
    RowMark,
    Screen,
    Tone,
)
from companion.table.screens.summary_view import prompt_of
from companion.table.screens.view import view
from companion.table.stage import Stage
from companion.table.voice import Voice

_ENDLESS: Final = 10_000
"""Columns and rows of a page that holds every text."""


class Speaker(Protocol):
    """Speaks, like ``companion.devices.speech.Speech``."""

    def say(self, words: str, language: str) -> None:
        """Speak a text in a language, interrupting the current one."""

    def stop_speaking(self) -> None:
        """Stop speaking."""


class UnabbreviatedVoice:
    """A voice without abbreviations, which names keys by their places."""

    columns = _ENDLESS

    def __init__(self, voice: Voice, places: Mapping[str, str]) -> None:
        """Wrap another voice, using its full wordings."""
        self.long = self.short = lambda words: voice.long(by_place(words, places))
        self.rule = voice.rule
        self.tells_rules = voice.tells_rules


def spoken_text(
    before: Screen | None, after: Screen, *, reading: bool, drawn: Sequence[str] = ()
) -> str:
    """Return the text to speak when one screen follows another: changes, most important first.

    For a list it is the choice under the cursor, after a question's drawing in words (``drawn``);
    while pages or tasks are being read (``reading``), all of them; else whose turn it is and the
    prompt.
    """
    title = after.title if before is None or before.title != after.title else ""
    cursor = [row for row in after.rows if row.mark is RowMark.CURSOR]
    if cursor:
        return _joined(title, *(drawn if title else ()), *map(_row_text, cursor))
    if before is not None and _content(before) == _content(after):
        return ""
    if title and after.big:
        return _joined(title, after.big)
    if after.tone is Tone.TOAST or reading:
        return _joined(after.title, *map(_row_text, after.rows))
    is_new = before is None or before.footer != after.footer
    return _joined(title, after.footer) if is_new else title


def _content(screen: Screen) -> tuple[object, ...]:
    return screen.title, screen.rows, screen.footer, screen.tone


def _row_text(row: Row) -> str:
    return f"{row.text} {row.value}".strip()


def _joined(*parts: str) -> str:
    sentences = [part.rstrip(".") for part in parts if part]
    return " ".join(part if part[-1] in "?!:" else f"{part}." for part in sentences if part)


@dataclass(slots=True, eq=False)
class SpeechView:
    """Speaks a table; a follower, which the session calls after each commit.

    ``wall`` returns the time of day in seconds (POSIX), for the ``quiet`` hours.
    """

    speaker: Speaker
    voice_of: Callable[[Stage], Voice]
    keys: KeyLayout = KeyLayout.FULL
    key_places: Mapping[str, str] = field(default_factory=dict)
    """Where the keys *a* and *b* lie, as far as that is known."""
    quiet: QuietHours | None = None
    wall: Callable[[], float] = time
    _before: Screen | None = field(default=None, init=False)

    def __call__(self, stage: Stage, _entries: tuple[Entry, ...]) -> None:
        """Speak the changes, unless these are quiet hours."""
        voice = UnabbreviatedVoice(self.voice_of(stage), self.key_places)
        shown = view(stage, voice, _ENDLESS, self.keys)
        screen = _with_result(stage, _with_place(stage, shown, voice), voice)
        drawn = _drawing(stage, voice)
        words = spoken_text(self._before, screen, reading=_is_read(stage), drawn=drawn)
        self._before = screen
        quiet = self.quiet is not None and self.quiet.hold(minute_of_day(self.wall()))
        if words and not quiet and not stage.console.quiet:
            self.speaker.say(words, stage.console.language)


def _drawing(stage: Stage, voice: Voice) -> tuple[str, ...]:
    """Return the drawing of a question to compare with one's copy in words, row by row."""
    question = stage.question if isinstance(stage, Lobby) else None
    if question is None or question.board is None or question.board.is_open:
        return ()
    sheet = question.board.sheet
    names = (sheet.printed(value).name for value in sheet.values)
    return tuple(voice.long(enumeration("plain", islice(names, len(row)))) for row in sheet.rows)


def _with_place(stage: Stage, screen: Screen, voice: Voice) -> Screen:
    """Return the screen with the square under the cursor named by place and content."""
    question = stage.question if isinstance(stage, Lobby) else None
    if question is None or question.board is None or not question.board.is_open:
        return screen
    words = voice.long(question.answers[stage.cursor or 0][1])
    return replace(screen, rows=(Row(words, mark=RowMark.CURSOR),))


def _with_result(stage: Stage, screen: Screen, voice: Voice) -> Screen:
    """Return the screen with who has won before the ranking; the panel says it at the bottom."""
    if isinstance(stage, Lobby) or stage.cursor or not isinstance(mode_of(stage), GameEnd):
        return screen
    return replace(screen, rows=(Row(voice.long(prompt_of(stage))), *screen.rows))


def _is_read(stage: Stage) -> bool:
    """Return whether all rows are to be read: pages, tasks, a ranking."""
    if isinstance(stage, Lobby):
        return False
    return stage.console.cover is not None or bool(stage.tasks) or stage.is_over
