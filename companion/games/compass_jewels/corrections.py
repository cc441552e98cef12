"""Corrections: changes by hand outside the rules, marked in the log (CJ-R19)."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.engine.every import act, among, only_in, seats
from companion.engine.figures import figure
from companion.engine.game import Correction, Refusal, Step
from companion.engine.holdings import Reopen
from companion.engine.wording import refuse
from companion.games.compass_jewels import actions, turn
from companion.games.compass_jewels.area import NUMBER, SQUARES, laid, on
from companion.games.compass_jewels.cards import border, card, facing, kind, middle
from companion.games.compass_jewels.declaring import total
from companion.games.compass_jewels.entering import ENTERING
from companion.games.compass_jewels.events import Corrected
from companion.games.compass_jewels.refusals import card_name, why_not_north
from companion.games.compass_jewels.state import Phase, State, Told

_RULE: Final = "CJ-R19"
_CHANGES: Final = among([*range(-5, 0), *range(1, 6)], "points-change", _RULE, most=5)
_TURN: Final = frozenset({Phase.MOVE, Phase.BLOCKED})
_IN_TURN: Final = only_in(_TURN, "not-now", _RULE)
_COLLECTING: Final = only_in(_TURN | {Phase.DECLARE}, "not-now", _RULE)
_SCORING: Final = only_in(
    _TURN | {Phase.DECLARE, Phase.PUT, Phase.ROTATE, Phase.OVER}, "not-now", _RULE
)


def why_no_correction(state: State, action: Correction) -> Refusal | None:
    """Return the refusal of any correction: entries are only changed by ``Reopen``."""
    if isinstance(action, Reopen):
        return None
    if isinstance(state, Told):
        return refuse("not-now", _RULE)
    seat = getattr(action, "player", state.current)
    return None if seat in seats(state) else refuse("no-such-seat", _RULE)


def _why_not_turn(state: State, action: actions.CorrectTurn) -> Refusal | None:
    return refuse("turn-already", _RULE) if action.player == state.current else None


def _why_not_points(state: State, action: actions.CorrectPoints) -> Refusal | None:
    negative = _points(state, action.player) + action.change < 0
    return refuse("points-negative", _RULE) if negative else None


def _why_not_checker(state: State, action: actions.CorrectChecker) -> Refusal | None:
    if action.target in state.taken:
        return refuse("occupied", "CJ-MOVE-4", square=action.target)
    if on(state.layout, action.target) is None:
        return refuse("hole", "CJ-MOVE-4", square=action.target)
    return None


def _why_not_card(state: State, action: actions.CorrectCard) -> Refusal | None:
    lying = on(state.layout, action.square) if action.square in NUMBER else None
    if lying is None:
        return refuse("no-card", _RULE)
    refused = why_not_north(lying, action.north)
    if refused is None and facing(lying, action.north) == lying:
        return refuse("lies-so", _RULE, card=card_name(lying))
    return refused


def _why_not_collection(state: State, action: actions.CorrectCollection) -> Refusal | None:
    own = card(action.middle, action.border)
    free = state.players[action.player].unused[own]
    return None if free else refuse("not-collected", _RULE, card=card_name(own))


def _why_not_collected(state: State, action: actions.CorrectCollected) -> Refusal | None:
    if on(state.layout, action.square) is None:
        return refuse("no-card", _RULE)
    if action.square in state.taken:
        return refuse("occupied", "CJ-COLLECT-1", square=action.square)
    return None


def _checker_squares(state: State) -> list[str]:
    return sorted(state.taken)


def _cards(state: State) -> Iterator[Correction]:
    if state.phase in _TURN:
        for square, lying in zip(SQUARES, state.layout, strict=True):
            yield from (actions.CorrectCard(square, north) for north in border(lying or ""))


def _collections(state: State) -> Iterator[Correction]:
    for seat, player in enumerate(state.players):
        for own in dict.fromkeys(player.cards):
            yield actions.CorrectCollection(seat, middle(own), border(own))


def _set_turn(state: State, action: actions.CorrectTurn) -> Step[State]:
    return _judged(replace(state, current=action.player))


def _points(state: State, seat: int) -> int:
    return total(state.players[seat]) + state.players[seat].corrected


def _add_points(state: State, seat: int, change: int) -> Step[State]:
    corrected = state.players[seat].corrected + change
    return _judged(state.with_player(seat, corrected=corrected))


def _set_card(state: State, action: actions.CorrectCard) -> Step[State]:
    lies = facing(on(state.layout, action.square) or "", action.north)
    return _judged(replace(state, layout=laid(state.layout, action.square, lies)))


def _judged(state: State) -> Step[State]:
    """Record the correction, and check again whether the current player is blocked."""
    events = (Corrected(_RULE),)
    return turn.judge(state, events) if state.phase in _TURN else Step(state, events)


def _set_checker(state: State, action: actions.CorrectChecker) -> Step[State]:
    for seat, player in enumerate(state.players):
        checkers = tuple(
            action.target if square == action.source else square for square in player.checkers
        )
        state = state.with_player(seat, checkers=checkers)
    return _judged(state)


def _set_collection(state: State, action: actions.CorrectCollection) -> Step[State]:
    own = card(action.middle, action.border)
    giver, taker = state.players[action.player], state.players[1 - action.player]
    kept = list(giver.cards)
    kept.remove(own)
    state = state.with_player(action.player, cards=tuple(kept))
    return _judged(state.with_player(1 - action.player, cards=(*taker.cards, own)))


def _set_collected(state: State, action: actions.CorrectCollected) -> Step[State]:
    """Take a card off the table, so that its square is a hole (CJ-COLLECT-1)."""
    card_kind = kind(on(state.layout, action.square) or "")
    player = state.players[action.player]
    state = state.with_player(action.player, cards=(*player.cards, card_kind))
    return _judged(replace(state, layout=laid(state.layout, action.square, None)))


CORRECTIONS: Final = (
    act(actions.CorrectTurn, _set_turn, _why_not_turn, barred=_IN_TURN, player=seats),
    *figure(
        actions.CorrectPoints,
        _CHANGES,
        _points,
        _add_points,
        _why_not_points,
        rule=_RULE,
        barred=_SCORING,
    ),
    act(
        actions.CorrectChecker,
        _set_checker,
        _why_not_checker,
        barred=_IN_TURN,
        source=among(_checker_squares, "no-checker", _RULE),
        target=among(SQUARES, "no-checker", _RULE),
    ),
    act(actions.CorrectCard, _set_card, _why_not_card, barred=_IN_TURN, listed=_cards),
    act(
        actions.CorrectCollected,
        _set_collected,
        _why_not_collected,
        barred=_IN_TURN,
        player=seats,
        square=among(SQUARES, "no-card", _RULE),
    ),
    ENTERING.correction,
    act(
        actions.CorrectCollection,
        _set_collection,
        _why_not_collection,
        barred=_COLLECTING,
        listed=_collections,
    ),
)
