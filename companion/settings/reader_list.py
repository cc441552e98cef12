"""Reads the list of tag readers; which keys a reader has depends on its driver."""

from typing import Final

from companion.devices import readers
from companion.devices.readers import Key
from companion.devices.usb import USB
from companion.engine.message import say
from companion.settings.model import EMULATED, ReaderSettings
from companion.settings.nodes import (
    Section,
    UnexpectedValueError,
    Value,
    choice,
    flag,
    read_each,
    text,
    whole,
)

USUAL_DRIVER: Final = "rdm6300"
"""The driver of a reader that names none."""


def reader_list(value: Value) -> tuple[ReaderSettings, ...]:
    """Read the list of tag readers."""
    names: dict[str, Value] = {}
    ports: dict[str, Value] = {}
    configured = []
    for entry, reader in read_each(value.items(), _reader):
        if reader.name in names:
            other = names[reader.name].place
            message = say(
                "there is a reader {name!r} already ({place}); rename one",
                name=reader.name,
                place=other,
            )
            entry.report(message)
        if reader.port in ports:
            message = say(
                "port {port} has a reader already ({place})",
                port=reader.port,
                place=ports[reader.port].place,
            )
            entry.report(message)
        names[reader.name] = entry
        if reader.port != EMULATED:
            ports[reader.port] = entry
        configured.append(reader)
    return tuple(configured)


def _reader(value: Value) -> ReaderSettings:
    keys = Section(value.children())
    for needed in ("name", "port"):
        if needed not in keys.values:
            raise UnexpectedValueError(value, say("lacks the key {key!r}", key=needed))
    kind = keys.get("driver", choice(*readers.names()), USUAL_DRIVER)
    reader = ReaderSettings(
        name=keys.get("name", text, ""),
        driver=kind,
        port=keys.get("port", _port, EMULATED),
        options={name: _option(keys, name, key) for name, key in readers.driver(kind).keys.items()},
        places=keys.get("places", _places, ()),
    )
    keys.end()
    _check(reader, keys)
    return reader


def _check(reader: ReaderSettings, keys: Section) -> None:
    driver = readers.driver(reader.driver)
    if reader.port == EMULATED and not readers.is_emulated(reader.driver):
        message = say("{driver} cannot be emulated; give the port", driver=reader.driver)
        keys.values["port"].report(message)
    zones = driver.zones(reader.name)
    if len(reader.places) > len(zones):
        message = say(
            "found {found} places, expected at most {most} for {driver}",
            found=len(reader.places),
            most=len(zones),
            driver=reader.driver,
        )
        keys.values["places"].report(message)


def _option(keys: Section, name: str, key: Key) -> bool | int:
    if isinstance(key.default, bool):
        return keys.get(name, flag, default=key.default)
    return keys.get(name, whole(key.low, key.high), key.default)


def _port(value: Value) -> str:
    """Read a serial port: its path, its identity on USB, or ``EMULATED``."""
    port = text(value)
    if port != EMULATED and not port.startswith("/") and not USB.fullmatch(port):
        raise value.refusal(
            say(
                "the path of a serial port such as /dev/serial0, usb:VENDOR:PRODUCT[:SERIAL], "
                "or emulated"
            )
        )
    return port


def _places(value: Value) -> tuple[str, ...]:
    return tuple(place for _, place in read_each(value.items(), text))
