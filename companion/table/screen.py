"""What a display shows, as a plain value: panel, web page and terminal draw the same."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.engine.diagram import Diagram


class Mark(StrEnum):
    """What is special about a row; painters draw it as a sign, never as a colour alone."""

    NONE = ""
    CURSOR = "cursor"
    """The choice that *confirm* would take."""
    TURN = "turn"
    """The seat whose turn it is."""
    DISCOUNT = "discount"
    """Cheaper than printed."""


class Tone(StrEnum):
    """How urgent a screen is."""

    NORMAL = ""
    TOAST = "toast"
    """A short message that passes, such as a refusal; drawn inverted."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line: an icon's name, text at the left, a value at the right, a mark."""

    text: str = ""
    value: str = ""
    icon: str = ""
    mark: Mark = Mark.NONE


@dataclass(frozen=True, slots=True)
class Screen:
    """One picture: a title with a status at its right end, rows from top to bottom, a footer."""

    title: str = ""
    rows: tuple[Row, ...] = ()
    footer: str = ""
    tone: Tone = Tone.NORMAL
    status: str = ""
    big: str = ""
    """Large digits in the middle, instead of rows."""
    diagram: Diagram | None = None
    """A board at the left of the rows, where there is room for it."""
    alarm: str = ""
    """What must be seen whatever is shown, instead of the footer."""
    qr: str = ""
    """An address that phones read, drawn as a QR code at the left of the rows."""
    icons: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The small pictures that rows and diagram name: rows of ``#`` and ``.``."""
