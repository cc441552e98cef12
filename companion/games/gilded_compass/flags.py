"""Rulings that the owner of a copy may decide otherwise: the flags of section 15."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Final

from companion.engine.game import Problem, Struct
from companion.engine.message import say
from companion.engine.options import Truth, unknown_keys

_UNLIMITED: Final = "unlimited"


@dataclass(frozen=True, slots=True)
class Flags:
    """The flags, each at its default."""

    unplaced_dice_to_library: bool = True
    """Own dice that were not placed bring knowledge, too; else only those pushed (GC-R5)."""
    extend_per_end: int | None = 1
    """How many dice may be added at an end of a straight in one turn; ``None``: any (GC-R12)."""
    items_on_mission_maps: bool = False
    """Magical items also work on Dual and Secret Maps (GC-R25)."""
    dummy_galleon_strict: bool = True
    """Behind a dummy of rank 2 nobody keeps a treasure; else each still keeps one (GC-R29)."""
    tie_by_value: bool = False
    """A tie that is left is broken by the values of the unassigned specialists (GC-R26)."""
    artifacts_open: bool = True
    """Artifacts that are kept lie open (GC-R33)."""


DEFAULT: Final = Flags()


@dataclass(frozen=True, slots=True)
class _PerEnd:
    """A number of dice, or as many as one likes."""

    def expected(self, value: object) -> str:
        """Return what is expected instead of ``value``, nothing if it is right."""
        number = isinstance(value, int) and not isinstance(value, bool) and value >= 1
        return "" if number or value == _UNLIMITED else say("expected 1 or more, or unlimited")


_KINDS: Final[Mapping[str, Truth | _PerEnd]] = MappingProxyType(
    {each.name: _PerEnd() if each.name == "extend_per_end" else Truth() for each in fields(Flags)}
)


def wrong_flags(
    given: Struct, path: tuple[str | int, ...] = ("data", "flags")
) -> Iterator[Problem]:
    """Yield the mistakes in an owner's flags, which stand at ``path``."""
    yield from unknown_keys(path, _KINDS, given)
    for name, value in given.items():
        if name in _KINDS and (expected := _KINDS[name].expected(value)):
            yield Problem((*path, name), expected)


def flags(given: Mapping[str, Any]) -> Flags:
    """Return checked flags; those that are not given are at their default."""
    found = dict(given)
    if found.get("extend_per_end") == _UNLIMITED:
        found["extend_per_end"] = None
    return Flags(**found)
