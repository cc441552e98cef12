"""Replay step by step, as a spectator saw the game."""

from itertools import pairwise
from typing import Final

from companion.engine.ranking import points_of
from companion.engine.text import text
from companion.table.clocks.time_control import pause
from companion.table.state import Table, at_rest, dismiss
from companion.table.voice import Voice


def steps(table: Table) -> int:
    """Return the number of steps of a game."""
    return len(table.steps)


def after(table: Table, at: int) -> Table:
    """Return the table as of ``at`` steps; its clocks are stopped.

    Raises ``IndexError`` if there is no such step.
    """
    if at not in range(steps(table) + 1):
        raise IndexError(at)
    last = at == steps(table)
    state = table.state if last else table.steps[at].state
    clocks = table.clocks if last else table.steps[at].clocks
    return at_rest(
        dismiss(table), state=state, clocks=pause(clocks, clocks.at), steps=table.steps[:at]
    )


def turns(table: Table) -> list[int]:
    """Return the steps after which the acting player changes, or none acts."""
    states = [*(log_step.state for log_step in table.steps), table.state]
    due = [table.game.current_player(state) for state in states]
    return [at for at, (before, now) in enumerate(pairwise(due), 1) if now != before]


def label(table: Table, at: int, voice: Voice) -> str:
    """Return the cause of a step in words: the resulting facts, else the action's name."""
    if at == 0:
        return ""
    made = table.steps[at - 1]
    facts = (voice.long(table.game.describe(event)) for event in made.step.events)
    label_text = ". ".join(facts) or voice.long(table.game.action_name(made.action))
    actor = made.entry.actor
    if actor < 0 or table.setup.players[actor] in label_text:
        return label_text
    return voice.long(text("table.value", value=f"{table.setup.players[actor]}: {label_text}"))


MOST: Final = 60
"""How many points a curve has at most."""


def points_history(table: Table) -> list[list[int]]:
    """Return the points of all players during a finished game, evenly sampled."""
    states = [log_step.state for log_step in table.steps] + [table.state]
    every = max(1, -(-len(states) // MOST))
    chosen = [*states[:-1:every], states[-1]]
    return [list(points_of(table.game, state)) for state in chosen]
