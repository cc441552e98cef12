"""A suspended game that can be resumed."""

import msgspec


class SuspendedGame(msgspec.Struct, frozen=True):
    """A game that was left: its number in the journal, its title, and who played it."""

    play: int
    title: str
    players: tuple[str, ...]
