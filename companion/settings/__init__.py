"""The configuration of one box: a YAML file as frozen, typed settings.

All mistakes in a file are found in one run and reported as ``file:line: key: what was found, what
is expected``. Without a file everything is emulated. docs/configuration.md describes the keys.
"""

from companion.settings.model import (
    EMULATED,
    MOCK,
    FleetSettings,
    MqttButtonSettings,
    PanelSettings,
    ReaderSettings,
    Settings,
    SoundSettings,
    TimingSettings,
    WebSettings,
    WirelessSettings,
)
from companion.settings.nodes import SettingsProblem
from companion.settings.reading import (
    DEFAULT_GAME,
    SettingsError,
    default,
    load,
    profiles,
)

__all__ = [
    "DEFAULT_GAME",
    "EMULATED",
    "MOCK",
    "FleetSettings",
    "MqttButtonSettings",
    "PanelSettings",
    "ReaderSettings",
    "Settings",
    "SettingsError",
    "SettingsProblem",
    "SoundSettings",
    "TimingSettings",
    "WebSettings",
    "WirelessSettings",
    "default",
    "load",
    "profiles",
]
