"""What the host's page offers, and what pressing it does."""

import random

import pytest

from companion.table.command import Command
from companion.table.modes.stack import mode_of
from companion.table.state import ActionInput, CommandInput, OpenLogInput
from companion.table.table import Outcome, Timestamp, handle
from companion.web.messages.host_commands import LOG, ORDERS, possible
from tests.web.scene import GAMES, Scene

STEPS = 150
PAUSE = 2000
"""Milliseconds between two inputs."""
KEYS = tuple(each for each in Command if each is not Command.LEAVE)


def offers_what_it_does(scene: Scene) -> None:
    """See that each order that is offered changes something, and no other key for orders does."""
    table, offered = scene.table, possible(scene.table)
    # Right after a turn has ended, a press counts as a bounce of the key.
    later = Timestamp(scene.now + PAUSE, 0.0)
    opened = handle(table, OpenLogInput(), later, scene.draw)
    assert (LOG in offered) is (opened != Outcome(table)), mode_of(table)
    for name, command in ORDERS.items():
        outcome = handle(table, CommandInput(command), later, scene.draw)
        if name in offered:
            assert outcome != Outcome(table), (name, mode_of(table))
        elif not any(ORDERS.get(other) is command for other in offered) and not table.is_over:
            assert outcome == Outcome(table), (name, mode_of(table))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_the_host_is_offered_does_something_and_nothing_else_does(game: str) -> None:
    scene, source, modes = Scene(game), random.Random(game), set()
    for _ in range(STEPS):
        scene.now += PAUSE
        if source.random() < 0.25 and (action := scene.choose()) is not None:
            scene.act(ActionInput(action))
        else:
            scene.act(source.choices(KEYS, [1 + (key is Command.NEXT) for key in KEYS])[0])
        modes.add(type(mode_of(scene.table)).__name__)
        offers_what_it_does(scene)
    scene.end_early()
    offers_what_it_does(scene)
    assert len(modes) >= 6, modes


def test_an_order_is_only_what_its_name_says() -> None:
    scene = Scene()
    assert {"pause", "correct"} <= possible(scene.table).keys()
    assert "resume" not in possible(scene.table)
    scene.act(CommandInput(Command.CORRECT))
    assert {"resume", "correct"} <= possible(scene.table).keys()
    scene.act(CommandInput(Command.PAUSE))
    assert not scene.table.clocks.paused
    scene.end_early()
    # The same keys would begin a rematch, and leave the game.
    assert not {"pause", "resume", "correct"} & possible(scene.table).keys()
