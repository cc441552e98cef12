"""Which actions are possible in each phase, and which functions carry them out."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from companion.engine.game import CHANCE, TERMINAL, Action, Correction, IllegalAction, Refusal, Step
from companion.games.inner_compass import (
    corrections,
    ending,
    memory,
    piles,
    rewards,
    rows,
    setup,
    turn,
)
from companion.games.inner_compass.actions import (
    ChooseStart,
    ClearLine,
    Deal,
    Discard,
    DrawTile,
    EndTurn,
    EnterCount,
    EnterCube,
    EnterHand,
    Feel,
    FreeMove,
    Imprint,
    Move,
    PlacePiece,
    PlaceSection,
    PlaceToken,
    PlaceValue,
    RowEP,
    Shift,
    Stay,
)
from companion.games.inner_compass.refusals import emotion_name, refuse
from companion.games.inner_compass.state import Phase, State

Apply: TypeAlias = Callable[[State, Any], Step[State]]
WhyNot: TypeAlias = Callable[[State, Any], Refusal | None]

_CARD_PHASES: Final = frozenset({Phase.DISPLAY, Phase.DEAL, Phase.BONUS, Phase.REFILL})
_CHANCE_PHASES: Final = _CARD_PHASES | {Phase.SECTIONS, Phase.TILES, Phase.TRACK, Phase.START}

KNOWN: Final[Mapping[Phase, tuple[type[Action], ...]]] = MappingProxyType(
    {
        Phase.SECTIONS: (PlaceSection,),
        Phase.TILES: (DrawTile,),
        Phase.TRACK: (PlaceToken,),
        Phase.START: (ChooseStart,),
        Phase.DISPLAY: (Deal,),
        Phase.DEAL: (Deal,),
        Phase.PIECES: (PlacePiece,),
        Phase.FREE: (Move, FreeMove),
        Phase.STEP: (Move,),
        Phase.ACT: (EndTurn, Feel, Move, Imprint),
        Phase.BONUS: (Deal,),
        Phase.MEMORY: (EndTurn, Imprint, ClearLine),
        Phase.SHIFT: (Stay, Shift),
        Phase.VALUE: (PlaceValue,),
        Phase.CLOSE: (EndTurn, ClearLine, RowEP),
        Phase.DISCARD: (Discard,),
        Phase.REFILL: (Deal,),
        Phase.CUBES: (EnterCube, EnterCount),
        Phase.HANDS: (EnterHand,),
        Phase.OVER: (),
    }
)
"""The actions that each phase waits for, in the fixed order of a turn (section 4)."""

DUE: Final[Mapping[Phase, str]] = MappingProxyType(
    {
        Phase.SECTIONS: "IC-SETUP-2",
        Phase.TILES: "IC-SETUP-4",
        Phase.TRACK: "IC-SETUP-6",
        Phase.START: "IC-SETUP-9",
        Phase.DISPLAY: "IC-SETUP-8",
        Phase.DEAL: "IC-SETUP-9",
        Phase.PIECES: "IC-SETUP-10",
        Phase.FREE: "IC-MOVE-1",
        Phase.STEP: "IC-FREE-3",
        Phase.ACT: "IC-FEEL-2",
        Phase.BONUS: "IC-FEEL-3",
        Phase.MEMORY: "IC-IMPRINT-1",
        Phase.SHIFT: "IC-ADV-5",
        Phase.VALUE: "IC-R26",
        Phase.CLOSE: "IC-IMPRINT-1",
        Phase.DISCARD: "IC-CLEAN-1",
        Phase.REFILL: "IC-CLEAN-2",
        Phase.CUBES: "IC-AP-2",
        Phase.HANDS: "IC-TIE-1",
        Phase.OVER: "IC-END-4",
    }
)
"""The rule that each phase carries out, cited when another action is tried."""

_APPLY: Final[Mapping[type[Action], Apply]] = MappingProxyType(
    {
        PlaceSection: setup.place_section,
        DrawTile: setup.draw_tile,
        PlaceToken: setup.place_token,
        ChooseStart: setup.choose_start,
        PlacePiece: setup.place_piece,
        FreeMove: turn.free_move,
        Move: turn.move,
        Feel: turn.feel,
        Imprint: memory.imprint,
        Shift: rows.shift,
        Stay: rows.shift,
        RowEP: rows.take_row_ep,
        ClearLine: rewards.clear_line,
        PlaceValue: rewards.place_value,
        EndTurn: turn.end_turn,
        Discard: turn.discard,
        EnterCube: ending.enter_cube,
        EnterCount: ending.enter_count,
        EnterHand: ending.enter_hand,
    }
)
_DEAL: Final[Mapping[Phase, Apply]] = MappingProxyType(
    {
        Phase.DISPLAY: setup.deal,
        Phase.DEAL: setup.deal,
        Phase.BONUS: turn.bonus_card,
        Phase.REFILL: turn.refill,
    }
)
_WHY_NOT: Final[Mapping[type[Action], WhyNot]] = MappingProxyType(
    {
        PlaceSection: setup.why_not,
        DrawTile: setup.why_not,
        PlaceToken: setup.why_not,
        ChooseStart: setup.why_not,
        PlacePiece: setup.why_not_place,
        FreeMove: turn.why_not_free,
        Move: turn.why_not_move,
        Feel: turn.why_not_feel,
        Imprint: memory.why_not_imprint,
        Shift: rows.why_not_shift,
        Stay: lambda _state, _action: None,
        RowEP: lambda state, _action: rows.why_not_row_ep(state),
        ClearLine: rewards.why_not_line,
        PlaceValue: rewards.why_not_value,
        EndTurn: lambda state, _action: turn.why_not_end(state),
        Discard: turn.why_not_discard,
        EnterCube: ending.why_not_cube,
        EnterCount: ending.why_not_count,
        EnterHand: lambda _state, action: ending.why_not_hand(action),
    }
)


def current_player(state: State) -> int:
    """Return who acts."""
    if state.phase in _CHANCE_PHASES:
        return CHANCE
    if state.phase is Phase.OVER:
        return TERMINAL
    if state.phase is Phase.PIECES:
        return setup.to_place(state)
    if state.phase is Phase.VALUE:
        return rewards.owner(state)
    return state.current


def chance_outcomes(state: State) -> tuple[tuple[Action, float], ...]:
    """Return what CHANCE may do, with probabilities."""
    if state.phase in _CARD_PHASES:
        return tuple((Deal(card), chance) for card, chance in piles.outcomes(state))
    actions = setup.chance_actions(state)
    return tuple((action, 1 / len(actions)) for action in actions)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return what the current player (or CHANCE) may do, beginning with what ends a turn."""
    return _LEGAL[state.phase](state)


