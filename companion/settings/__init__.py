"""The configuration of one box: a YAML file as frozen, typed settings.

Every mistake in a file is found in one run and told as ``file:line: key: what was found, what is
expected``. Without a file everything is emulated. The keys: docs/configuration.md.
"""

from companion.settings.model import (
    EMULATED,
    MOCK,
    PanelSettings,
    ReaderSettings,
    Settings,
    SoundSettings,
    TimingSettings,
    WebSettings,
)
from companion.settings.nodes import Problem
from companion.settings.reading import SettingsError, default, load, profiles

__all__ = [
    "EMULATED",
    "MOCK",
    "PanelSettings",
    "Problem",
    "ReaderSettings",
    "Settings",
    "SettingsError",
    "SoundSettings",
    "TimingSettings",
    "WebSettings",
    "default",
    "load",
    "profiles",
]
