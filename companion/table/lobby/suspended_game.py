"""A suspended game that can be resumed."""

import msgspec

from companion.engine.text import Text


class SuspendedGame(msgspec.Struct, frozen=True):
    """A suspended game: its number in the journal, its title, and its players."""

    play: int
    title: Text
    players: tuple[str, ...]
