"""Candidates in a position, computed once and cached, as many ask after each press."""

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
    """What the answer follows from; a state is equal only to itself, which is found out at once.

    ``corrections`` are to be chosen from instead of legal actions, if they are not ``None``. With
    ``exact`` people are asked for details, too, that the box would take for granted.
    """

    game: AnyGame
    state: object
    corrections: tuple[Action, ...] | None
    selection: Selection
    exact: bool = False

    def __eq__(self, other: object) -> bool:
        """Return whether the answer is the same."""
        return (
            isinstance(other, ChoiceContext)
            and self.state is other.state
            and self.corrections is other.corrections
            and self.game is other.game
            and self.exact is other.exact
            and self.selection == other.selection
        )

    def __hash__(self) -> int:
        """Return the same for equal positions."""
        return hash((id(self.state), self.selection))


@lru_cache(maxsize=KEPT)
def candidates(position: ChoiceContext) -> tuple[Action, ...]:
    """Return the actions that fit the selection; one that several seats may take stands once."""
    if position.corrections is not None:
        return narrow(position.corrections, position.selection)
    game, state = position.game, position.state
    listed = (action for seat in game.active_players(state) for action in legal(game, state, seat))
    return narrow(dict.fromkeys(listed), position.selection)


def legal(game: AnyGame, state: object, seat: int) -> tuple[Action, ...]:
    """Return the legal actions of a seat, which are listed once for all who ask about a state."""
    return _legal(ChoiceContext(game, state, None, ()), seat)


def actor_of(game: AnyGame, state: object, action: Action) -> int:
    """Return the seat that acts; if several may, the first for which the action is legal."""
    current = game.current_player(state)
    if current != SIMULTANEOUS:
        return current
    seats = game.active_players(state)
    return next((seat for seat in seats if action in legal(game, state, seat)), current)


def kind_of(action: Action, actor: int) -> EntryKind:
    """Return as what an action stands in the log."""
    if isinstance(action, Correction):
        return EntryKind.CORRECTION
    return EntryKind.CHANCE if actor == CHANCE else EntryKind.ACTION


@lru_cache(maxsize=KEPT)
def _legal(position: ChoiceContext, seat: int) -> tuple[Action, ...]:
    return position.game.legal_actions(position.state, seat)


@lru_cache(maxsize=KEPT)
def has_corrections(position: ChoiceContext) -> bool:
    """Return whether anything may be set by hand: where nothing may, all of it has to be tried."""
    game, state = position.game, position.state
    each = game.possible(state) if isinstance(game, Corrections) else game.corrections(state)
    return any(True for _ in each)


@lru_cache(maxsize=KEPT)
def distinct_candidates(position: ChoiceContext) -> tuple[Action, ...]:
    """Return the candidates between which displays ask people to choose."""
    left = candidates(position)
    return left if position.exact else position.game.distinct(position.state, left)


@lru_cache(maxsize=KEPT)
def public_choices(position: ChoiceContext) -> tuple[Choice, ...]:
    """Return what can be chosen next where everybody can see it, in order: nothing secret."""
    return choices(not_secret(position, distinct_candidates(position)))


def not_secret(position: ChoiceContext, actions: Iterable[Action]) -> tuple[Action, ...]:
    """Return the actions that no player may keep to themself.

    What chance gives to somebody is entered by the table, openly if the game has no tags.
    """
    game, state = position.game, position.state
    if game.current_player(state) == CHANCE:
        return tuple(actions)
    return tuple(action for action in actions if game.audience(state, action) is None)
