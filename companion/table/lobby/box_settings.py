"""What people set on the box itself, on its panel or a phone: as questions of the setup."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.engine.text import Text, text
from companion.table.question import Question
from companion.table.state import Adjust, Console
from companion.table.time_control import Kind

_SECOND: Final = 1000
_MINUTE: Final = 60 * _SECOND
BRIGHTNESS: Final = ("low", "middle", "full")
"""How bright a panel may be; the last is usual."""
CLOCKS: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType(
    {
        Kind.NONE: {},
        Kind.PER_TURN: {"main": _MINUTE},
        Kind.SUDDEN_DEATH: {"main": 20 * _MINUTE},
        Kind.FISCHER: {"main": 10 * _MINUTE, "extra": 15 * _SECOND},
        Kind.BRONSTEIN: {"main": 15 * _MINUTE, "extra": 15 * _SECOND},
        Kind.DELAY: {"main": 15 * _MINUTE, "extra": 10 * _SECOND},
        Kind.BYO_YOMI: {"main": 10 * _MINUTE, "extra": 30 * _SECOND, "periods": 3},
        Kind.HOURGLASS: {"main": 5 * _MINUTE},
    }
)
"""Every time control with times for an evening; the box's file can name others."""


class Begins(StrEnum):
    """How it is decided who begins."""

    USUAL = "usual"
    """As the game has it: the box draws, or the table says."""
    DRAWN = "drawn"
    ASKED = "asked"
    OLDEST = "oldest"
    ROTATED = "rotated"


class Entry(StrEnum):
    """The entries of the list of settings."""

    LANGUAGE = "language"
    SOUND = "sound"
    BRIGHTNESS = "brightness"
    CLOCK = "clock"
    BEGINS = "begins"
    HUB = "hub"
    BACK = "back"


class Chosen(msgspec.Struct, frozen=True):
    """What was set for the next game; the console holds what the box keeps."""

    clock: Mapping[str, object] | None = None
    """The time control, ``None`` for that of the box's file or of the last game."""
    begins: Begins = Begins.USUAL
    open: str = ""
    """The entry whose values are chosen, ``list`` for the list itself, empty if it is closed."""


LIST: Final = "list"


def question(chosen: Chosen, console: Console, usual: Mapping[str, object]) -> Question:
    """Return the question that the open settings ask; ``usual`` is the clock without a choice."""
    key = f"settings.{chosen.open}"
    if chosen.open == Entry.CLOCK:
        answers = tuple((kind, text(f"clock.{kind}")) for kind in CLOCKS)
        return Question(key, text("lobby.settings.clock"), answers)
    if chosen.open == Entry.BEGINS:
        answers = tuple((way, text(f"begins.{way}")) for way in Begins)
        return Question(key, text("lobby.settings.begins"), answers)
    if chosen.open == Entry.HUB and console.hub is not None:
        return Question(key, console.hub.said, ((Entry.BACK, _BACK),))
    clock = chosen.clock if chosen.clock is not None else usual
    names: dict[Entry, Text] = {
        Entry.LANGUAGE: text(f"language.{console.language}"),
        Entry.SOUND: text("settings.off" if console.quiet else "settings.on"),
        Entry.BRIGHTNESS: text(f"brightness.{console.brightness}"),
        Entry.CLOCK: text(f"clock.{clock.get('kind', Kind.NONE)}"),
        Entry.BEGINS: text(f"begins.{chosen.begins}"),
    }
    entries = [
        (entry, text(f"settings.{entry}", value=names[entry]) if entry in names else _PLAIN[entry])
        for entry in Entry
        if (entry is not Entry.LANGUAGE or len(console.languages) > 1)
        and (entry is not Entry.HUB or console.hub is not None)
    ]
    return Question(key, text("lobby.settings"), tuple(entries))


_BACK: Final = text("settings.back")
_PLAIN: Final[Mapping[Entry, Text]] = {Entry.HUB: text("settings.hub"), Entry.BACK: _BACK}
"""The names of entries that have no value."""


def answered(chosen: Chosen, console: Console, answer: object) -> tuple[Chosen, Console]:
    """Return what an answer changes: some entries change at once, others ask for a value."""
    if chosen.open == Entry.CLOCK:
        kind = str(answer)
        return replace(chosen, clock={"kind": kind, **CLOCKS[kind]}, open=LIST), console
    if chosen.open == Entry.BEGINS:
        return replace(chosen, begins=Begins(str(answer)), open=LIST), console
    if chosen.open == Entry.HUB:
        return replace(chosen, open=LIST), console
    if answer in (Entry.CLOCK, Entry.BEGINS, Entry.HUB):
        return replace(chosen, open=str(answer)), console
    if answer == Entry.BACK:
        return replace(chosen, open=""), console
    return chosen, changed(console, str(answer))


def changed(console: Console, entry: str) -> Console:
    """Return the displays with the next value of what the box keeps."""
    if entry == Entry.SOUND:
        return replace(console, quiet=not console.quiet)
    if entry == Entry.BRIGHTNESS:
        return replace(console, brightness=_next(BRIGHTNESS, console.brightness))
    if entry == Entry.LANGUAGE and console.language in console.languages:
        return replace(console, language=_next(console.languages, console.language))
    return console


def adjusted(console: Console, item: Adjust) -> Console:
    """Return the displays with the values that somebody has set, as far as they exist."""
    quiet = console.quiet if item.quiet is None else item.quiet
    brightness = item.brightness if item.brightness in BRIGHTNESS else console.brightness
    return replace(console, quiet=quiet, brightness=brightness)


def preferences(console: Console) -> dict[str, str]:
    """Return what people set on the box and expect to find again."""
    sound = "off" if console.quiet else "on"
    return {"language": console.language, "sound": sound, "brightness": console.brightness}


def _next(values: tuple[str, ...], value: str) -> str:
    return values[(values.index(value) + 1) % len(values)] if value in values else values[-1]
