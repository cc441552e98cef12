"""The functions behind the commands; each returns the exit status."""

import argparse
import gc
import json
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Final, TextIO

from msgspec.structs import replace

from companion.cli import logs
from companion.engine.message import reason, say
from companion.i18n.catalogue import Phrases, Rulebook, UnknownRuleError
from companion.i18n.languages import player

if TYPE_CHECKING:
    from companion.daemon.readiness import PageAddresses
    from companion.engine.rules import AnyGame
    from companion.settings import Settings

# The exit statuses, as argparse sets them: which exits with 2 on bad arguments.
OK: Final = 0
FAILED: Final = 1
WRONG: Final = 2
SELDOM: Final = (5_000, 20, 10)
"""After how many objects a box looks for garbage: Python's 700 cost every action of it more."""
_PAPER: Final = (80, 40)
"""Columns and lines of the output if it does not go to a terminal."""
_WIDTH: Final = 80
"""Characters in a line of running text."""
_ENDLESS: Final = 32 << 20
"""After so many characters a line is given up."""
_PLAYERS: Final = 4
"""How many players a demo or a random game has, if the game allows that many."""


def run(options: argparse.Namespace, words: Phrases) -> int:
    """Run the box until it is stopped."""
    gc.set_threshold(*SELDOM)
    gc.disable()  # Modules and classes are not garbage; the daemon looks for some once it is built.
    import asyncio
    import warnings

    from gpiozero.exc import PinFactoryFallback

    from companion import daemon
    from companion.devices import raspberry_pi
    from companion.settings import DEFAULT_GAME
    from companion.storage.draw_key import committed_draws

    logs.begin(sys.stderr, os.environ)
    if options.config is None and not raspberry_pi.is_here():
        notice = say(
            "There are no settings, and this is not a Raspberry Pi: panel, buttons, lamps and "
            "readers are emulated. To play in the browser: companion play"
        )
        print(words.tell(notice), file=sys.stderr)
    # Devices without pins log that themselves, in a line each.
    warnings.simplefilter("ignore", PinFactoryFallback)
    # A box starts even if its game was removed: it may have no shell for repairs.
    settings = settings_of(options.config, words, instead=DEFAULT_GAME)
    draw = committed_draws(settings.state)
    while asyncio.run(daemon.run(settings, draw, ask=not options.start, notices=options.notices)):
        pass  # with what was restored
    return OK


def demo(options: argparse.Namespace, words: Phrases) -> int:
    """Play a whole game on emulated hardware."""
    import asyncio
    from shutil import get_terminal_size
    from tempfile import TemporaryDirectory

    from companion.cli import demo

    is_terminal = sys.stdout.isatty()
    speed = float(is_terminal) if options.speed is None else options.speed
    columns, lines = get_terminal_size() if is_terminal else _PAPER
    with TemporaryDirectory(prefix="companion-") as folder:
        settings = _demo_settings(options, options.state or Path(folder), words)
        out = partial(print, flush=True)
        asyncio.run(demo.play_demo(settings, options.seed, speed, out, (columns, lines)))
    return OK


def play(options: argparse.Namespace, words: Phrases) -> int:
    """Serve a page that shows emulated hardware, until stopped."""
    import asyncio
    import random
    from tempfile import TemporaryDirectory

    from companion import daemon
    from companion.cli import phones, play_folder
    from companion.engine.fold import sampler
    from companion.settings import WebSettings
    from companion.storage.draw_key import committed_draws

    with TemporaryDirectory(prefix="companion-") as folder:
        kept = options.state or play_folder.home(os.environ)
        settings = _demo_settings(options, kept or Path(folder), words, whole=True)
        settings = _with_robots(settings, options.robots, words)
        yes = tuple(words("y yes").split())
        bind = phones.bind(
            lan=options.lan,
            ask=phones.question(words),
            file=phones.memory(os.environ),
            yes=yes,
        )
        settings = _with_knob(replace(settings, web=WebSettings(options.port, bind)))
        _check(settings)  # before the game of last night is left for what was asked for
        last = play_folder.game_in_progress(settings.state, options.game, options.players)

        def tell(addresses: "PageAddresses") -> None:
            for line in phones.welcome(addresses, words, draw=sys.stdout.isatty()):
                print(line, flush=True)
            if kept is None:
                print(
                    words("Your home folder is not writable: games end with this program."),
                    flush=True,
                )
            if last is not None:
                print(words.tell(last), flush=True)

        ask = options.game is None  # then people choose, as on a box
        draw = (
            committed_draws(settings.state)
            if options.seed is None
            else sampler(random.Random(options.seed))  # noqa: S311 - a repeatable game
        )
        while asyncio.run(daemon.run(settings, draw, ask=ask, play=tell)):
            last, ask = None, True  # what was restored is for people to choose from
    return OK


