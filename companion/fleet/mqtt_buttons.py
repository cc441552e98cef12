"""Receiver of buttons whose presses arrive by MQTT, such as those of Zigbee2MQTT.

There is a connection only while there are buttons to listen to, and it subscribes to nothing else:
other devices' messages cause no wake-ups.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from secrets import token_hex
from typing import Final

from companion.devices import DeviceStatus, State
from companion.devices.clock import Clock
from companion.devices.wireless import KEY, ButtonReport, ReportSink, Wanted, zigbee
from companion.fleet.backoff import Backoff
from companion.fleet.connection import Address, BrokerMessage, Connection, broker_address
from companion.session.timer import Timer
from companion.settings import MqttButtonSettings

NAME: Final = "mqtt"
"""The name of this receiver among the devices."""
_MOST_FORMS: Final = 1000
"""Of how many devices it is remembered how they publish."""
_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class MqttButtons:
    """Listens at a broker to the requested buttons."""

    address: Address
    base: str
    """The first level of the topics of all devices."""
    clock: Clock
    report: ReportSink
    status: Callable[[DeviceStatus], None]
    chance: Random = field(default_factory=Random)
    connection: Connection | None = None
    _wanted: Wanted | None = None
    _backoff: Backoff = field(init=False)
    _retry: Timer = field(init=False)
    _forms: dict[str, zigbee.Form] = field(default_factory=dict)
    """The form in which each device published its first press: the other one repeats it."""

    def __post_init__(self) -> None:
        """Prepare; connect later."""
        self._backoff = Backoff(self.chance)
        self._retry = Timer(self.clock, self._connect)

    def listen(self, wanted: Wanted | None) -> None:
        """Listen to other buttons from now on; without any there is no connection."""
        if wanted == self._wanted:
            return
        self._hang_up()
        self._wanted = wanted
        self._backoff.reset()
        self._connect()

    def close(self) -> None:
        """Stop permanently."""
        self._hang_up()
        self._wanted = None

    def _hang_up(self) -> None:
        self._retry.cancel()
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    @property
    def _filters(self) -> tuple[str, ...]:
        if self._wanted is None:
            return ()
        if self._wanted.every:
            return (f"{self.base}/#",)
        devices = {each.partition(KEY)[0] for each in self._wanted.buttons}
        return tuple(
            one for device in sorted(devices) for one in zigbee.filters_of(self.base, device)
        )

    def _connect(self) -> None:
        filters = self._filters
        if not filters:
            return
        loop = asyncio.get_running_loop()
        self._forms.clear()
        self.connection = Connection(self.address, None, filters, self, loop, self.clock)
        self.connection.open()

    # What the connection says; see ``connection.ConnectionHandler``.

    def on_open(self) -> None:
        """Report that buttons are received."""
        self._backoff.reset()
        self.status(DeviceStatus(NAME, State.OK))

    def on_tick(self) -> None:
        """Do nothing: there is no periodic work."""

    def on_closed(self, why: str) -> None:
        """Report the loss, and retry later."""
        self.connection = None
        self.status(DeviceStatus(NAME, State.DEGRADED, f"{self.address.host}: {why}"))
        self._retry.set(self.clock.now() + self._backoff.wait())

    def on_message(self, message: BrokerMessage) -> None:
        """Report a press and the battery level; a retained press is outdated and ignored."""
        heard = zigbee.read_message(self.base, message.topic, message.payload)
        if heard is None:
            return
        is_new = not message.retained and not message.again
        gesture = heard.gesture if is_new and self._counts(heard) else None
        if gesture is not None or heard.battery is not None:
            # A battery belongs to the device, whichever of its keys was pressed.
            self.report(ButtonReport(heard.button, gesture, heard.battery))

    def _counts(self, heard: zigbee.ZigbeeMessage) -> bool:
        """Return whether a press is new: many are published in two formats."""
        if heard.gesture is None:
            return False
        if len(self._forms) >= _MOST_FORMS:
            self._forms.clear()
        return self._forms.setdefault(heard.device, heard.form) is heard.form


def address_of(settings: MqttButtonSettings) -> Address:
    """Return the buttons' broker with a client id that is unique among our connections."""
    return broker_address(settings, f"companion-buttons-{token_hex(4)}")
