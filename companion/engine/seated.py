"""States in which every player has a record of their own."""

from typing import Any, Self

from companion.engine.evolve import replace


class Seated:
    """A state with a record for each seat; a frozen dataclass without slots derives from it."""

    players: tuple[Any, ...]
    """The records by seat, each a frozen dataclass."""

    def with_player(self, seat: int, **changes: object) -> Self:
        """Return the state with some fields of one player changed."""
        return replace(self, players=self.players_with(seat, **changes))

    def players_with(self, seat: int, **changes: object) -> tuple[Any, ...]:
        """Return all players with some fields of one changed."""
        players = self.players
        return (*players[:seat], replace(players[seat], **changes), *players[seat + 1 :])
