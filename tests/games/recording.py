"""Plays the random games that golden games record: of people who make mistakes and undo them."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Action, Setup
from companion.engine.log import Entry, EntryKind
from companion.engine.rules import AnyGame

AMISS = 0.02
"""How probable a correction is before an action, and an undo after it."""
Choose: TypeAlias = Callable[[Any, random.Random], Action]
"""Returns what a player does in a state."""
Act: TypeAlias = Callable[[Any, random.Random], tuple[EntryKind, int, Action]]
"""Returns what happens in a state: its kind, whose it is, and the action."""


def in_turn(game: AnyGame, choose: Choose) -> Act:
    """Return the acts of a game with turns: draws, corrections now and then, and actions."""

    def act(state: Any, source: random.Random) -> tuple[EntryKind, int, Action]:  # noqa: ANN401 - of any game
        player = game.current_player(state)
        if player == CHANCE:
            return EntryKind.CHANCE, player, sampler(source)(game.chance_outcomes(state))
        corrections = game.corrections(state) if source.random() < AMISS else ()
        if corrections:
            return EntryKind.CORRECTION, player, source.choice(corrections)
        return EntryKind.ACTION, player, choose(state, source)

    return act


def played(game: AnyGame, setup: Setup, seed: int, act: Act, amiss: float = AMISS) -> list[Entry]:
    """Return the log of a random game; now and then what a player did is undone."""
    source = random.Random(seed)
    state = game.new_initial_state(setup)
    log: list[Entry] = []
    while not game.is_terminal(state):
        kind, actor, action = act(state, source)
        log.append(Entry(len(log) + 1, kind, actor, game.to_struct(action)))
        after = game.apply_action(state, action).state
        if actor != CHANCE and source.random() < amiss:
            log.append(Entry(len(log) + 1, EntryKind.UNDO, actor, {"to": len(log) - 1}))
        else:
            state = after
    return log


def entered(game: AnyGame, setup: Setup, seed: int, *first: str) -> Iterator[Entry]:
    """Enter what random players have at the end, with undos and things changed afterwards."""
    source = random.Random(seed)
    state = game.new_initial_state(setup)
    given = [game.string_to_action(notation) for notation in first]
    sequence, reopened = 0, False
    while not (game.is_terminal(state) and reopened):
        sequence += 1
        seat, kind = source.choice(game.active_players(state) or (0,)), EntryKind.ACTION
        legal = game.legal_actions(state, seat)
        if not legal:
            reopened, kind, legal = True, EntryKind.CORRECTION, game.corrections(state)
        action = given.pop(0) if given else source.choice((*legal, *legal[:1] * 4))
        yield Entry(sequence, kind, seat, game.to_struct(action))
        after = game.apply_action(state, action).state
        if source.random() < AMISS:
            sequence += 1
            yield Entry(sequence, EntryKind.UNDO, seat, {"to": sequence - 2})
        else:
            state = after


def kinds(log: Sequence[Entry]) -> int:
    """Return how many kinds of entries there are in a log."""
    return len({(entry.kind, entry.payload.get("type")) for entry in log})
