"""Corrections: changes by hand outside the rules, marked in the log."""

from typing import Any, Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.every import act, among, only_in
from companion.engine.figures import figure
from companion.engine.game import Correction, Event, Refusal, Step
from companion.engine.shared_actions import ComeBack, Leave
from companion.engine.wording import refuse
from companion.sheets import actions, last_lap, play, scoring
from companion.sheets.events import SetByHand
from companion.sheets.state import Phase, TableState

CHANGES: Final = among((1, 5, 10, 50, -1, -5, -10, -50), "no-such-change", "SH-HAND-1")
"""The amounts by which points can be corrected."""
_FURTHER: Final = 5
"""How many rounds further on the table may set the round, where the sheet does not say."""


def why_no_correction(state: TableState, action: Correction) -> Refusal | None:
    """Return the refusal of a correction of a seat that is not occupied."""
    player = getattr(action, "player", 0)
    is_seat = isinstance(player, int) and player in range(len(state.players))
    return None if is_seat else refuse("no-such-seat", "SH-HAND-1")


def _by_hand(state: TableState, step: Step[TableState] | TableState) -> Step[TableState]:
    after, more = (step.state, step.events) if isinstance(step, Step) else (step, ())
    events: tuple[Event, ...] = (SetByHand(state.plan.rules.hand), *more)
    return Step(after, events)


def _change(state: TableState, seat: int, by: int) -> Step[TableState]:
    changed = state.players[seat].changed + by
    return _by_hand(state, last_lap.begin_or_revoke(state.with_player(seat, changed=changed), seat))


def _no_points(state: TableState, _action: Correction) -> Refusal | None:
    return None if state.plan.has_points else refuse("no-points", "SH-HAND-1")


def _turns(state: TableState) -> list[int]:
    return [seat for seat in state.order if seat in state.present and seat != state.current]


def _set_turn(state: TableState, action: actions.SetTurn) -> Step[TableState]:
    after = state.with_player(action.player, passed=False, ahead=False)
    return _by_hand(state, replace(after, current=action.player, back_to=None))


def _rounds(state: TableState) -> list[int]:
    most = state.rounds or state.round + _FURTHER
    return [number for number in range(1, most + 1) if number != state.round]


def _set_round(state: TableState, action: actions.SetRound) -> Step[TableState]:
    return _by_hand(state, replace(state, round=action.round))


def _leavers(state: TableState) -> list[int]:
    there = [seat for seat, player in enumerate(state.players) if not player.left]
    return there if len(state.present) > 1 and len(there) > 1 else []


def _why_not_leave(state: TableState, action: Any) -> Refusal | None:  # noqa: ANN401 - of a seat
    others = [seat for seat in state.present if seat != action.player]
    return None if others else refuse("last-one", "SH-HAND-1")


def _leave(state: TableState, action: Leave) -> Step[TableState]:
    return _by_hand(state, play.without(state.with_player(action.player, left=True), action.player))


def _gone(state: TableState) -> list[int]:
    return [seat for seat, player in enumerate(state.players) if player.left]


def _come_back(state: TableState, action: ComeBack) -> Step[TableState]:
    return _by_hand(state, state.with_player(action.player, left=False))


_PLAYING: Final = only_in(
    frozenset(Phase) - {Phase.OVER, Phase.RESULT, Phase.WINNER}, "game-is-over", "SH-HAND-1"
)
_TURN: Final = only_in({Phase.TURN}, "no-turn-now", "SH-HAND-1")
CORRECTIONS: Final[tuple[Act[Any], ...]] = (
    *figure(
        actions.ChangePoints,
        CHANGES,
        scoring.total,
        _change,
        rule="SH-HAND-1",
        barred=_no_points,
    ),
    act(
        actions.SetTurn,
        _set_turn,
        barred=_TURN,
        player=among(_turns, "no-such-seat", "SH-HAND-1"),
    ),
    act(
        actions.SetRound,
        _set_round,
        barred=only_in({Phase.TURN, Phase.TOGETHER, Phase.BREAK}, "no-turn-now", "SH-HAND-1"),
        round=among(_rounds, "no-such-round", "SH-HAND-1"),
    ),
    act(
        Leave,
        _leave,
        _why_not_leave,
        barred=_PLAYING,
        player=among(_leavers, "no-such-seat", "SH-HAND-1"),
    ),
    act(
        ComeBack,
        _come_back,
        barred=_PLAYING,
        player=among(_gone, "no-such-seat", "SH-HAND-1"),
    ),
)
