"""Which actions are possible in each phase, and which functions carry them out."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from companion.engine.game import (
    CHANCE,
    SIMULTANEOUS,
    TERMINAL,
    Action,
    Correction,
    IllegalAction,
    Refusal,
    Step,
)
from companion.games.essence import corrections, decks, rounds, voting
from companion.games.essence.actions import (
    Begin,
    Change,
    ChooseDeck,
    DrawPhrase,
    DrawQuestion,
    EndRound,
    LayUnread,
    PlaceCoin,
    Reveal,
    Show,
    Vote,
)
from companion.games.essence.refusals import refuse
from companion.games.essence.state import Phase, State

Apply: TypeAlias = Callable[[State, Any], Step[State]]
WhyNot: TypeAlias = Callable[[State, Any], Refusal | None]

KNOWN: Final[Mapping[Phase, tuple[type[Action], ...]]] = MappingProxyType(
    {
        Phase.SETUP: (Begin,),
        Phase.DECK: (ChooseDeck,),
        Phase.QUESTION: (DrawQuestion,),
        Phase.PHRASES: (DrawPhrase,),
        Phase.VOTE: (Vote, LayUnread, Change),
        Phase.REVEAL: (Reveal, PlaceCoin),
        Phase.SHOW: (Show,),
        Phase.CLEAN: (EndRound,),
        Phase.OVER: (),
    }
)
"""The actions that each phase waits for, in the fixed order of a round (ES-ROUND-1)."""

DUE: Final[Mapping[Phase, str]] = MappingProxyType(
    {
        Phase.SETUP: "ES-SETUP-4",
        Phase.DECK: "ES-R3",
        Phase.QUESTION: "ES-DRAW-1",
        Phase.PHRASES: "ES-REVEAL-1",
        Phase.VOTE: "ES-VOTE-1",
        Phase.REVEAL: "ES-VOTE-6",
        Phase.SHOW: "ES-VOTE-1",
        Phase.CLEAN: "ES-CLEAN-1",
        Phase.OVER: "ES-END-1",
    }
)
"""The rule that each phase carries out, cited when another action is tried."""

_APPLY: Final[Mapping[type[Action], Apply]] = MappingProxyType(
    {
        Begin: rounds.begin,
        ChooseDeck: rounds.choose_deck,
        DrawQuestion: rounds.draw_question,
        DrawPhrase: rounds.draw_phrase,
        Change: voting.change,
        Vote: voting.vote,
        LayUnread: voting.lay_unread,
        PlaceCoin: voting.place_coin,
        Reveal: voting.reveal,
        Show: voting.show,
        EndRound: rounds.end_round,
    }
)
_WHY_NOT: Final[Mapping[type[Action], WhyNot]] = MappingProxyType(
    {
        ChooseDeck: rounds.why_not_deck,
        DrawQuestion: rounds.why_not_question,
        DrawPhrase: rounds.why_not_phrase,
        Change: voting.why_not_change,
        Vote: voting.why_not_vote,
        LayUnread: voting.why_not_unread,
        PlaceCoin: voting.why_not_coin,
        Show: voting.why_not_show,
    }
)
"""The conditions for an action, other than its phase."""

_CHANCE: Final = frozenset({Phase.QUESTION, Phase.PHRASES})


def current_player(state: State) -> int:
    """Return who acts."""
    if state.phase in _CHANCE:
        return CHANCE
    if state.phase is Phase.VOTE:
        return SIMULTANEOUS
    if state.phase is Phase.OVER:
        return TERMINAL
    return state.unread[0] if state.phase is Phase.SHOW else state.active


def active_players(state: State) -> tuple[int, ...]:
    """Return who may act: everybody while votes are being laid (ES-ROUND-2, ES-R8)."""
    if state.phase is Phase.VOTE:
        return state.seats
    return () if state.phase is Phase.OVER else (current_player(state),)


def awaited(state: State) -> tuple[int, ...]:
    """Return whom the table waits for: those who have not laid a card yet (ES-VOTE-1)."""
    return state.waiting if state.phase is Phase.VOTE else active_players(state)


def chance_outcomes(state: State) -> tuple[tuple[Action, float], ...]:
    """Return what CHANCE may draw, with probabilities."""
    actions: tuple[Action, ...] = ()
    if state.phase is Phase.QUESTION:
        actions = tuple(map(DrawQuestion, decks.questions(state, state.colour)))
    elif state.phase is Phase.PHRASES:
        actions = tuple(map(DrawPhrase, decks.phrases(state)))
    return tuple((action, 1 / len(actions)) for action in actions)


def legal_actions(state: State, player: int) -> tuple[Action, ...]:
    """Return what ``player`` may do, the usual action first."""
    if player not in active_players(state):
        return ()
    return _LEGAL[state.phase](state, player)


def _chance(state: State, _player: int) -> tuple[Action, ...]:
    return tuple(action for action, _ in chance_outcomes(state))


_LEGAL: Final[Mapping[Phase, Callable[[State, int], tuple[Action, ...]]]] = MappingProxyType(
    {
        Phase.SETUP: lambda _state, _player: (Begin(),),
        Phase.DECK: lambda state, _player: rounds.deck_choices(state),
        Phase.QUESTION: _chance,
        Phase.PHRASES: _chance,
        Phase.VOTE: voting.votes,
        Phase.REVEAL: lambda state, _player: voting.revelations(state),
        Phase.SHOW: lambda state, _player: voting.shows(state),
        Phase.CLEAN: lambda _state, _player: (EndRound(),),
    }
)


def why_not(state: State, action: Action) -> Refusal | None:
    """Return why an action is refused, or ``None`` if it is legal or a possible correction."""
    if isinstance(action, Correction):
        return corrections.why_not(state, action)
    if type(action) not in KNOWN[state.phase]:
        return refuse(f"not-now-{state.phase}", DUE[state.phase])
    checker = _WHY_NOT.get(type(action))
    return None if checker is None else checker(state, action)


def apply_action(state: State, action: Action) -> Step[State]:
    """Return the state after an action. Raises ``IllegalAction``."""
    refusal = why_not(state, action)
    if refusal is not None:
        raise IllegalAction(action, refusal)
    if isinstance(action, Correction):
        return corrections.apply(state, action)
    return _APPLY[type(action)](state, action)
