"""Which actions each phase knows, and who carries them out."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from companion.engine.game import CHANCE, TERMINAL, Action, Correction, IllegalAction, Refusal, Step
from companion.games.gilded_compass import (
    corrections,
    draws,
    flow,
    resolution,
    rolling,
    rounds,
    telling,
    turn,
)
from companion.games.gilded_compass.actions import (
    ChooseAbility,
    ChooseMap,
    ChooseSpecialist,
    ChooseStart,
    DealCollection,
    Decline,
    DrawArtifact,
    DrawItem,
    DrawMission,
    DrawTreasure,
    DrawTrophy,
    EndTurn,
    Enough,
    Keep,
    KeepArtifact,
    KeepTreasure,
    LayAbility,
    LayItem,
    LayMap,
    LaySpecialist,
    Lift,
    Persuade,
    Place,
    PlaceDummy,
    Roll,
    RollAll,
    RollLifted,
    SpendKnowledge,
    TakeHelp,
    TakeTurn,
    TellArtifact,
    TellCollection,
    TellItem,
    TellMission,
    TellTrophy,
    TurnDie,
    WillToWin,
)
from companion.games.gilded_compass.refusals import refuse
from companion.games.gilded_compass.state import Phase, State

Apply: TypeAlias = Callable[[State, Any], Step[State]]
WhyNot: TypeAlias = Callable[[State, Any], Refusal | None]

_CHANCE: Final = frozenset({Phase.START, Phase.DEAL, Phase.LAY, Phase.ROLL, Phase.DRAW})

KNOWN: Final[Mapping[Phase, tuple[type[Action], ...]]] = MappingProxyType(
    {
        Phase.START: (ChooseStart,),
        Phase.DEAL: (DealCollection,),
        Phase.LAY: (LayMap, LaySpecialist, LayItem, LayAbility),
        Phase.HELP: (TakeHelp, Decline),
        Phase.ROLL: (Roll,),
        Phase.PLACE: (Place, WillToWin, PlaceDummy, EndTurn, SpendKnowledge, Persuade),
        Phase.LIFT: (Lift, RollLifted, RollAll),
        Phase.PERSUADE: (TurnDie, Enough),
        Phase.DRAW: (DrawArtifact, DrawMission, DrawItem, DrawTreasure, DrawTrophy),
        Phase.GIFT: (TakeTurn, Decline),
        Phase.RESOLVE: (),
        Phase.CHOOSE: (
            *(ChooseMap, ChooseSpecialist, ChooseAbility),
            *(KeepArtifact, Keep, KeepTreasure),
        ),
        Phase.TELL: (TellCollection, TellMission, TellItem, TellTrophy, TellArtifact),
        Phase.OVER: (),
    }
)
"""What each phase waits for."""

DUE: Final[Mapping[Phase, str]] = MappingProxyType(
    {
        Phase.START: "GC-SETUP-9",
        Phase.DEAL: "GC-SETUP-5",
        Phase.LAY: "GC-ROUND-1",
        Phase.HELP: "GC-ROUND-2",
        Phase.ROLL: "GC-TURN-1",
        Phase.PLACE: "GC-TURN-3",
        Phase.LIFT: "GC-TURN-2",
        Phase.PERSUADE: "GC-ABIL-PERS",
        Phase.DRAW: "GC-SETUP-4",
        Phase.GIFT: "GC-ABIL-GIFT",
        Phase.RESOLVE: "GC-ROUND-6",
        Phase.CHOOSE: "GC-ROUND-6",
        Phase.TELL: "GC-R33",
        Phase.OVER: "GC-ROUND-7",
    }
)
"""The rule that a phase carries out; it is cited when something else is tried."""

_RULES: Final[Mapping[type[Action], tuple[WhyNot, Apply]]] = MappingProxyType(
    {
        ChooseStart: (draws.why_not, draws.choose_start),
        DealCollection: (draws.why_not, draws.deal),
        **dict.fromkeys((LayMap, LaySpecialist, LayAbility), (draws.why_not, draws.lay)),
        LayItem: (draws.why_not, draws.lay_item),
        **dict.fromkeys(
            (DrawArtifact, DrawMission, DrawItem, DrawTreasure, DrawTrophy),
            (draws.why_not, draws.draw),
        ),
        Roll: (rolling.why_not_roll, rolling.roll),
        TakeHelp: (lambda _state, _action: None, rounds.take_help),
        TakeTurn: (lambda _state, _action: None, rounds.take_turn),
        Decline: (lambda _state, _action: None, rounds.decline),
        Place: (turn.why_not_place, turn.place),
        WillToWin: (turn.why_not_will, turn.place),
        PlaceDummy: (turn.why_not_dummy, turn.place_dummy),
        EndTurn: (turn.why_not_end, turn.end),
        SpendKnowledge: (rolling.why_not_spend, rolling.spend),
        Lift: (rolling.why_not_lift, rolling.lift),
        RollLifted: (rolling.why_not_roll_lifted, rolling.roll_lifted),
        RollAll: (rolling.why_not_roll_all, rolling.roll_all),
        Persuade: (rolling.why_not_persuade, rolling.persuade),
        TurnDie: (rolling.why_not_turn_die, rolling.turn_die),
        Enough: (rolling.why_not_enough, rolling.enough),
        **dict.fromkeys(
            (ChooseMap, ChooseSpecialist, ChooseAbility), (resolution.why_not, resolution.choose)
        ),
        **dict.fromkeys(
            (Keep, KeepArtifact, KeepTreasure), (resolution.why_not, resolution.keep_one)
        ),
        **dict.fromkeys(
            (TellCollection, TellMission, TellItem, TellTrophy, TellArtifact),
            (telling.why_not, telling.tell),
        ),
    }
)
"""Why not, and what follows."""


def current_player(state: State) -> int:
    """Return who acts."""
    if state.phase in _CHANCE:
        return CHANCE
    if state.phase in (Phase.HELP, Phase.GIFT):
        return rounds.asked(state)
    if state.phase is Phase.CHOOSE:
        return resolution.chooser(state)
    if state.phase is Phase.TELL:
        due = telling.due(state)
        return due[0] if due else 0
    return TERMINAL if state.phase is Phase.OVER else state.current


def chance_outcomes(state: State) -> tuple[tuple[Action, float], ...]:
    """Return what CHANCE may do, with probabilities."""
    return rolling.outcomes(state) if state.phase is Phase.ROLL else draws.outcomes(state)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return what the current player (or CHANCE) may do, the usual one first."""
    if state.phase in _CHANCE:
        return tuple(action for action, _ in chance_outcomes(state))
    return tuple(_LEGAL[state.phase](state))


