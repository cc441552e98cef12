"""All targets, and how much of the long run's time each of them gets."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from labs.fuzz.attack import Target

Make: TypeAlias = Callable[[Path], Target]
"""Returns a target, given a folder for its files."""


def _web(_folder: Path) -> Target:
    from labs.fuzz.targets.web import WebTarget

    return WebTarget()


def _ask(_folder: Path) -> Target:
    from labs.fuzz.targets.questions import QuestionTarget

    return QuestionTarget()


def _fleet(_folder: Path) -> Target:
    from labs.fuzz.targets.fleet import FleetTarget

    return FleetTarget()


def _readers(_folder: Path) -> Target:
    from labs.fuzz.targets.readers import ReaderTarget

    return ReaderTarget()


def _wireless(_folder: Path) -> Target:
    from labs.fuzz.targets.wireless import WirelessTarget

    return WirelessTarget()


def _record(name: str, folder: Path) -> Target:
    from labs.fuzz.targets.records import RecordTarget

    return RecordTarget(name, folder)


def _http(folder: Path) -> Target:
    from labs.fuzz.targets.http import HttpTarget

    return HttpTarget(folder)


def _settings(folder: Path) -> Target:
    from labs.fuzz.targets.settings import SettingsTarget

    return SettingsTarget(folder)


def _tags(folder: Path) -> Target:
    from labs.fuzz.targets.settings import TagsTarget

    return TagsTarget(folder)


def _journals(folder: Path) -> Target:
    from labs.fuzz.targets.journals import JournalTarget

    return JournalTarget(folder)


def _files(folder: Path) -> Target:
    from labs.fuzz.targets.files import FilesTarget

    return FilesTarget(folder)


def _states(folder: Path) -> Target:
    from labs.fuzz.targets.states import StatesTarget

    return StatesTarget(folder)


def _helper(folder: Path) -> Target:
    from labs.fuzz.targets.helper import HelperTarget

    return HelperTarget(folder)


def _downloads(folder: Path) -> Target:
    from labs.fuzz.targets.downloads import DownloadTarget

    return DownloadTarget(folder)


def _portal(_folder: Path) -> Target:
    from labs.fuzz.targets.portal import PortalTarget

    return PortalTarget()


def _cards(folder: Path) -> Target:
    from labs.fuzz.targets.cards import CardTarget

    return CardTarget(folder)


def _results(folder: Path) -> Target:
    from labs.fuzz.targets.results import ResultTarget

    return ResultTarget(folder)


def _hub(folder: Path) -> Target:
    from labs.fuzz.targets.hub import HubTarget

    return HubTarget(folder)


TARGETS: Final[Mapping[str, Make]] = MappingProxyType(
    {
        "ask": _ask,
        "fleet": _fleet,
        "readers": _readers,
        "wireless": _wireless,
        "tags": _tags,
        "portal": _portal,
        "downloads": _downloads,
        "helper": _helper,
        "records": partial(_record, "records"),
        "notation": partial(_record, "notation"),
        "web": _web,
        "http": _http,
        "results": _results,
        "hub": _hub,
        "cards": _cards,
        "settings": _settings,
        "journals": _journals,
        "files": _files,
        "states": _states,
    }
)
"""Fast ones first: the time that they leave goes to the others."""
SHARES: Final[Mapping[str, int]] = MappingProxyType(
    {
        "tags": 2,
        "portal": 2,
        "downloads": 3,
        "records": 3,
        "notation": 3,
        "cards": 4,
        "web": 5,
        "results": 5,
        "http": 8,
        "hub": 8,
        "settings": 8,
        "journals": 14,
        "files": 6,
        "states": 14,
    }
)
"""Parts of the time; 1 where nothing is said."""
