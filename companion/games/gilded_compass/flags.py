"""Rulings that the owner of a copy may change: the flags of section 15."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from companion.engine.message import say
from companion.engine.options import Truth
from companion.engine.shapes import Keyed

_UNLIMITED: Final = "unlimited"


@dataclass(frozen=True, slots=True)
class Flags:
    """The flags, with their defaults."""

    unplaced_dice_to_library: bool = True
    """Whether own dice that were not placed bring knowledge, not only pushed ones (GC-R5)."""
    extend_per_end: int | None = 1
    """How many dice an end of a straight may get in one turn, ``None`` for any number (GC-R12)."""
    items_on_mission_maps: bool = False
    """Whether magical items also work on Dual and Secret Maps (GC-R25)."""
    dummy_galleon_strict: bool = True
    """Whether those behind a dummy on rank 2 keep no treasure, instead of one each (GC-R29)."""
    tie_by_value: bool = False
    """Whether the values of unassigned specialists break a remaining tie (GC-R26)."""
    artifacts_open: bool = True
    """Whether kept artifacts lie open (GC-R33)."""


DEFAULT: Final = Flags()


@dataclass(frozen=True, slots=True)
class _PerEnd:
    """A number of dice, or any number."""

    def expected(self, value: object) -> str:
        """Return what is expected instead of ``value``, or ``""`` if it is right."""
        number = isinstance(value, int) and not isinstance(value, bool) and value >= 1
        return "" if number or value == _UNLIMITED else say("expected 1 or more, or unlimited")


FLAGS: Final = Keyed(
    {flag.name: _PerEnd() if flag.name == "extend_per_end" else Truth() for flag in fields(Flags)}
)
"""The shape of an owner's flags."""


def flags(values: Mapping[str, Any]) -> Flags:
    """Return checked flags, with defaults for those that are left out."""
    settings = dict(values)
    if settings.get("extend_per_end") == _UNLIMITED:
        settings["extend_per_end"] = None
    return Flags(**settings)
