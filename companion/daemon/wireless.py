"""Connects a box to its wireless buttons; a box without any imports nothing for them."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final

from companion.devices import DeviceStatus
from companion.devices.clock import Clock
from companion.devices.wireless import ButtonReceiver, ReportSink
from companion.session.session import Session
from companion.session.wireless_buttons import BLUETOOTH_REMEDY, MQTT_REMEDY, WirelessButtons
from companion.settings import WirelessSettings
from companion.storage.button_book import ButtonBook

_LOG: Final = logging.getLogger(__name__)


def wireless_buttons(
    session: Session, settings: WirelessSettings, book: ButtonBook, clock: Clock
) -> WirelessButtons:
    """Return the wireless buttons, which follow the session from now on."""
    tasks: set[asyncio.Task[None]] = set()

    def run(work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    def receivers_of(report: ReportSink) -> Iterator[ButtonReceiver]:
        return _receivers(settings, report, session.sink, book, clock)

    buttons = WirelessButtons(book, session.sink, session.writer.apart, run, receivers_of)
    session.add_follower(buttons.follow)
    return buttons


def _receivers(
    settings: WirelessSettings,
    report: ReportSink,
    status: Callable[[DeviceStatus], None],
    book: ButtonBook,
    clock: Clock,
) -> Iterator[ButtonReceiver]:
    if settings.mqtt is not None:
        try:
            from companion.fleet.mqtt_buttons import MqttButtons, address_of
        except ImportError as error:
            _LOG.error("no buttons by MQTT: %s: %s", error, MQTT_REMEDY)
        else:
            address = address_of(settings.mqtt)
            yield MqttButtons(address, settings.mqtt.topic, clock, report, status)
    if settings.bluetooth:
        try:
            from companion.devices.wireless.bluetooth import BluetoothButtons
        except ImportError as error:
            _LOG.error("no buttons by Bluetooth: %s: %s", error, BLUETOOTH_REMEDY)
        else:
            yield BluetoothButtons(
                settings.bluetooth, clock, report, status, book.key_of, book.counter_of
            )
