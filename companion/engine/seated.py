"""States in which every player has their own record."""

from typing import Any, Self

from companion.engine.records import replace


class Seated:
    """A state with a record for each seat; a game's player record derives from it."""

    __slots__ = ()

    players: tuple[Any, ...]
    """The records by seat."""

    def with_player(self, seat: int, **changes: object) -> Self:
        """Return the state with some fields of one player changed."""
        return replace(self, players=self.players_with(seat, **changes))

    def players_with(self, seat: int, **changes: object) -> tuple[Any, ...]:
        """Return all players with some fields of one changed."""
        players = self.players
        return (*players[:seat], replace(players[seat], **changes), *players[seat + 1 :])
