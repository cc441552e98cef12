"""A running box: its devices, session and pages, and its watchdog reports."""

import asyncio
import logging
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from companion.daemon.readiness import PageAddresses, ServerStarter, StartupMonitor
from companion.daemon.systemd import ALIVE, READY, STOPPING, Notifier
from companion.daemon.voice import page_voice
from companion.devices import Buttons, Panel, Signal, TagReader
from companion.devices.clock import TimerHandle
from companion.display.panel import PanelView
from companion.engine.message import say
from companion.session.inputs import Heartbeat
from companion.session.session import Session
from companion.settings import FleetSettings, WebSettings
from companion.table.stage import Stage
from companion.table.state import JoinInfo
from companion.table.voice import Voice

if TYPE_CHECKING:
    from companion.daemon.membership import Membership
    from companion.devices.speech import Speech
    from companion.emulation.box import EmulatedBox
    from companion.fleet.member import Member
    from companion.session.wireless_buttons import WirelessButtons
    from companion.storage.own_shelf import SheetExchange
    from companion.web.http.server import WebServer
    from companion.web.views.virtual_box import RobotDriver, VirtualBox

WEB_REMEDY: Final = "pip install aiohttp segno"
_LOG: Final = logging.getLogger(__name__)


class Box(msgspec.Struct, eq=False):
    """A table with its devices. ``emulated`` is the emulated hardware, if there is any."""

    session: Session
    voice_of: Callable[[Stage], Voice]
    devices: tuple[Buttons | TagReader | Panel | Signal, ...]
    display: PanelView | None
    emulated: "EmulatedBox | None"
    state: Path
    """The folder of everything that the box remembers."""
    web: WebSettings | None = None
    fleet: FleetSettings | None = None
    membership: "Membership | None" = None
    """The member of a fleet that publishes this box's state, once there is one."""
    play: Callable[[PageAddresses], None] | None = None
    """Called with the address of the page that shows the hardware; without it there is no page."""
    pages: ServerStarter | None = None
    speech: "Speech | None" = None
    wireless: "WirelessButtons | None" = None
    """The buttons without wires, if any are to be heard."""
    notifier: Notifier = msgspec.field(default_factory=Notifier)
    """Tells the service manager that the box is ready and alive."""
    replacement: Path | None = None
    """A backup that somebody wants restored: the box has stopped for it, and begins anew after."""
    _heart: TimerHandle | None = None
    _running: "asyncio.Future[None] | None" = None

    _invitation: "asyncio.Future[None] | None" = None

    async def run(self) -> None:
        """Start the devices and handle inputs until cancelled, then close everything.

        Raises ``OSError`` if the page for the hardware cannot be served.
        """
        self._running = running = asyncio.ensure_future(self.session.run())
        attendance = StartupMonitor(self.session.sink)
        try:
            for device in self.devices:
                device.start(attendance.take)
            if self.web is not None:
                await self._serve(self.web)
            await attendance.wait(self.session.clock)
            await self.session.settled()
            self.notifier.tell(READY)
            self._heartbeat()
            self._join()
            await running
        finally:
            if self.replacement is None:
                self.notifier.tell(STOPPING)
            if self._heart is not None:
                self._heart.cancel()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await self._close()

    def _join(self) -> None:
        """Join the fleet if one is configured; nothing of it is imported otherwise."""
        if self.fleet is None:
            return
        from companion.daemon.membership import join

        page = "" if self.pages is None else self.pages.server.address
        self.membership = join(self.session, self.fleet, self.state, page)

    def _club(self) -> "SheetExchange | None":
        """Return the exchange of sheets with the boxes of a club; none without a fleet."""
        if self.fleet is None:
            return None
        from companion.fleet.club_sheets import ClubSheets
        from companion.fleet.hub_enrolment import HubAddress

        hub = self.fleet.hub
        fetch = HubAddress(hub, self.fleet.ca).fetch if hub else None
        return ClubSheets(fetch, self._member)

    def _member(self) -> "Member | None":
        """Return the connection to the broker, ``None`` before the box has joined."""
        return None if self.membership is None else self.membership.member

    async def _close(self) -> None:
        """Close everything that was opened, in the order required."""
        if self.membership is not None:
            self.membership.close()
        if self.pages is not None:
            await self.pages.close()
        for device in self.devices:
            device.close()
        if self.wireless is not None:
            self.wireless.close()
        if self.display is not None:
            self.display.close()
        if self.speech is not None:
            await self.speech.close()
        self.session.close()
        if self.emulated is not None:
            self.emulated.close()

    def replace(self, backup: Path) -> None:
        """Stop, so that a backup can be restored; the service manager is not notified."""
        self.replacement = backup
        if self._running is not None:
            self._running.cancel()

    def _picture(self) -> "asyncio.Future[bool] | None":
        """Return an awaitable that is done once the newest picture is on the panel."""
        flushed = None if self.display is None else self.display.flushed
        return flushed if isinstance(flushed, asyncio.Future) else None

    def _heartbeat(self) -> None:
        """Report to the watchdog; each report is an input, which proves that inputs are handled.

        It reports twice within the watchdog's time, as sd_watchdog_enabled(3) advises.
        """
        if not self.notifier.watchdog:
            return
        self.notifier.tell(ALIVE)
        clock = self.session.clock
        due = clock.now() + self.notifier.watchdog / 2
        self._heart = clock.call_at(due, lambda: self.session.sink(Heartbeat(self._heartbeat)))

    def _played(self) -> "tuple[VirtualBox, RobotDriver] | tuple[()]":
        """Return the virtual box's page contents and its robot, empty without that page."""
        if self.play is None or self.emulated is None:
            return ()
        from companion.daemon.virtual_hardware import EmulatedHardware, RobotHand, pieces_by_tag

        loop, tags = asyncio.get_running_loop(), partial(pieces_by_tag, self.session)
        hand = RobotHand.at(self.session, self.emulated)
        return EmulatedHardware(self.emulated, loop, tags), hand

    def _invite(self, server: "WebServer") -> None:
        """Log how phones join; resolving the machine's name may take a moment."""
        join = server.phones
        if join is not None and not server.gateway.code_policy.once:
            self._invitation = asyncio.ensure_future(self._tell(server, join))

    async def _tell(self, server: "WebServer", join: JoinInfo) -> None:
        """Log the machine's own name, and the join code unless a panel shows it."""
        from companion.web.access import invitation

        for line in invitation.log(join, await server.named(), panel=self.display is not None):
            _LOG.info("%s", line)

    async def _serve(self, web: WebSettings) -> None:
        """Start the web server; the table is in use already, and a failure does not affect it.

        Only the page for the hardware has to be served at once, and raises ``OSError`` if not.
        """
        try:
            from companion.web.build import BoxServices, build_server
        except ImportError as error:
            if self.play is not None:
                raise OSError(say("aiohttp is missing: {remedy}", remedy=WEB_REMEDY)) from error
            _LOG.error("no pages for browsers: %s: %s", error, WEB_REMEDY)
            return
        from companion.daemon import first_stage, helper_client
        from companion.daemon.card_maintenance import computer
        from companion.host import notices

        hub = "" if self.fleet is None else self.fleet.hub
        around = BoxServices(
            self._picture,
            self.replace,
            first_stage.offered_games,
            computer(os.environ, os.getpid(), helper_client.find_helper(), hub, notices.FOLDER),
            self._club(),
            *self._played(),
        )
        server = build_server(self.session, web, page_voice, self.state, around)
        self.pages = ServerStarter(server, self.session.clock, partial(self._invite, server))
        if self.play is None:
            await self.pages.open()
            return
        await server.start()
        named = await server.named()
        self.play(PageAddresses(server.play_address, server.address, server.phones, named))
