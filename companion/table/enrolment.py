"""Enrolment: people tell the box, at the table, which tag is under which piece.

Either the box names the pieces one by one and each is held to a reader, or an unknown tag has been
read already and its piece is chosen from a list.
"""

from dataclasses import dataclass, replace

from companion.engine.game import Piece
from companion.engine.text import Text, text
from companion.table.command import Command


@dataclass(frozen=True, slots=True)
class Enrolment:
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

    @property
    def piece(self) -> Piece:
        """The piece that is named."""
        return self.pieces[self.at]

    @property
    def read(self) -> str:
        """The tag that was learned for the named piece, empty if none was."""
        tags = {piece: tag for tag, piece in self.learned}
        return tags.get(self.piece.id, "")

    def name_of(self, piece: str) -> Text:
        """Return the name of a piece, given its id."""
        names = {piece.id: piece.name for piece in self.pieces}
        return names.get(piece, text("table.value", value=piece))


def touched(enrolment: Enrolment, tag: str, known: str | None) -> Enrolment:
    """Take a tag for the named piece; if it belongs to another one, ask first."""
    if enrolment.tag:
        return replace(enrolment, tag=tag)
    if tag == enrolment.read:
        return enrolment
    named = enrolment.piece.id
    learned = dict(enrolment.learned)
    owner = learned.get(tag, known)
    asked = enrolment.clash is not None and enrolment.clash[0] == tag
    if owner is not None and owner != named and not asked:
        return replace(enrolment, clash=(tag, owner))
    return _next(_learn(enrolment, tag))


def pressed(enrolment: Enrolment, command: Command) -> Enrolment:
    """Handle a key: move among the pieces, confirm, or end."""
    if command in (Command.NEXT, Command.PREVIOUS):
        step = 1 if command is Command.NEXT else -1
        return replace(enrolment, at=(enrolment.at + step) % len(enrolment.pieces), clash=None)
    if command is not Command.CONFIRM:
        return replace(enrolment, over=True)
    if enrolment.tag:
        return replace(_learn(enrolment, enrolment.tag), over=True)
    if enrolment.clash is not None:
        return _next(_learn(enrolment, enrolment.clash[0]))
    return _next(enrolment)


def _learn(enrolment: Enrolment, tag: str) -> Enrolment:
    others = tuple(pair for pair in enrolment.learned if pair[0] != tag)
    return replace(enrolment, learned=(*others, (tag, enrolment.piece.id)), clash=None)


def _next(enrolment: Enrolment) -> Enrolment:
    """Name the next piece; after the last one the enrolment is over."""
    if enrolment.at + 1 == len(enrolment.pieces):
        return replace(enrolment, over=True)
    return replace(enrolment, at=enrolment.at + 1)
