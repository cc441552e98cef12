"""Maintenance of a card's computer by a host; the page is `companion.web.routes.computer`."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from companion.daemon import power
from companion.daemon.helper_client import HelperClient
from companion.host import notices
from companion.session.computer_control import ComputerControl, UpdateProgress


class HelperCardMaintenance(msgspec.Struct, frozen=True):
    """The maintenance that a card's helper offers; ``run`` holds its programs' status."""

    helper: HelperClient
    hub: str
    run: Path

    @property
    def zone(self) -> str:
        """The time zone."""
        from companion.host.time_zone import TimeZoneFiles

        return TimeZoneFiles(self.run, self.run).now

    def zones(self) -> Sequence[str]:
        """Return the names of all time zones."""
        from companion.host.time_zone import TimeZoneFiles, zone_names

        return zone_names(TimeZoneFiles(self.run, self.run).zones)

    def is_address(self, address: str) -> bool:
        """Return whether an update may be fetched from an address."""
        from companion.host.address import is_address

        return is_address(address)

    def download_progress(self) -> UpdateProgress | None:
        """Return the progress of an update that is being downloaded."""
        progress = notices.progress(self.run)
        return UpdateProgress(**progress) if progress else None

    def update_notices(self) -> Sequence[str]:
        """Return the notices about updates."""
        return notices.about(self.run / "notices", notices.UPDATE)

    async def log(self) -> str:
        """Return the newest lines of the log. Raises ``CardMaintenanceError``."""
        return await self.helper.ask("log")

    async def choose_zone(self, name: str) -> None:
        """Set the time zone, also of this process. Raises ``CardMaintenanceError``."""
        await self.helper.ask("zone", name)
        time.tzset()

    async def fetch(self, address: str) -> None:
        """Start to fetch an update. Raises ``CardMaintenanceError``."""
        await self.helper.ask("fetch", address)

    async def install_now(self) -> None:
        """Install an update before the current game ends. Raises ``CardMaintenanceError``."""
        await self.helper.ask("now")


def computer(
    environment: Mapping[str, str], pid: int, helper: HelperClient | None, hub: str, run: Path
) -> ComputerControl | None:
    """Return the maintenance available, ``None`` unless process ``pid`` is itself a service."""
    off = power.switch(environment, pid, helper=helper)
    restart = power.switch(environment, pid, "reboot", helper)
    if off is None or restart is None:
        return None
    return ComputerControl(
        off, restart, None if helper is None else HelperCardMaintenance(helper, hub, run)
    )
