"""Random games by sheets, in which people also leave and come back."""

import random
from collections.abc import Iterator
from typing import Final

from companion.engine.game import CHANCE, Action, Correction, Setup
from companion.engine.shared_actions import ComeBack, Leave
from companion.sheets import actions, scoring
from companion.sheets.game import SheetGame
from companion.sheets.level import TABLE
from companion.sheets.state import TableState

LONGEST: Final = 400
"""The most actions of a game: from the tenth part on, whoever can ends it."""
_CORRECTED: Final = 0.1
"""The probability that people leave, come back or set whose turn it is, if they can."""
_ENDING: Final[tuple[type[Action], ...]] = (
    *(actions.FinishGame, actions.Tally, actions.FinishRound, actions.PassRound),
    *(actions.HandOver, actions.AllReady, actions.StartRound),
)


def played(rules: SheetGame, count: int, source: random.Random) -> int:
    """Return after how many random actions a game was over.

    Once its end is declared, one more round may begin, and one for each correction.
    """
    state = rules.new_initial_state(Setup(tuple(f"P{n}" for n in range(count)), TABLE))
    last_round: int | None = None
    for number in range(LONGEST):
        if rules.is_terminal(state):
            can_win = scoring.has_winner(state) and not rules.all_lost(state)
            assert bool(rules.winners(state)) == can_win
            return number
        action = chosen(rules, state, number, source)
        step = rules.apply_action(state, action)
        assert rules.violations(state, step) == ()
        state = step.state
        if isinstance(action, actions.FinishGame):
            last_round = state.round + 1
        elif isinstance(action, Correction) and last_round is not None:
            last_round += 1
        assert last_round is None or state.round <= last_round, "the game goes on after its end"
    raise AssertionError("the game does not end")


def chosen(rules: SheetGame, state: TableState, number: int, source: random.Random) -> Action:
    """Return any action; after a while one that leads to the end."""
    seats = range(len(state.players))
    corrections = tuple(_corrections(rules, state))
    if corrections and source.random() < _CORRECTED:
        return source.choice(corrections)
    legal = [action for actor in (CHANCE, *seats) for action in rules.legal_actions(state, actor)]
    assert legal, "nobody can do anything"
    kinds = {type(action) for action in legal}
    kind = next((kind for kind in _ENDING if kind in kinds), None)
    if kind is None or number < LONGEST // 10:
        kind = source.choice(sorted(kinds, key=lambda each: each.__name__))
    return source.choice([action for action in legal if type(action) is kind])


def _corrections(rules: SheetGame, state: TableState) -> Iterator[Action]:
    """Yield the corrections of who is there and whose turn it is."""
    for kind in (Leave, ComeBack, actions.SetTurn):
        for seat in range(len(state.players)):
            if rules.why_not(state, kind(seat)) is None:
                yield kind(seat)