def _place(state: State) -> Iterator[Action]:
    if state.own_placed:
        yield turn.END_TURN
    yield from turn.actions(state)
    if rolling.why_not_spend(state, SpendKnowledge()) is None:
        yield SpendKnowledge()
    if rolling.why_not_persuade(state, Persuade()) is None:
        yield Persuade()


def _lift(state: State) -> Iterator[Action]:
    first: Action = RollLifted()
    if rolling.why_not_roll_lifted(state, RollLifted()) is not None:
        first = RollAll()
    yield first
    yield from (Lift(die) for die in rolling.names(state.hand))


def _persuade(state: State) -> Iterator[Action]:
    if state.turned:
        yield Enough()
    yield from rolling.turns(state)


_LEGAL: Final[Mapping[Phase, Callable[[State], Iterator[Action] | tuple[Action, ...]]]] = (
    MappingProxyType(
        {
            Phase.HELP: lambda _state: (Decline(), TakeHelp()),
            Phase.PLACE: _place,
            Phase.LIFT: _lift,
            Phase.PERSUADE: _persuade,
            Phase.GIFT: lambda _state: (Decline(), TakeTurn()),
            Phase.CHOOSE: resolution.choices,
            Phase.TELL: telling.tells,
            Phase.OVER: lambda _state: (),
        }
    )
)


def why_not(state: State, action: Action) -> Refusal | None:
    """Return why an action is refused, ``None`` exactly if it is legal (or a correction)."""
    if isinstance(action, Correction):
        return corrections.why_not(state, action)
    if type(action) not in KNOWN[state.phase]:
        return refuse(f"not-now-{state.phase}", DUE[state.phase])
    return _RULES[type(action)][0](state, action)


def apply_action(state: State, action: Action) -> Step[State]:
    """Return the state after an action. Raises ``IllegalAction``."""
    refusal = why_not(state, action)
    if refusal is not None:
        raise IllegalAction(action, refusal)
    if isinstance(action, Correction):
        return corrections.apply(state, action)
    return flow.go_on(_RULES[type(action)][1](state, action))
