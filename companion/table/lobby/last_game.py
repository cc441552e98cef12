"""The last game of a box, as it can be played once more with one press."""

import msgspec

from companion.engine.game import Setup


class LastGame(msgspec.Struct, frozen=True):
    """A game that was played: which one, its setup, and what the table entered.

    ``first`` is the seat that begins this time, if that is settled.
    """

    game: str
    setup: Setup
    enter: frozenset[str] = frozenset()
    first: int | None = None
