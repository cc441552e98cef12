"""`companion sheet`: lists the available sheets, and checks a sheet that an author is writing."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.cli.commands import OK, WRONG
from companion.engine.message import join, say
from companion.i18n.catalogue import Phrases
from companion.storage.bounded_file import read_text


def fill(parser: ArgumentParser, words: Phrases) -> None:
    """Add the arguments of the command."""
    adding = parser.add_subparsers(metavar=words("COMMAND"), required=True)
    listing = adding.add_parser("list", help=words("list the sheets that are there"))
    listing.set_defaults(command=list_sheets)
    checking = adding.add_parser("check", help=words("check a sheet for mistakes"))
    checking.add_argument("file", type=Path, metavar=words("FILE"), help=words("a sheet"))
    checking.set_defaults(command=check)


def list_sheets(_options: Namespace, words: Phrases) -> int:
    """Print the id, the numbers of players and the title of each sheet."""
    from companion.i18n import shipped_sheets
    from companion.sheets import games

    for name in shipped_sheets.names():
        sheet = shipped_sheets.sheet(name)
        least, most = sheet.players
        title = games.title_of(sheet.title, words.language)
        print(f"{name:24}{f'{least}-{most}':6}{title}")
    return OK


def check(options: Namespace, words: Phrases) -> int:
    """Print each mistake in a sheet with file, line, key and remedy, or that there is none."""
    from companion.schema.mistakes import Invalid
    from companion.sheets import games
    from companion.sheets.sheet import read_sheet

    try:
        sheet = read_sheet(read_text(options.file), str(options.file))
    except UnicodeDecodeError:
        message = join(": ", [str(options.file), say("is not UTF-8 text")])
        print(words.tell(message), file=sys.stderr)
        return WRONG
    except Invalid as invalid:
        for mistake in invalid.mistakes:
            print(words.tell(mistake.sentence), file=sys.stderr)
        return WRONG
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
