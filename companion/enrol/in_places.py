"""Whole sets at once: every piece lies where it belongs at the start, over a reader. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.engine.game import Piece
from companion.engine.message import Message, say
from companion.session.sensing import kinds


@dataclass(frozen=True, slots=True)
class Laid:
    """What was read: pairs of tag and piece, and what is not as it should be."""

    pairs: tuple[tuple[str, str], ...]
    problems: tuple[Message, ...]


def lay_out(
    placements: Mapping[str, frozenset[str]], places: Sequence[str], pieces: Sequence[Piece]
) -> dict[str, Piece]:
    """Return which piece is to lie at which of the places that readers are under.

    Copies that are alike may be laid in any order, so the first that is left is named. Places
    where several pieces stand, or none, are left out.
    """
    names = kinds(pieces)
    left = list(pieces)
    wanted = {}
    for place in places:
        standing = placements.get(place, frozenset())
        found = next((each for each in left if {names[each.id]} == standing), None)
        if found is not None:
            wanted[place] = found
            left.remove(found)
    return wanted


def read_out(
    wanted: Mapping[str, Piece], tags: Mapping[str, frozenset[str]], known: Mapping[str, str]
) -> Laid:
    """Return what the tags that lie at the places are under."""
    read = {place: tags.get(place, frozenset()) for place in wanted}
    pairs = [
        (next(iter(read[place])), wanted[place].id) for place in wanted if len(read[place]) == 1
    ]
    return Laid(tuple(pairs), (*_unclear(read), *moved(pairs, known)))


def _unclear(read: Mapping[str, frozenset[str]]) -> Iterator[Message]:
    for place, tags in read.items():
        if not tags:
            yield say("{place}: no tag is read there", place=place)
        elif len(tags) > 1:
            yield say(
                "{place}: several tags at once: {tags}", place=place, tags=", ".join(sorted(tags))
            )


def moved(pairs: Iterable[tuple[str, str]], known: Mapping[str, str]) -> Iterator[Message]:
    """Yield which tags, with the pieces that they are under now, were under others before."""
    for tag, piece in pairs:
        if known.get(tag, piece) != piece:
            yield say(
                "tag {tag} was under {other}, is under {piece}",
                tag=tag,
                other=known[tag],
                piece=piece,
            )
