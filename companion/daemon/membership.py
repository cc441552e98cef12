"""Connects a box to its fleet; a box without a fleet imports none of its modules."""

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion import __version__
from companion.daemon.voice import catalogue_naming
from companion.session.session import Session
from companion.settings import FleetSettings

if TYPE_CHECKING:
    from companion.fleet.credentials import Credentials
    from companion.fleet.hub_enrolment import HubEnrolment
    from companion.fleet.member import Member

REMEDY: Final = "pip install paho-mqtt"
_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Membership:
    """Membership of a box in a fleet: the broker it publishes to, the hub it can join.

    ``page`` is the URL of the table's pages, ``None`` without any. The table is in use already;
    failures here do not affect it.
    """

    session: Session
    settings: FleetSettings
    folder: Path
    page: str
    member: "Member | None" = None
    candidate: "HubEnrolment | None" = None

    def start(self) -> None:
        """Start to publish to a known broker; what a hub has assigned takes precedence."""
        given = self._offer() if self.settings.hub else None
        if given is not None:
            self._joined(given)
        elif self.settings.broker and self.settings.box:
            self._tell(self.settings)

    def close(self) -> None:
        """Publish that the box is switched off."""
        if self.candidate is not None:
            self.candidate.close()
        if self.member is not None:
            self.member.close()

    def _offer(self) -> "Credentials | None":
        """Offer to join the hub; return what it has assigned before."""
        from companion.fleet.credentials import stored_credentials
        from companion.fleet.hub_enrolment import HubAddress, HubEnrolment

        hub = self.settings.hub
        web = HubAddress(hub, self.settings.ca)
        self.candidate = HubEnrolment(
            self.session, self.folder, __version__, hub, web, self._joined
        )
        given = stored_credentials(self.folder, hub)
        self.candidate.start("" if given is None else given.title or given.box)
        return given

    def _joined(self, given: "Credentials") -> None:
        """Publish to the broker that a hub has assigned, instead of any other."""
        self._tell(given.applied(self.settings, self.folder))

    def _tell(self, settings: FleetSettings) -> None:
        try:
            from companion.fleet.discovery import Device
            from companion.fleet.member import Member
        except ImportError as error:
            _LOG.error("no fleet: %s: %s", error, REMEDY)
            return
        if self.member is not None:
            self.member.leave()
        device = Device(settings.title or settings.box, settings.room, __version__, self.page)
        self.member = Member(self.session, settings, self.folder, device, catalogue_naming)
        self.member.start()


def join(session: Session, settings: FleetSettings, folder: Path, page: str) -> Membership:
    """Start to publish a table whose pages are at ``page``, ``None`` without pages."""
    membership = Membership(session, settings, folder, page)
    membership.start()
    return membership
