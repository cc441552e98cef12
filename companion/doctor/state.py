"""The folder that games and tags are kept in."""

import os
from collections.abc import Iterator

from companion.doctor.finding import Finding
from companion.engine.message import say
from companion.settings import Settings


def examine(settings: Settings) -> Iterator[Finding]:
    """Look at the state folder."""
    folder = settings.state
    there = next(each for each in (folder, *folder.parents) if each.exists())
    subject = say("state folder")
    if os.access(there, os.W_OK | os.X_OK):
        yield Finding(subject, sound=True, words=str(folder))
    else:
        words = say("cannot write to {folder}: set `state:`", folder=there)
        yield Finding(subject, sound=False, words=words)
