"""A game's setup as the JSON object that journals and records keep."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.engine.game import Setup
from companion.engine.message import say


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
    """Return the setup in a JSON object, and what the table enters. Raises ``ValueError``."""
    try:
        setup = Setup(
            tuple(struct["players"]),
            struct["level"],
            struct["options"],
            struct["data"],
            struct.get("clock", {}),
            tuple(struct.get("robots", ())),
        )
        return setup, tuple(sorted(struct["enter"]))
    except (KeyError, TypeError) as error:
        message = say("this is no setup of a game: it lacks {error}", error=error)
        raise ValueError(message) from error
