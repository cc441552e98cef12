"""A state changes one player and leaves the others as they are."""

from dataclasses import dataclass

from companion.engine.seated import Seated


@dataclass(frozen=True)
class Player:
    points: int = 0
    cards: int = 0


@dataclass(frozen=True)
class State(Seated):
    players: tuple[Player, ...]
    current: int = 0


STATE = State((Player(1), Player(2), Player(3)), current=2)


def test_one_player_is_changed() -> None:
    assert STATE.with_player(1, points=5) == State((Player(1), Player(5), Player(3)), current=2)
    assert STATE.players_with(2, cards=4) == (Player(1), Player(2), Player(3, 4))


def test_the_state_before_is_left_as_it_was() -> None:
    STATE.with_player(0, points=9)
    assert STATE.players[0] == Player(1)
