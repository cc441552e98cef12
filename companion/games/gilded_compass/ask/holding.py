"""Questions about what players have at the end."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.engine.game import Struct
from companion.engine.message import say
from companion.engine.questions import Fields
from companion.games.gilded_compass.ask import terms
from companion.games.gilded_compass.final.tally import PARTS, tally
from companion.games.gilded_compass.final.winners import Standing, winners
from companion.games.gilded_compass.holdings import (
    COLOURS,
    DUAL_MAP,
    KINDS,
    MISSIONS,
    AncientMap,
    Collection,
    Holdings,
    MagicalItem,
    Mission,
    Specialist,
)

_MOST: Final = 40
"""Limit on the tiles of a kind in a question: more than the game has (GC-COMP)."""
_MOST_DUALS: Final = 8
_MOST_ALIKE: Final = 4
"""Limits on Dual Maps, and on tiles of any other mission: more than the game has (section 11)."""
_PAIR: Final = 2


def score(fields: Fields) -> Struct:
    """Answer what a player's tiles are worth under the best assignment (GC-END-1)."""
    holdings, flags = _holdings(fields), terms.flags(fields)
    score_tally = tally(holdings, flags)
    return {
        "total": score_tally.total,
        "unassigned": len(score_tally.assignment.unassigned),
        "unassigned_value": score_tally.assignment.unassigned_value,
        "breakdown": {part: score_tally.of(part) for part in PARTS},
    }


def _holdings(fields: Fields) -> Holdings:
    collection = fields.fields("collection", {})
    artifacts = fields.fields("artifacts", {})
    return Holdings(
        maps=tuple(_maps(fields)),
        specialists=tuple(
            Specialist(item.one_of("type", KINDS), terms.colour(item), item.whole("value"))
            for item in _some(fields, "specialists")
        ),
        items=tuple(
            MagicalItem(item.one_of("type", KINDS), terms.colour(item))
            for item in _some(fields, "items")
        ),
        missions=tuple(_missions(fields)),
        knowledge=fields.whole("knowledge", 0),
        artifacts=tuple(colour for colour in COLOURS for _ in range(artifacts.whole(colour, 0))),
        collection=_collection(collection) if collection.names else None,
        abilities=fields.whole("abilities", 0),
        treasures=fields.wholes("treasures", ()),
        trophies=fields.wholes("trophies", ()),
    )


def _some(fields: Fields, name: str) -> tuple[Fields, ...]:
    """Return the objects of a list that is no longer than any player's could be."""
    if len(fields.items(name, ())) > _MOST:
        raise fields.wrong(name, say("at most {most} tiles", most=_MOST))
    return fields.each(name, ())


def _maps(fields: Fields) -> Iterator[AncientMap]:
    for item in _some(fields, "maps"):
        ancient_map = AncientMap(terms.colour(item), item.whole("high"), item.whole("low"))
        if ancient_map.high < ancient_map.low:
            raise item.wrong("high", say("at least as much as low"))
        yield ancient_map


def _missions(fields: Fields) -> Iterator[Mission]:
    missions = [_mission(item) for item in _some(fields, "missions")]
    for kind, number in Counter(mission.kind for mission in missions).items():
        most = _MOST_DUALS if kind == DUAL_MAP else _MOST_ALIKE
        if number > most:
            raise fields.wrong("missions", say("at most {most} of {kind}", most=most, kind=kind))
    yield from missions


def _mission(fields: Fields) -> Mission:
    kind = fields.one_of("kind", MISSIONS)
    if kind != DUAL_MAP:
        return Mission(kind)
    colours = fields.texts("colours")
    if len(set(colours)) != _PAIR or len(colours) != _PAIR or not set(colours) <= set(COLOURS):
        raise fields.wrong("colours", say("two different colours of {known}", known=_KNOWN))
    return Mission(kind, colours)


_KNOWN: Final = ", ".join(COLOURS)


def _collection(fields: Fields) -> Collection:
    collection = Collection(terms.colour(fields, "most"), terms.colour(fields, "also"))
    if collection.most == collection.also:
        raise fields.wrong("also", say("another type than the most wanted one"))
    return collection


def winner(fields: Fields) -> Struct:
    """Answer who has won, sorted (GC-END-TIE-1 to GC-END-TIE-3)."""
    flags = terms.flags(fields)
    names = [name for name in fields.names if name != _FLAGS]
    if not names:
        raise fields.wrong("player", say("at least one player with total and unassigned"))
    standings = [_standing(fields.fields(name)) for name in names]
    return {"winners": sorted(names[seat] for seat in winners(standings, flags))}


_FLAGS: Final = "flags"
"""The key with the rulings of the question, among keys that are players' names."""


def _standing(fields: Fields) -> Standing:
    return Standing(
        fields.whole("total"), fields.whole("unassigned"), fields.whole("unassigned_value", 0)
    )
