"""Random games at a table, step by step, of every game at every level."""

import random
from collections.abc import Iterator
from types import MappingProxyType

from companion.engine import registry
from companion.engine.fold import Draw, sampler
from companion.engine.game import Setup, Struct
from companion.table.command import Command
from companion.table.history.entries import tick_off
from companion.table.narrowing.candidates import legal
from companion.table.play import begin, draw_chance, take
from companion.table.table import Table, handle
from tests.table.test_time import at

NAMES = ("Ann", "Ben", "Cleo", "Dan")
GAMES = ("compass-jewels", "compass-points", "essence", "gilded-compass", "inner-compass")
LEVELS = [(name, level) for name in GAMES for level in registry.load(name).levels]


def seated(name: str, level: str, draw: Draw, clock: Struct) -> Table:
    """Return the table of a game with as many players as it has names for, laid out."""
    game = registry.load(name)
    players = NAMES[: min(len(NAMES), max(game.players))]
    table = begin(game, Setup(players, level, clock=clock), (), at(0), draw).table
    return handle(table, Command.BACK, at(0), draw).table if table.laying else table


def walk(
    name: str, level: str, source: random.Random, steps: int, clock: Struct = MappingProxyType({})
) -> Iterator[tuple[Table, int]]:
    """Yield a table before each random action and after it, with the seconds since the start.

    After an action there are its tasks; before the next one they are done.
    """
    draw = sampler(source)
    table = seated(name, level, draw, clock)
    for now in range(1, steps):
        seats = [seat for seat in table.game.awaited(table.state) if seat >= 0]
        yield table, now
        if table.is_over or not seats:
            return
        action = source.choice(legal(table.game, table.state, source.choice(seats)))
        table = draw_chance(take(table, action, at(now), draw), at(now), draw)
        if table.tasks:
            yield table, now
            table = tick_off(table, len(table.tasks), at(now))
