"""Puts together the web server of a running table."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.emulation.box import EmulatedBox
from companion.emulation.robot import Robot
from companion.session.session import Session
from companion.settings import WebSettings
from companion.storage.logins import FILE as LOGINS
from companion.storage.logins import LoginFile
from companion.table.stage import Stage
from companion.table.state import Table
from companion.table.voice import Voice
from companion.web.certificate import CertificateFile
from companion.web.hardware import VirtualHardware
from companion.web.room import Room
from companion.web.seats import HOME, PUBLIC
from companion.web.server import WebServer


def open_room(
    session: Session,
    settings: WebSettings,
    voice: Callable[[str, Stage], Voice],
    emulated: EmulatedBox | None,
    state: Path,
) -> WebServer:
    """Return the server of a table, not started yet.

    ``emulated`` hardware gets its own page; what the door remembers is in the folder ``state``.
    """
    hardware = robot = None
    if emulated is not None:
        loop = asyncio.get_running_loop()
        hardware = VirtualHardware(emulated, loop, partial(_tags, session))
        robot = Robot(session, emulated)
    logins, caution = LoginFile(state / LOGINS), PUBLIC if settings.public else HOME
    room = Room(session, session.clock, voice, hardware, robot, logins, caution)
    certificate = CertificateFile(state, settings.name).take if settings.https else None
    return WebServer(room, settings.port, settings.bind, settings.name, certificate)


def _tags(session: Session) -> dict[str, str]:
    """Return the piece that each tag stands for; during the setup no tag stands for any."""
    stage = session.stage
    return dict(session.tags(stage)) if isinstance(stage, Table) else {}
