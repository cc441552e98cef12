"""The option of all commands that read the settings of a box."""

from argparse import ArgumentParser
from pathlib import Path

from companion.cli.permission import usual_settings
from companion.i18n.catalogue import Phrases


def add_config(parser: ArgumentParser, words: Phrases) -> None:
    """Add ``--config``: by default the settings of an installed box."""
    parser.add_argument(
        "--config",
        type=Path,
        default=usual_settings(),
        metavar=words("FILE"),
        help=words(
            "settings (/etc/compass-companion/companion.yaml; if that is not there, "
            "all is emulated)"
        ),
    )
