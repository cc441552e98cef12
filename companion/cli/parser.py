"""The commands and their arguments."""

from argparse import ArgumentParser, BooleanOptionalAction
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from companion import __version__
from companion.cli import commands
from companion.cli.argument_types import (
    MOST_GAMES,
    MOST_PLAYERS,
    DecimalArgument,
    IntegerArgument,
)
from companion.cli.config_option import add_config
from companion.engine.facets import later
from companion.i18n.catalogue import Phrases
from companion.i18n.languages import LANGUAGES

Fill: TypeAlias = Callable[[ArgumentParser, Phrases], None]
"""Adds a command's arguments."""

_LAST_PORT: Final = 65_535
_LONGEST_LISTENING: Final = 3600
"""Seconds for which the doctor listens at most."""
_MOST_ROBOTS: Final = 6
"""Robots at one table: the largest takes seven, and somebody has to play."""
_FASTEST: Final = 1000
"""How many times as fast as people a demonstration goes; 0 is faster still."""


def build(words: Phrases, given: Sequence[str]) -> ArgumentParser:
    """Return the parser of the whole command line, with its help in the language of ``words``.

    If ``given`` begins with a command, only that command is added, since no other appears in the
    output. Only the imports of its arguments are made, which saves time and memory at start-up.
    """
    parser = ArgumentParser(
        prog="companion",
        description=words(
            "A tabletop companion: it keeps track, score, order and time of a board game."
        ),
        epilog=words(
            "Exit status: 0 done, 1 it failed, 2 the call or a given file is wrong, "
            "130 interrupted."
        ),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"companion {__version__}",
        help=words("show the version"),
    )
    adding = parser.add_subparsers(title=words("commands"), metavar=words("COMMAND"), required=True)
    every = _commands(words)
    for name, fill, summary in [each for each in every if each[0] in given[:1]] or every:
        command = adding.add_parser(name, help=summary)
        if name in given:
            fill(command, words)
    return parser


def _commands(words: Phrases) -> tuple[tuple[str, Fill, str], ...]:
    """Return all commands in the order of the help: name, function that adds arguments, summary."""
    return (
        ("run", _add_run, words("follow a game on this box until stopped")),
        ("play", _add_play, words("play in the browser, on emulated hardware")),
        ("demo", _add_demo, words("watch a whole game on emulated hardware")),
        ("selfplay", _add_selfplay, words("play random games and check the rules")),
        ("replay", _add_replay, words("play a recorded game again, action by action")),
        ("score", _add_score, words("explain every point of a recorded game")),
        (
            "verify",
            later("companion.cli.verify", "fill"),
            words("verify the draws of a recorded game"),
        ),
        ("export", _add_export, words("export a recorded game")),
        ("stats", _add_stats, words("show who wins, where points come from and where time goes")),
        ("study", _add_study, words("play thousands of games by robots, and say what they show")),
        ("ask", _add_ask, words("answer questions about a game's rules")),
        ("rules", _add_rules, words("show a rule of a game")),
        ("games", _add_games, words("list the games that are installed, or that were played")),
        (
            "sheet",
            later("companion.cli.sheet", "fill"),
            words("list, check and add sheets of games that the box does not know"),
        ),
        ("firmware", _add_firmware, words("install the firmware of the reader array")),
        ("backup", _add_backup, words("back up everything this box has stored into one file")),
        ("restore", _add_restore, words("restore a backup")),
        (
            "kit",
            later("companion.cli.kit", "fill"),
            words("print labels for a game's tags, and where its readers lie"),
        ),
        ("enrol", _add_enrol, words("learn which tag is under which piece")),
        (
            "hub",
            later("companion.cli.hub", "fill"),
            words("collect the games of many boxes, and show them"),
        ),
        (
            "setup-pi",
            later("companion.cli.setup_pi", "fill"),
            words("switch on what a box uses of a Raspberry Pi"),
        ),
        ("doctor", _add_doctor, words("check the hardware and say what to fix")),
    )


def _add_games(parser: ArgumentParser, words: Phrases) -> None:
    from companion.cli import archive

    archive.add_games(parser, words)
    add_config(parser, words)


