"""Settings of the box as questions of the setup, for panel and phones."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.engine.text import Text, text
from companion.table.clocks import choice as clock_choice
from companion.table.clocks.choice import ClockChoice
from companion.table.setup_question import SetupQuestion
from companion.table.state import Console, DisplayInput

BRIGHTNESS: Final = ("low", "middle", "full")
"""How bright a panel may be; the last is usual."""


class StarterRule(StrEnum):
    """The ways to decide on the starting player."""

    USUAL = "usual"
    """As the game has it: the box draws, or the table says."""
    DRAWN = "drawn"
    ASKED = "asked"
    OLDEST = "oldest"
    ROTATED = "rotated"


class SettingsEntry(StrEnum):
    """The entries of the list of settings."""

    LANGUAGE = "language"
    SOUND = "sound"
    BRIGHTNESS = "brightness"
    CLOCK = "clock"
    BEGINS = "begins"
    HUB = "hub"
    BACK = "back"


class NextGameSettings(msgspec.Struct, frozen=True):
    """Settings of the next game; the console holds those that the box remembers."""

    clock: Mapping[str, object] | None = None
    """The time control, ``None`` for that of the box's file or of the last game."""
    begins: StarterRule = StarterRule.USUAL
    timing: ClockChoice = ClockChoice()
    """What has been chosen of a time control that is being set."""
    open: str = ""
    """The entry whose values are chosen, ``list`` for the list itself, empty if it is closed."""


LIST: Final = "list"
FOR_GAME: Final = (SettingsEntry.CLOCK, SettingsEntry.BEGINS)
"""The entries that are about the next game: the list of what may be changed of it has them, too."""


def entries_for_game(
    chosen: NextGameSettings, usual: Mapping[str, object]
) -> tuple[tuple[SettingsEntry, Text], ...]:
    """Return the entries about the next game with their values; ``usual`` is the default clock."""
    values = {
        SettingsEntry.CLOCK: clock_choice.words(usual if chosen.clock is None else chosen.clock),
        SettingsEntry.BEGINS: text(f"begins.{chosen.begins}"),
    }
    return tuple((entry, text(f"settings.{entry}", value=values[entry])) for entry in FOR_GAME)


def question(
    chosen: NextGameSettings, console: Console, usual: Mapping[str, object]
) -> SetupQuestion:
    """Return the question of the open settings; ``usual`` is the default clock."""
    key = f"settings.{chosen.open}"
    if chosen.open == SettingsEntry.CLOCK:
        return clock_choice.question(chosen.timing, key)
    if chosen.open == SettingsEntry.BEGINS:
        answers = tuple((way, text(f"begins.{way}")) for way in StarterRule)
        return SetupQuestion(key, text("lobby.settings.begins"), answers)
    if chosen.open == SettingsEntry.HUB and console.hub is not None:
        return SetupQuestion(key, console.hub.message, ((SettingsEntry.BACK, _BACK),))
    for_game = dict(entries_for_game(chosen, usual))
    names: dict[SettingsEntry, Text] = {
        SettingsEntry.LANGUAGE: text(f"language.{console.language}"),
        SettingsEntry.SOUND: text("settings.off" if console.quiet else "settings.on"),
        SettingsEntry.BRIGHTNESS: text(f"brightness.{console.brightness}"),
    }
    named = {entry: text(f"settings.{entry}", value=value) for entry, value in names.items()}
    entries = [
        (entry, {**named, **for_game, **_PLAIN}[entry])
        for entry in SettingsEntry
        if (entry is not SettingsEntry.LANGUAGE or len(console.languages) > 1)
        and (entry is not SettingsEntry.HUB or console.hub is not None)
    ]
    return SetupQuestion(key, text("lobby.settings"), tuple(entries))


_BACK: Final = text("settings.back")
_PLAIN: Final[Mapping[SettingsEntry, Text]] = {
    SettingsEntry.HUB: text("settings.hub"),
    SettingsEntry.BACK: _BACK,
}
"""The names of entries that have no value."""


def apply_answer(
    chosen: NextGameSettings, console: Console, answer: object
) -> tuple[NextGameSettings, Console]:
    """Return the effect of an answer: some entries change at once, others ask for a value."""
    if chosen.open == SettingsEntry.CLOCK:
        return _timed(chosen, answer), console
    if chosen.open == SettingsEntry.BEGINS:
        return replace(chosen, begins=StarterRule(str(answer)), open=LIST), console
    if chosen.open == SettingsEntry.HUB:
        return replace(chosen, open=LIST), console
    if answer in (SettingsEntry.CLOCK, SettingsEntry.BEGINS, SettingsEntry.HUB):
        return replace(chosen, open=str(answer)), console
    if answer == SettingsEntry.BACK:
        return replace(chosen, open=""), console
    return chosen, next_value(console, str(answer))


def _timed(chosen: NextGameSettings, answer: object) -> NextGameSettings:
    """Return the settings after an answer about the time control."""
    timing = clock_choice.answered(chosen.timing, answer)
    if isinstance(timing, ClockChoice):
        return replace(chosen, timing=timing)
    return replace(chosen, clock=timing, timing=ClockChoice(), open=LIST)


def next_value(console: Console, entry: str) -> Console:
    """Return the displays with the next value of a remembered setting."""
    if entry == SettingsEntry.SOUND:
        return replace(console, quiet=not console.quiet)
    if entry == SettingsEntry.BRIGHTNESS:
        return replace(console, brightness=_next(BRIGHTNESS, console.brightness))
    if entry == SettingsEntry.LANGUAGE and console.language in console.languages:
        return replace(console, language=_next(console.languages, console.language))
    return console


def apply_input(console: Console, item: DisplayInput) -> Console:
    """Return the displays with the given values, as far as they are valid."""
    quiet = console.quiet if item.quiet is None else item.quiet
    brightness = item.brightness if item.brightness in BRIGHTNESS else console.brightness
    return replace(console, quiet=quiet, brightness=brightness)


def preferences(console: Console) -> dict[str, str]:
    """Return the settings of the box that survive a restart."""
    sound = "off" if console.quiet else "on"
    return {"language": console.language, "sound": sound, "brightness": console.brightness}


def _next(values: tuple[str, ...], value: str) -> str:
    return values[(values.index(value) + 1) % len(values)] if value in values else values[-1]
