"""A key says that it ends a turn wherever all can tell, and that it may where a secret decides."""

import random
from collections.abc import Iterator

import pytest

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.table.binding import Binding, find
from companion.table.choosing.choosing import choice_under_cursor
from companion.table.command import Command
from companion.table.modes.stack import bindings
from companion.table.state import Table, Timestamp
from companion.table.table import ActionInput, begin, handle

DRAW = sampler(random.Random(4))
ENDS, NAMED, MAY_END = "binding.take_end", "named.take_end", "named.may_end"
STEPS = 120


def confirmed(game: str, seats: int) -> Iterator[tuple[Table, Binding, Table]]:
    """Yield tables with what *confirm* says there, and the table after it."""
    source, clock = random.Random(4), 0
    names = ("Ann", "Ben", "Cleo", "Dan")[:seats]
    table = begin(registry.load(game), Setup(names, "full"), (), Timestamp(0, 0.0), DRAW).table
    for _ in range(STEPS):
        clock += 5000
        timestamp = Timestamp(clock, clock / 1000)
        if table.laying or table.tasks:
            table = handle(table, Command.BACK, timestamp, DRAW).table
            continue
        open_list = handle(table, Command.NEXT, timestamp, DRAW).table
        for each in (table, open_list):
            says = find(bindings(each), Command.CONFIRM)
            if says is not None:
                yield each, says, handle(each, Command.CONFIRM, timestamp, DRAW).table
        actions = [each for each in table.candidates if not table.is_secret(each)]
        table = handle(table, ActionInput(source.choice(actions)), timestamp, DRAW).table


def kind(table: Table) -> str:
    """Name the kind of the action that *confirm* takes, empty if it takes none."""
    chosen = choice_under_cursor(table) or next(iter(table.choices), None)
    return "" if chosen is None or chosen.action is None else type(chosen.action).__name__


@pytest.mark.parametrize(
    ("game", "seats", "wanted"),
    [
        (
            "compass-points",
            4,
            {
                ("LayDirection", ENDS),
                ("LayUnread", NAMED),
                ("TurnUnread", ENDS),
                ("GivePoints", ENDS),
            },
        ),
        ("inner-compass", 3, {("PlacePiece", ENDS)}),
    ],
)
def test_a_key_says_that_it_ends_a_turn(
    game: str, seats: int, wanted: set[tuple[str, str]]
) -> None:
    seen = set()
    for before, says, after in confirmed(game, seats):
        players = [each.game.current_player(each.state) for each in (before, after)]
        if len(after.steps) > len(before.steps) and players[0] != players[1]:
            assert says.ends_turn, (says, kind(before))
            seen.add((kind(before), says.label.key))
    assert wanted <= seen


def test_a_key_says_no_more_than_that_a_card_face_down_may_end_the_turn() -> None:
    """Whether turning it over does depends on a speed that only its owner and the box know."""
    clock = 0
    setup = Setup(("Ann", "Ben", "Cleo", "Dan"), "full")
    table = begin(registry.load("compass-points"), setup, (), Timestamp(0, 0.0), DRAW).table
    while table.state.phase != "move":
        clock += 5000
        secret = (each for each in table.candidates if table.is_secret(each))
        action = next(secret, next(iter(table.candidates), None))
        owed = action is None or table.laying or bool(table.tasks)
        item = Command.BACK if owed or action is None else ActionInput(action)
        table = handle(table, item, Timestamp(clock, clock / 1000), DRAW).table
    says = find(bindings(table), Command.CONFIRM)
    assert says is not None
    assert (kind(table), says.label.key, says.ends_turn) == ("Turn", MAY_END, True)
