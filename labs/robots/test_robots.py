"""How often a robot that thinks 200 ms about a move beats random play: `make robots`.

`make robots GAMES=30` plays fewer games. Time is that of the processor, so that a busy machine
makes no difference. In Essence a vote is right if others vote the same, so against random votes no
player can do better than another: its figure is printed and not judged. Of two players neither wins
there (ES-R13), so three play.

In Compass a random player whose checkers are stuck may end phase one (CJ-BLOCK-2), and has to if
it has collected nothing (CJ-BLOCK-5). A jewel takes four cards (CJ-JEWEL-1): where that comes
before the robot has them it cannot win, however well it plays. Such draws are counted by themselves
and not judged. Of 200 games the robot won 170 and lost none. Of the 30 draws 26 were such games; in
4 it has ended the phase itself, when it was stuck. What was tried changes their number no more
than chance does: with 800 ms a move it won 85 of 100, with a third or a seventh of its curiosity 83
and 84, looking 20, 60 or 100 actions ahead instead of 40 it won 85, 88 and 87, counting on an end
at any time 87, wanting its first jewel more than points 87 and 86, and with wins before points
against an opponent known to play at random 84.

Of Inner Compass it won 89 of 89.
"""

import os
import random
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Action, Setup
from companion.engine.ranking import team_of
from companion.engine.robots import options
from companion.engine.rules import AnyGame
from companion.engine.search import Thinker
from companion.games.compass_jewels.actions import EndPhase

GAMES = int(os.environ.get("GAMES", "200"))
MILLISECONDS = int(os.environ.get("MILLISECONDS", "200"))
LEAST = 0.9
FEWEST = 4
"""The cards of a jewel (CJ-JEWEL-1)."""
PROGRESS = 10
"""Games between two lines that say how far it is."""
NAMES = ("Ann", "Ben", "Cleo", "Dan")


@dataclass
class Player:
    """The robot in its seats, and what it has used."""

    game: AnyGame
    setup: Setup
    seats: tuple[int, ...]
    source: random.Random
    playouts: int = 0
    moves: int = 0
    ended: bool = False
    """Whether it has ended a phase of Compass itself."""

    def choose(self, state: Any, seat: int) -> Action:  # noqa: ANN401 - a game's state
        """Return what the robot does after thinking for its time."""
        end = time.process_time() + MILLISECONDS / 1000
        thought = Thinker(self.game, self.setup, seat).think(
            self.game.observation(state, seat),
            options(self.game, state, seat),
            self.source,
            lambda _: time.process_time() < end,
        )
        self.playouts += thought.playouts
        self.moves += thought.playouts > 0
        return thought.best


def play(player: Player, seed: int) -> Any:  # noqa: ANN401 - a game's state
    """Play a game of the robot's seats against random play, and return how it ends.

    Where only people can act for the robot, its seat plays at random, too.
    """
    game, source = player.game, random.Random(seed)
    state: Any = game.new_initial_state(player.setup)
    while not game.is_terminal(state):
        seat = game.awaited(state)[0]
        if seat == CHANCE:
            action = sampler(source)(game.chance_outcomes(state))
        elif seat in player.seats and options(game, state, seat):
            action = player.choose(state, seat)
            player.ended |= isinstance(action, EndPhase)
        else:
            action = source.choice(game.legal_actions(state, seat))
        state = game.apply_action(state, action).state
    return state


def could_win(game: AnyGame, end: Any, seats: Iterable[int]) -> bool:  # noqa: ANN401
    """Tell whether the game went on until seats could have had points at all."""
    if game.id != "compass-jewels":
        return True
    return any(len(end.players[seat].cards) >= FEWEST for seat in seats)


@dataclass
class Tally:
    """The games of one kind: how they ended, and what the robot needed for them."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    early: int = 0
    """The draws that the random player brought about before the robot could have had points."""
    playouts: int = 0
    moves: int = 0

    def add(self, game: AnyGame, end: Any, player: Player) -> None:  # noqa: ANN401
        """Count a game that has ended."""
        winners, seats = set(game.winners(end)), set(player.seats)
        drawn = bool(winners & seats) and not winners <= seats
        self.games += 1
        self.won += bool(winners) and winners <= seats
        self.drawn += drawn
        self.early += drawn and not player.ended and not could_win(game, end, seats)
        self.playouts += player.playouts
        self.moves += player.moves

    def __str__(self) -> str:
        """Say how many were won."""
        share = self.won / max(1, self.games - self.early)
        early = f", {self.early} before the robot could have points" if self.early else ""
        return f"{self.won} of {self.games} won, {self.drawn} drawn{early} ({share:.1%})"


@pytest.mark.parametrize(
    "name", ["compass-jewels", "compass-points", "gilded-compass", "inner-compass", "essence"]
)
def test_the_robot_beats_random_play(name: str) -> None:
    game = registry.load(name)
    setup = Setup(NAMES[: 3 if name == "essence" else game.players[0]], game.levels[-1])
    tally = Tally()
    for seed in range(GAMES):
        player = Player(game, setup, team_of(game, seed % 2), random.Random(1000 + seed))
        tally.add(game, play(player, seed), player)
        if tally.games % PROGRESS == 0:
            print(f"\n{name}: {tally}", end="", flush=True)
    thought, length = tally.playouts / max(1, tally.moves), tally.moves / GAMES
    print(f"\n{name}: {tally}, {thought:.0f} playouts a move, {length:.0f} moves a game")
    assert name == "essence" or tally.won >= LEAST * (GAMES - tally.early)
