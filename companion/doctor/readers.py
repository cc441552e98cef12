"""Readers of tags."""

from collections.abc import Iterator

from companion.devices.usb import NotFoundError, located
from companion.doctor.finding import Finding, device
from companion.engine.message import reason, say
from companion.settings import ReaderSettings, Settings


def examine(settings: Settings) -> Iterator[Finding]:
    """Look at each reader."""
    for reader in settings.readers:
        yield _reader(reader)


def _reader(reader: ReaderSettings) -> Finding:
    subject = say("reader {name}", name=reader.name)
    try:
        place = located(reader.port)
    except NotFoundError as error:
        return Finding(subject, sound=False, words=reason(error))
    return device(subject, reader.driver, place)
