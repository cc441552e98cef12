"""A game's setup as the JSON object that journals and records keep."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta

from companion.engine.game import Setup
from companion.engine.message import say
from companion.schema.bounds import Data, Flat, PersonName, expecting
from companion.storage.fields import read_fields

Text: TypeAlias = Annotated[str, expecting(say("a string"), max_length=10_000)]
Texts: TypeAlias = Annotated[list[Text], expecting(say("a list of strings"), max_length=10_000)]
Names: TypeAlias = Annotated[
    list[PersonName],
    expecting(
        say("a list of names of at most {most} letters in one line", most=100),
        max_length=10_000,
    ),
]
_SEATS: Final = say("a list of seats, from 0 on")
_Seats: TypeAlias = Annotated[
    list[Annotated[int, Meta(ge=0, le=10_000)]], expecting(_SEATS, max_length=10_000)
]


class StoredSetup(msgspec.Struct, frozen=True):
    """The object, whose ``clock`` and ``robots`` may be missing.

    Journals of earlier versions may hold names that are no ``Names``: no game is lost for that.
    """

    players: Texts
    level: Text
    options: Data
    data: Data
    enter: Texts
    clock: Flat = msgspec.field(default_factory=dict)
    robots: _Seats = msgspec.field(default_factory=list)


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
    what = say("the setup")
    stored = read_fields(what, struct, StoredSetup)
    seats = range(len(stored.players))
    if len({*stored.robots} & {*seats}) < len(stored.robots):
        message = say("{what}: {field!r} must be {type}", what=what, field="robots", type=_SEATS)
        raise ValueError(message)
    setup = Setup(
        tuple(stored.players),
        stored.level,
        stored.options,
        stored.data,
        stored.clock,
        tuple(stored.robots),
    )
    return setup, tuple(sorted(stored.enter))
