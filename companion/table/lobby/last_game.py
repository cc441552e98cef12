"""The last game of a box, for playing it again with one press."""

import msgspec

from companion.engine.game import Setup


class LastGame(msgspec.Struct, frozen=True):
    """A game that was played: its id, its setup, and what the table entered.

    ``first`` is the seat that begins this time, if it has been decided.
    """

    game: str
    setup: Setup
    enter: frozenset[str] = frozenset()
    first: int | None = None
