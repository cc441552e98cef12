"""The composition root: from settings to a running table."""

import asyncio
import gc
import logging
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from time import time
from typing import TYPE_CHECKING, Final

from gpiozero import Factory

from companion import fittings, notify, preferences, registry
from companion.care import Care
from companion.catalogue import LANGUAGES, Catalogue
from companion.clock import Clock, LoopClock, TimerHandle
from companion.controls import REPEATING, keys_of
from companion.devices import Buttons, Panel, Signal, TagReader
from companion.devices.buttons import ButtonPin, GpioButtons
from companion.devices.debounce import DIRECTION, HoldRule
from companion.devices.panel import open_panel
from companion.devices.panel.link import Bus
from companion.devices.signals import GpioSignals
from companion.display import PanelView
from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.engine.message import reason, say
from companion.engine.text import text
from companion.journal import FILE as JOURNAL
from companion.journal import Journal, Play, StorageError
from companion.notify import ALIVE, READY, STOPPING, Notifier
from companion.saver import Saver
from companion.sensing import Sensing
from companion.serving import Attendance, Pages
from companion.session import Pulse, Session
from companion.settings import EMULATED, MOCK, Settings, WebSettings
from companion.setups import setup_of
from companion.signals import SignalView
from companion.table.lobby import Lobby, open_lobby
from companion.table.stage import Stage
from companion.table.table import Moment, Notice, Table, begin, resume
from companion.table.voice import Voice
from companion.tags import FILE as TAGS
from companion.tags import TagBook

if TYPE_CHECKING:
    from companion.emulation.box import EmulatedBox

LANGUAGE: Final = "language"
"""Of the preferences: what was chosen on the box."""

COLOURS: Final = ("red", "blue", "green", "yellow", "white", "black", "purple")
"""What a seat may be called where nobody has a name."""

WEB_REMEDY: Final = "pip install aiohttp segno"
UPSIDE_DOWN: Final = 180
_MILLISECONDS: Final = 1000
_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class Box:
    """A table with its devices. ``emulated`` is the hardware where there is none."""

    session: Session
    voice_of: Callable[[Stage], Voice]
    devices: tuple[Buttons | TagReader | Panel | Signal, ...]
    display: PanelView | None
    emulated: "EmulatedBox | None"
    web: WebSettings | None = None
    play: Callable[[str], None] | None = None
    """Is told the address of the page that stands for the hardware; without it there is none."""
    pages: Pages | None = None
    notifier: Notifier = field(default_factory=Notifier)
    """Hears that the box is ready and alive."""
    _heart: TimerHandle | None = None

    async def run(self) -> None:
        """Start the devices and take inputs until cancelled; close everything at the end.

        Raises ``OSError`` if the page for the hardware cannot be served.
        """
        running = asyncio.ensure_future(self.session.run())
        attendance = Attendance(self.session.sink)
        try:
            for device in self.devices:
                device.start(attendance.take)
            if self.web is not None:
                await self._serve(self.web)
            await attendance.wait(self.session.clock)
            await self.session.settled()
            self.notifier.tell(READY)
            self._beat()
            await running
        finally:
            self.notifier.tell(STOPPING)
            if self._heart is not None:
                self._heart.cancel()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            if self.pages is not None:
                await self.pages.close()
            for device in self.devices:
                device.close()
            if self.display is not None:
                self.display.close()
            self.session.close()
            if self.emulated is not None:
                self.emulated.close()

    def _beat(self) -> None:
        """Tell the watchdog that inputs are taken, as one of them: if they are not, it is not told.

        Twice in its time, as sd_watchdog_enabled(3) advises.
        """
        if not self.notifier.watchdog:
            return
        self.notifier.tell(ALIVE)
        clock = self.session.clock
        due = clock.now() + self.notifier.watchdog / 2
        self._heart = clock.call_at(due, lambda: self.session.sink(Pulse(self._beat)))

    async def _serve(self, web: WebSettings) -> None:
        """Open the web room; the table is in use already, and stays so if this fails.

        The page for the hardware is wanted at once or not at all.
        """
        try:
            from companion.web.opening import open_room
        except ImportError as error:
            if self.play is not None:
                raise OSError(say("aiohttp is missing: {remedy}", remedy=WEB_REMEDY)) from error
            _LOG.error("no pages for browsers: %s: %s", error, WEB_REMEDY)
            return
        emulated = self.emulated if self.play is not None else None
        server = open_room(self.session, web, _catalogue_for, emulated)
        self.pages = Pages(server, self.session.clock)
        if self.play is None:
            await self.pages.open()
            return
        await server.start()
        self.play(server.play_address)


