"""`companion hub`: passes its arguments to the hub, a separate package that boxes do not need."""

import argparse
import sys
from importlib import import_module
from pathlib import Path

from companion.cli.commands import FAILED
from companion.engine.message import say
from companion.i18n.catalogue import Phrases

WHAT = ("run", "migrate", "forget-accounts", "removed", "remove", "put-back")


def fill(parser: argparse.ArgumentParser, words: Phrases) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "what",
        nargs="?",
        choices=WHAT,
        default=WHAT[0],
        help=words(
            "run it (run), only bring its tables up to date, forget its operators, list what is"
            " removed from its pages, remove more, or put it back"
        ),
    )
    parser.add_argument(
        "subject",
        nargs="*",
        metavar=words("SUBJECT"),
        help=words(
            "what to remove or put back: result JOURNAL/NUMBER, player NAME, or box SITE/BOX"
        ),
    )
    parser.add_argument(
        "--config", type=Path, metavar=words("FILE"), help=words("settings of the hub, as TOML")
    )
    parser.set_defaults(command=hub)


def hub(options: argparse.Namespace, words: Phrases) -> int:
    """Run the hub if it is installed; its package is not imported earlier."""
    try:
        theirs = import_module("companion_hub.cli")
    except ModuleNotFoundError as error:
        missing = say(
            "the hub is not installed here ({name} is missing): see docs/fleet.md", name=error.name
        )
        print(f"companion: {words.tell(missing)}", file=sys.stderr)
        return FAILED
    config = ("--config", str(options.config)) if options.config else ()
    given = [*config, options.what, *options.subject]
    status: int = theirs.main(given)
    return status
