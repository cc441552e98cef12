"""Wireless buttons of a table: their seats, and when they are listened to."""

import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import InitVar, dataclass, field
from functools import partial
from typing import Any, Final, TypeAlias

from companion.devices import DeviceStatus, State, WirelessPress
from companion.devices.wireless import KEY, ButtonReceiver, ButtonReport, ReportSink, Wanted
from companion.engine.log import Entry
from companion.engine.message import Message, say
from companion.storage.button_book import ButtonBook
from companion.table.stage import Stage
from companion.table.table import Table

LOW: Final = 10
"""The percentage from which on a battery should be changed."""
BLUETOOTH_REMEDY: Final = "pip install 'compass-companion[bluetooth]'"
MQTT_REMEDY: Final = "pip install 'compass-companion[fleet]'"
"""What brings the libraries by which buttons are heard."""
COUNTED: Final = 32
"""After how many numbers of a button that encrypts one is kept, while the box listens."""
_LOG: Final = logging.getLogger(__name__)
Write: TypeAlias = Callable[[], None]


@dataclass(slots=True, eq=False)
class WirelessButtons:
    """The known buttons, and their receivers.

    Receivers only listen while a game is in play, or buttons are enrolled. ``keep`` stores data
    outside the event loop, ``run`` runs slow operations, and ``receivers_of`` creates the
    receivers, given their callback.
    """

    book: ButtonBook
    sink: Callable[[WirelessPress | DeviceStatus], None]
    keep: Callable[[Write], Awaitable[None]]
    run: Callable[[Coroutine[Any, Any, None]], object]
    receivers_of: InitVar[Callable[[ReportSink], Iterable[ButtonReceiver]]]
    receivers: tuple[ButtonReceiver, ...] = field(init=False)
    _wanted: Wanted | None = None
    _told: dict[str, DeviceStatus] = field(default_factory=dict)
    _counters: dict[str, int] = field(default_factory=dict)
    """The highest counter of each device that is not kept yet."""

    def __post_init__(self, receivers_of: Callable[[ReportSink], Iterable[ButtonReceiver]]) -> None:
        """Create the receivers, which do not listen yet."""
        self.receivers = tuple(receivers_of(self.take))

    def follow(self, stage: Stage, _entries: tuple[Entry, ...]) -> None:
        """Listen to the buttons relevant at a stage; a follower of the session."""
        table = stage if isinstance(stage, Table) and not stage.is_over else None
        if table is not None and self._wanted is None:
            self.book.renew()
        wanted = None if table is None else self._wanted_at(table)
        if wanted == self._wanted:
            return
        self._wanted = wanted
        if wanted is None and self._counters:
            self.run(self._keep_counters())
        self._tell()
        for receiver in self.receivers:
            receiver.listen(wanted)

    def close(self) -> None:
        """Stop listening; the last counters are stored synchronously."""
        for receiver in self.receivers:
            receiver.close()
        if self._counters:
            try:
                self.book.note_counters(self._counters)
            except OSError as error:
                _LOG.warning("the counters of buttons are not kept: %s", error)

    def take(self, report: ButtonReport) -> None:
        """Handle a report of a receiver.

        Not every counter is stored, to reduce wear of the card: after a power cut the last may be
        repeated.
        """
        if report.gesture is not None:
            self.sink(WirelessPress(report.button, report.gesture))
        if report.battery is not None:
            self.run(self._note(report.button, report.battery))
        if report.counter is not None:
            device = report.button.partition(KEY)[0]
            self._counters[device] = report.counter
            if report.counter - self.book.counter_of(device) >= COUNTED:
                self.run(self._keep_counters())

    def _wanted_at(self, table: Table) -> Wanted | None:
        enrolment = table.enrol
        if enrolment is not None and enrolment.of_buttons and not enrolment.over:
            return Wanted(every=True)
        seats = range(1, len(table.setup.players) + 1)
        known = frozenset(name for name, each in self.book.known.items() if each.seat in seats)
        return Wanted(known) if known else None

    async def _note(self, button: str, percent: int) -> None:
        """Record a battery level, if it is relevant."""
        known = self.book.known.get(button)
        if known is None or known.battery == percent:
            return
        try:
            await self.keep(partial(self.book.note_battery, button, percent))
        except OSError as error:
            _LOG.warning("the battery of %s is not kept: %s", button, error)
        self._tell()

    async def _keep_counters(self) -> None:
        """Store the highest counters, so that no replay counts after a restart."""
        counters, self._counters = self._counters, {}
        try:
            await self.keep(partial(self.book.note_counters, counters))
        except OSError as error:
            self._counters = {**counters, **self._counters}
            _LOG.warning("the counters of buttons are not kept: %s", error)

    def _tell(self) -> None:
        """Report each button among the devices, with its battery."""
        for name, known in self.book.known.items():
            detail = describe(known.seat, known.battery)
            status = DeviceStatus(name, State.OK, detail)
            if self._told.get(name) != status:
                self._told[name] = status
                self.sink(status)


def describe(seat: int, battery: int | None) -> Message:
    """Return the description of a button: its seat, and its battery in percent."""
    if battery is None:
        return say("button of seat {seat}", seat=seat)
    if battery <= LOW:
        return say(
            "button of seat {seat}, battery {percent} %: change it soon", seat=seat, percent=battery
        )
    return say("button of seat {seat}, battery {percent} %", seat=seat, percent=battery)