async def run(
    settings: Settings, draw: Draw, *, ask: bool, play: Callable[[str], None] | None = None
) -> None:
    """Run the daemon until it gets SIGTERM or SIGINT; see ``build`` for ``ask``.

    ``play`` is told the address of the page that stands for the emulated hardware.
    """
    for warning in settings.warnings:
        _LOG.warning("%s", warning)
    loop = asyncio.get_running_loop()
    with TemporaryDirectory(prefix="companion-") as folder:
        box = build(settings, LoopClock(loop), draw, Path(folder), ask=ask)
        box.play = play
        box.notifier = notify.here()
        gc.freeze()  # what is there now stays until the end: never look at it again
        gc.enable()
        running = asyncio.ensure_future(box.run())
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, running.cancel)
        with suppress(asyncio.CancelledError):
            await running


def build(settings: Settings, clock: Clock, draw: Draw, folder: Path, *, ask: bool = False) -> Box:
    """Return the box that ``settings`` describe, not started yet.

    A game in progress goes on. Else the players are asked on the box (``ask``), or the game that
    the settings describe begins. ``folder`` is for the ports of emulated readers. Raises
    ``JournalError`` if the journal is in use or cannot be opened.
    """
    emulated = _emulated(settings, clock, folder)
    saver, journal = _journal(settings.state / JOURNAL, folder)
    try:
        stage = _take_up(settings, journal, saver, draw, ask=ask)
        if journal is not saver.journal:
            journal.close()
        chosen = preferences.load(settings.state).get(LANGUAGE, settings.language)
        language = chosen if chosen in LANGUAGES else settings.language
        stage = replace(stage, language=language, languages=LANGUAGES)
    except BaseException:
        journal.close()
        raise
    panel = _panel(settings, clock, emulated)
    keys = keys_of(settings.buttons)
    care = Care() if settings.panel is None else settings.panel.care
    display = None if panel is None else PanelView(panel, _voice, clock, keys, care)
    pins, pulses = _factories(settings, emulated)
    signals = GpioSignals(
        settings.lamps, settings.buzzer, clock, pins, settings.sound.volume, pulses
    )
    lamps = SignalView(signals, settings.sound.quiet)
    book = TagBook(settings.tags, settings.state / TAGS)
    if book.damage:
        _LOG.warning("%s", book.damage)
    session = Session(
        stage=stage,
        saver=saver,
        clock=clock,
        draw=draw,
        tags=partial(_tags, settings, book),
        learn=book.learn,
        sensing=Sensing(fittings.places(settings.readers)),
        lobby=partial(_lobby, settings),
        # Lamps first: a picture takes longer.
        followers=(lamps,) if display is None else (lamps, display),
        keys=keys,
        remind=settings.timing.remind_s,
        wake=None if display is None else display.wake,
        prefer=partial(preferences.save, settings.state, LANGUAGE),
    )
    buttons = _buttons(settings, clock, pins)
    fitted = _readers(settings, clock, emulated)
    session.bad_frames = partial(_bad_frames, settings, fitted)
    panels = () if panel is None else (panel,)
    devices = (*panels, signals, buttons, *fitted)
    return Box(session, _voice, devices, display, emulated, settings.web)


def _voice(stage: Stage) -> Catalogue:
    return _catalogue_for(stage.language, stage)


def _catalogue_for(language: str, stage: Stage) -> Catalogue:
    players = () if isinstance(stage, Lobby) else stage.setup.players
    return _catalogue(language, stage.game.id, players)


@lru_cache(maxsize=8)
def _catalogue(language: str, game: str, players: tuple[str, ...]) -> Catalogue:
    return Catalogue(language, registry.load(game), players)


def _lobby(settings: Settings, last: Table | None) -> Lobby:
    """Open the setup of a game; the cursor stands on the last game, or on the settings."""
    if last is None:
        usual, game, language = _setup(settings), settings.game, settings.language
    else:
        usual, game, language = last.setup, last.game.id, last.language
    games = [registry.load(name) for name in registry.names()]
    words = _catalogue(language, games[0].id, ())
    colours = [words.short(text(f"colour.{colour}")) for colour in COLOURS]
    names = dict.fromkeys((*settings.players, *usual.players, *colours))
    lobby = open_lobby(games, tuple(names), usual, game)
    virtual = settings.gpio == MOCK
    return replace(lobby, language=language, languages=LANGUAGES, virtual=virtual)


def _setup(settings: Settings) -> Setup:
    return Setup(settings.players, settings.level, settings.options, settings.data, settings.clock)


def _emulated(settings: Settings, clock: Clock, folder: Path) -> "EmulatedBox | None":
    places = [reader.port for reader in settings.readers]
    if settings.panel is not None:
        places.append(str(settings.panel.bus))
    if settings.gpio != MOCK and EMULATED not in places:
        return None
    from companion.emulation.box import EmulatedBox

    return EmulatedBox(clock, folder, _pins(settings), settings.lamps, settings.buzzer)


