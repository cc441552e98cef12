"""Reads a file of the state folder; a corrupt one is renamed, so that the box starts without it."""

from collections.abc import Callable
from contextlib import suppress
from logging import Logger
from pathlib import Path
from typing import TypeVar

from companion.storage import durable

T = TypeVar("T")


def load(path: Path, read: Callable[[Path], T], log: Logger) -> T | None:
    """Return the result of ``read`` on a file; ``None`` if it is missing or unreadable.

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
