"""Corrections: changes by hand outside the rules, marked in the log."""

from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.every import act, among, seats
from companion.engine.figures import figure
from companion.engine.game import Correction, Event, Refusal, Step
from companion.engine.shared_actions import ComeBack, Leave
from companion.engine.wording import refuse
from companion.games.essence import rounds, voting
from companion.games.essence.actions import (
    CorrectCoins,
    CorrectPawn,
    CorrectTurn,
    VoidRound,
)
from companion.games.essence.events import Corrected, PlayerBack, PlayerLeft, VotesTakenBack
from companion.games.essence.questions import PLAYER_SCALE
from companion.games.essence.state import Phase, State
from companion.games.essence.variant import CENTRE, COINS, PLAYERS

_CHANGES: Final = among([*range(-10, 0), *range(1, 11)], "too-far", "ES-MOVE-1", most=10)
_COINS: Final = among(range(COINS + 1), "too-many-coins", "ES-COIN-1", most=COINS)
_DRAWING: Final = frozenset({Phase.DECK, Phase.QUESTION})
"""Phases in which no card of the round has been drawn yet."""


def why_no_correction(state: State, action: Correction) -> Refusal | None:
    """Return the refusal of any correction: the phase, or the seat (ES-R18)."""
    if state.phase in (Phase.SETUP, Phase.OVER):
        return refuse("nothing-to-correct", "ES-ROUND-1")
    seats_of = _gone(state) if isinstance(action, ComeBack) else state.seats
    if getattr(action, "player", state.active) not in seats_of:
        return refuse("no-such-seat", "ES-R18")
    return None


def _why_not_pawn(state: State, action: CorrectPawn) -> Refusal | None:
    if not 0 <= state.players[action.player].field + action.change <= CENTRE:
        return refuse("off-the-board", "ES-MOVE-2", most=CENTRE)
    return None


def _why_not_turn(state: State, action: CorrectTurn) -> Refusal | None:
    return refuse("is-active", "ES-ROUND-3") if action.player == state.active else None


def _without_coins(state: State, _action: CorrectCoins) -> Refusal | None:
    return None if state.variant.double_points else refuse("no-coins", "ES-COIN-1")


def _why_not_coins(state: State, action: CorrectCoins) -> Refusal | None:
    if action.coins == state.players[action.player].coins:
        return refuse("coins-there", "ES-COIN-1")
    on_card = state.coin and action.player == state.active and state.phase is not Phase.CLEAN
    return refuse("coin-lies", "ES-COIN-2") if on_card and not action.coins else None


def _why_not_void(state: State, _action: VoidRound) -> Refusal | None:
    """Return why the table cannot end the round; nobody can vote in another's place (ES-R19)."""
    if not state.variant.void_rounds:
        return refuse("rounds-count", "ES-R19")
    return None if state.phase is Phase.VOTE else refuse("no-vote-now", "ES-R19")


def _why_not_leave(state: State, _action: Leave) -> Refusal | None:
    if state.phase is Phase.SHOW:
        return refuse("not-now-show", "ES-VOTE-1")
    if len(state.seats) > PLAYERS[0]:
        return None
    return refuse("two-must-stay", "ES-SETUP-1", least=PLAYERS[0])


def _field(state: State, seat: int) -> int:
    return state.players[seat].field


def _add_fields(state: State, seat: int, change: int) -> Step[State]:
    state = state.with_player(seat, corrected=state.players[seat].corrected + change)
    if state.phase in _DRAWING and seat == state.active:
        return rounds.begin_round(state, (Corrected("ES-MOVE-1"),))
    return Step(state, (Corrected("ES-MOVE-1"),))


def _set_turn(state: State, action: CorrectTurn) -> Step[State]:
    state = replace(state, active=action.player, coin=False)
    corrected = Corrected("ES-ROUND-3")
    if state.phase in _DRAWING:
        return rounds.begin_round(state, (corrected,))
    return Step(state, (corrected,))


def _set_coins(state: State, action: CorrectCoins) -> Step[State]:
    state = state.with_player(action.player, coins=action.coins)
    return Step(state, (Corrected("ES-COIN-1"),))


def _void(state: State, _action: VoidRound) -> Step[State]:
    return rounds.void(state, (), "ES-R19")


def leave(state: State, action: Leave) -> Step[State]:
    """Take a player out of the game and the pawn out of the ranking (ES-R18).

    If the active player leaves, the round ends. If a player leaves who could be voted for, all
    take their cards back, so that nobody learns who had voted for that player.
    """
    seat = action.player
    events: tuple[Event, ...] = (PlayerLeft("ES-R18", seat),)
    state = state.with_player(seat, away=True, vote=None, gain=0)
    if seat == state.active and state.phase is Phase.CLEAN:
        return rounds.next_round(state, events)
    if seat == state.active:
        return rounds.void(state, events, "ES-R18")
    if state.phase in (Phase.VOTE, Phase.REVEAL):
        return _after_leaving(state, events)
    return Step(state, events)


def _gone(state: State) -> tuple[int, ...]:
    return tuple(seat for seat in seats(state) if seat not in state.seats)


def _why_not_back(state: State, _action: ComeBack) -> Refusal | None:
    begun = state.phase is Phase.VOTE and state.waiting == state.seats
    return None if begun or state.phase in _DRAWING else refuse("not-now-back", "ES-R18")


def come_back(state: State, action: ComeBack) -> Step[State]:
    """Let a player who has left rejoin: the pawn returns to its field (ES-R18)."""
    seat = action.player
    back = PlayerBack("ES-R18", seat, state.players[seat].field)
    return Step(state.with_player(seat, away=False), (back,))


def _after_leaving(state: State, events: tuple[Event, ...]) -> Step[State]:
    if state.question.scale != PLAYER_SCALE:
        return Step(voting.settle(state), events)
    players = tuple(replace(player, vote=None) for player in state.players)
    back = () if state.waiting == state.seats else (VotesTakenBack("ES-R18"),)
    return Step(replace(state, players=players, phase=Phase.VOTE), (*events, *back))


CORRECTIONS: Final = (
    *figure(
        CorrectPawn, _CHANGES, _field, _add_fields, _why_not_pawn, rule="ES-MOVE-1", most=CENTRE
    ),
    act(CorrectTurn, _set_turn, _why_not_turn, player=seats),
    act(
        CorrectCoins, _set_coins, _why_not_coins, barred=_without_coins, player=seats, coins=_COINS
    ),
    Act(VoidRound, _void, _why_not_void),
    act(Leave, leave, _why_not_leave, player=seats),
    act(ComeBack, come_back, _why_not_back, player=_gone),
)
