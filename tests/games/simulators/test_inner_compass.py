"""The engine of Inner Compass against a simulator written from its rules alone.

`make long` plays 300 games; a few are enough to see that the two still speak the same language.
"""

from collections.abc import Callable, Mapping

import pytest

from companion.engine.game import Setup
from tests.games.simulators.inner_compass import Simulator
from tests.games.simulators.inner_compass_scoring import ScoringSimulator
from tests.games.simulators.referee import Match, Struct, Tally

NAMES = ("Ann", "Ben", "Cleo", "Dan")


def match(simulator: Simulator, options: Mapping[str, object], seed: int = 1) -> Match:
    setup = Setup(NAMES[: len(simulator.seats)], "full", options)
    return Match("inner-compass", setup, simulator, seed, Tally())


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "options",
    [
        {"mode": "standard"},
        {"mode": "advanced"},
        {
            "mode": "advanced",
            "discount": "spaces",
            "floor": "emotion",
            "double_clear": "go_on",
            "exact_move": True,
            "first_bonus": 5,
        },
    ],
)
def test_engine_and_simulator_agree(players: int, options: dict[str, object]) -> None:
    game = match(Simulator(players, options), options)
    game.play(scores_throughout=True)
    assert game.tally.games == 1
    assert game.tally.decisions > 100
    assert game.tally.draws > 40
    assert game.tally.scores > 100 * players


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["standard", "advanced"])
def test_they_agree_when_only_the_boards_are_followed(mode: str) -> None:
    options = {"mode": mode}
    setup = Setup(NAMES, "scoring", options)
    tally = Tally()
    Match("inner-compass", setup, ScoringSimulator(4, options), 1, tally).play(
        scores_throughout=True
    )
    assert tally.actions > 1000


class MissesAMove(Simulator):
    def moves(self) -> list[Struct]:
        return super().moves()[:-1]


class NeverJumps(Simulator):
    """Leaves X on top of the track, against IC-TRACK-2."""

    def finish_memory(self) -> None:
        super().finish_memory()
        if self.track[-1] == "X":
            self.track.insert(0, self.track.pop())


class KeepsDiscards(Simulator):
    """Never shuffles the discard pile into a new draw pile, against IC-CLEAN-3."""

    def reshuffle(self) -> None:
        pass


class PlaysAnotherTurn(Simulator):
    """Gives the player who triggers the end another turn, against IC-END-4."""

    def finish_memory(self) -> None:
        ongoing = self.remaining is None
        super().finish_memory()
        if ongoing and self.remaining is not None:
            self.remaining.append(self.current)


class ForgetsTheCompass(Simulator):
    def scores(self) -> tuple[int, ...]:
        return tuple(
            points - 3 * (self.compass == seat) for seat, points in enumerate(super().scores())
        )


class LetsEverybodyWin(Simulator):
    def winners(self) -> tuple[int, ...]:
        return tuple(range(len(self.seats)))


class DealsFromAnotherDeck(Simulator):
    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.pool["Y"] += 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("faulty", "difference"),
    [
        (MissesAMove, "legal actions"),
        (NeverJumps, "legal actions|points"),
        (KeepsDiscards, "legal actions|outcomes of chance|who acts"),
        (PlaysAnotherTurn, "is the game over"),
        (ForgetsTheCompass, "points"),
        (LetsEverybodyWin, "winners"),
        (DealsFromAnotherDeck, "outcomes of chance"),
    ],
)
def test_a_planted_fault_is_found(faulty: Callable[[int], Simulator], difference: str) -> None:
    with pytest.raises(AssertionError, match=rf"seed 1, step \d+, after .*({difference})"):
        match(faulty(3), {}).play()


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("discount", "spaces"),
        ("floor", "emotion"),
        ("first_bonus", 2),
        ("mode", "standard"),
    ],
)
def test_another_ruling_is_found(option: str, value: object) -> None:
    played: dict[str, object] = {"mode": "advanced"}
    with pytest.raises(AssertionError, match=r"legal actions|points|who acts"):
        match(Simulator(3, {**played, option: value}), played).play(scores_throughout=True)
