"""The command line. Exit status: 0 done, 1 it failed, 2 the call or a file given is wrong."""

import argparse
import json
import logging
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from companion import __version__

if TYPE_CHECKING:
    from companion.engine.game import AnyGame
    from companion.settings import Settings

_OK: Final = 0
_FAILED: Final = 1
_WRONG: Final = 2
_PAPER: Final = (80, 40)
"""Columns and lines of a page where nobody looks at a terminal."""
_PLAYERS: Final = 4
"""How many play a demo or a random game, if so many can."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in ``arguments`` and return the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        return command(options)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return _OK
    except _wrong_input() as error:
        print(f"companion: {error}", file=sys.stderr)
        return _WRONG
    except _failures() as error:
        print(f"companion: {error}", file=sys.stderr)
        return _FAILED


def _wrong_input() -> tuple[type[Exception], ...]:
    from companion.engine.game import SetupError
    from companion.record import RecordError
    from companion.registry import UnknownGameError
    from companion.settings import SettingsError

    return (
        SettingsError,
        SetupError,
        UnknownGameError,
        RecordError,
        FileNotFoundError,
        IsADirectoryError,
    )


def _failures() -> tuple[type[Exception], ...]:
    from companion.journal import JournalError

    return (JournalError, OSError)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion",
        description="A tabletop companion: it keeps track, score, order and time of a board game.",
    )
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_run(commands.add_parser("run", help="follow a game on this box until stopped"))
    _add_demo(commands.add_parser("demo", help="watch a whole game on emulated hardware"))
    _add_selfplay(commands.add_parser("selfplay", help="play random games and check the rules"))
    _add_replay(commands.add_parser("replay", help="play a recorded game again, action by action"))
    _add_score(commands.add_parser("score", help="explain every point of a recorded game"))
    _add_export(commands.add_parser("export", help="write a recorded game as JSON lines or text"))
    _add_ask(commands.add_parser("ask", help="answer questions about a game's rules"))
    games = commands.add_parser("games", help="list the games that are installed")
    games.set_defaults(command=_games)
    doctor = commands.add_parser("doctor", help="look at the hardware and say what to do")
    _add_config(doctor)
    doctor.set_defaults(command=_doctor)
    return parser


def _add_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="settings; without it all is emulated"
    )


def _add_run(parser: argparse.ArgumentParser) -> None:
    _add_config(parser)
    parser.add_argument(
        "--start", action="store_true", help="begin the configured game without asking"
    )
    parser.set_defaults(command=_run)


def _add_demo(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", help="one of those that `companion games` lists")
    parser.add_argument("--players", type=int, metavar="N", help="(4, or as many as can play)")
    parser.add_argument("--level", help="how much the box follows: track, scoring or full")
    parser.add_argument("--seed", type=int, default=3, metavar="S", help="which game (%(default)s)")
    parser.add_argument(
        "--speed", type=float, metavar="X", help="1 is slow enough to follow, 0 as fast as it goes"
    )
    parser.add_argument(
        "--state", type=Path, metavar="FOLDER", help="keep the journal here, and go on from it"
    )
    parser.set_defaults(command=_demo)


def _add_selfplay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--players", type=int, metavar="N", help="(4, or as many as can play)")
    parser.add_argument("--games", type=int, default=100, metavar="K", help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="(%(default)s)")
    parser.add_argument("--level", help="how much of the game is followed (all of it)")
    parser.add_argument("--json", action="store_true", help="one JSON object a game")
    parser.set_defaults(command=_selfplay)


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record or a journal")
    parser.add_argument("--language", default="en", help="(%(default)s)")
    parser.set_defaults(command=_replay)


def _add_score(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record or a journal")
    parser.add_argument("--language", default="en", help="(%(default)s)")
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    parser.set_defaults(command=_score)


def _add_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record or a journal")
    parser.add_argument("--format", choices=("json", "text"), default="json", help="(%(default)s)")
    parser.set_defaults(command=_export)


def _add_ask(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="one JSON question a line (or stdin)"
    )
    parser.set_defaults(command=_ask)


def _run(options: argparse.Namespace) -> int:
    import asyncio
    import random

    from companion import daemon
    from companion.engine.fold import sampler

    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    settings = _settings(options.config)
    draw = sampler(random.SystemRandom())
    asyncio.run(daemon.run(settings, draw, ask=not options.start))
    return _OK


def _demo(options: argparse.Namespace) -> int:
    import asyncio
    from shutil import get_terminal_size
    from tempfile import TemporaryDirectory

    from companion import demo

    seen = sys.stdout.isatty()
    speed = float(seen) if options.speed is None else options.speed
    columns, lines = get_terminal_size() if seen else _PAPER
    with TemporaryDirectory(prefix="companion-") as folder:
        settings = _demo_settings(options, options.state or Path(folder))
        out = partial(print, flush=True)
        asyncio.run(demo.perform(settings, options.seed, speed, out, (columns, lines)))
    return _OK


def _demo_settings(options: argparse.Namespace, state: Path) -> "Settings":
    """Return the embedded default for the demo's game and number of players."""
    from companion import registry

    settings = _settings(None)
    name = options.game or settings.game
    game = registry.load(name)
    count = _seats(options, game)
    named = settings.players
    more = (f"Player {seat + 1}" for seat in range(len(named), count))
    players = (*named, *more)[:count]
    level = options.level or game.levels[0]
    return replace(settings, game=name, players=players, level=level, state=state)


