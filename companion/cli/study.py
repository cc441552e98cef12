"""`companion study`: plays thousands of games between robots and prints estimates."""

import argparse
import os
import sys
import time
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from companion.cli.argument_types import MOST_GAMES, MOST_PLAYERS, IntegerArgument
from companion.cli.commands import OK
from companion.engine.message import Message, reason, say
from companion.i18n import formats
from companion.i18n.catalogue import Phrases

if TYPE_CHECKING:
    from companion.records.result_lines import GameResult
    from companion.records.statistics.estimates import IntervalEstimate
    from companion.records.statistics.study import StudyPlan

_WIDTH: Final = 30
"""Characters of the progress bar."""
_MOST_PLAYOUTS: Final = 100_000
_MOST_WORKERS: Final = 256
_NAMES: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "wins": say("wins by seat, percent"),
        "starting": say("wins by first to act, percent"),
        "points": say("mean points by seat"),
        "rules": say("mean points of a seat by rule"),
    }
)
_SEATS: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "first": say("who acts first"),
        "others": say("the others"),
        "random": say("at random"),
        "search": say("by search"),
    }
)
"""What the records of a study call seats, in words."""


def add_study(parser: argparse.ArgumentParser, words: Phrases) -> None:
    """Add the arguments of `companion study`, except the game and the players."""
    parser.add_argument(
        "--games",
        type=IntegerArgument(words, 1, MOST_GAMES),
        default=1000,
        metavar="N",
        help="(%(default)s)",
    )
    parser.add_argument("--level", metavar=words("LEVEL"), help=words("(the lowest)"))
    parser.add_argument(
        "--seed", type=IntegerArgument(words), default=1, metavar="S", help="(%(default)s)"
    )
    parser.add_argument(
        "--search",
        type=IntegerArgument(words, 0, MOST_PLAYERS),
        default=0,
        metavar="N",
        help=words("in how many of the seats a robot searches instead of playing at random (0)"),
    )
    parser.add_argument(
        "--playouts",
        type=IntegerArgument(words, 1, _MOST_PLAYOUTS),
        default=20,
        metavar="N",
        help=words("how much it tries before each action (%(default)s)"),
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar=words("NAME=VALUE"),
        help=words("an option of the game; several values with commas are compared"),
    )
    parser.add_argument(
        "--to",
        type=Path,
        metavar=words("FILE"),
        help=words("file for the results, from which the study resumes (GAME.results)"),
    )
    parser.add_argument(
        "--workers",
        type=IntegerArgument(words, 0, _MOST_WORKERS),
        default=0,
        metavar="N",
        help=words("(as many as processors)"),
    )
    parser.add_argument(
        "--picture", type=Path, metavar=words("FILE"), help=words("draw the answers, as SVG")
    )
    parser.set_defaults(command=study)


def study(options: argparse.Namespace, words: Phrases) -> int:
    """Play the missing games of a study, then print its estimates."""
    from companion.records.result_lines import read
    from companion.records.statistics.estimates import by_setup
    from companion.records.statistics.study import run

    if options.picture is not None:
        check_drawing()
    plan = _plan(options)
    path = options.to or Path(f"{plan.game}.results")
    total = plan.games * len(plan.setups)
    began, first, count = time.monotonic(), 0, 0
    for step, count in enumerate(run(plan, path, options.workers)):
        first = first if step else count
        _show(count, total, words)
    duration = time.monotonic() - began
    workers = options.workers or os.cpu_count() or 1
    if count > first:
        rate = (count - first) / duration / workers
        message = say(
            "{rate} games a second and core", rate=formats.number(words.language, rate, 1)
        )
        print(words.tell(message), file=sys.stderr)
    with path.open(encoding="utf-8") as stream:
        groups = by_setup(read(stream), sorted(plan.vary))
    for label, games in groups.items():
        _print(label, games, words)
    if options.picture is not None:
        _draw(options.picture, groups, words)
    return OK


