"""`companion kit`: writes printable labels, overlays and carriers for a game."""

import argparse
import random
from pathlib import Path

from companion.cli.argument_types import MOST_PLAYERS, IntegerArgument
from companion.cli.commands import OK
from companion.i18n.catalogue import Catalogue, Phrases
from companion.i18n.languages import LANGUAGES, player


def fill(parser: argparse.ArgumentParser, words: Phrases) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "game", metavar=words("GAME"), help=words("one of those that `companion games` lists")
    )
    parser.add_argument(
        "--players",
        type=IntegerArgument(words, 1, MOST_PLAYERS),
        metavar="N",
        help=words("whose pieces (as many as can play)"),
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, default=words.language, help="(%(default)s)"
    )
    parser.add_argument(
        "--folder",
        type=Path,
        metavar=words("FOLDER"),
        help=words("where to write (kit-GAME, where you are)"),
    )
    parser.set_defaults(command=kit)


def kit(options: argparse.Namespace, words: Phrases) -> int:
    """Write the printable parts and the shopping list of a game, and report the files written."""
    from companion.engine import registry
    from companion.engine.fold import sampler
    from companion.engine.game import Setup
    from companion.kit.kit import make
    from companion.kit.needs import shopping_list
    from companion.table.table import Timestamp, begin

    game = registry.load(options.game)
    phrases = Phrases(options.language, lambda: (game,))
    count = game.players[-1] if options.players is None else options.players
    names = tuple(player(phrases.language, 1 + seat) for seat in range(count))
    draw = sampler(random.Random(0))  # noqa: S311 - what is drawn does not matter
    state, *others = (
        begin(
            game, Setup(names, game.levels[-1], dict(answers)), (), Timestamp(0, 0), draw
        ).table.state
        for answers in game.kit_answers
    )
    voice = Catalogue(options.language, game, names)
    folder = options.folder or Path(f"kit-{game.id}")
    made = make(game, state, voice, phrases.tell, folder, others=others)
    for file in made.files:
        print(file)
    for line in shopping_list(made.needed):
        print(f"- {words.tell(line)}")
    return OK
