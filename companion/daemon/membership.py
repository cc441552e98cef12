"""How a box joins its fleet; nothing of that is imported by a box that has none."""

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion import __version__
from companion.daemon.voice import catalogue_naming
from companion.session.session import Session
from companion.settings import FleetSettings

if TYPE_CHECKING:
    from companion.fleet.member import Member

REMEDY: Final = "pip install paho-mqtt"
_LOG: Final = logging.getLogger(__name__)


def join(
    session: Session, settings: FleetSettings | None, folder: Path, page: str
) -> "Member | None":
    """Begin to tell the broker about a table whose pages are at ``page``, if there are any.

    The table is in use already, and stays so whatever becomes of that.
    """
    if settings is None:
        return None
    try:
        from companion.fleet.discovery import Device
        from companion.fleet.member import Member
    except ImportError as error:
        _LOG.error("no fleet: %s: %s", error, REMEDY)
        return None
    device = Device(settings.title or settings.box, settings.room, __version__, page)
    member = Member(session, settings, folder, device, catalogue_naming)
    member.start()
    return member
