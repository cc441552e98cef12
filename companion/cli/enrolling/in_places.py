"""Enrols whole sets at once: every piece lies on its starting place, over a reader. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from companion.engine.game import Piece
from companion.engine.message import Message, say
from companion.session.sensing import kinds


class PlaceReading(msgspec.Struct, frozen=True):
    """Result of a reading: pairs of a tag and the id of its piece, and the problems."""

    pairs: tuple[tuple[str, str], ...]
    problems: tuple[Message, ...]


def lay_out(
    placements: Mapping[str, frozenset[str]], places: Sequence[str], pieces: Sequence[Piece]
) -> dict[str, Piece]:
    """Return the piece expected on each place that has a reader.

    Identical copies may be laid out in any order, so the first remaining one is named. Places with
    several pieces, or with none, are left out.
    """
    names = kinds(pieces)
    left = list(pieces)
    layout = {}
    for place in places:
        tags_there = placements.get(place, frozenset())
        match = next((piece for piece in left if {names[piece.id]} == tags_there), None)
        if match is not None:
            layout[place] = match
            left.remove(match)
    return layout


def read_out(
    wanted: Mapping[str, Piece], tags: Mapping[str, frozenset[str]], tag_owners: Mapping[str, str]
) -> PlaceReading:
    """Return the pieces of the tags on the places, and the problems found."""
    read = {place: tags.get(place, frozenset()) for place in wanted}
    pairs = [
        (next(iter(read[place])), wanted[place].id) for place in wanted if len(read[place]) == 1
    ]
    return PlaceReading(tuple(pairs), (*_unclear(read), *moved_tags(pairs, tag_owners)))


def _unclear(read: Mapping[str, frozenset[str]]) -> Iterator[Message]:
    for place, tags in read.items():
        if not tags:
            yield say("{place}: no tag is read there", place=place)
        elif len(tags) > 1:
            yield say(
                "{place}: several tags at once: {tags}", place=place, tags=", ".join(sorted(tags))
            )


def moved_tags(
    pairs: Iterable[tuple[str, str]], tag_owners: Mapping[str, str]
) -> Iterator[Message]:
    """Yield a message for each tag that was assigned to another piece before."""
    for tag, piece in pairs:
        if tag_owners.get(tag, piece) != piece:
            yield say(
                "tag {tag} was under {other}, is under {piece}",
                tag=tag,
                other=tag_owners[tag],
                piece=piece,
            )
