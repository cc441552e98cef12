"""Upgrades that an operator requests: when a box installs them, or why it does not.

The box itself may not install anything. Between two games it writes a request into its state
folder; a systemd unit that watches for it (``companion-upgrade.path``) has Debian's package manager
install that version, from the sources that the computer's owner has allowed.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from companion.fleet.state import Phase, phase_of
from companion.storage import durable
from companion.table.stage import Stage

REQUEST: Final = "upgrade.request"
"""The request's name in the state folder."""
FAILED: Final = Path("/run/companion-upgrade/failed")
"""Where that unit leaves the version that could not be installed, and after a blank why."""
VERSION: Final = re.compile(r"[0-9][0-9A-Za-z.+~]{0,60}")
"""How the version of a package is written, as a hub may want it."""
_LONGEST: Final = 200
"""Characters of what the package manager says that are told."""


class UpgradeRefusal(StrEnum):
    """The reason why another version is not installed."""

    NO_VERSION = "no-version"
    NOT_ALLOWED = "not-allowed"
    """``fleet.updates`` is not set."""
    IN_GAME = "in-game"
    NOT_SAVED = "not-saved"
    """The state folder takes no request."""


@dataclass(slots=True)
class Upgrades:
    """The desired version of a box."""

    folder: Path
    running: str
    allowed: bool
    failed: Path = FAILED
    wanted: str = ""
    _requested: str = ""

    def want(self, version: str) -> None:
        """Record the desired version, empty for any; a pending request is withdrawn."""
        if version != self.wanted:
            self.wanted, self._requested = version, ""
            with suppress(OSError):
                (self.folder / REQUEST).unlink(missing_ok=True)

    def consider(self, stage: Stage) -> str:
        """Request the version if that is possible now; else return the reason."""
        if self.wanted in ("", self.running):
            return ""
        if self._requested:
            return self._trouble()
        why = self._why_not(stage)
        if why is not None:
            return why
        try:
            durable.write(self.folder / REQUEST, self.wanted)
        except OSError:
            return UpgradeRefusal.NOT_SAVED
        self._requested = self.wanted
        return ""

    def _why_not(self, stage: Stage) -> UpgradeRefusal | None:
        if not VERSION.fullmatch(self.wanted):
            return UpgradeRefusal.NO_VERSION
        if not self.allowed:
            return UpgradeRefusal.NOT_ALLOWED
        playing = phase_of(stage) not in (Phase.NONE, Phase.OVER)
        return UpgradeRefusal.IN_GAME if playing else None

    def _trouble(self) -> str:
        """Return why the requested version could not be installed, if that is known."""
        try:
            reason = self.failed.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
        version, _, why = reason.strip().partition(" ")
        return why[:_LONGEST] if version == self._requested else ""