def _seats(options: argparse.Namespace, game: "AnyGame") -> int:
    most: int = game.players[-1]
    return min(_PLAYERS, most) if options.players is None else int(options.players)


def _selfplay(options: argparse.Namespace) -> int:
    from companion import registry, selfplay
    from companion.engine.game import Setup

    game = registry.load(options.game)
    count = _seats(options, game)
    names = tuple(f"p{seat + 1}" for seat in range(count))
    setup = Setup(names, options.level or game.levels[-1])
    broken = actions = 0
    for seed in range(options.seed, options.seed + options.games):
        played = selfplay.play(game, setup, seed)
        broken += bool(played.violations)
        actions += len(played.actions)
        if options.json:
            print(json.dumps(selfplay.as_struct(game, played)))
        else:
            for violation in played.violations:
                print(f"seed {seed}: {violation}")
    if not options.json:
        print(f"{options.games} games, {actions} actions, {broken} games broke an invariant")
    return _FAILED if broken else _OK


def _replay(options: argparse.Namespace) -> int:
    from companion import replay

    for line in replay.lines(replay.load(options.file), options.language):
        print(line)
    return _OK


def _score(options: argparse.Namespace) -> int:
    from companion import replay, sheet
    from companion.catalogue import Catalogue

    record = replay.load(options.file)
    game, step = replay.final(record)
    voice = Catalogue(options.language, game, record.setup.players)
    if options.json:
        print(json.dumps(sheet.as_struct(game, step.state, voice), indent=2))
    else:
        print(*sheet.ranking(game, step.state, voice), sep="\n")
    return _OK


def _export(options: argparse.Namespace) -> int:
    from companion import replay
    from companion.record import write

    record = replay.load(options.file)
    for line in write(record) if options.format == "json" else replay.as_text(record):
        print(line)
    return _OK


def _ask(options: argparse.Namespace) -> int:
    from companion import registry
    from companion.engine.questions import answer

    desk = registry.rules_desk(options.game)
    malformed = False
    with _lines(options.file) as lines:
        for line in lines:
            if line.strip():
                answered = answer(desk, line)
                print(answered.line)
                malformed = malformed or answered.malformed
    return _WRONG if malformed else _OK


def _lines(path: Path | None) -> AbstractContextManager[TextIO]:
    """Open a file, or standard input; what is no UTF-8 becomes a mistake of its line."""
    if path is not None:
        return path.open(encoding="utf-8", errors="replace")
    return open(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False)


def _settings(path: Path | None) -> "Settings":
    from companion import registry, settings

    find = registry.load
    return settings.default(find) if path is None else settings.load(path, find)


def _games(_options: argparse.Namespace) -> int:
    from companion import registry

    for name in registry.names():
        game = registry.load(name)
        seats = f"{game.players.start}-{game.players.stop - 1}"
        print(f"{name:<20}{game.title:<30}{seats} players, levels: {', '.join(game.levels)}")
    return _OK


def _doctor(options: argparse.Namespace) -> int:
    from companion.doctor import examine

    sound = True
    for finding in examine(_settings(options.config)):
        print(finding)
        sound = sound and finding.sound
    return _OK if sound else _FAILED


if __name__ == "__main__":
    sys.exit(main())
