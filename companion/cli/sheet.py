"""`companion sheet`: lists the available sheets, checks one, and adds it to the box's games."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.commands import OK, WRONG, settings_of
from companion.cli.config_option import add_config
from companion.engine.message import join, reason, say
from companion.i18n.catalogue import Phrases
from companion.storage.bounded_file import read_text

if TYPE_CHECKING:
    from companion.sheets.sheet import Sheet
    from companion.storage.sheet_book import StoredSheet


def fill(parser: ArgumentParser, words: Phrases) -> None:
    """Add the arguments of the command."""
    adding = parser.add_subparsers(metavar=words("COMMAND"), required=True)
    listing = adding.add_parser("list", help=words("list the sheets that are there"))
    add_config(listing, words)
    listing.set_defaults(command=list_sheets)
    checking = adding.add_parser("check", help=words("check a sheet for mistakes"))
    checking.add_argument("file", type=Path, metavar=words("FILE"), help=words("a sheet"))
    checking.set_defaults(command=check)
    putting = adding.add_parser("add", help=words("add a sheet to the games of this box"))
    putting.add_argument("file", type=Path, metavar=words("FILE"), help=words("a sheet"))
    add_config(putting, words)
    putting.set_defaults(command=add)


def list_sheets(options: Namespace, words: Phrases) -> int:
    """Print the id, the numbers of players, the title and the source of each sheet.

    First those that come with the box, then those that the box has been given.
    """
    from companion.i18n import shipped_sheets
    from companion.storage import sheet_book

    for name in shipped_sheets.names():
        _print_sheet(name, shipped_sheets.sheet(name), words("with the box"), words)
    folder = settings_of(options.config, words).state
    for name, sheet in _given(sheet_book.load(folder)):
        _print_sheet(name, sheet, str(folder / sheet_book.FILE), words)
    return OK


def _print_sheet(name: str, sheet: "Sheet", source: str, words: Phrases) -> None:
    from companion.sheets import games

    least, most = sheet.players
    title = games.title_of(sheet.title, words.language)
    print(f"{name:32}{f'{least}-{most}':6}{title:28}{source}")


def _given(stored: "Mapping[str, StoredSheet]") -> "Iterator[tuple[str, Sheet]]":
    """Yield the sheets that a box offers, by name; what is no sheet any more is left out."""
    from companion.schema.mistakes import Invalid
    from companion.sheets.sheet import read_sheet

    for name, each in sorted(stored.items()):
        if each.offered:
            with suppress(Invalid):
                yield name, read_sheet(each.text, name)


def check(options: Namespace, words: Phrases) -> int:
    """Print each mistake in a sheet with file, line, key and remedy, or that there is none."""
    from companion.sheets import games

    found = _read(options.file, words)
    if found is None:
        return WRONG
    _, sheet = found
    least, most = sheet.players
    title = games.title_of(sheet.title, words.language)
    message = say(
        "{title}: nothing is wrong; for {least} to {most} players",
        title=title,
        least=least,
        most=most,
    )
    print(words.tell(message))
    return OK


def add(options: Namespace, words: Phrases) -> int:
    """Add a sheet to the games of the box, once nothing is wrong with it."""
    from companion.sheets import games
    from companion.storage import sheet_book

    found = _read(options.file, words)
    if found is None:
        return WRONG
    text, sheet = found
    folder = settings_of(options.config, words).state
    folder.mkdir(parents=True, exist_ok=True)
    try:
        name = sheet_book.add(folder, text)
    except sheet_book.SheetError as error:
        message = join(": ", [str(options.file), reason(error)])
        print(words.tell(message), file=sys.stderr)
        return WRONG
    message = say(
        "{title} is among the games now, as {name}",
        title=games.title_of(sheet.title, words.language),
        name=name,
    )
    print(words.tell(message))
    return OK


def _read(file: Path, words: Phrases) -> "tuple[str, Sheet] | None":
    """Return the text of a sheet and the sheet; without one, print each mistake."""
    from companion.schema.mistakes import Invalid
    from companion.sheets.sheet import read_sheet

    try:
        text = read_text(file)
        return text, read_sheet(text, str(file))
    except UnicodeDecodeError:
        message = join(": ", [str(file), say("is not UTF-8 text")])
        print(words.tell(message), file=sys.stderr)
    except Invalid as invalid:
        for mistake in invalid.mistakes:
            print(words.tell(mistake.sentence), file=sys.stderr)
    return None
