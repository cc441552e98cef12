"""`companion enrol`: enrols tags and the pieces that carry them."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.commands import FAILED, OK, WRONG, settings_of
from companion.engine.message import say
from companion.i18n.catalogue import Catalogue, Phrases

if TYPE_CHECKING:
    from companion.cli.enrolling.terminal import EnrolmentTerminal
    from companion.engine.game import Piece, Setup
    from companion.engine.rules import AnyGame
    from companion.settings import ReaderSettings, Settings
    from companion.storage.tag_book import TagBook
    from companion.table.table import Table


def enrol(options: argparse.Namespace, words: Phrases) -> int:
    """Enrol tags at the readers or from a file, or write them to one."""
    from companion.storage.tag_book import FILE, TagBook

    settings = settings_of(options.config, words)
    settings.state.mkdir(parents=True, exist_ok=True)
    book = TagBook(settings.tags, settings.state / FILE)

    def tell(message: str) -> None:
        print(words.tell(message), flush=True)

    if options.button is not None:
        return _button(settings, options, tell)
    if book.damage:
        tell(book.damage)
    if options.source is not None:
        _import(book, options.source, tell)
    if options.export is not None:
        book.write(options.export, book.tags)
        tell(say("{file}: {count} tags", file=options.export, count=len(book.tags)))
    if options.source is not None or options.export is not None:
        return OK
    return _at_readers(settings, options, book, words, tell)


def _button(settings: "Settings", options: argparse.Namespace, tell: Callable[[str], None]) -> int:
    """Enrol a seat's button with its key; a running box uses it from the next game on."""
    from companion.storage.button_book import FILE, MOST_SEATS, ButtonBook, address_of, key_of

    address, key = address_of(options.button), key_of(options.key)
    if key is None:
        tell(say("a key has 32 hexadecimal digits: copy it from the app of the button"))
        return WRONG
    if options.seat not in range(1, MOST_SEATS + 1):
        tell(say("name the seat of the button by --seat, from 1 to {most}", most=MOST_SEATS))
        return WRONG
    ButtonBook(settings.state / FILE).learn(address, options.seat - 1, key)
    tell(say("{button}: seat {seat}", button=address, seat=options.seat))
    return OK


def _import(book: "TagBook", source: Path, tell: Callable[[str], None]) -> None:
    """Import the tags in a file, and report those that move to another piece."""
    from companion.cli.enrolling.in_places import moved_tags
    from companion.storage.tag_book import read_tag_file

    tags = read_tag_file(source)
    for message in moved_tags(tags.items(), book.tags):
        tell(message)
    book.learn_all(tags.items())
    tell(say("{count} tags were learned: {file}", count=len(tags), file=book.file))


def _at_readers(
    settings: "Settings",
    options: argparse.Namespace,
    book: "TagBook",
    words: Phrases,
    tell: Callable[[str], None],
) -> int:
    """Enrol pieces one by one at the readers, or a whole set that is laid out on them."""
    import asyncio

    from companion.doctor.readers import daemon_runs
    from companion.engine import registry
    from companion.settings import EMULATED

    if daemon_runs(settings):
        message = say(
            "the daemon has the readers: stop it (sudo systemctl stop companion), or enrol on the "
            "box, by its menu"
        )
        tell(message)
        return FAILED
    real = [reader for reader in settings.readers if reader.port != EMULATED]
    if not real:
        tell(say("there is no reader but emulated ones: name one in the settings (--config)"))
        return FAILED
    game = registry.load(options.game or settings.game)
    table = _begun(game, settings)
    name = Catalogue(words.language, game, table.setup.players).long
    wanted, places = _wanted(table, real)
    if options.set and not wanted:
        tell(say("no reader lies where one piece stands at the start: see `places`"))
        return FAILED

    async def scene() -> int:
        terminal = _terminal(real, book, tell)
        terminal.open(sys.stdin.fileno())
        try:
            if options.set:
                return await terminal.in_places(wanted, places, name)
            return await terminal.by_hand(_pieces(table, book, every=options.all), name)
        finally:
            terminal.close(sys.stdin.fileno())

    learned = asyncio.run(scene())
    tell(say("{count} tags were learned: {file}", count=learned, file=book.file))
    return OK


def _begun(game: "AnyGame", settings: "Settings") -> "Table":
    """Return a game at its start: with the settings if they are for it, else its defaults."""
    import random

    from companion.engine.fold import sampler
    from companion.table.table import Timestamp, begin

    draw = sampler(random.Random(0))  # noqa: S311 - what is drawn does not matter
    return begin(game, _setup(game, settings), (), Timestamp(0, 0), draw).table


def _setup(game: "AnyGame", settings: "Settings") -> "Setup":
    from companion.engine.game import Setup

    if game.id == settings.game:
        return Setup(settings.players, settings.level, settings.options, settings.data)
    names = tuple(str(1 + seat) for seat in range(game.players[-1]))
    return Setup(names, game.levels[-1])


def _terminal(
    configured: "list[ReaderSettings]", book: "TagBook", tell: Callable[[str], None]
) -> "EnrolmentTerminal":
    import asyncio

    from companion.cli.enrolling.terminal import EnrolmentTerminal
    from companion.devices.clock import LoopClock
    from companion.settings import reader_factory

    loop = asyncio.get_running_loop()
    clock = LoopClock(loop)
    readers = {reader.name: reader_factory.make(reader, clock, loop) for reader in configured}
    return EnrolmentTerminal(readers, book, tell, clock)


def _pieces(table: "Table", book: "TagBook", *, every: bool) -> "tuple[Piece, ...]":
    """Return the pieces without a tag, or all pieces if every one has a tag."""
    pieces = table.game.pieces(table.state)
    tagged = set() if every else set(book.tags.values())
    return tuple(piece for piece in pieces if piece.id not in tagged) or pieces


def _wanted(
    table: "Table", configured: "list[ReaderSettings]"
) -> "tuple[dict[str, Piece], dict[tuple[str, str], str]]":
    """Return the piece expected on each place at the start, and the place of each zone."""
    from companion.cli.enrolling.in_places import lay_out
    from companion.settings import reader_factory

    places = reader_factory.places(configured)
    placements = table.game.placements(table.state)
    pieces = table.game.pieces(table.state)
    return lay_out(placements, tuple(places.values()), pieces), places
