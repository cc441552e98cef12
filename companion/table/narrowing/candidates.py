"""Candidates in a position, cached because they are needed several times per press."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec

from companion.engine.facets import Corrections
from companion.engine.game import CHANCE, SIMULTANEOUS, Action, Correction
from companion.engine.log import EntryKind
from companion.engine.rules import AnyGame
from companion.table.narrowing.intent import Choice, Selection, choices, narrow

KEPT: Final = 8
"""The positions that are remembered: a press asks about the one before it and the one after."""


class ChoiceContext(msgspec.Struct, frozen=True, eq=False):
    """The key of a cached answer; states are compared by identity, which is fast.

    ``corrections`` replace the legal actions if they are not ``None``. With ``exact``, players also
    choose details that the box would otherwise assume.
    """

    game: AnyGame
    state: object
    corrections: tuple[Action, ...] | None
    selection: Selection
    exact: bool = False

    def __eq__(self, other: object) -> bool:
        """Return whether the answers are the same."""
        return (
            isinstance(other, ChoiceContext)
            and self.state is other.state
            and self.corrections is other.corrections
            and self.game is other.game
            and self.exact is other.exact
            and self.selection == other.selection
        )

    def __hash__(self) -> int:
        """Return the hash of the position."""
        return hash((id(self.state), self.selection))


@lru_cache(maxsize=KEPT)
def candidates(position: ChoiceContext) -> tuple[Action, ...]:
    """Return the actions that fit the selection; one that several seats may take appears once."""
    if position.corrections is not None:
        return narrow(position.corrections, position.selection)
    game, state = position.game, position.state
    listed = (action for seat in game.active_players(state) for action in legal(game, state, seat))
    return narrow(dict.fromkeys(listed), position.selection)


def legal(game: AnyGame, state: object, seat: int) -> tuple[Action, ...]:
    """Return the legal actions of a seat, cached for each state."""
    return _legal(ChoiceContext(game, state, None, ()), seat)


def actor_of(game: AnyGame, state: object, action: Action) -> int:
    """Return the acting seat; if several may act, the first for which the action is legal.

    The player whom an action names comes before the others.
    """
    current = game.current_player(state)
    if current != SIMULTANEOUS:
        return current
    named = getattr(action, "player", None)
    seats = sorted(game.active_players(state), key=lambda seat: seat != named)
    return next((seat for seat in seats if action in legal(game, state, seat)), current)


def kind_of(action: Action, actor: int) -> EntryKind:
    """Return the kind of log entry of an action."""
    if isinstance(action, Correction):
        return EntryKind.CORRECTION
    return EntryKind.CHANCE if actor == CHANCE else EntryKind.ACTION


@lru_cache(maxsize=KEPT)
def _legal(position: ChoiceContext, seat: int) -> tuple[Action, ...]:
    return position.game.legal_actions(position.state, seat)


@lru_cache(maxsize=KEPT)
def has_corrections(position: ChoiceContext) -> bool:
    """Return whether anything can be corrected; finding that nothing can requires a full search."""
    game, state = position.game, position.state
    each = game.possible(state) if isinstance(game, Corrections) else game.corrections(state)
    return any(True for _ in each)


@lru_cache(maxsize=KEPT)
def distinct_candidates(position: ChoiceContext) -> tuple[Action, ...]:
    """Return the candidates between which displays let players choose."""
    left = candidates(position)
    return left if position.exact else position.game.distinct(position.state, left)


@lru_cache(maxsize=KEPT)
def public_choices(position: ChoiceContext) -> tuple[Choice, ...]:
    """Return the public next choices in order, without secret ones."""
    return choices(not_secret(position, distinct_candidates(position)))


def not_secret(position: ChoiceContext, actions: Iterable[Action]) -> tuple[Action, ...]:
    """Return the actions that no player may keep secret.

    What chance gives to a player is entered by the table, publicly if the game has no tags.
    """
    game, state = position.game, position.state
    if game.current_player(state) == CHANCE:
        return tuple(actions)
    return tuple(action for action in actions if game.audience(state, action) is None)
