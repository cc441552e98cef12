"""A suspended game that can be resumed."""

import msgspec

from companion.engine.text import Text


class SuspendedGame(msgspec.Struct, frozen=True):
    """A game that was left: its number in the journal, its title, and who played it."""

    play: int
    title: Text
    players: tuple[str, ...]