def _demo_settings(
    options: argparse.Namespace, state: Path, words: Phrases, *, whole: bool = False
) -> "Settings":
    """Return the embedded default for a game and number of players.

    Without a level, it is the lowest one of the game, or the highest for the ``whole`` game.
    """
    from companion.engine import registry

    settings = settings_of(None, words)
    name = options.game or settings.game
    game = registry.load(name)
    count = _seats(options, game)
    players = _names(count, words)
    level = game.levels[-1] if whole else options.level or game.levels[0]
    return replace(settings, game=name, players=players, level=level, state=state)


def _with_knob(settings: "Settings") -> "Settings":
    """Return the settings of a virtual box that has a knob besides its keys."""
    from companion.settings.wiring import BOX_KNOB, VIRTUAL_KNOB

    clockwise, back, press = VIRTUAL_KNOB
    buttons = {**settings.buttons, BOX_KNOB: press}
    return replace(settings, buttons=buttons, knobs={BOX_KNOB: (clockwise, back)})


def _check(settings: "Settings") -> None:
    """Raise ``SetupError`` unless the game in the settings can be set up."""
    from companion.engine import registry
    from companion.engine.game import Setup

    game = registry.load(settings.game)
    plan = (settings.players, settings.level, settings.options, settings.data, settings.clock)
    game.at(settings.level).new_initial_state(Setup(*plan, settings.robots))


def _with_robots(settings: "Settings", robots: int, words: Phrases) -> "Settings":
    """Return the settings with a robot in each of the last seats. Raises ``SetupError``."""
    from companion.engine.game import SetupError

    people = len(settings.players) - robots
    if robots and people < 1:
        most = len(settings.players) - 1
        raise SetupError(say("somebody has to play: at most {most} robots here", most=most))
    names = (words.tell(say("Robot {number}", number=number)) for number in range(1, robots + 1))
    return replace(
        settings,
        players=(*settings.players[:people], *names),
        robots=tuple(range(people, people + robots)),
    )


def _seats(options: argparse.Namespace, game: "AnyGame") -> int:
    most: int = game.players[-1]
    return min(_PLAYERS, most) if options.players is None else int(options.players)


def selfplay(options: argparse.Namespace, words: Phrases) -> int:
    """Play random games and report violated invariants."""
    from companion.engine import registry, selfplay
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
                print(words.tell(say("seed {seed}: {violation}", seed=seed, violation=violation)))
    if not options.json:
        summary = say(
            "{games} games, {actions} actions, {broken} games broke an invariant",
            games=options.games,
            actions=actions,
            broken=broken,
        )
        print(words.tell(summary))
    return FAILED if broken else OK


def replay(options: argparse.Namespace, _words: Phrases) -> int:
    """Print a recorded game, action by action."""
    from companion.records import replay

    for line in replay.lines(replay.load(options.file), options.language):
        print(line)
    return OK


def score(options: argparse.Namespace, _words: Phrases) -> int:
    """Print the points of a recorded game."""
    from companion.i18n.catalogue import Catalogue
    from companion.records import checkpoint_notes, replay, score_sheet

    record = replay.load(options.file)
    game, step = replay.final(record)
    players = checkpoint_notes.players_after(record.setup.players, record.entries)
    voice = Catalogue(options.language, game, players)
    if options.json:
        print(json.dumps(score_sheet.as_struct(game, step.state, voice), indent=2))
    else:
        print(*score_sheet.ranking(game, step.state, voice), sep="\n")
    return OK


def ask(options: argparse.Namespace, words: Phrases) -> int:
    """Answer questions about a game's rules, one JSON object per line."""
    from companion.engine.general_questions import rules_questions
    from companion.engine.questions import answer, unanswered

    questions = rules_questions(options.game)
    malformed = False
    with _lines(options.file) as lines:
        for line in _bounded(lines):
            if line.strip():
                try:
                    answered = answer(questions, line, words.tell)
                except Exception as error:  # noqa: BLE001 - a game by others may do anything
                    answered = unanswered(line, error, words.tell)
                print(answered.line)
                malformed = malformed or answered.malformed
    return WRONG if malformed else OK


def rules(options: argparse.Namespace, words: Phrases) -> int:
    """Print the rule with an id, or all rules whose ids begin with it."""
    from companion.engine import registry

    game = registry.load(options.game)
    book = Rulebook(options.language, game)
    if not book.ids:
        title = title_of(game, words)
        raise UnknownRuleError(say("{game} brings no words for its rules", game=title))
    matches = book.find(options.rule)
    if not matches:
        near = ", ".join(book.near(options.rule))
        raise UnknownRuleError(
            say("there is no rule {rule!r}; the nearest are: {near}", rule=options.rule, near=near)
        )
    for rule in matches:
        print(rule)
        print(fill(book.words(rule), _WIDTH, initial_indent="  ", subsequent_indent="  "))
    where = book.document(matches[0] if len(matches) == 1 else "")
    if where:
        print("", where, sep="\n")
    return OK


