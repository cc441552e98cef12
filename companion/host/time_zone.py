"""Time zone of a card: from its file, unless a host has chosen another one since."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from companion.storage import durable

USUAL: Final = "Etc/UTC"
"""The zone of a card that says nothing; boxes are not asked where they are."""
LISTED: Final = "zone1970.tab"
"""The file of the time zone database that lists all zones in use, each in the third field."""
_ALSO: Final = "zone.tab"
"""The same, with a zone for each country: those have names that people look for."""
_FIELD: Final = 2
"""The field of a line with the name of its zone."""


class TimeZoneFiles(msgspec.Struct, frozen=True):
    """Storage of the zone: ``run`` is recreated at each start, ``kept`` is persistent."""

    run: Path
    kept: Path
    zones: Path = Path("/usr/share/zoneinfo")

    @property
    def link(self) -> Path:
        """Target of the system's ``/etc/localtime``."""
        return self.run / "localtime"

    @property
    def now(self) -> str:
        """The current zone; empty if it is not one of ours."""
        try:
            return str(self.link.readlink().relative_to(self.zones))
        except (OSError, ValueError):
            return ""

    def begin(self, card: str) -> None:
        """Set the zone at start-up: the newer one of the card's and a host's.

        A host's choice applies until the card is changed.
        """
        (self.run / "card-zone").write_text(card, encoding="utf-8")
        chosen, _, before = self._chosen.partition("\n")
        self._point(chosen if chosen and before == card else card or USUAL)

    def choose(self, zone: str) -> None:
        """Set an existing zone, now and at later starts."""
        card = self.run / "card-zone"
        before = card.read_text(encoding="utf-8") if card.exists() else ""
        durable.write(self._file, f"{zone}\n{before}")
        self._point(zone)

    @property
    def _file(self) -> Path:
        return self.kept / "time-zone"

    @property
    def _chosen(self) -> str:
        return self._file.read_text(encoding="utf-8") if self._file.exists() else ""

    def _point(self, zone: str) -> None:
        """Replace the link atomically."""
        fresh = self.run / "localtime.new"
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(self.zones / zone)
        fresh.replace(self.link)


def zone_names(zones: Path) -> tuple[str, ...]:
    """Return the names of all time zones in use, in alphabetical order."""
    names = {USUAL}
    for name in (LISTED, _ALSO):
        file = zones / name
        if file.exists():
            names |= set(_names(file.read_text(encoding="utf-8").splitlines()))
    return tuple(sorted(names))


def _names(lines: Iterable[str]) -> Iterable[str]:
    fields = (line.split("\t") for line in lines if not line.startswith("#"))
    return (field[_FIELD] for field in fields if len(field) > _FIELD)