def _add_stats(parser: ArgumentParser, words: Phrases) -> None:
    from companion.cli import statistics

    statistics.add_stats(parser, words)
    add_config(parser, words)


def _add_study(parser: ArgumentParser, words: Phrases) -> None:
    from companion.cli import study

    _add_game(parser, words)
    _add_players(parser, words)
    study.add_study(parser, words)


def _add_backup(parser: ArgumentParser, words: Phrases) -> None:
    parser.add_argument(
        "file",
        type=Path,
        nargs="?",
        default=Path("companion-backup.tar"),
        metavar=words("FILE"),
        help=words("what to write (%(default)s, where you are)"),
    )
    add_config(parser, words)
    parser.set_defaults(command=commands.backup)


def _add_restore(parser: ArgumentParser, words: Phrases) -> None:
    parser.add_argument("file", type=Path, metavar=words("FILE"), help=words("a backup"))
    add_config(parser, words)
    parser.set_defaults(command=commands.restore)


def _add_enrol(parser: ArgumentParser, words: Phrases) -> None:
    from companion.cli.enrol import enrol

    add_config(parser, words)
    parser.add_argument(
        "--game", metavar=words("GAME"), help=words("whose pieces (that of the settings)")
    )
    parser.add_argument("--all", action="store_true", help=words("also pieces that have a tag"))
    parser.add_argument(
        "--set",
        action="store_true",
        help=words("a whole set at once, laid where the game begins, over readers under places"),
    )
    parser.add_argument(
        "--export", type=Path, metavar=words("FILE"), help=words("write all tags to a file")
    )
    parser.add_argument(
        "--import",
        dest="source",
        type=Path,
        metavar=words("FILE"),
        help=words("learn the tags of a file"),
    )
    parser.add_argument(
        "--button", metavar=words("ADDRESS"), help=words("the button without wires of a seat")
    )
    parser.add_argument(
        "--seat",
        type=IntegerArgument(words, 1, MOST_PLAYERS),
        metavar="N",
        help=words("its seat, counted clockwise from 1"),
    )
    parser.add_argument(
        "--key", default="", metavar=words("KEY"), help=words("the key by which it encrypts")
    )
    parser.set_defaults(command=enrol)


def _add_doctor(parser: ArgumentParser, words: Phrases) -> None:
    add_config(parser, words)
    parser.add_argument(
        "--listen",
        type=DecimalArgument(words, _LONGEST_LISTENING),
        default=3.0,
        metavar="S",
        help=words("seconds for tags to be held to the readers (%(default)s)"),
    )
    parser.add_argument("--json", action="store_true", help=words("as one JSON object"))
    parser.set_defaults(command=commands.doctor)


def _add_firmware(parser: ArgumentParser, words: Phrases) -> None:
    parser.add_argument("what", choices=("install",))
    parser.add_argument(
        "--port",
        default="usb:2e8a:0005",
        metavar="P",
        help=words("of the board: a path, or usb:VENDOR:PRODUCT[:SERIAL] (%(default)s)"),
    )
    parser.set_defaults(command=commands.firmware)


def _add_language(parser: ArgumentParser, words: Phrases) -> None:
    parser.add_argument(
        "--language", choices=LANGUAGES, default=words.language, help="(%(default)s)"
    )


def _add_game(parser: ArgumentParser, words: Phrases) -> None:
    parser.add_argument(
        "game", metavar=words("GAME"), help=words("one of those that `companion games` lists")
    )


def _add_record(parser: ArgumentParser, words: Phrases) -> None:
    parser.add_argument(
        "file", type=Path, metavar=words("FILE"), help=words("a record or a journal")
    )


def _add_players(parser: ArgumentParser, words: Phrases) -> None:
    parser.add_argument(
        "--players",
        type=IntegerArgument(words, 1, MOST_PLAYERS),
        metavar="N",
        help=words("(4, or as many as can play)"),
    )


def _add_run(parser: ArgumentParser, words: Phrases) -> None:
    add_config(parser, words)
    parser.add_argument(
        "--start", action="store_true", help=words("begin the configured game without asking")
    )
    parser.add_argument(
        "--notices",
        type=Path,
        metavar=words("FOLDER"),
        help=words("files with sentences about this computer, to be shown"),
    )
    parser.set_defaults(command=commands.run)


