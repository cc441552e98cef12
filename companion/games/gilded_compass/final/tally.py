"""Final tally of a player, each line with its rule (GC-END-1)."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from companion.engine.text import Text, text
from companion.games.gilded_compass.final.assignment import Assignment, Place, Post, Posted
from companion.games.gilded_compass.final.best import best
from companion.games.gilded_compass.final.missions import FIXED, RULES, by_assignment, of_post
from companion.games.gilded_compass.flags import DEFAULT, Flags
from companion.games.gilded_compass.holdings import (
    DUAL_MAP,
    SECRET_MAP,
    AncientMap,
    Holdings,
    Specialist,
)

Part: TypeAlias = Literal[
    "assignment",
    "missions_fixed",
    "knowledge",
    "artifacts",
    "abilities",
    "treasures",
    "trophies",
]
PARTS: Final[tuple[Part, ...]] = get_args(Part)
"""The parts of a total, in the order of GC-END-1."""
_MOST_WANTED: Final = 4
_ALSO_WANTED: Final = 2
_KNOWLEDGE: Final = 2


class Line(msgspec.Struct, frozen=True):
    """Gold, the rule that gives it, and the reason."""

    part: Part
    gold: int
    rule: str
    because: Text


class Tally(msgspec.Struct, frozen=True):
    """A player's final score: the assignment, and every line."""

    assignment: Assignment
    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        """All gold."""
        return sum(line.gold for line in self.lines)

    def of(self, part: Part) -> int:
        """Return the gold of one part of the total."""
        return sum(line.gold for line in self.lines if line.part == part)


@lru_cache(maxsize=256)
def tally(holdings: Holdings, flags: Flags = DEFAULT) -> Tally:
    """Return the score of the best assignment (GC-END-ASSIGN).

    It is cached, because displays request it repeatedly without changes.
    """
    return counted(holdings, best(holdings, flags), flags)


def counted(holdings: Holdings, assignment: Assignment, flags: Flags = DEFAULT) -> Tally:
    """Return the score of a given assignment."""
    lines = (*_maps(assignment), *_missions(holdings, assignment, flags), *_rest(holdings))
    return Tally(assignment, lines)


def _maps(assignment: Assignment) -> Iterator[Line]:
    for post in assignment.posts:
        place = _place(post.place)
        if isinstance(post.place, AncientMap):
            yield from _ancient(post.place, post, place)
        else:
            gold, rule = of_post(post), RULES[post.place.kind]
            yield Line("assignment", gold, rule, text("score.mission_map", place=place))
        for posted in post.staff:
            yield from _posted(posted, place)
    for specialist in assignment.unassigned:
        because = text("score.unassigned", specialist=_specialist(specialist))
        yield Line("assignment", 0, "GC-END-TIE-1", because)


def _ancient(ancient_map: AncientMap, post: Post, place: Text) -> Iterator[Line]:
    if not post.staff:
        yield Line("assignment", ancient_map.low, "GC-END-MAP", text("score.map_low", place=place))
        return
    yield Line("assignment", ancient_map.high, "GC-END-MAP", text("score.map_high", place=place))
    if post.is_doubled:
        because = text("score.map_doubled", place=place)
        yield Line("assignment", ancient_map.high, "GC-END-ITEM", because)


def _posted(posted: Posted, place: Text) -> Iterator[Line]:
    who, value = _specialist(posted.specialist), posted.specialist.value
    because = text("score.specialist", specialist=who, place=place)
    yield Line("assignment", value, "GC-END-SPEC", because)
    if posted.equipped:
        yield Line("assignment", value, "GC-END-ITEM", text("score.item", specialist=who))


def _missions(holdings: Holdings, assignment: Assignment, flags: Flags) -> Iterator[Line]:
    for mission in holdings.missions:
        because = text("score.mission", mission=text(f"mission.{mission.kind}"))
        rule = RULES[mission.kind]
        if mission.kind in FIXED:
            yield Line("missions_fixed", FIXED[mission.kind](holdings), rule, because)
        elif mission.kind not in (DUAL_MAP, SECRET_MAP):
            gold = by_assignment(mission.kind, assignment, flags)
            yield Line("assignment", gold, rule, because)


def _rest(holdings: Holdings) -> Iterator[Line]:
    """Yield lines that do not depend on missions or assignments."""
    counted_ones: tuple[tuple[Part, int, int, str], ...] = (
        ("knowledge", holdings.knowledge, holdings.knowledge // _KNOWLEDGE, "GC-END-KNOW"),
        ("abilities", holdings.abilities, holdings.abilities, "GC-END-ABIL"),
        ("treasures", len(holdings.treasures), sum(holdings.treasures), "GC-END-TREAS"),
        ("trophies", len(holdings.trophies), sum(holdings.trophies), "GC-END-TROPHY"),
    )
    for part, number, gold, rule in counted_ones:
        if number:
            yield Line(part, gold, rule, text(f"score.{part}", n=number))
    for kind, number in Counter(holdings.artifacts).items():
        gold = number * _wanted(kind, holdings)
        because = text("score.artifacts", colour=text(f"colour.{kind}"), n=number)
        yield Line("artifacts", gold, "GC-END-ART", because)


def _wanted(kind: str, holdings: Holdings) -> int:
    """Return the value of an artifact to this player (GC-END-ART)."""
    collection = holdings.collection
    if collection is None or kind not in (collection.most, collection.also):
        return 1
    return _MOST_WANTED if kind == collection.most else _ALSO_WANTED


def _place(place: Place) -> Text:
    if isinstance(place, AncientMap):
        colour = text(f"colour.{place.colour}")
        return text("place.map", colour=colour, high=place.high, low=place.low)
    if place.kind == DUAL_MAP:
        first, other = (text(f"colour.{colour}") for colour in place.colours)
        return text("place.dual_map", one=first, other=other)
    return text("place.secret_map")


def _specialist(specialist: Specialist) -> Text:
    colour = text(f"colour.{specialist.colour}")
    return text(f"specialist.{specialist.kind}", colour=colour, value=specialist.value)
