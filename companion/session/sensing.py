"""Placement as readers under places report it, tolerant of pieces in a hand.

Pure: tag events and times go in, and a placement comes out when the table has come to rest.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.devices import TagEvent
from companion.engine.game import Piece
from companion.table.state import PlacementInput

REST: Final = 0.8
"""Seconds without any change after which hands have let go of the pieces."""
PATIENCE: Final = 15.0
"""Seconds after which a piece that stands nowhere is missing, rather than in somebody's hand."""

_COPY: Final = re.compile(r"(.+)-\d+")


def kinds(pieces: Sequence[Piece]) -> dict[str, str]:
    """Return the name of each piece in placements: copies that are alike go by their kind.

    Pieces are alike if they select the same, and if their ids differ only in a number at the end.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    for piece in pieces:
        match = _COPY.fullmatch(piece.id)
        stem = match[1] if match else piece.id
        groups.setdefault((stem, repr(piece.selects)), []).append(piece.id)
    return {
        piece: stem if len(ids) > 1 else piece for (stem, _), ids in groups.items() for piece in ids
    }


class Sensing(msgspec.Struct, frozen=True):
    """The tags on the places above readers.

    ``places`` maps (reader, zone) to a place of the game; pieces are held to any other reader.
    """

    places: Mapping[tuple[str, str], str]
    tags: Mapping[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """The tags that lie on each place."""
    reported: frozenset[str] = frozenset()
    """The places whose state is known: readers have said what lies there, or that nothing does."""
    changed: float = 0.0
    """When a tag last came or left, in seconds of the clock."""
    judged: bool = True
    """Whether the table has been looked at since it came to rest."""
    patient: bool = True
    """Whether it has been looked at once more, after ``PATIENCE``."""

    def place_of(self, event: TagEvent) -> str | None:
        """Return the place of an event, ``None`` if its reader is not under a place."""
        return self.places.get((event.reader, event.zone))

    def take(self, event: TagEvent, now: float) -> "Sensing":
        """Return the tags on all places after a tag came or left at ``now``."""
        place = self.places[event.reader, event.zone]
        there = self.tags.get(place, frozenset())
        there = there | {event.tag} if event.present else there - {event.tag}
        tags = {**self.tags, place: there}
        return replace(self, tags=tags, reported=self.reported | {place}).anew(now)

    def found(self, reader: str, zones: Iterable[str], now: float) -> "Sensing":
        """Return what is known once a reader watches ``zones``: those without a tag are empty."""
        places = {
            self.places[reader, zone] for zone in zones if (reader, zone) in self.places
        } - self.reported
        return replace(self, reported=self.reported | places).anew(now) if places else self

    def anew(self, now: float) -> "Sensing":
        """Return the same tags, to be judged once they have been at rest since ``now``."""
        return replace(self, changed=now, judged=False, patient=False)

    @property
    def due(self) -> float | None:
        """When to look at the table next, ``None`` while nothing has changed."""
        if not self.judged:
            return self.changed + REST
        return None if self.patient else self.changed + PATIENCE

    def look(
        self, now: float, tag_pieces: Mapping[str, str], pieces: Sequence[Piece]
    ) -> tuple["Sensing", PlacementInput | None]:
        """Return the placement if it is time to look, and the sensing after that look.

        ``tag_pieces`` maps tags to ids of ``pieces``; unknown tags are ignored.
        """
        if self.due is None or now < self.due:
            return self, None
        names = kinds(pieces)
        placement = tuple(
            (
                place,
                frozenset(
                    names[tag_pieces[tag]]
                    for tag in self.tags.get(place, ())
                    if tag_pieces.get(tag, "") in names
                ),
            )
            for place in self.places.values()
            if place in self.reported
        )
        patient = self.judged
        return replace(self, judged=True, patient=patient), PlacementInput(placement, patient)


def readable(
    sensed: PlacementInput,
    expected: Mapping[str, frozenset[str]],
    tag_pieces: Mapping[str, str],
    pieces: Sequence[Piece],
) -> PlacementInput:
    """Leave out the places where a piece without a tag should stand: it cannot be read."""
    names = kinds(pieces)
    tagged = {names[piece] for piece in tag_pieces.values() if piece in names}
    placement = tuple(
        (place, there)
        for place, there in sensed.placement
        if expected.get(place, frozenset()) <= tagged
    )
    return replace(sensed, placement=placement)
