"""Hundreds of games in which the engine must agree with simulators written from the rules alone."""

import sys
from collections.abc import Iterator
from itertools import product

import pytest

from companion.engine.game import Setup
from tests.simulators.inner_compass import Simulator as InnerCompass
from tests.simulators.referee import Match, Tally

GAMES = 300


def inner_compass_options() -> Iterator[dict[str, object]]:
    """Every combination of the rulings that owners can choose."""
    rulings: dict[str, tuple[object, ...]] = {
        "mode": ("advanced", "standard"),
        "discount": ("emotions", "spaces"),
        "floor": ("total", "emotion"),
        "double_clear": ("end", "go_on"),
        "exact_move": (False, True),
        "first_bonus": (3, 0, 6),
    }
    for values in product(*rulings.values()):
        yield dict(zip(rulings, values, strict=True))


def test_inner_compass(capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally()
    every = list(inner_compass_options())
    for seed in range(GAMES):
        players = 2 + seed % 3
        options = every[seed // 3 % len(every)]
        setup = Setup(("Ann", "Ben", "Cleo", "Dan")[:players], "full", options)
        match = Match("inner-compass", setup, InnerCompass(players, options), seed, tally)
        match.play(scores_throughout=True)
    with capsys.disabled():
        sys.stdout.write(f"\nInner Compass: {tally}\n")
    assert tally.games == GAMES
