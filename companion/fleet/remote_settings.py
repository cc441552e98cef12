"""Remote settings: exactly those that users can change on the box."""

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.protocol.mqtt import ONE_OF
from companion.table.lobby.box_settings import BRIGHTNESS
from companion.table.state import Console

SOUND: Final = ("on", "off")
_LANGUAGE: Final = "language"
_SOUND: Final = "sound"
_BRIGHTNESS: Final = "brightness"


class SettingsChange(msgspec.Struct, frozen=True):
    """Changes to a console, the settings to store, and refusals with their reasons."""

    changes: Mapping[str, object]
    kept: Mapping[str, str]
    refused: Mapping[str, str]


def settings_change(console: Console, settings: Mapping[str, object]) -> SettingsChange:
    """Return the changes of a console by desired settings."""
    possible = {
        _LANGUAGE: console.languages,
        _SOUND: SOUND,
        _BRIGHTNESS: BRIGHTNESS,
    }
    kept: dict[str, str] = {}
    refused: dict[str, str] = {}
    for key, value in settings.items():
        if key not in possible:
            refused[key] = "unknown"
        elif value not in possible[key]:
            refused[key] = ONE_OF + ", ".join(possible[key])
        else:
            kept[key] = str(value)
    changes: dict[str, object] = {key: value for key, value in kept.items() if key != _SOUND}
    if _SOUND in kept:
        changes["quiet"] = kept[_SOUND] == "off"
    return SettingsChange(changes, kept, refused)
