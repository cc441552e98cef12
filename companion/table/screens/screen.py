"""Screen: the contents of a display, as a plain value for every kind of display."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec

from companion.engine.diagram import Diagram

_CLOCK: Final = re.compile(r"[+-]?\d+:\d\d(x\d+)?")
"""A clock, with the periods that are left, if it has any."""
ROWS: Final = 6
"""Lines between title and footer on a panel of 128x64 pixels; one of 128x32 has two."""


def ends_in_clock(words: str) -> bool:
    """Return whether the last of some words is a clock."""
    return _CLOCK.fullmatch(words.rpartition(" ")[2]) is not None


class RowMark(StrEnum):
    """Emphasis of a row; painters draw it as a sign, never only as a colour."""

    NONE = ""
    CURSOR = "cursor"
    """The choice that *confirm* would take."""
    TURN = "turn"
    """The seat whose turn it is."""
    DISCOUNT = "discount"
    """A price that is lower than printed."""


class Tone(StrEnum):
    """The urgency of a screen."""

    NORMAL = ""
    TOAST = "toast"
    """A short message that soon goes away, such as a refusal; drawn inverted."""


class Row(msgspec.Struct, frozen=True):
    """One line: a mark, an icon's name, text on the left, a value on the right."""

    text: str = ""
    value: str = ""
    icon: str = ""
    mark: RowMark = RowMark.NONE
    full: str = ""
    """The same in full words, which may take several lines; empty if the text has to fit one.

    Of several such rows, as many are in full as there is room for.
    """


class Glance(msgspec.Struct, frozen=True):
    """Texts to be read from afar, in letters as large as fit."""

    name: str
    """Who is awaited."""
    round: tuple[str, ...]
    """Wordings of the round, or of what the game says of its course, the fullest first."""
    clock: str = ""
    event: tuple[str, ...] = ("",)
    """Wordings of what was done last, or of what is to be told, the fullest first."""
    lamps: tuple[tuple[str, bool], ...] = ()
    """The name of each player, and whether the lamp of that seat is lit."""


class LetterGrid(msgspec.Struct, frozen=True):
    """Letters to choose from, row by row, and beside them the choice that the name is done."""

    rows: tuple[str, ...]
    row: int
    column: int | None
    """The column of the letter under the cursor, ``None`` while a whole row is."""
    done: str
    """What the choice beside the letters says; empty while there is nothing to be done with."""
    is_done: bool = False
    """Whether it is under the cursor."""
    held: str = ""
    """The key that takes it from every letter when it is held."""


class Screen(msgspec.Struct, frozen=True):
    """One picture: a title with a status at its right, rows from top to bottom, a footer."""

    title: str = ""
    rows: tuple[Row, ...] = ()
    footer: str = ""
    tone: Tone = Tone.NORMAL
    status: str = ""
    big: str = ""
    """Large digits in the middle, shown instead of rows."""
    diagrams: tuple[Diagram, ...] = ()
    """Boards, or parts of them, on the left of the rows, the most important one first."""
    alarm: str = ""
    """A warning that must be seen on every screen, shown instead of the footer."""
    qr: str = ""
    """An address for phones, drawn as a QR code on the left of the rows."""
    glance: Glance | None = None
    """Shown instead of everything else but the alarm."""
    letters: LetterGrid | None = None
    """Drawn instead of rows."""
    icons: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """The small pictures that rows and diagram name: rows of ``#`` and ``.``."""
