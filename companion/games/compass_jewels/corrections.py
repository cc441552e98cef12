"""What the table may set by hand, outside the rules, each marked in the log (CJ-R19)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.engine.evolve import replace
from companion.engine.game import Correction, Refusal, Step
from companion.games.compass_jewels import turn
from companion.games.compass_jewels.actions import (
    CorrectCard,
    CorrectChecker,
    CorrectCollection,
    CorrectPoints,
    CorrectTurn,
)
from companion.games.compass_jewels.area import NUMBER, SQUARES, laid, on
from companion.games.compass_jewels.cards import border, card, facing, middle
from companion.games.compass_jewels.declaring import total
from companion.games.compass_jewels.events import Corrected
from companion.games.compass_jewels.refusals import refuse, why_not_north
from companion.games.compass_jewels.state import Phase, State

_RULE: Final = "CJ-R19"
_CHANGES: Final = tuple(change for change in range(-5, 6) if change)
_TURNS: Final = frozenset({Phase.MOVE, Phase.BLOCKED})
_COLLECTIONS: Final = _TURNS | {Phase.DECLARE}
_POINTS: Final = _COLLECTIONS | {Phase.PUT, Phase.ROTATE, Phase.OVER}


def corrections(state: State) -> tuple[Correction, ...]:
    """Return all corrections that are possible now."""
    seats = range(len(state.players))
    possible: list[Correction] = [CorrectTurn(seat) for seat in seats]
    possible += [CorrectPoints(seat, change) for seat in seats for change in _CHANGES]
    if state.phase in _TURNS:
        possible += [
            CorrectChecker(source, target) for source in sorted(state.taken) for target in SQUARES
        ]
        possible += [
            CorrectCard(square, north)
            for square, lying in zip(SQUARES, state.layout, strict=True)
            for north in border(lying or "")
        ]
    possible += [
        CorrectCollection(seat, middle(kind), border(kind))
        for seat in seats
        for kind in dict.fromkeys(state.players[seat].cards)
    ]
    return tuple(correction for correction in possible if why_not(state, correction) is None)


def why_not(state: State, action: Correction) -> Refusal | None:
    """Return why a correction is not possible."""
    return _WHY_NOT[type(action)](state, action)


def _why_not_seat(state: State, player: object, phases: frozenset[Phase]) -> Refusal | None:
    if player not in range(len(state.players)):
        return refuse("no-such-seat", _RULE)
    return None if state.phase in phases else refuse("not-now", _RULE)


def _why_not_turn(state: State, action: CorrectTurn) -> Refusal | None:
    refused = _why_not_seat(state, action.player, _TURNS)
    if refused is None and action.player == state.current:
        return refuse("turn-already", _RULE)
    return refused


def _why_not_points(state: State, action: CorrectPoints) -> Refusal | None:
    refused = _why_not_seat(state, action.player, _POINTS)
    if refused is not None:
        return refused
    if action.change not in _CHANGES:
        return refuse("points-change", _RULE, most=_CHANGES[-1])
    player = state.players[action.player]
    negative = total(player) + player.corrected + action.change < 0
    return refuse("points-negative", _RULE) if negative else None


def _why_not_checker(state: State, action: CorrectChecker) -> Refusal | None:
    if state.phase not in _TURNS:
        return refuse("not-now", _RULE)
    if action.source not in state.taken or action.target not in NUMBER:
        return refuse("no-checker", _RULE)
    if action.target in state.taken:
        return refuse("occupied", "CJ-MOVE-4", square=action.target)
    if on(state.layout, action.target) is None:
        return refuse("hole", "CJ-MOVE-4", square=action.target)
    return None


def _why_not_card(state: State, action: CorrectCard) -> Refusal | None:
    if state.phase not in _TURNS:
        return refuse("not-now", _RULE)
    lying = on(state.layout, action.square) if action.square in NUMBER else None
    if lying is None:
        return refuse("no-card", _RULE)
    refused = why_not_north(lying, action.north)
    if refused is None and facing(lying, action.north) == lying:
        return refuse("lies-so", _RULE, card=lying)
    return refused


def _why_not_collection(state: State, action: CorrectCollection) -> Refusal | None:
    refused = _why_not_seat(state, action.player, _COLLECTIONS)
    if refused is not None:
        return refused
    kind = card(action.middle, action.border)
    free = state.players[action.player].unused[kind]
    return None if free else refuse("not-collected", _RULE, card=kind)


_WHY_NOT: Final[Mapping[type[Correction], Callable[[State, Any], Refusal | None]]] = (
    MappingProxyType(
        {
            CorrectTurn: _why_not_turn,
            CorrectPoints: _why_not_points,
            CorrectChecker: _why_not_checker,
            CorrectCard: _why_not_card,
            CorrectCollection: _why_not_collection,
        }
    )
)


def apply(state: State, action: Correction) -> Step[State]:
    """Set the corrected value, and find out again whether the current player is blocked."""
    events = (Corrected(_RULE),)
    after = _corrected(state, action)
    return turn.judge(after, events) if after.phase in _TURNS else Step(after, events)


def _corrected(state: State, action: Correction) -> State:
    if isinstance(action, CorrectTurn):
        return replace(state, current=action.player)
    if isinstance(action, CorrectPoints):
        player = state.players[action.player]
        player = replace(player, corrected=player.corrected + action.change)
        return state.with_player(action.player, player)
    if isinstance(action, CorrectChecker):
        return _moved(state, action)
    if isinstance(action, CorrectCard):
        lies = facing(on(state.layout, action.square) or "", action.north)
        return replace(state, layout=laid(state.layout, action.square, lies))
    assert isinstance(action, CorrectCollection)  # noqa: S101 - why_not knows no other kind
    return _given(state, action)


def _moved(state: State, action: CorrectChecker) -> State:
    for seat, player in enumerate(state.players):
        checkers = tuple(
            action.target if square == action.source else square for square in player.checkers
        )
        state = state.with_player(seat, replace(player, checkers=checkers))
    return state


def _given(state: State, action: CorrectCollection) -> State:
    kind = card(action.middle, action.border)
    giver, taker = state.players[action.player], state.players[1 - action.player]
    kept = list(giver.cards)
    kept.remove(kind)
    state = state.with_player(action.player, replace(giver, cards=tuple(kept)))
    return state.with_player(1 - action.player, replace(taker, cards=(*taker.cards, kind)))
