"""Maintenance of a card's computer for a host; the page is `companion.web.routes.computer`."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from companion.daemon import power
from companion.daemon.helper_client import HelperClient
from companion.host import notices
from companion.session.computer_control import ComputerControl, UpdateProgress


class HelperCardMaintenance(msgspec.Struct, frozen=True):
    """What the helper of a card does; ``run`` is where the card's programs tell how they are."""

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
        """Return whether an update may be fetched from there."""
        from companion.host.address import is_address

        return is_address(address)

    def download_progress(self) -> UpdateProgress | None:
        """Return how far an update is that comes over the network."""
        progress = notices.progress(self.run)
        return UpdateProgress(**progress) if progress else None

    def update_notices(self) -> Sequence[str]:
        """Return what there is to say about updates."""
        return notices.about(self.run / "notices", notices.UPDATE)

    async def log(self) -> str:
        """Return the newest lines of the log. Raises ``CardMaintenanceError``."""
        return await self.helper.ask("log")

    async def choose_zone(self, name: str) -> None:
        """Set the time zone; this process follows at once. Raises ``CardMaintenanceError``."""
        await self.helper.ask("zone", name)
        time.tzset()

    async def fetch(self, address: str) -> None:
        """Begin to fetch an update. Raises ``CardMaintenanceError``."""
        await self.helper.ask("fetch", address)

    async def install_now(self) -> None:
        """Let an update wait no longer for a game that is over. Raises ``CardMaintenanceError``."""
        await self.helper.ask("now")


def computer(
    environment: Mapping[str, str], pid: int, helper: HelperClient | None, hub: str, run: Path
) -> ComputerControl | None:
    """Return what may be done, ``None`` unless process ``pid`` is itself a service."""
    off = power.switch(environment, pid, helper=helper)
    restart = power.switch(environment, pid, "reboot", helper)
    if off is None or restart is None:
        return None
    return ComputerControl(
        off, restart, None if helper is None else HelperCardMaintenance(helper, hub, run)
    )
