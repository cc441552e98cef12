"""Questions about the colours of an owner's cards (CJ-DATA-2)."""

from typing import Any, Final

from companion.engine.owners_copy import CopyQuestion, PrintedValue
from companion.engine.text import text
from companion.games.compass_jewels.refusals import common_name
from companion.games.compass_jewels.variant import DATA, HUES

_LETTERS: Final = tuple(DATA["colours"])


def copy_questions(_data: object) -> tuple[CopyQuestion, ...]:
    """Return the question about the colours of this copy's cards."""
    hues = tuple((hue, text(f"hue.{hue}")) for hue in HUES)
    cells = tuple(
        PrintedValue(text("copy.colours.cell", colour=common_name(letter)), hues)
        for letter in _LETTERS
    )
    return (
        CopyQuestion(
            "colours",
            text("copy.colours"),
            ("colours",),
            cells,
            names=_LETTERS,
            distinct=True,
        ),
    )


def completed(data: dict[str, Any]) -> dict[str, Any]:
    """Return data in which a colour given only by name also has its hue."""
    if "colours" not in data:
        return data
    colours = {
        letter: {"name": colour, "hue": HUES[colour]} if isinstance(colour, str) else colour
        for letter, colour in data["colours"].items()
    }
    return {**data, "colours": colours}
