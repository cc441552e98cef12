"""Creates the configured readers by their drivers, with the places above their zones."""

from asyncio import AbstractEventLoop
from collections.abc import Iterable

from companion.devices import TagReader, readers
from companion.devices.clock import Clock
from companion.devices.readers import Fitting
from companion.settings import ReaderSettings


def make(
    reader: ReaderSettings, clock: Clock, loop: AbstractEventLoop, port: str = ""
) -> TagReader:
    """Return a reader, not started yet, at the ``port`` of its settings or at another one."""
    fitting = Fitting(
        reader.name, port or reader.port, clock, loop, reader.options, len(reader.places)
    )
    return readers.driver(reader.driver).make(fitting)


def zones_of(reader: ReaderSettings) -> tuple[str, ...]:
    """Return the names of a reader's zones, in order."""
    return readers.driver(reader.driver).zones(reader.name)


def places(fitted: Iterable[ReaderSettings]) -> dict[tuple[str, str], str]:
    """Return the place above each zone, by names of reader and zone."""
    return {
        (reader.name, zone): place
        for reader in fitted
        for zone, place in zip(zones_of(reader), reader.places, strict=False)
    }
