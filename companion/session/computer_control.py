"""Interface for a host's control of the computer: power, log, time zone, update."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol

import msgspec

NEWEST: Final = "/updates/newest"
"""Where a hub has the newest update; it leads to a name that tells the version beforehand."""
Act = Callable[[], Awaitable[str]]
"""Does something to the computer, or returns in a line why it cannot."""


class CardMaintenanceError(Exception):
    """An operation failed; the text gives the reason."""


class UpdateProgress(msgspec.Struct, frozen=True):
    """An update from the network: its server, and its progress."""

    host: str
    step: str
    """Whether it is waiting or being installed; else it is still on its way."""
    version: str = ""
    got: int = 0
    whole: int = 0
    """Bytes; 0 as long as they are not known."""


class CardMaintenance(Protocol):
    """Maintenance operations; awaiting one may raise ``CardMaintenanceError``."""

    @property
    def hub(self) -> str:
        """The address of the hub's pages, empty without a hub."""

    @property
    def zone(self) -> str:
        """The time zone."""

    def zones(self) -> Sequence[str]:
        """Return the names of all time zones."""

    def is_address(self, address: str) -> bool:
        """Return whether an update may be fetched from an address."""

    def download_progress(self) -> UpdateProgress | None:
        """Return the progress of an update that is being downloaded."""

    def update_notices(self) -> Sequence[str]:
        """Return the notices about updates."""

    async def log(self) -> str:
        """Return the newest lines of the log."""

    async def choose_zone(self, name: str) -> None:
        """Set the time zone."""

    async def fetch(self, address: str) -> None:
        """Start to fetch an update."""

    async def install_now(self) -> None:
        """Install an update without waiting for the current game."""


class ComputerControl(msgspec.Struct, frozen=True):
    """Control of a computer by a host."""

    off: Act
    restart: Act
    care: CardMaintenance | None = None
    """``None`` unless it runs from a card of ours."""
