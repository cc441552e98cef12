"""Composition root: creates every part of a box from its settings and connects them."""

import logging
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from companion.daemon import (
    first_stage,
    hardware,
    helper_client,
    power,
)
from companion.daemon.box import Box
from companion.daemon.game_preloader import GamePreloader
from companion.daemon.readiness import PageAddresses
from companion.daemon.suspended_games import suspended_games, suspended_table
from companion.daemon.systemd import Notifier
from companion.daemon.voice import voice_of
from companion.devices.clock import Clock
from companion.devices.signals import GpioSignals
from companion.display.lamps_and_sounds import SignalView
from companion.display.panel import PanelView
from companion.engine.fold import Draw
from companion.session.controls import Controls
from companion.session.idle_schedule import IdleSchedule
from companion.session.keymap import keys_of
from companion.session.persistence import Persistence
from companion.session.session import Follower, Session
from companion.session.suspended_games import SuspendedGames
from companion.settings import Settings, reader_factory
from companion.settings.panel_care import PanelCare
from companion.storage import copies, preferences
from companion.storage.button_book import FILE as BUTTONS
from companion.storage.button_book import ButtonBook
from companion.storage.state_folder import use_sheets
from companion.storage.tag_book import FILE as TAGS
from companion.storage.tag_book import TagBook

_LOG: Final = logging.getLogger(__name__)


def build(
    settings: Settings,
    clock: Clock,
    draw: Draw,
    folder: Path,
    *,
    ask: bool = False,
    play: Callable[[PageAddresses], None] | None = None,
    notifier: Notifier | None = None,
) -> Box:
    """Return the box that ``settings`` describe, not started yet.

    A game in progress is resumed. Otherwise the players choose on the box (``ask``), or the game in
    the settings starts. ``folder`` is for the ports of emulated readers. ``play`` is called once
    the page that shows the hardware can be opened; without it there is no such page. ``notifier``
    tells the service manager. Raises ``JournalError`` if the journal is in use or cannot be opened.
    """
    use_sheets(settings.state)
    emulated = hardware.emulated_box(settings, clock, folder)
    stage, writer = first_stage.open_first_stage(settings, folder, draw, ask=ask)
    pins, pulses = hardware.pin_factories(settings, emulated)
    panel = hardware.oled_panel(settings, clock, emulated, pins)
    keys = keys_of(settings.buttons)
    care = PanelCare() if settings.panel is None else settings.panel.care
    display = None if panel is None else PanelView(panel, voice_of, clock, keys, care)
    signals = GpioSignals(
        settings.lamps, settings.buzzer, clock, pins, settings.sound.volume, pulses
    )
    lamps = SignalView(signals, settings.sound.quiet)
    # Lamps come first, because a picture takes longer.
    shows: list[Follower] = [lamps] if display is None else [lamps, display]
    speech = None
    # Most boxes do without what follows, and what speaks HTTP needs more than a megabyte.
    if settings.sound.speech:
        from companion.devices.speech import Speech
        from companion.display.screen_reader import SpeechView

        speech = Speech(settings.sound.speech)
        shows.append(SpeechView(speech, voice_of, keys, settings.key_places, settings.sound.quiet))
    if settings.announce:
        from companion.daemon import result_notifier

        shows.append(
            result_notifier.ResultNotifier(
                settings.announce, clock, voice_of, result_notifier.today
            )
        )
    book = TagBook(settings.tags, settings.state / TAGS)
    if book.damage:
        _LOG.warning("%s", book.damage)
    button_book = ButtonBook(settings.state / BUTTONS)
    fitted = hardware.tag_readers(settings, clock, emulated)
    session = Session(
        stage=stage,
        writer=writer,
        clock=clock,
        draw=draw,
        controls=Controls(
            tags=partial(hardware.tag_pieces, settings, book),
            keys=keys,
            wiring=settings.buttons,
            knobs=settings.knobs,
            reads_tags=bool(fitted),
            zones=reader_factory.places(settings.readers),
            seat_of=None if settings.wireless is None else button_book.seat_of,
            wake=None if display is None else display.wake,
        ),
        lobby=partial(first_stage.next_lobby, settings),
        left=SuspendedGames(writer, suspended_games, suspended_table),
        followers=(*shows, GamePreloader(first_stage.load_all)),
        pace=IdleSchedule(settings.timing.remind_s),
        keeping=Persistence(
            book.learn,
            button_book.learn,
            prefer=partial(preferences.save, settings.state),
            copy=partial(copies.save, settings.state),
        ),
        bad_frames=partial(hardware.bad_frames, settings, fitted),
        switch_off=power.switch(os.environ, os.getpid(), helper=helper_client.find_helper()),
    )
    wireless = None
    if settings.wireless is not None:
        from companion.daemon.wireless import wireless_buttons

        wireless = wireless_buttons(session, settings.wireless, button_book, clock)
    buttons = hardware.buttons(settings, clock, pins)
    knobs = hardware.knobs(settings, pins)
    panels = () if panel is None else (panel,)
    devices = (*panels, signals, buttons, *knobs, *fitted)
    return Box(
        session,
        voice_of,
        devices,
        display,
        emulated,
        settings.state,
        settings.web,
        settings.fleet,
        play=play,
        speech=speech,
        wireless=wireless,
        notifier=notifier or Notifier(),
    )