def _lines(path: Path | None) -> AbstractContextManager[TextIO]:
    """Open a file or standard input; bytes that are not UTF-8 affect only their line."""
    if path is not None:
        return path.open(encoding="utf-8", errors="replace")
    return open(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False)


def _bounded(lines: TextIO) -> Iterator[str]:
    """Yield the lines of a stream, each truncated to just above the longest valid question.

    Raises ``RecordError`` for a line without an end.
    """
    from companion.records.jsonl import RecordError
    from companion.schema.reading import LARGEST

    while line := lines.readline(LARGEST + 2):
        passed, rest = len(line), line
        while rest and not rest.endswith("\n"):
            rest = lines.readline(LARGEST)
            passed += len(rest)
            if passed > _ENDLESS:
                message = say(
                    "a line of more than {most} characters is not a question", most=_ENDLESS
                )
                raise RecordError(message)
        yield line


def settings_of(path: Path | None, words: Phrases, instead: str = "") -> "Settings":
    """Return the settings in a file, or those of an emulated box in the language of ``words``.

    ``instead`` replaces a game that is not installed.
    """
    from companion import settings
    from companion.engine import registry
    from companion.storage.state_folder import use_sheets

    if path is not None:
        loaded = settings.load(path, registry.load, instead)
        use_sheets(loaded.state)
        return loaded
    usual = settings.default(registry.load)
    players = _names(len(usual.players), words)
    return replace(usual, language=words.language, players=players)


def _names(count: int, words: Phrases) -> tuple[str, ...]:
    """Return default names for players without names."""
    numbers = range(1, count + 1)
    return tuple(player(words.language, number) for number in numbers)


def title_of(game: "AnyGame", words: Phrases) -> str:
    """Return the title of a game in the language of the command."""
    return game.titles.get(words.language, game.title)


def games(options: argparse.Namespace, words: Phrases) -> int:
    """List the installed games."""
    from companion.engine import registry

    if options.json:
        from companion.cli.json_output import Installed, installed_game, print_json

        installed = (installed_game(registry.load(name), words) for name in registry.names())
        print_json(Installed(tuple(installed)))
        return OK
    for name in registry.names():
        game = registry.load(name)
        seats = "-".join(map(str, sorted({game.players[0], game.players[-1]})))
        levels = ", ".join(game.all_levels)
        details = say("{seats} players, levels: {levels}", seats=seats, levels=levels)
        print(f"{name:<20}{title_of(game, words):<30}{words.tell(details)}")
    return OK


def firmware(options: argparse.Namespace, words: Phrases) -> int:
    """Copy the reader array's firmware to its board."""
    from companion.devices.readers.array.install import InstallError, files, install

    try:
        install(options.port)
    except InstallError as error:
        print(words.tell(reason(error)), file=sys.stderr)
        return FAILED
    message = say("{count} files were copied to the board, which restarts", count=len(files()))
    print(words.tell(message))
    return OK


def backup(options: argparse.Namespace, words: Phrases) -> int:
    """Back up all data of a box to one file."""
    from companion.storage import backup

    report = backup.make(settings_of(options.config, words).state, options.file)
    message = say(
        "{file}: {games} games, {files}",
        file=options.file,
        games=report.games,
        files=", ".join(report.files),
    )
    print(words.tell(message))
    return OK


def restore(options: argparse.Namespace, words: Phrases) -> int:
    """Restore a backup."""
    from companion.records.archive import check_continuable
    from companion.storage import backup

    state = settings_of(options.config, words).state
    restored, aside = backup.restore(options.file, state, check_continuable)
    message = say(
        "{folder}: {games} games, {files}",
        folder=state,
        games=restored.games,
        files=", ".join(restored.files),
    )
    print(words.tell(message))
    if aside:
        print(words.tell(say("Set aside: {names}", names=", ".join(aside))))
    return OK


def doctor(options: argparse.Namespace, words: Phrases) -> int:
    """Examine the hardware and print the findings."""
    from companion.doctor import examine

    if options.json:
        from companion.cli.json_output import diagnosis_of, print_json

        settings = settings_of(options.config, words)
        diagnosis = diagnosis_of(tuple(examine(settings, options.listen)), words)
        print_json(diagnosis)
        return OK if diagnosis.sound else FAILED
    sound = True
    for finding in examine(settings_of(options.config, words), options.listen):
        print(words.tell(finding.report_line))
        sound = sound and finding.sound
    return OK if sound else FAILED
