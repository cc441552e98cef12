"""`companion setup-pi`: enables the buses of a Raspberry Pi that a box uses."""

import argparse
from pathlib import Path

from companion.cli.commands import OK, settings_of
from companion.cli.permission import usual_settings
from companion.engine.message import say
from companion.i18n.catalogue import Phrases


def fill(parser: argparse.ArgumentParser, words: Phrases) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--boot",
        type=Path,
        default=Path("/boot/firmware"),
        metavar=words("FOLDER"),
        help=words("where config.txt and cmdline.txt are (%(default)s)"),
    )
    parser.add_argument(
        "--model",
        metavar="M",
        help=words("such as '5 Model B', for a card that is for another Pi (this computer's)"),
    )
    parser.add_argument(
        "--config",
        type=Path,
        default=usual_settings(),
        metavar=words("FILE"),
        help=words("settings, which say whether the panel is on SPI"),
    )
    parser.set_defaults(command=setup_pi)


def setup_pi(options: argparse.Namespace, words: Phrases) -> int:
    """Edit the firmware's configuration, and print the next step."""
    from companion.devices import raspberry_pi
    from companion.devices.panel_sizes import GREY
    from companion.host.boot.setup import setup

    panel = settings_of(options.config, words).panel
    spi = panel is not None and panel.driver in GREY
    model = options.model or raspberry_pi.model()
    changes = list(setup(model, spi=spi, boot=options.boot))
    for change in changes:
        print(words.tell(change))
    board = raspberry_pi.family_of(model)
    if board is not None:
        print(words.tell(say("the port of a serial reader is {port}", port=board.serial)))
    print(words.tell(say("now: sudo reboot") if changes else say("everything was set already")))
    return OK
