"""Random walks through games, on which the texts of a language are measured."""

import random
from collections.abc import Iterator
from typing import Final

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.engine.rules import AnyGame
from companion.table.command import Command
from companion.table.table import (
    ActionInput,
    Table,
    TableInput,
    TagInput,
    Timestamp,
    begin,
    handle,
)

NAMES: Final = tuple(f"Player {n}" for n in range(1, 8))
PLAYERS: Final = 3
CLOCK: Final = {"kind": "byo_yomi", "main": 10_000, "extra": 60_000, "periods": 3}
Played = tuple[str, str, str, str]
"""A game, a tracking level, and an option of the setup with its value."""


def names(game: AnyGame) -> tuple[str, ...]:
    """Return who plays a game: three people where so many can."""
    return NAMES[: PLAYERS if PLAYERS in game.players else game.players[0]]


def steps(case: Played, seed: int, count: int, actions: int) -> Iterator[Table]:
    """Yield the tables of a walk; an action is wished for as often as so many buttons."""
    name, level, option, value = case
    source = random.Random(seed)  # noqa: S311 - a walk is to be repeated
    draw = sampler(source)
    game = registry.load(name)
    setup = Setup(names(game), level, {option: value} if option else {}, clock=CLOCK)
    table = begin(game, setup, (), Timestamp(0, 0.0), draw).table
    yield table
    for step in range(count):
        piece = source.choice((None, *game.pieces(table.state)))
        wishes: list[TableInput] = [*Command, TagInput("0415C3A1B2", piece)]
        candidates = table.candidates
        wishes += [ActionInput(source.choice(candidates))] * actions if candidates else []
        wish = source.choice(wishes)
        table = handle(table, wish, Timestamp(step * 1700, 0.0), draw).table
        yield table
