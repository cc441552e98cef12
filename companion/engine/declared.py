"""Declared values that are checked on creation.

Declarations of a class, a field or a phase are checked there, by name. For a value without a name,
such as a shape of data, the message names the line that creates it.
"""

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import FrameType
from typing import Final

import msgspec

from companion.engine.forms import misfits_in

_KERNEL: Final = __name__.rpartition(".")[0] + "."


class Declared(msgspec.Struct, frozen=True):
    """A declared value. Creating one with a mistake raises ``TypeError``: one sentence."""

    def __post_init__(self) -> None:
        """Report fields with wrong values, or that are inconsistent."""
        fields = misfits_in(self, type(self).__name__)
        together = (f"{type(self).__name__}: {told}" for told in self._mistakes())
        mistake = next(chain(fields, together), None)
        if mistake is not None:
            package, place = declaring()
            raise TypeError(f"{package}: {place}{mistake}")

    def _mistakes(self) -> Iterator[str]:
        """Yield inconsistencies between fields that have their declared types."""
        return iter(())


def declaring() -> tuple[str, str]:
    """Return the package of the declaration in progress, and its file and line.

    It is the innermost caller outside the kernel: ``("tall_tower", "check.py:7: ")``.
    """
    frame: FrameType | None = sys._getframe()  # noqa: SLF001 - as `typing` and `warnings` do
    while frame is not None and str(frame.f_globals.get("__name__")).startswith(_KERNEL):
        frame = frame.f_back
    if frame is None:
        return "a game", ""
    module = str(frame.f_globals.get("__name__"))
    package = frame.f_globals.get("__package__") or module
    return str(package), f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}: "
