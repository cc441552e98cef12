"""Orders around the table: clockwise turns, last laps, offers of abilities."""

from collections.abc import Container

import msgspec
from msgspec.structs import replace


def clockwise(start: int, players: int) -> tuple[int, ...]:
    """Return all seats clockwise, beginning with ``start`` (GC-ROUND-3)."""
    return tuple((start + i) % players for i in range(players))


def is_last(seat: int, start: int, players: int) -> bool:
    """Return whether a seat is the last, to the right of the start player (GC-ROUND-4)."""
    return seat == (start - 1) % players


def ends_round(seat: int, start: int, players: int, *, last_lap: bool) -> bool:
    """Return whether the round ends after a seat's turn (GC-ROUND-4).

    All players have the same number of turns, and nobody runs out of dice before their turn
    (GC-ROUND-5).
    """
    return last_lap and is_last(seat, start, players)


class Laps(msgspec.Struct, frozen=True):
    """An offer to all players in turn: the remaining seats, and whether it was taken.

    With ``again``, laps are repeated until no player takes the offer (GC-R18).
    """

    start: int
    players: int
    left: tuple[int, ...]
    again: bool
    used: bool = False

    @property
    def asked(self) -> int | None:
        """The seat being asked, ``None`` if none is left."""
        return self.left[0] if self.left else None

    def among(self, able: Container[int]) -> "Laps":
        """Return the offer, moved on to the next seat that could take it."""
        left = tuple(seat for seat in self.left if seat in able)
        if left or not (self.again and self.used):
            return replace(self, left=left)
        lap = offered(self.start, self.players, again=self.again)
        return replace(lap, left=tuple(seat for seat in lap.left if seat in able))

    def answered(self, *, used: bool) -> "Laps":
        """Return the offer after the player asked has answered.

        An offer that goes around only once ends when it is taken (GC-ABIL-HELP).
        """
        left = () if used and not self.again else self.left[1:]
        return replace(self, left=left, used=self.used or used)


def offered(start: int, players: int, *, again: bool) -> Laps:
    """Return an offer that begins with the start player (GC-ABIL-GIFT, GC-ABIL-HELP)."""
    return Laps(start, players, clockwise(start, players), again)
