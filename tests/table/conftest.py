"""A table of Inner Compass whose setup is drawn by a seeded box."""

import random

import pytest

from companion.engine import registry
from companion.engine.fold import Draw, sampler
from companion.engine.game import Setup
from companion.engine.rules import AnyGame
from companion.table.command import Command
from companion.table.table import (
    Table,
    Timestamp,
    begin,
    handle,
)

NOW = Timestamp(0, 0.0)


@pytest.fixture
def game() -> AnyGame:
    return registry.load("inner-compass")


@pytest.fixture
def draw() -> Draw:
    return sampler(random.Random(3))


@pytest.fixture
def table(game: AnyGame, draw: Draw) -> Table:
    """A table at which the setup has been laid out."""
    drawn = begin(game, Setup(("Ann", "Ben"), "track"), (), NOW, draw).table
    return handle(drawn, Command.BACK, NOW, draw).table
