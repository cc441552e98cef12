"""Differences between copies, and the questions about them (IC-R14, IC-R15, IC-R45)."""

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from companion.engine.data import merge
from companion.engine.owners_copy import (
    CopyQuestion,
    PrintedSheet,
    PrintedSquare,
    PrintedValue,
)
from companion.engine.text import Text, text
from companion.games.inner_compass.refusals import emotion_name
from companion.games.inner_compass.variant import DATA

_FILLS: Final[Mapping[str, str]] = MappingProxyType(
    {"Y": "yellow", "B": "blue", "K": "black", "W": "white", "R": "red"}
)
"""The colours of the emotions, as pages draw them."""
_LETTERS: Final = "".join(_FILLS)
_MOST_EP: Final = 12
_MOST_CARDS: Final = 30


def copy_questions(data: Mapping[str, Any]) -> tuple[CopyQuestion, ...]:
    """Return the questions about a copy of which ``data`` is known or assumed."""
    return tuple(_questions(merge(DATA, data)))


def _questions(data: Mapping[str, Any]) -> Iterator[CopyQuestion]:
    values = data["track"]["ep"]
    yield CopyQuestion(
        "track",
        text("copy.track", ep=" ".join(map(str, values))),
        ("track", "ep"),
        tuple(
            PrintedValue(text("copy.track.cell", place=place), _numbers(_MOST_EP))
            for place in range(1, len(values) + 1)
        ),
    )
    yield _about_price("discount", ("emotions", "spaces"))
    yield _about_price("floor", ("total", "emotion"))
    for name, rows in data["board"]["sections"].items():
        yield CopyQuestion(
            f"section.{name}",
            text("copy.section", name=name),
            ("board", "sections", name),
            sheet=partial(_section, tuple(rows)),
        )
    cards = " ".join(str(data["cards"][letter]) for letter in _LETTERS)
    yield CopyQuestion(
        "cards",
        text("copy.cards", cards=cards),
        ("cards",),
        tuple(
            PrintedValue(
                text("copy.cards.cell", emotion=emotion_name(letter)), _numbers(_MOST_CARDS)
            )
            for letter in _LETTERS
        ),
        names=tuple(_LETTERS),
    )


def _about_price(option: str, values: tuple[str, ...]) -> CopyQuestion:
    """Return the question about the discount as printed, or about its effect (IC-R15)."""
    ways = tuple((value, text(f"copy.{option}.{value}")) for value in values)
    cell = PrintedValue(text(f"copy.{option}.cell"), ways)
    return CopyQuestion(option, text(f"copy.{option}"), (option,), (cell,), is_option=True)


def _section(rows: tuple[str, ...], _cells: object) -> PrintedSheet:
    """Return a section of the board, its northern row first."""
    return PrintedSheet(
        tuple(
            tuple(_place(row, column) for column in range(1, len(rows[row - 1]) + 1))
            for row in range(1, len(rows) + 1)
        ),
        tuple("".join(rows)),
        _printed,
        lambda values: _in_rows("".join(values), len(rows[0])),
        tuple(_LETTERS),
    )


def _place(row: int, column: int) -> Text:
    return text("copy.section.place", row=row, column=column)


def _printed(letter: str) -> PrintedSquare:
    name, icon = emotion_name(letter), f"emotion-{letter}"
    return PrintedSquare(name, text("lobby.value", value=name), icon, _FILLS[letter])


def _in_rows(letters: str, width: int) -> list[str]:
    return [letters[start : start + width] for start in range(0, len(letters), width)]


def _numbers(most: int) -> tuple[tuple[int, Any], ...]:
    return tuple((n, text("lobby.value", value=n)) for n in range(most + 1))


def completed(data: dict[str, Any]) -> dict[str, Any]:
    """Return data in which the board has all four sections: giving one replaces them."""
    if "board" not in data:
        return data
    sections = {**DATA["board"]["sections"], **data["board"].get("sections", {})}
    return {**data, "board": {**data["board"], "sections": sections}}
