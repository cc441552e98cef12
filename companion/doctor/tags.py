"""Checks the tags in the settings."""

from collections.abc import Iterator

from companion.doctor.finding import Finding
from companion.engine.message import say
from companion.settings import EMULATED, Settings


def examine(settings: Settings) -> Iterator[Finding]:
    """Yield the number of tags in the settings."""
    yield _tags(settings)


def _tags(settings: Settings) -> Finding:
    subject = say("tags")
    if settings.tags:
        return Finding(subject, sound=True, words=say("{count} known", count=len(settings.tags)))
    if all(reader.port == EMULATED for reader in settings.readers):
        return Finding(subject, sound=True, words=say("generated for the emulation"))
    words = say("no tag is known: list them under `tags:`")
    return Finding(subject, sound=False, words=words)