def _chance(state: State) -> tuple[Action, ...]:
    return tuple(action for action, _ in chance_outcomes(state))


def _end(state: State) -> tuple[Action, ...]:
    return () if turn.why_not_end(state) else (turn.END_TURN,)


def _act(state: State) -> tuple[Action, ...]:
    return (turn.END_TURN, *turn.feels(state), *turn.moves(state), *memory.imprints(state))


def _memory(state: State) -> tuple[Action, ...]:
    return (*_end(state), *memory.imprints(state), *rewards.clear_lines(state))


def _close(state: State) -> tuple[Action, ...]:
    if state.follows_cubes:
        return (turn.END_TURN,)
    row = () if rows.why_not_row_ep(state) else (RowEP(),)
    return (*_end(state), *rewards.clear_lines(state), *row)


_LEGAL: Final[Mapping[Phase, Callable[[State], tuple[Action, ...]]]] = MappingProxyType(
    {
        **dict.fromkeys(_CHANCE_PHASES, _chance),
        Phase.PIECES: lambda state: tuple(PlacePiece(space) for space in setup.placements(state)),
        Phase.FREE: lambda state: (*turn.moves(state), *turn.free_moves(state)),
        Phase.STEP: turn.moves,
        Phase.ACT: _act,
        Phase.MEMORY: _memory,
        Phase.SHIFT: lambda state: (rows.STAY, *rows.shifts(state)),
        Phase.VALUE: rewards.place_values,
        Phase.CLOSE: _close,
        Phase.DISCARD: turn.discards,
        Phase.CUBES: ending.entries,
        Phase.HANDS: ending.hands,
        Phase.OVER: lambda _state: (),
    }
)


def why_not(state: State, action: Action) -> Refusal | None:
    """Return why an action is refused, or ``None`` if it is legal or a possible correction."""
    if isinstance(action, Correction):
        return corrections.why_not(state, action)
    if type(action) not in KNOWN[state.phase]:
        return refuse(f"not-now-{state.phase}", DUE[state.phase])
    if isinstance(action, Deal):
        return _why_not_deal(state, action)
    return _WHY_NOT[type(action)](state, action)


def _why_not_deal(state: State, action: Deal) -> Refusal | None:
    if any(action.card == card for card, _ in piles.outcomes(state)):
        return None
    return refuse("no-such-card", DUE[state.phase], emotion=emotion_name(action.card))


def apply_action(state: State, action: Action) -> Step[State]:
    """Return the state after an action. Raises ``IllegalAction``."""
    refusal = why_not(state, action)
    if refusal is not None:
        raise IllegalAction(action, refusal)
    if isinstance(action, Correction):
        return corrections.apply(state, action)
    if isinstance(action, Deal):
        return _DEAL[state.phase](state, action)
    return _APPLY[type(action)](state, action)
