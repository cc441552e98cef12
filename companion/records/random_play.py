"""Generates records of random games, as if played at a table."""

import random
from collections.abc import Callable
from typing import Any, Final

from companion.engine.fold import sampler
from companion.engine.game import CHANCE, SIMULTANEOUS, Action, Setup
from companion.engine.log import Entry, EntryKind
from companion.engine.rules import AnyGame
from companion.records.jsonl import GameRecord

BEGAN: Final = 1_780_000_000.0
"""When all these games began, in POSIX seconds, so that one seed is one record."""
_THOUGHT: Final = (2_000, 20_000)
"""The least and the most milliseconds that a move takes."""
_LIMIT: Final = 100_000

Chooser = Callable[[AnyGame, Any, int], Action]
"""Chooses one of a seat's legal actions."""


def record(
    game: AnyGame, setup: Setup, seed: int, choose: Chooser | None = None, began: float = BEGAN
) -> GameRecord:
    """Return a whole game at its level with random moves, or those chosen by ``choose``.

    Raises ``RuntimeError`` if it does not end.
    """
    source = random.Random(seed)  # noqa: S311 - a repeatable game, no secret
    draw = sampler(source)
    game = game.at(setup.level)
    state: Any = game.new_initial_state(setup)
    entries: list[Entry] = []
    clock = 0
    while not game.is_terminal(state):
        if len(entries) == _LIMIT:
            raise RuntimeError(f"no end after {_LIMIT} actions")
        seats = game.active_players(state)
        if seats == (CHANCE,):
            kind, action = EntryKind.CHANCE, draw(game.chance_outcomes(state))
            actor = CHANCE
        else:
            seat = source.choice(seats)
            kind = EntryKind.ACTION
            actor = game.current_player(state)
            actor = seat if actor == SIMULTANEOUS else actor
            action = (
                source.choice(game.legal_actions(state, seat))
                if choose is None
                else choose(game, state, seat)
            )
            clock += source.randint(*_THOUGHT)
        payload = game.to_struct(action)
        entries.append(Entry(len(entries) + 1, kind, actor, payload, clock, began + clock / 1000))
        state = game.apply_action(state, action).state
    return GameRecord(game.id, game.rules_version, setup, (), tuple(entries))
