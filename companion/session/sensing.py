"""Placement reported by readers under places, tolerant of pieces in a hand.

Pure: tag events and times go in, and a placement comes out when the places that have changed have
come to rest. An intermittent weak tag delays nothing: while it is missing, its place is unknown.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.devices import TagEvent
from companion.engine.game import Piece
from companion.table.state import PlacementInput

REST: Final = 0.8
"""Seconds without a change of a place after which hands have let go of its pieces."""
PATIENCE: Final = 15.0
"""Seconds after which a piece that stands nowhere is missing, rather than in somebody's hand."""
MEMORY: Final = 30.0
"""Seconds for which it counts that a tag was away from its place for a moment."""
LONGEST: Final = 2.0
"""Seconds of the longest silence of a weak tag; whatever is away for longer was in a hand."""
DOUBT: Final = 3.0
"""How many times as long as before a weak tag may be away until it has left."""

_COPY: Final = r"(.+)-\d+"


def kinds(pieces: Sequence[Piece]) -> dict[str, str]:
    """Return the name of each piece in placements: identical copies are named by their kind.

    Pieces are identical if they have the same ``selects``, and ids that only differ in a final
    number.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    for piece in pieces:
        match = re.fullmatch(_COPY, piece.id)
        stem = match[1] if match else piece.id
        groups.setdefault((stem, repr(piece.selects)), []).append(piece.id)
    return {
        piece: stem if len(ids) > 1 else piece for (stem, _), ids in groups.items() for piece in ids
    }


class Flicker(msgspec.Struct, frozen=True):
    """A tag that has left ``place``, or returned to it, at ``at`` seconds of the clock."""

    place: str
    at: float
    hold: float = 0.0
    """Seconds of absence that say nothing, because the tag has come back from such before."""


class Sensing(msgspec.Struct, frozen=True):
    """The tags on the places above readers.

    ``places`` maps (reader, zone) to a place of the game; other readers are for swiping pieces.
    """

    places: Mapping[tuple[str, str], str]
    tags: Mapping[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """The tags that lie on each place."""
    reported: frozenset[str] = frozenset()
    """The places whose state is known: readers have said what lies there, or that nothing does."""
    seen: Mapping[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """The tags that lay on each place when it was last looked at."""
    changed: Mapping[str, float] = msgspec.field(default_factory=dict)
    """When the places changed that differ from what was seen, in seconds of the clock.

    A tag that comes back to its place needs no rest.
    """
    flickers: Mapping[str, Flicker] = msgspec.field(default_factory=dict)
    """The last change of each tag that left a place lately."""
    asked: float | None = None
    """Since when a look is due whatever has changed."""
    patient: float | None = None
    """When to look once more, because a piece may be missing."""

    def place_of(self, event: TagEvent) -> str | None:
        """Return the place of an event, ``None`` if its reader is not under a place."""
        return self.places.get((event.reader, event.zone))

    def take(self, event: TagEvent, now: float) -> "Sensing":
        """Return the tags on all places after a tag arrived or left at ``now``."""
        place = self.places[event.reader, event.zone]
        before = self.tags.get(place, frozenset())
        there = before | {event.tag} if event.present else before - {event.tag}
        if there == before and place in self.reported:
            return self
        flickers = _flickers(self.flickers, place, event, now)
        changed = {spot: at for spot, at in self.changed.items() if spot != place}
        if there != self.seen.get(place, frozenset()):
            came_back = event.present and event.tag in flickers
            changed[place] = self.changed.get(place, now - REST) if came_back else now
        return replace(
            self,
            tags={**self.tags, place: there},
            reported=self.reported | {place},
            changed=changed,
            flickers=flickers,
            asked=self.asked if place in self.reported else now,
        )

    def found(self, reader: str, zones: Iterable[str], now: float) -> "Sensing":
        """Return the known tags once a reader reports ``zones``: those without a tag are empty."""
        places = {
            self.places[reader, zone] for zone in zones if (reader, zone) in self.places
        } - self.reported
        return replace(self, reported=self.reported | places).anew(now) if places else self

    def anew(self, now: float) -> "Sensing":
        """Return the same tags, to be evaluated once they have been at rest since ``now``."""
        return replace(self, asked=now)

    @property
    def due(self) -> float | None:
        """When to look at the table next, ``None`` while nothing has changed."""
        moved = self._moved()
        if moved is not None:
            return moved + REST
        doubts = self._doubts()
        ends = [doubts[place] for place in self.changed if place in doubts]
        if self.patient is not None:
            ends.append(self.patient)
        return min(ends, default=None)

    def look(
        self, now: float, tag_pieces: Mapping[str, str], pieces: Sequence[Piece]
    ) -> tuple["Sensing", PlacementInput | None]:
        """Return the placement if it is time to look, and the sensing after that look.

        ``tag_pieces`` maps tags to ids of ``pieces``; unknown tags are ignored.
        """
        due = self.due
        if due is None or now < due:
            return self, None
        names = kinds(pieces)
        doubted = {place for place, end in self._doubts().items() if now < end}
        known = {
            place: self.tags.get(place, frozenset())
            for place in self.places.values()
            if place in self.reported and place not in doubted
        }
        placement = tuple(
            (
                place,
                frozenset(
                    names[tag_pieces[tag]] for tag in tags if tag_pieces.get(tag, "") in names
                ),
            )
            for place, tags in known.items()
        )
        patient = self._moved() is None and due == self.patient
        after = replace(
            self,
            seen={**self.seen, **known},
            changed={place: at for place, at in self.changed.items() if place in doubted},
            flickers=self._left(self.changed.keys() - doubted),
            asked=None,
            patient=None if patient else due - REST + PATIENCE,
        )
        return after, PlacementInput(placement, patient)

    def _left(self, places: AbstractSet[str]) -> dict[str, Flicker]:
        """Return the recent changes of tags once weak ones have left ``places``."""
        return {
            tag: replace(flicker, hold=0.0)
            if flicker.place in places and tag not in self.tags.get(flicker.place, ())
            else flicker
            for tag, flicker in self.flickers.items()
        }

    def _moved(self) -> float | None:
        """Return the time of the last change that is neither a flicker nor already evaluated."""
        doubts = self._doubts()
        moved = [at for place, at in self.changed.items() if place not in doubts]
        if self.asked is not None:
            moved.append(self.asked)
        return max(moved, default=None)

    def _doubts(self) -> dict[str, float]:
        """Return the places of missing weak tags, and until when they are in doubt."""
        lying = frozenset().union(*self.tags.values())
        doubts: dict[str, float] = {}
        for tag, flicker in self.flickers.items():
            if flicker.hold and tag not in lying:
                end = flicker.at + flicker.hold
                doubts[flicker.place] = max(end, doubts.get(flicker.place, end))
        return doubts


def _flickers(
    flickers: Mapping[str, Flicker], place: str, event: TagEvent, now: float
) -> dict[str, Flicker]:
    """Return the recent changes of tags after another one; a tag that returns is weak."""
    recent = {tag: flicker for tag, flicker in flickers.items() if now - flicker.at <= MEMORY}
    last = recent.pop(event.tag, Flicker("", now))
    hold = last.hold if last.place == place else 0.0
    away = now - last.at
    if not event.present:
        recent[event.tag] = Flicker(place, now, hold)
    elif last.place == place and away <= LONGEST:
        recent[event.tag] = Flicker(place, now, max(hold, REST, DOUBT * away))
    return recent


def readable(
    sensed: PlacementInput,
    expected: Mapping[str, frozenset[str]],
    tag_pieces: Mapping[str, str],
    pieces: Sequence[Piece],
) -> PlacementInput:
    """Omit the places of pieces without a tag, which cannot be read."""
    names = kinds(pieces)
    tagged = {names[piece] for piece in tag_pieces.values() if piece in names}
    placement = tuple(
        (place, there)
        for place, there in sensed.placement
        if expected.get(place, frozenset()) <= tagged
    )
    return replace(sensed, placement=placement)