def check_drawing() -> None:
    """Raise ``RecordError`` before hours of play if no drawing library is installed."""
    from companion.cli.statistics import MISSING
    from companion.records.jsonl import RecordError

    if find_spec("matplotlib") is None:
        raise RecordError(MISSING)


def _plan(options: argparse.Namespace) -> "StudyPlan":
    """Return the study that the arguments describe. Raises ``SetupError``."""
    from companion.engine import registry
    from companion.engine.game import SetupError
    from companion.records.statistics.study import StudyPlan
    from companion.schema.bounds import Scalar
    from companion.schema.mistakes import Invalid
    from companion.schema.writable import one_line
    from companion.schema.yaml_reader import read_yaml

    game = registry.load(options.game)
    fixed: dict[str, object] = {}
    vary: dict[str, tuple[object, ...]] = {}
    for given in options.option:
        name, equals, values = given.partition("=")
        if not equals or not all(map(str.strip, values.split(","))):
            message = say("{given}: write an option as NAME=VALUE", given=given)
            raise SetupError(message)
        try:
            read = tuple(
                read_yaml(Scalar, value, one_line(given, 60)) for value in values.split(",")
            )
        except Invalid as mistake:
            raise SetupError(reason(mistake)) from None
        if len(read) > 1:
            vary[name] = read
        else:
            fixed[name] = read[0]
    players = options.players or min(4, game.players[-1])
    if options.search > players:
        raise SetupError(say("at least one game, and at most as many searching robots as seats"))
    level = options.level or game.levels[0]
    return StudyPlan(
        *(game.id, players, level, options.games, options.seed, options.search, options.playouts),
        options=fixed,
        vary=vary,
    )


def _show(count: int, total: int, words: Phrases) -> None:
    """Draw the progress of a study on a terminal."""
    if not sys.stderr.isatty():
        return
    done = _WIDTH * count // total
    bar = "█" * done + "░" * (_WIDTH - done)
    message = words.tell(say("{count} of {total} games", count=count, total=total))
    print(f"\r{bar} {message}", end="\n" if count == total else "", file=sys.stderr, flush=True)


def _answers(games: "Sequence[GameResult]") -> "dict[str, list[IntervalEstimate]]":
    from companion.records.statistics import estimates

    return {
        "wins": estimates.wins(games),
        "starting": estimates.starting(games),
        "points": estimates.points(games),
        "rules": estimates.rules(games),
    }


def _label(answer: "IntervalEstimate", words: Phrases) -> str:
    """Return the subject of an estimate: a rule by its id, a seat by its robot's strategy."""
    kind, _, number = answer.label.partition(" ")
    message = _SEATS.get(kind)
    return answer.label if message is None else f"{words.tell(message)} {number}".rstrip()


def _print(label: str, games: "Sequence[GameResult]", words: Phrases) -> None:
    if label:
        print(f"{label}:")
    for key, found in _answers(games).items():
        if found:
            print(words.tell(_NAMES[key]))
        for answer in found:
            value, low, high = (
                formats.number(words.language, each, 2)
                for each in (answer.value, answer.low, answer.high)
            )
            count = formats.number(words.language, answer.of)
            print(f"  {_label(answer, words):<28}{value:>9}  {low:>8} … {high}  (n={count})")
    print()


def _draw(path: Path, groups: "Mapping[str, Sequence[GameResult]]", words: Phrases) -> None:
    """Draw the estimates of all setups below each other."""
    from msgspec.structs import replace

    from companion.records.statistics.plots import estimates_svg
    from companion.storage import durable

    found = {
        label: {
            key: [replace(answer, label=_label(answer, words)) for answer in answers]
            for key, answers in _answers(games).items()
        }
        for label, games in groups.items()
    }
    named = {key: words.tell(name) for key, name in _NAMES.items()}
    durable.write(path, estimates_svg(found, named))