def _add_play(parser: ArgumentParser, words: Phrases) -> None:
    parser.add_argument(
        "--game", metavar=words("GAME"), help=words("one of those that `companion games` lists")
    )
    _add_players(parser, words)
    parser.add_argument(
        "--robots",
        type=IntegerArgument(words, 0, _MOST_ROBOTS),
        default=0,
        metavar="N",
        help=words("in how many of the seats the box itself plays (0)"),
    )
    parser.add_argument(
        "--seed", type=IntegerArgument(words), metavar="S", help=words("which game (any)")
    )
    parser.add_argument(
        "--port",
        type=IntegerArgument(words, 0, _LAST_PORT),
        default=8033,
        metavar="P",
        help=words("of the page (%(default)s)"),
    )
    parser.add_argument(
        "--state",
        type=Path,
        metavar=words("FOLDER"),
        help=words("store the games here instead of in your home folder, and resume from there"),
    )
    parser.add_argument(
        "--lan",
        action=BooleanOptionalAction,
        help=words("let phones in your network join (as answered at the first start)"),
    )
    parser.set_defaults(command=commands.play)


def _add_demo(parser: ArgumentParser, words: Phrases) -> None:
    parser.add_argument(
        "--game", metavar=words("GAME"), help=words("one of those that `companion games` lists")
    )
    _add_players(parser, words)
    parser.add_argument(
        "--level",
        metavar=words("LEVEL"),
        help=words("how much the box follows: track, scoring or full"),
    )
    parser.add_argument(
        "--seed",
        type=IntegerArgument(words),
        default=3,
        metavar="S",
        help=words("which game (%(default)s)"),
    )
    parser.add_argument(
        "--speed",
        type=DecimalArgument(words, _FASTEST),
        metavar="X",
        help=words("1 is slow enough to follow, 0 as fast as it goes"),
    )
    parser.add_argument(
        "--state",
        type=Path,
        metavar=words("FOLDER"),
        help=words("store the journal here, and resume from it"),
    )
    parser.set_defaults(command=commands.demo)


def _add_selfplay(parser: ArgumentParser, words: Phrases) -> None:
    _add_game(parser, words)
    _add_players(parser, words)
    games = IntegerArgument(words, 1, MOST_GAMES)
    parser.add_argument("--games", type=games, default=100, metavar="K", help="(%(default)s)")
    parser.add_argument(
        "--seed", type=IntegerArgument(words), default=1, metavar="S", help="(%(default)s)"
    )
    parser.add_argument(
        "--level",
        metavar=words("LEVEL"),
        help=words("how much of the game is followed (all of it)"),
    )
    parser.add_argument("--json", action="store_true", help=words("one JSON object a game"))
    parser.set_defaults(command=commands.selfplay)


def _add_replay(parser: ArgumentParser, words: Phrases) -> None:
    from companion.cli import animation

    _add_record(parser, words)
    _add_language(parser, words)
    animation.add_animation_arguments(parser, words)


def _add_score(parser: ArgumentParser, words: Phrases) -> None:
    _add_record(parser, words)
    _add_language(parser, words)
    parser.add_argument("--json", action="store_true", help=words("as one JSON object"))
    parser.set_defaults(command=commands.score)


def _add_export(parser: ArgumentParser, words: Phrases) -> None:
    from companion.cli import archive

    _add_record(parser, words)
    archive.add_export(parser, words)


def _add_rules(parser: ArgumentParser, words: Phrases) -> None:
    _add_game(parser, words)
    parser.add_argument(
        "rule",
        nargs="?",
        default="",
        metavar=words("ID"),
        help=words("such as IC-R14, or what ids begin with, such as ic-track (all rules)"),
    )
    _add_language(parser, words)
    parser.set_defaults(command=commands.rules)


def _add_ask(parser: ArgumentParser, words: Phrases) -> None:
    _add_game(parser, words)
    parser.add_argument(
        "file",
        type=Path,
        nargs="?",
        metavar=words("FILE"),
        help=words("one JSON question a line (or stdin)"),
    )
    parser.set_defaults(command=commands.ask)
