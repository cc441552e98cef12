"""Builds the web server of a running table."""

from asyncio import Future
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from companion.engine.manifest import Manifest
from companion.session.computer_control import ComputerControl
from companion.session.session import Session
from companion.settings import WebSettings
from companion.storage.logins import FILE as LOGINS
from companion.storage.logins import LoginFile
from companion.storage.own_shelf import SheetExchange, SheetStore
from companion.table.stage import Stage
from companion.table.voice import Voice
from companion.web.access.join_code import HOME, PUBLIC
from companion.web.gateway import TableGateway
from companion.web.http.certificate import CertificateFile
from companion.web.http.server import WebServer
from companion.web.views.virtual_box import RobotDriver, VirtualBox


class BoxServices(msgspec.Struct, frozen=True):
    """Parts of the box, besides its table, that the pages use."""

    shown: Callable[[], Future[bool] | None] = lambda: None
    """Returns what is done once the newest picture is on the panel, ``None`` without a panel."""
    restore: Callable[[Path], None] | None = None
    """Has everything replaced by a backup; ``None`` where nobody may do that from a page."""
    games: Callable[[], Mapping[str, Manifest]] | None = None
    """Returns the games to choose from; without it, hosts cannot add sheets."""
    computer: ComputerControl | None = None
    """Control of the computer by a host; ``None`` where it is none of the box's business."""
    club: SheetExchange | None = None
    """The exchange of sheets with other boxes; ``None`` for a box in no club."""
    hardware: VirtualBox | None = None
    """What the page of the virtual box shows; without it there is no such page."""
    robot: RobotDriver | None = None


def build_server(
    session: Session,
    settings: WebSettings,
    voice: Callable[[str, Stage], Voice],
    state: Path,
    around: BoxServices,
) -> WebServer:
    """Return the server of a table, not started yet; ``state`` is the folder of its logins."""
    gateway = TableGateway(
        session,
        session.clock,
        voice,
        around.hardware,
        around.robot,
        LoginFile(state / LOGINS),
        PUBLIC if settings.public else HOME,
        shown=around.shown,
        keeps=around.computer is not None,
    )
    return WebServer(
        gateway,
        settings.port,
        settings.bind,
        settings.name,
        CertificateFile(state, settings.name).take if settings.https else None,
        restore=around.restore,
        computer=around.computer,
        sheets=None if around.games is None else SheetStore(state, around.games, around.club),
    )