def _journal(path: Path, folder: Path) -> tuple[Saver, Journal]:
    """Open the journal. Where it cannot be written, a copy of it in ``folder`` is read instead."""
    opening = partial(Journal.open, path)
    try:
        journal = opening()
    except StorageError as error:
        _LOG.error("not saved: %s", error)
        for suffix in ("", "-wal"):
            with suppress(OSError):
                copyfile(f"{path}{suffix}", folder / f"{JOURNAL}{suffix}")
        return Saver(opening, None, unsaved=reason(error)), Journal.open(folder / JOURNAL)
    return Saver(opening, journal), journal


def _take_up(settings: Settings, journal: Journal, saver: Saver, draw: Draw, *, ask: bool) -> Stage:
    """Go on with the game in progress; else ask, or begin the one that the settings describe.

    What had to be repaired in the journal is said.
    """
    if journal.report:
        _LOG.warning("%s", journal.report)
    play = journal.current()
    found = None if play is None else _resumed(journal, play)
    saver.play = play.id if play else 0
    if found is not None:
        _LOG.info("game %d, %s, goes on", saver.play, found.game.title)
        return _with_report(found, journal.report)
    if ask:
        return replace(_lobby(settings, None), welcome=not journal.plays())
    game = registry.load(settings.game)
    deals = () if settings.gpio == MOCK else game.deals
    enter = (*settings.enter, *deals)
    outcome = begin(game, _setup(settings), enter, Moment(0, time()), draw)
    saver.begin(outcome.table, time())
    saver.append(outcome.entries)
    saver.flush()
    _LOG.info("game %d, %s, begins", saver.play, game.title)
    return _with_report(outcome.table, journal.report)


def _with_report(table: Table, report: str) -> Table:
    if not report:
        return table
    return replace(table, notice=Notice(text("table.journal", what=report), refused=False))


def _resumed(journal: Journal, play: Play) -> Table | None:
    """Return the table of a play in progress, unless it was recorded under other rules."""
    game = registry.load(play.game)
    setup, enter = setup_of(play.setup)
    try:
        return resume(game, setup, enter, journal.entries(play.id))
    except ValueError as error:
        _LOG.warning(
            "the game in progress was recorded under rules %s and cannot go on under %s: %s; "
            "it stays in the journal, a new game begins",
            play.rules_version,
            game.rules_version,
            error,
        )
        return None


def _pins(settings: Settings) -> dict[str, ButtonPin]:
    settle = settings.timing.debounce_ms / _MILLISECONDS
    hold = HoldRule(settings.timing.long_press_ms / _MILLISECONDS)
    return {
        name: ButtonPin(pin, hold=DIRECTION if name in REPEATING else hold, settle=settle)
        for name, pin in settings.buttons.items()
    }


def _buttons(settings: Settings, clock: Clock, factory: Factory | None) -> GpioButtons:
    loop = asyncio.get_running_loop()
    return GpioButtons(_pins(settings), clock, loop, factory)


def _factories(
    settings: Settings, emulated: "EmulatedBox | None"
) -> tuple[Factory | None, Factory | None]:
    """Return what makes pins, and what makes pins that pulse; ``None``: gpiozero chooses."""
    if emulated and settings.gpio == MOCK:
        return emulated.factory, emulated.factory
    from companion.devices.gpiod_pins import line_event_factory

    return line_event_factory(), None


def _readers(
    settings: Settings, clock: Clock, emulated: "EmulatedBox | None"
) -> tuple[TagReader, ...]:
    loop = asyncio.get_running_loop()
    ports = [
        str(emulated.add_reader(each.name, each.driver, each.places))
        if emulated and each.port == EMULATED
        else each.port
        for each in settings.readers
    ]
    return tuple(
        fittings.make(each, clock, loop, port)
        for each, port in zip(settings.readers, ports, strict=True)
    )


def _bad_frames(settings: Settings, fitted: tuple[TagReader, ...]) -> Mapping[str, int]:
    pairs = zip(settings.readers, fitted, strict=True)
    return {each.name: reader.bad_frames for each, reader in pairs}


def _panel(settings: Settings, clock: Clock, emulated: "EmulatedBox | None") -> Panel | None:
    panel = settings.panel
    if panel is None:
        return None
    bus: int | str | Bus = panel.bus
    if emulated and bus == EMULATED:
        bus = emulated.add_panel(panel.driver, panel.address, panel.size)
    loop = asyncio.get_running_loop()
    return open_panel(
        bus,
        panel.driver,
        panel.size,
        clock=clock,
        loop=loop,
        address=panel.address,
        turned=panel.rotate == UPSIDE_DOWN,
    )


def _tags(settings: Settings, book: TagBook, table: Table) -> Mapping[str, str]:
    """Return the owner's tags; where readers are emulated, every piece has one."""
    book.renew()
    if settings.tags or all(reader.port != EMULATED for reader in settings.readers):
        return book.tags
    from companion.emulation.box import tag_set

    return {**tag_set(table.game.pieces(table.state)), **book.tags}
