"""Interface for a host's control of the computer: power, log, time zone, update."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol

import msgspec

NEWEST: Final = "/updates/newest"
"""Where a hub has the newest update; it leads to a name that tells the version beforehand."""
Act = Callable[[], Awaitable[str]]
"""Does something to the computer, or returns in a line why it cannot."""


class CardMaintenanceError(Exception):
    """Something was not done; the text says why."""


class UpdateProgress(msgspec.Struct, frozen=True):
    """An update that comes over the network: from which server, and how far it is."""

    host: str
    step: str
    """Whether it is waiting or being installed; else it is still on its way."""
    version: str = ""
    got: int = 0
    whole: int = 0
    """Bytes; 0 as long as they are not known."""


class CardMaintenance(Protocol):
    """What is awaited may raise ``CardMaintenanceError``."""

    @property
    def hub(self) -> str:
        """The address of the hub's pages, empty without a hub."""

    @property
    def zone(self) -> str:
        """The time zone."""

    def zones(self) -> Sequence[str]:
        """Return the names of all time zones."""

    def is_address(self, address: str) -> bool:
        """Return whether an update may be fetched from there."""

    def download_progress(self) -> UpdateProgress | None:
        """Return how far an update is that comes over the network."""

    def update_notices(self) -> Sequence[str]:
        """Return what there is to say about updates."""

    async def log(self) -> str:
        """Return the newest lines of the log."""

    async def choose_zone(self, name: str) -> None:
        """Set the time zone."""

    async def fetch(self, address: str) -> None:
        """Begin to fetch an update."""

    async def install_now(self) -> None:
        """Let an update wait no longer for a game that is over."""


class ComputerControl(msgspec.Struct, frozen=True):
    """Control of a computer by a host."""

    off: Act
    restart: Act
    care: CardMaintenance | None = None
    """``None`` unless it runs from a card of ours."""
