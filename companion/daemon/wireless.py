"""Connects a box with its buttons without wires; a box without any imports nothing for them."""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from typing import Any, Final

from companion.devices.clock import Clock
from companion.devices.wireless import ButtonReceiver
from companion.session.session import Session
from companion.session.wireless_buttons import WirelessButtons
from companion.settings import WirelessSettings
from companion.storage.button_book import ButtonBook

BLUETOOTH_REMEDY: Final = "pip install 'compass-companion[bluetooth]'"
MQTT_REMEDY: Final = "pip install 'compass-companion[fleet]'"
_LOG: Final = logging.getLogger(__name__)


def wireless_buttons(
    session: Session, settings: WirelessSettings, book: ButtonBook, clock: Clock
) -> WirelessButtons:
    """Return the buttons, which follow the session from now on."""
    tasks: set[asyncio.Task[None]] = set()

    def run(work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    buttons = WirelessButtons(book, session.sink, session.writer.apart, run)
    buttons.receivers = tuple(_receivers(settings, buttons, clock))
    session.followers = (*session.followers, buttons.follow)
    session.seat_of = book.seat_of
    return buttons


def _receivers(
    settings: WirelessSettings, buttons: WirelessButtons, clock: Clock
) -> Iterator[ButtonReceiver]:
    if settings.mqtt is not None:
        try:
            from companion.fleet.mqtt_buttons import MqttButtons, address_of
        except ImportError as error:
            _LOG.error("no buttons by MQTT: %s: %s", error, MQTT_REMEDY)
        else:
            address = address_of(settings.mqtt)
            yield MqttButtons(address, settings.mqtt.topic, clock, buttons.take, buttons.sink)
    if settings.bluetooth:
        try:
            from companion.devices.wireless.bluetooth import BluetoothButtons
        except ImportError as error:
            _LOG.error("no buttons by Bluetooth: %s: %s", error, BLUETOOTH_REMEDY)
        else:
            book = buttons.book
            yield BluetoothButtons(
                settings.bluetooth, clock, buttons.take, buttons.sink, book.key_of
            )
