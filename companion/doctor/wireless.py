"""Checks the requirements of wireless buttons, and their batteries."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion.doctor.finding import Finding
from companion.engine.message import say
from companion.session.wireless_buttons import BLUETOOTH_REMEDY, LOW, MQTT_REMEDY, describe
from companion.settings import Settings
from companion.storage.button_book import FILE, ButtonBook

ADAPTERS: Final = Path("/sys/class/bluetooth")
"""The adapters that the kernel knows."""


def examine(settings: Settings) -> Iterator[Finding]:
    """Check the library of each kind of wireless button, then each known button."""
    if settings.wireless is None:
        return
    if settings.wireless.mqtt is not None:
        yield _mqtt(settings.wireless.mqtt.broker)
    if settings.wireless.bluetooth:
        yield _bluetooth(settings.wireless.bluetooth)
    yield from _known(settings)


def _mqtt(broker: str) -> Finding:
    subject = say("MQTT buttons")
    if find_spec("paho") is None:
        words = say(
            "{library} is missing: {remedy}",
            library="paho-mqtt",
            remedy=MQTT_REMEDY,
        )
        return Finding(subject, sound=False, words=words)
    return Finding(subject, sound=True, words=say("from the broker {broker}", broker=broker))


def _bluetooth(adapter: str) -> Finding:
    subject = say("Bluetooth buttons")
    if find_spec("bleak") is None or find_spec("bthome_ble") is None:
        words = say(
            "{library} is missing: {remedy}",
            library="bleak, bthome-ble",
            remedy=BLUETOOTH_REMEDY,
        )
        return Finding(subject, sound=False, words=words)
    if not (ADAPTERS / adapter).exists():
        words = say("there is no {adapter}: see `bluetoothctl list`", adapter=adapter)
        return Finding(subject, sound=False, words=words)
    return Finding(subject, sound=True, words=say("by {adapter}", adapter=adapter))


def _known(settings: Settings) -> Iterator[Finding]:
    known = ButtonBook(settings.state / FILE).known
    if not known:
        words = say("no button is known: learn them by the menu of the box, in a game")
        yield Finding(say("wireless"), sound=False, words=words)
    for name, button in sorted(known.items(), key=lambda pair: pair[1].seat):
        sound = button.battery is None or button.battery > LOW
        yield Finding(name, sound=sound, words=describe(button.seat, button.battery))
