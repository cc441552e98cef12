"""Entry of a name on a grid of letters, for boxes without a keyboard.

A joystick moves over the letters; beside its last column is *done*, which a held key takes from
every letter. Keys that only lead on and back choose *done* or a row first, then a letter in it.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.engine.text import Text, text
from companion.table.command import STEPS, Command
from companion.table.setup_question import SetupQuestion

DIAL: Final = "dial"
"""The answer to who sits there: somebody whose name is not in the list."""
LONGEST: Final = 12
"""The most letters of a name that is entered on a grid."""
ACROSS: Final = 6
"""Letters of a row: as many cost the fewest presses for usual names, with either kind of keys."""
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ-’"
"""The letters where the language is not known."""
DELETING: Final = (Command.BACK, Command.MENU, Command.UNDO)
"""The commands that delete a letter: each kind of keys has one of them."""
FINISHING: Final = Command.CORRECT
"""The command that ends the name wherever the cursor is: A is held, on a box with a joystick."""
_TAKE, _DELETE = "take", "delete"
_BEFORE_CAPITALS: Final = ("", "-", "’")
"""What a capital letter follows in a name."""


class GridMark(StrEnum):
    """The part of the grid that is marked."""

    LETTER = "letter"
    """A letter, which *confirm* writes; keys that lead on leave it for a row."""
    ROW = "row"
    """A row, which *confirm* enters."""
    IN_ROW = "in_row"
    """A letter; keys that lead on move within its row."""
    DONE = "done"
    """The end of the name."""


class NameEntry(msgspec.Struct, frozen=True):
    """A name that is being entered: the letters so far, and the cursor on the grid."""

    letters: str = LETTERS
    name: str = ""
    at: int = 0
    """The index of the letter, or of the first one of the row that is marked."""
    mark: GridMark = GridMark.LETTER

    @property
    def rows(self) -> tuple[str, ...]:
        """The letters, row by row."""
        return tuple(
            self.letters[start : start + ACROSS] for start in range(0, len(self.letters), ACROSS)
        )

    @property
    def cursor(self) -> int:
        """The index of the answer under the cursor."""
        return len(self.letters) if self.mark is GridMark.DONE else self.at


def begin(alphabets: Mapping[str, str], language: str) -> NameEntry:
    """Return the entry of a new name in the letters of a language."""
    return NameEntry(alphabets.get(language, LETTERS))


def question(entry: NameEntry) -> SetupQuestion:
    """Return the question for the next letter; the name so far is shown above the letters."""
    done = ((_TAKE, text("dial.take")), (_DELETE, text("dial.delete"))) if entry.name else ()
    letters = tuple((letter, text("lobby.value", value=letter)) for letter in entry.letters)
    return SetupQuestion(DIAL, text("lobby.dial", name=f"{entry.name}_"), (*letters, *done))


def enter_answer(entry: NameEntry, answer: object) -> tuple[NameEntry, bool]:
    """Return the entry after an answer to its question, and whether the name is complete."""
    if answer == _TAKE:
        return entry, True
    if answer == _DELETE:
        return delete_letter(entry), False
    letter = str(answer)
    name = entry.name + (letter if entry.name[-1:] in _BEFORE_CAPITALS else letter.lower())
    written = replace(entry, name=name, at=entry.letters.index(letter), mark=GridMark.LETTER)
    return written, len(name) >= LONGEST


def delete_letter(entry: NameEntry) -> NameEntry:
    """Return the entry without its last letter; the cursor stays where it is, but on *done*."""
    name = entry.name[:-1]
    done = entry.mark is GridMark.DONE and not name
    return replace(entry, name=name, mark=GridMark.LETTER if done else entry.mark)


def confirm(entry: NameEntry) -> tuple[NameEntry, bool]:
    """Return the entry after *confirm*, and whether the name is complete."""
    if entry.mark is GridMark.ROW:
        return replace(entry, mark=GridMark.IN_ROW), False
    answer = _TAKE if entry.mark is GridMark.DONE else entry.letters[entry.at]
    return enter_answer(entry, answer)


def finish(entry: NameEntry) -> tuple[NameEntry, bool]:
    """Return the entry whose name is complete unless it is empty, and whether it is."""
    return entry, bool(entry.name)


def move(entry: NameEntry, way: Command) -> NameEntry:
    """Return the entry after a step of a joystick, or of a key that leads on or back."""
    if way in STEPS:
        return _step(entry, STEPS[way])
    if way in (Command.UP, Command.DOWN):
        return replace(entry, at=_in_column(entry, way), mark=GridMark.LETTER)
    return _beside(entry, 1 if way is Command.RIGHT else -1)


def _in_column(entry: NameEntry, way: Command) -> int:
    """Return the letter below or above; beyond the last row the next column goes on.

    So *up* and *down* alone reach all letters.
    """
    columns = [at for column in range(ACROSS) for at in range(column, len(entry.letters), ACROSS)]
    step = 1 if way is Command.DOWN else -1
    return columns[(columns.index(entry.at) + step) % len(columns)]


def _beside(entry: NameEntry, step: int) -> NameEntry:
    """Return the entry with the cursor beside; *done* is between the last column and the first."""
    start = entry.at - entry.at % ACROSS
    width = len(entry.letters[start : start + ACROSS])
    places = width + bool(entry.name)
    here = width if entry.mark is GridMark.DONE else entry.at - start
    there = (here + step) % places
    if there == width:
        return replace(entry, mark=GridMark.DONE)
    return replace(entry, at=start + there, mark=GridMark.LETTER)


def _step(entry: NameEntry, step: int) -> NameEntry:
    """Return the entry after a key that leads on or back: from *done* through the rows.

    Within a row it moves over the letters, and then leaves the row.
    """
    start = entry.at - entry.at % ACROSS
    if entry.mark is GridMark.IN_ROW:
        there = entry.at + step
        if there in range(start, start + len(entry.letters[start : start + ACROSS])):
            return replace(entry, at=there)
        return replace(entry, at=start, mark=GridMark.ROW)
    stops = [*range(0, len(entry.letters), ACROSS)]
    places = [*([None] if entry.name else []), *stops]
    if entry.mark is GridMark.LETTER:
        place = places[0 if step > 0 else -1]
    else:
        here = None if entry.mark is GridMark.DONE else start
        place = places[(places.index(here) + step) % len(places)]
    if place is None:
        return replace(entry, mark=GridMark.DONE)
    return replace(entry, at=place, mark=GridMark.ROW)


def spelled(entry: NameEntry) -> Text:
    """Return the marked part of the grid in words: a letter, a row, or that the name is done."""
    if entry.mark is GridMark.DONE:
        return text("dial.take")
    if entry.mark is GridMark.ROW:
        return text("lobby.value", value=" ".join(entry.rows[entry.at // ACROSS]))
    return text("lobby.value", value=entry.letters[entry.at])
