"""Reads a file of the state folder; a damaged one is set aside, so that the box starts without."""

from collections.abc import Callable
from contextlib import suppress
from logging import Logger
from pathlib import Path
from typing import TypeVar

from companion.storage import durable

T = TypeVar("T")


def load(path: Path, read: Callable[[Path], T], log: Logger) -> T | None:
    """Return what ``read`` finds in a file; ``None`` if there is none, or none that can be read.

    ``read`` raises ``OSError``, or ``ValueError`` for a damaged file, which ``log`` reports.
    """
    try:
        return read(path)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        log.warning("%s is not readable and is ignored: %s", path, error)
        if isinstance(error, ValueError):
            with suppress(OSError):
                log.warning("it is set aside as %s", durable.set_aside(path).name)
    return None
