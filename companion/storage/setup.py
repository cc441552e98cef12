"""A game's setup as the JSON object that journals and records keep."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.engine.game import Setup
from companion.engine.message import say
from companion.storage.fields import check_types

FIELDS: Final = MappingProxyType(
    {
        "players": list,
        "level": str,
        "options": dict,
        "data": dict,
        "clock": dict,
        "enter": list,
        "robots": list,
    }
)
"""The fields of the object, with their types. ``clock`` and ``robots`` may be missing."""


def setup_struct(setup: Setup, enter: Iterable[str]) -> dict[str, object]:
    """Return a setup, with what the table enters, as a JSON object."""
    robots = {"robots": list(setup.robots)} if setup.robots else {}
    return {
        "players": list(setup.players),
        "level": setup.level,
        "options": dict(setup.options),
        "data": dict(setup.data),
        "clock": dict(setup.clock),
        "enter": sorted(enter),
        **robots,
    }


def setup_of(struct: Mapping[str, Any]) -> tuple[Setup, tuple[str, ...]]:
    """Return the setup in a JSON object, and what the table enters. Raises ``ValueError``.

    Fields that are not known are left alone: a later companion may have written them.
    """
    full: dict[str, Any] = {"clock": {}, "robots": [], **struct}
    check_types(say("the setup"), full, FIELDS)
    for key in ("players", "enter"):
        if not all(isinstance(name, str) for name in full[key]):
            raise ValueError(say("the setup: {field!r} must be a list of strings", field=key))
    seats = range(len(full["players"]))
    if not all(type(seat) is int and seat in seats for seat in full["robots"]):
        raise ValueError(say("the setup: 'robots' must be a list of seats, from 0 on"))
    setup = Setup(
        tuple(full["players"]),
        full["level"],
        full["options"],
        full["data"],
        full["clock"],
        tuple(full["robots"]),
    )
    return setup, tuple(sorted(full["enter"]))
