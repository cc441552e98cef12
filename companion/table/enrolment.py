"""Enrolment of tags and buttons at the table: each belongs to a piece or a seat.

Either the box names the pieces one by one and each is held to a reader, or an unknown tag has been
read and its piece is chosen from a list.
"""

from typing import Final

import msgspec
from msgspec.structs import replace

from companion.engine.game import Piece
from companion.engine.text import Seat, Text, text
from companion.table.command import STEPS, Command

_MANY: Final = 12
"""With more pieces than this, their kind is asked for first: nobody scrolls through a hundred."""


BUTTON: Final = "button-"
"""How the ids of what stands for the buttons of seats begin; the seat's number follows, from 1."""


class Enrolment(msgspec.Struct, frozen=True):
    """An enrolment in progress. ``learned`` holds tags with their pieces' ids, the latest last."""

    pieces: tuple[Piece, ...]
    at: int = 0
    """The index of the piece that is named, or that the cursor is on."""
    tag: str = ""
    """The tag whose piece is asked for; empty while pieces are named and tags asked for."""
    learned: tuple[tuple[str, str], ...] = ()
    clash: tuple[str, str] | None = None
    """A tag that already belongs to another piece, with that piece's id: to be confirmed."""
    over: bool = False
    of_buttons: bool = False
    """Whether the buttons of seats are learned, by presses; a piece then stands for each seat."""
    kind: str = ""
    """The kind of the tag's piece, once it is chosen; kinds are asked for if pieces are many."""

    @property
    def asks_kind(self) -> bool:
        """Whether the list shows kinds of pieces, each by its first piece."""
        return bool(self.tag) and not self.kind and len(self.pieces) > _MANY

    @property
    def listed(self) -> tuple[int, ...]:
        """The indices of the pieces that keys step through."""
        kinds = [kind_of(piece) for piece in self.pieces]
        if self.asks_kind:
            return tuple(i for i, kind in enumerate(kinds) if kind not in kinds[:i])
        return tuple(i for i, kind in enumerate(kinds) if self.kind in ("", kind))

    @property
    def piece(self) -> Piece:
        """The piece being enrolled."""
        return self.pieces[self.at]

    @property
    def read(self) -> str:
        """The tag enrolled for the current piece, empty without one."""
        tags = {piece: tag for tag, piece in self.learned}
        return tags.get(self.piece.id, "")

    def name_of(self, piece: str) -> Text:
        """Return the name of a piece, given its id."""
        names = {piece.id: piece.name for piece in self.pieces}
        return names.get(piece, text("table.value", value=piece))


def buttons_of(seats: int) -> tuple[Piece, ...]:
    """Return the stand-in pieces for the buttons of the seats."""
    return tuple(
        Piece(f"{BUTTON}{seat + 1}", text("enrol.button", player=Seat(seat)), ())
        for seat in range(seats)
    )


def seat_of_button(piece: str) -> int:
    """Return the seat, counted from 0, of a button's stand-in piece."""
    return int(piece.removeprefix(BUTTON)) - 1


def kind_of(piece: Piece) -> str:
    """Return the kind of a piece: its id up to the first dash."""
    return piece.id.partition("-")[0]


def handle_tag(enrolment: Enrolment, tag: str, owner: str | None) -> Enrolment:
    """Assign a tag to the current piece; ask first if it belongs to another one."""
    if enrolment.tag:
        return replace(enrolment, tag=tag)
    if tag == enrolment.read:
        return enrolment
    named = enrolment.piece.id
    learned = dict(enrolment.learned)
    owner = learned.get(tag, owner)
    is_clash = enrolment.clash is not None and enrolment.clash[0] == tag
    if owner is not None and owner != named and not is_clash:
        return replace(enrolment, clash=(tag, owner))
    return _next(_learn(enrolment, tag))


def handle_command(enrolment: Enrolment, command: Command) -> Enrolment:
    """Handle a key: step through the pieces, confirm, or end."""
    step = STEPS.get(command)
    if step is not None:
        listed = enrolment.listed
        here = listed.index(enrolment.at) if enrolment.at in listed else 0
        return replace(enrolment, at=listed[(here + step) % len(listed)], clash=None)
    if command is not Command.CONFIRM:
        return replace(enrolment, kind="", over=not enrolment.kind)
    if enrolment.asks_kind:
        return replace(enrolment, kind=kind_of(enrolment.piece))
    if enrolment.tag:
        return replace(_learn(enrolment, enrolment.tag), over=True)
    if enrolment.clash is not None:
        return _next(_learn(enrolment, enrolment.clash[0]))
    return _next(enrolment)


def _learn(enrolment: Enrolment, tag: str) -> Enrolment:
    others = tuple(pair for pair in enrolment.learned if pair[0] != tag)
    return replace(enrolment, learned=(*others, (tag, enrolment.piece.id)), clash=None)


def _next(enrolment: Enrolment) -> Enrolment:
    """Go to the next piece; the enrolment ends after the last one."""
    if enrolment.at + 1 == len(enrolment.pieces):
        return replace(enrolment, over=True)
    return replace(enrolment, at=enrolment.at + 1)
