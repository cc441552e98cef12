"""Questions about players' holdings at the end."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from companion.engine.game import Struct
from companion.engine.message import say
from companion.engine.questions import part, wrong
from companion.games.gilded_compass.ask.terms import Rulings
from companion.games.gilded_compass.final.tally import PARTS, tally
from companion.games.gilded_compass.final.winners import Standing, winners
from companion.games.gilded_compass.holdings import (
    COLOURS,
    DUAL_MAP,
    MISSIONS,
    AncientMap,
    Collection,
    Colour,
    Holdings,
    MagicalItem,
    Mission,
    Specialist,
)
from companion.schema.bounds import Count, Few, Unread, Word, among

_MOST_DUALS: Final = 8
_MOST_ALIKE: Final = 4
"""Limits on Dual Maps, and on tiles of any other mission: more than the game has (section 11)."""
_FLAGS: Final = "flags"
"""The key with the rulings of the question, among keys that are players' names."""


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mission tile; only a Dual Map has colours, its two."""

    kind: Annotated[str, among(MISSIONS)]
    colours: tuple[Colour, Colour] | None = None

    def __post_init__(self) -> None:
        """Reject a Dual Map without colours, and another mission with some."""
        if (self.kind == DUAL_MAP) is (self.colours is None):
            raise ValueError(say("two colours of {kind}, and of nothing else", kind=DUAL_MAP))
        if self.colours is not None and self.colours[0] == self.colours[1]:
            raise ValueError(say("two different colours"))


class PrivateCollection(Collection, frozen=True):
    """A private collection, with two types."""

    def __post_init__(self) -> None:
        """Reject a collection with the same type twice."""
        if self.most == self.also:
            raise ValueError(say("two different colours"))


class HoldingsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's holdings at the end; omitted ones are empty."""

    maps: Few[AncientMap] = ()
    specialists: Few[Specialist] = ()
    items: Few[MagicalItem] = ()
    missions: Few[Task] = ()
    knowledge: Count = 0
    artifacts: Annotated[
        Mapping[Colour, Annotated[int, Meta(ge=0, le=1000)]], Meta(max_length=len(COLOURS))
    ] = msgspec.field(default_factory=dict)
    collection: PrivateCollection | None = None
    abilities: Count = 0
    treasures: Annotated[tuple[Count, ...], Meta(max_length=1000)] = ()
    trophies: Annotated[tuple[Count, ...], Meta(max_length=1000)] = ()
    flags: Unread = msgspec.field(default_factory=dict)


def score(query: HoldingsQuery, /) -> Struct:
    """Answer the value of a player's tiles under the best assignment (GC-END-1)."""
    score_tally = tally(_holdings(query), Rulings.of(query.flags))
    return {
        "total": score_tally.total,
        "unassigned": len(score_tally.assignment.unassigned),
        "unassigned_value": score_tally.assignment.unassigned_value,
        "breakdown": {part: score_tally.of(part) for part in PARTS},
    }


def _holdings(query: HoldingsQuery) -> Holdings:
    for i, ancient_map in enumerate(query.maps):
        if ancient_map.high < ancient_map.low:
            raise wrong("maps", i, expected=say("high at least as much as low"))
    for kind, number in Counter(mission.kind for mission in query.missions).items():
        most = _MOST_DUALS if kind == DUAL_MAP else _MOST_ALIKE
        if number > most:
            raise wrong("missions", expected=say("at most {most} of {kind}", most=most, kind=kind))
    given = msgspec.structs.asdict(query)
    del given["flags"]
    missions = tuple(Mission(task.kind, task.colours or ()) for task in query.missions)
    artifacts = [colour for colour in COLOURS for _ in range(query.artifacts.get(colour, 0))]
    return Holdings(**{**given, "missions": missions, "artifacts": tuple(artifacts)})


def winner(query: Annotated[Mapping[Word, Unread], Meta(max_length=40)], /) -> Struct:
    """Answer the sorted winners (GC-END-TIE-1 to GC-END-TIE-3)."""
    names = [name for name in query if name != _FLAGS]
    if not names:
        raise wrong("player", expected=say("at least one player with total and unassigned"))
    standings = [part(Standing, query[name], name) for name in names]
    won = winners(standings, Rulings.of(query.get(_FLAGS, {})))
    return {"winners": sorted(names[seat] for seat in won)}
