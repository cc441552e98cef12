"""What can be chosen in a position: many ask after each press, but it is worked out once."""

from dataclasses import dataclass
from functools import lru_cache

from companion.engine.game import Action, AnyGame
from companion.table.intent import Selection, narrow


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """What the answer follows from; a state is equal only to itself, which is found out at once.

    ``corrections`` are to be chosen from instead of legal actions, if they are not ``None``.
    """

    game: AnyGame
    state: object
    corrections: tuple[Action, ...] | None
    selection: Selection

    def __eq__(self, other: object) -> bool:
        """Tell whether the answer is the same."""
        return (
            isinstance(other, Position)
            and self.state is other.state
            and self.corrections is other.corrections
            and self.game is other.game
            and self.selection == other.selection
        )

    def __hash__(self) -> int:
        """Return the same for equal positions."""
        return hash((id(self.state), self.selection))


@lru_cache(maxsize=8)
def candidates(position: Position) -> tuple[Action, ...]:
    """Return the actions that fit the selection; one that several seats may take stands once."""
    if position.corrections is not None:
        return narrow(position.corrections, position.selection)
    game, state = position.game, position.state
    seats = game.active_players(state)
    legal = (action for seat in seats for action in game.legal_actions(state, seat))
    return narrow(dict.fromkeys(legal), position.selection)
