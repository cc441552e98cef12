"""Which actions are possible in each phase, and which functions carry them out."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from companion.engine.game import CHANCE, TERMINAL, Action, Correction, IllegalAction, Refusal, Step
from companion.games.compass_jewels import corrections, declaring, setup, turn
from companion.games.compass_jewels.actions import (
    AddCard,
    ChooseStart,
    ClearCards,
    Deal,
    Done,
    EndPhase,
    EnterTurn,
    Lay,
    Move,
    PlaceChecker,
    PutCard,
    TakeApart,
    TakeCard,
    TurnCard,
)
from companion.games.compass_jewels.refusals import refuse
from companion.games.compass_jewels.state import Phase, State

Apply: TypeAlias = Callable[[State, Any], Step[State]]
WhyNot: TypeAlias = Callable[[State, Any], Refusal | None]

_CHANCE_PHASES: Final = frozenset({Phase.DEAL, Phase.LAY, Phase.TURN, Phase.START})

KNOWN: Final[Mapping[Phase, tuple[type[Action], ...]]] = MappingProxyType(
    {
        Phase.DEAL: (Deal,),
        Phase.LAY: (Lay,),
        Phase.TURN: (EnterTurn,),
        Phase.START: (ChooseStart,),
        Phase.CHECKERS: (PlaceChecker,),
        Phase.MOVE: (Move, EndPhase, TakeCard),
        Phase.BLOCKED: (EndPhase, TakeCard, Move),
        Phase.PUT: (PutCard,),
        Phase.ROTATE: (TurnCard,),
        Phase.DECLARE: (AddCard, ClearCards, TakeApart, Done),
        Phase.OVER: (),
    }
)
"""The actions that belong to each phase, though not all of them are always legal."""

DUE: Final[Mapping[Phase, str]] = MappingProxyType(
    {
        Phase.DEAL: "CJ-SETUP-1",
        Phase.LAY: "CJ-SETUP-1",
        Phase.TURN: "CJ-R12",
        Phase.START: "CJ-SETUP-3",
        Phase.CHECKERS: "CJ-SETUP-4",
        Phase.MOVE: "CJ-TURN-1",
        Phase.BLOCKED: "CJ-BLOCK-2",
        Phase.PUT: "CJ-BLOCK-3",
        Phase.ROTATE: "CJ-BLOCK-3",
        Phase.DECLARE: "CJ-PHASE-2",
        Phase.OVER: "CJ-END-1",
    }
)
"""The rule that each phase carries out, cited when another action is tried."""

_APPLY: Final[Mapping[type[Action], Apply]] = MappingProxyType(
    {
        Deal: setup.deal,
        Lay: setup.lay,
        EnterTurn: setup.enter_turn,
        ChooseStart: setup.choose_start,
        PlaceChecker: setup.place_checker,
        Move: turn.move,
        EndPhase: turn.end_phase,
        TakeCard: turn.take_card,
        PutCard: turn.put_card,
        TurnCard: turn.turn_card,
        AddCard: declaring.add_card,
        ClearCards: declaring.clear_cards,
        TakeApart: declaring.take_apart,
        Done: declaring.done,
    }
)
_WHY_NOT: Final[Mapping[type[Action], WhyNot]] = MappingProxyType(
    {
        Deal: setup.why_not_deal,
        Lay: setup.why_not_card,
        EnterTurn: setup.why_not_turn,
        ChooseStart: setup.why_not_start,
        PlaceChecker: setup.why_not_place,
        Move: turn.why_not_move,
        EndPhase: lambda state, _action: turn.why_not_end(state),
        TakeCard: turn.why_not_take,
        PutCard: turn.why_not_put,
        TurnCard: turn.why_not_turn,
        AddCard: declaring.why_not_add,
        ClearCards: lambda state, _action: declaring.why_not_clear(state),
        TakeApart: declaring.why_not_apart,
        Done: lambda _state, _action: None,
    }
)


def current_player(state: State) -> int:
    """Return who acts."""
    if state.phase in _CHANCE_PHASES:
        return CHANCE
    return TERMINAL if state.phase is Phase.OVER else state.current


def chance_outcomes(state: State) -> tuple[tuple[Action, float], ...]:
    """Return what CHANCE may do, with probabilities; nothing when it is not CHANCE's turn."""
    return setup.chance_outcomes(state) if state.phase in _CHANCE_PHASES else ()


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return what the current player (or CHANCE) may do."""
    return _LEGAL[state.phase](state)


def _chance(state: State) -> tuple[Action, ...]:
    return tuple(action for action, _ in setup.chance_outcomes(state))


def _declare(state: State) -> tuple[Action, ...]:
    clear = () if declaring.why_not_clear(state) else (declaring.CLEAR,)
    return (*declaring.add_cards(state), *clear, *declaring.take_aparts(state), declaring.DONE)


_LEGAL: Final[Mapping[Phase, Callable[[State], tuple[Action, ...]]]] = MappingProxyType(
    {
        **dict.fromkeys(_CHANCE_PHASES, _chance),
        Phase.CHECKERS: setup.place_checkers,
        Phase.MOVE: turn.moves,
        Phase.BLOCKED: lambda state: (*turn.take_cards(state), turn.END_PHASE),
        Phase.PUT: turn.put_cards,
        Phase.ROTATE: turn.turn_cards,
        Phase.DECLARE: _declare,
        Phase.OVER: lambda _state: (),
    }
)


def why_not(state: State, action: Action) -> Refusal | None:
    """Return why an action is refused, or ``None`` if it is legal or a possible correction."""
    if isinstance(action, Correction):
        return corrections.why_not(state, action)
    if type(action) not in KNOWN[state.phase]:
        return refuse(f"not-now-{state.phase}", DUE[state.phase])
    return _WHY_NOT[type(action)](state, action)


def apply_action(state: State, action: Action) -> Step[State]:
    """Return the state after an action. Raises ``IllegalAction``."""
    refusal = why_not(state, action)
    if refusal is not None:
        raise IllegalAction(action, refusal)
    if isinstance(action, Correction):
        return corrections.apply(state, action)
    return _APPLY[type(action)](state, action)
