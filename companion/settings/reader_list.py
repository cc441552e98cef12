"""Reading the list of tag readers; which keys a reader has is up to its driver."""

from typing import Final

from companion.devices import readers
from companion.devices.readers import Key
from companion.devices.usb import USB
from companion.engine.message import say
from companion.settings.model import EMULATED, ReaderSettings
from companion.settings.nodes import Refused, Section, Value, choice, flag, read_each, text, whole

USUAL_DRIVER: Final = "rdm6300"
"""What a reader is that does not say."""


def reader_list(value: Value) -> tuple[ReaderSettings, ...]:
    """Read the list of tag readers."""
    names: dict[str, Value] = {}
    ports: dict[str, Value] = {}
    found = []
    for each, reader in read_each(value.items(), _reader):
        if reader.name in names:
            other = names[reader.name].place
            told = say(
                "there is a reader {name!r} already ({place}); rename one",
                name=reader.name,
                place=other,
            )
            each.report(told)
        if reader.port in ports:
            told = say(
                "port {port} has a reader already ({place})",
                port=reader.port,
                place=ports[reader.port].place,
            )
            each.report(told)
        names[reader.name] = each
        if reader.port != EMULATED:
            ports[reader.port] = each
        found.append(reader)
    return tuple(found)


def _reader(value: Value) -> ReaderSettings:
    keys = Section(value.children())
    for needed in ("name", "port"):
        if needed not in keys.values:
            raise Refused(value, say("lacks the key {key!r}", key=needed))
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
        told = say("{driver} cannot be emulated; give the port", driver=reader.driver)
        keys.values["port"].report(told)
    zones = driver.zones(reader.name)
    if len(reader.places) > len(zones):
        told = say(
            "found {found} places, expected at most {most} for {driver}",
            found=len(reader.places),
            most=len(zones),
            driver=reader.driver,
        )
        keys.values["places"].report(told)


def _option(keys: Section, name: str, key: Key) -> bool | int:
    if isinstance(key.default, bool):
        return keys.get(name, flag, default=key.default)
    return keys.get(name, whole(key.low, key.high), key.default)


def _port(value: Value) -> str:
    """Read a serial port: its path, what it is on USB, or ``EMULATED``."""
    found = text(value)
    if found != EMULATED and not found.startswith("/") and not USB.fullmatch(found):
        raise value.refusal(
            say(
                "the path of a serial port such as /dev/serial0, usb:VENDOR:PRODUCT[:SERIAL], "
                "or emulated"
            )
        )
    return found


def _places(value: Value) -> tuple[str, ...]:
    return tuple(each for _, each in read_each(value.items(), text))
