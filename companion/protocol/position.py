"""Position in a journal: how far it has been sent or stored."""

import msgspec


class JournalPosition(msgspec.Struct, frozen=True, order=True):
    """A place in a journal: a game's number, an entry's number in it, and whether its result."""

    play: int = 0
    sequence: int = 0
    result: bool = False

    def struct(self) -> list[int]:
        """Return the position as JSON."""
        return [self.play, self.sequence, int(self.result)]
