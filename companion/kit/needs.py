"""Parts list of a game: tags, labels, carriers and readers."""

from collections.abc import Sequence
from typing import Final

import msgspec

from companion.engine.game import Piece
from companion.engine.message import Message, say
from companion.kit.labels import A_SHEET
from companion.kit.overlay import Overlay

TAG: Final = "NTAG213"
"""The chip of the tags: every reader with 13.56 MHz reads it."""
_SPARE: Final = 10
"""Of so many tags one is bought in addition: some break, some get lost."""
AN_ARRAY: Final = 16
"""Readers that one board (a Raspberry Pi Pico) serves."""


class Needs(msgspec.Struct, frozen=True):
    """Quantities of parts for one game."""

    pieces: int
    tags: int
    sheets: int
    carriers: int
    readers: int
    arrays: int


def needs(pieces: Sequence[Piece], overlays: Sequence[Overlay]) -> Needs:
    """Return the parts for the pieces of a game and readers below all its places."""
    readers = sum(len(overlay.spots) for overlay in overlays)
    return Needs(
        pieces=len(pieces),
        tags=len(pieces) + -(-len(pieces) // _SPARE),
        sheets=-(-len(pieces) // A_SHEET),
        carriers=sum(piece.small for piece in pieces),
        readers=readers,
        arrays=-(-readers // AN_ARRAY),
    )


def shopping_list(needed: Needs) -> tuple[Message, ...]:
    """Return the shopping list, line by line."""
    lines = [
        say(
            "{tags} tags {chip}, round stickers of 25 mm (13.56 MHz): one for each of {pieces} "
            "pieces, and some to spare",
            tags=needed.tags,
            chip=TAG,
            pieces=needed.pieces,
        ),
        say("labels to print: {sheets} × A4, on sticky paper or with glue", sheets=needed.sheets),
    ]
    if needed.carriers:
        lines.append(
            say(
                "{carriers} carriers from a 3D printer (carrier.stl), for pieces that are smaller "
                "than a tag",
                carriers=needed.carriers,
            )
        )
    if needed.readers:
        lines.append(
            say(
                "for readers below every place: {readers} boards with MFRC522, and {arrays} "
                "Raspberry Pi Pico for them; begin with one zone",
                readers=needed.readers,
                arrays=needed.arrays,
            )
        )
    else:
        lines.append(say("one reader, to which pieces are held: this game asks for no places"))
    return tuple(lines)
