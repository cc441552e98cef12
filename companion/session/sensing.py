"""What stands where, from readers under places: pieces in hand are nowhere, hands take their time.

Pure: tag events and a clock's time in, a placement out when the table has come to rest.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.devices import TagEvent
from companion.engine.game import Piece
from companion.table.state import Sensed

REST: Final = 0.8
"""Seconds without any change after which hands have let go."""
PATIENCE: Final = 15.0
"""Seconds after which a piece that stands nowhere is no longer in a hand: it is missing."""

_COPY: Final = re.compile(r"(.+)-\d+")


def kinds(pieces: Sequence[Piece]) -> dict[str, str]:
    """Return how placements call each piece: copies that are alike go by their kind.

    Alike are pieces that select the same and whose ids differ in a last number alone.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    for piece in pieces:
        match = _COPY.fullmatch(piece.id)
        stem = match[1] if match else piece.id
        groups.setdefault((stem, repr(piece.selects)), []).append(piece.id)
    return {
        each: stem if len(ids) > 1 else each for (stem, _), ids in groups.items() for each in ids
    }


@dataclass(frozen=True, slots=True)
class Sensing:
    """The tags on the places that readers look at.

    ``places`` leads from (reader, zone) to a place of the game; a reader that is not in it is for
    holding pieces to.
    """

    places: Mapping[tuple[str, str], str]
    tags: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Place → tags that lie there."""
    seen: frozenset[str] = frozenset()
    """Places that something is known about: readers have said what lies there, or that nothing."""
    changed: float = 0.0
    judged: bool = True
    """The table has been looked at since it came to rest."""
    patient: bool = True
    """It has been looked at once more, after ``PATIENCE``."""

    def place_of(self, event: TagEvent) -> str | None:
        """Return the place of an event, ``None`` for a reader that is not under one."""
        return self.places.get((event.reader, event.zone))

    def take(self, event: TagEvent, now: float) -> "Sensing":
        """Return what lies where after a tag came or left at ``now``."""
        place = self.places[event.reader, event.zone]
        there = self.tags.get(place, frozenset())
        there = there | {event.tag} if event.present else there - {event.tag}
        tags = {**self.tags, place: there}
        return replace(self, tags=tags, seen=self.seen | {place}).anew(now)

    def found(self, reader: str, zones: Iterable[str], now: float) -> "Sensing":
        """Return what is known once a reader watches ``zones``: those where no tag is are empty."""
        places = {
            self.places[reader, zone] for zone in zones if (reader, zone) in self.places
        } - self.seen
        return replace(self, seen=self.seen | places).anew(now) if places else self

    def anew(self, now: float) -> "Sensing":
        """Return the same, to be looked at when it has been at rest from ``now`` on."""
        return replace(self, changed=now, judged=False, patient=False)

    @property
    def due(self) -> float | None:
        """When the table is to be looked at next, ``None`` while nothing has changed."""
        if not self.judged:
            return self.changed + REST
        return None if self.patient else self.changed + PATIENCE

    def look(
        self, now: float, known: Mapping[str, str], pieces: Sequence[Piece]
    ) -> tuple["Sensing", Sensed | None]:
        """Return the placement if it is time to look, with who has looked.

        ``known`` leads from tags to ids of ``pieces``; unknown tags are passed over.
        """
        if self.due is None or now < self.due:
            return self, None
        names = kinds(pieces)
        placement = tuple(
            (
                place,
                frozenset(
                    names[known[tag]]
                    for tag in self.tags.get(place, ())
                    if known.get(tag, "") in names
                ),
            )
            for place in self.places.values()
            if place in self.seen
        )
        patient = self.judged
        return replace(self, judged=True, patient=patient), Sensed(placement, patient)


def readable(
    sensed: Sensed,
    expected: Mapping[str, frozenset[str]],
    known: Mapping[str, str],
    pieces: Sequence[Piece],
) -> Sensed:
    """Leave out the places where a piece should stand that carries no tag: it cannot be read."""
    names = kinds(pieces)
    tagged = {names[piece] for piece in known.values() if piece in names}
    placement = tuple(
        (place, there)
        for place, there in sensed.placement
        if expected.get(place, frozenset()) <= tagged
    )
    return replace(sensed, placement=placement)
