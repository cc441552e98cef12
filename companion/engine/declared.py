"""Declared values that are checked where a game makes them.

What a game declares at a class, a field or a phase is checked there, by its name. A value that has
no name of its own, such as a shape of data, names the line that makes it.
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
    """A declared value. Making one with a mistake raises ``TypeError``: one sentence."""

    def __post_init__(self) -> None:
        """Name what does not fit in the fields, or what does not fit together."""
        fields = misfits_in(self, type(self).__name__)
        together = (f"{type(self).__name__}: {told}" for told in self._mistakes())
        mistake = next(chain(fields, together), None)
        if mistake is not None:
            package, place = declaring()
            raise TypeError(f"{package}: {place}{mistake}")

    def _mistakes(self) -> Iterator[str]:
        """Yield what does not fit together in fields that have the types of their declaration."""
        return iter(())


def declaring() -> tuple[str, str]:
    """Return the package that declares something right now, and in which file and line.

    That is the innermost caller outside the kernel: ``("tall_tower", "check.py:7: ")``.
    """
    frame: FrameType | None = sys._getframe()  # noqa: SLF001 - as `typing` and `warnings` do
    while frame is not None and str(frame.f_globals.get("__name__")).startswith(_KERNEL):
        frame = frame.f_back
    if frame is None:
        return "a game", ""
    module = str(frame.f_globals.get("__name__"))
    package = frame.f_globals.get("__package__") or module
    return str(package), f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}: "
