"""Games whose draws a box has committed itself to, for tests."""

from random import Random
from typing import Final

from companion.engine import registry
from companion.engine.draws.committed import CommittedDraws
from companion.engine.game import Setup
from companion.engine.rules import AnyGame
from companion.records.jsonl import GameRecord
from companion.table.narrowing.candidates import legal
from companion.table.play import begin, draw_setup, take
from companion.table.table import Table, Timestamp

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan")
DRAWS: Final = CommittedDraws(bytes(range(32)), Random(1).randbytes)
BEGAN: Final = 1e9


def setup(game: AnyGame, level: str) -> Setup:
    """Return a setup of three players, or of as many as can play."""
    count = 3 if 3 in game.players else game.players[0]
    return Setup(NAMES[:count], level)


def committed_game(name: str, level: str, steps: int) -> Table:
    """Return a game played at random for so many steps, or to its end."""
    game, source = registry.load(name), Random(7)
    table = begin(game, setup(game, level), (), Timestamp(0, BEGAN), DRAWS).table
    clock = 900
    table = draw_setup(table, Timestamp(clock, BEGAN), DRAWS)
    for _ in range(steps):
        if table.is_over:
            break
        clock += source.randint(500, 9000)
        seats = game.awaited(table.state)
        actions = [action for seat in seats for action in legal(game, table.state, seat)]
        table = take(table, source.choice(actions), Timestamp(clock, BEGAN + clock / 1000), DRAWS)
    return table


def record_of(table: Table) -> GameRecord:
    """Return the record of a game."""
    game = table.game
    return GameRecord(game.id, game.rules_version, table.setup, (*table.enter,), table.entries)
