"""Phase table of a sheet: the phases and their actions."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act, never
from companion.engine.game import SIMULTANEOUS, Action, Refusal
from companion.engine.phases import PhaseRules, Phases, chance, over, together
from companion.engine.shared_actions import ChooseStart
from companion.engine.text import Seat
from companion.engine.wording import refuse
from companion.sheets import actions, counters, dial, drawing, out_of_turn, play
from companion.sheets.state import COUNTING, Phase, TableState


def _all(state: TableState) -> tuple[int, ...]:
    return state.present


def _nobody(_state: TableState) -> tuple[int, ...]:
    return ()


def _named(kind: Any, seats: Callable[[TableState], Iterable[int]]) -> Any:  # noqa: ANN401
    """Return a function that lists an action for each of some seats."""
    return lambda state: tuple(kind(seat) for seat in seats(state))


def _act(
    kind: type[Action],
    effect: Callable[..., Any],
    listed: Callable[[TableState], Iterable[Action]],
    rule: str,
) -> Act[TableState]:
    """Return an action that is refused unless it is listed."""

    def check(state: TableState, action: Action) -> Refusal | None:
        return None if action in listed(state) else refuse("not-here", rule)

    return Act(kind, effect, check, listed)


def _if(fits: Callable[[TableState], bool], kind: type[Action]) -> Any:  # noqa: ANN401
    """Return a function that lists an action without fields under a condition."""
    alone = (kind(),)
    return lambda state: alone if fits(state) else ()


def _amounts(state: TableState) -> tuple[Action, ...]:
    return tuple(
        actions.AddPoints(seat, points)
        for seat in (state.current, *(each for each in state.present if each != state.current))
        for points in state.plan.amounts
    )


def _droppable(state: TableState) -> tuple[int, ...]:
    is_last = state.plan.wins == "last"
    return state.present if is_last and len(state.present) > 1 else ()


def _token(state: TableState) -> tuple[int, ...]:
    takers = state.present if state.plan.next == "token" else ()
    return tuple(seat for seat in takers if seat != state.token)


def _cards(kind: type[Action]) -> Callable[[TableState], tuple[Action, ...]]:
    """Return a function that lists one thing to do with the cards, if it is possible."""
    return lambda state: tuple(each for each in drawing.draws(state) if isinstance(each, kind))


def _goes_on(state: TableState) -> bool:
    return not state.ending


def _of_seat(state: TableState, seat: int) -> tuple[Action, ...]:
    return (actions.Ready(seat),) if seat in play.unready(state) else ()


def _ready(state: TableState) -> tuple[Action, ...]:
    return tuple(map(actions.Ready, play.unready(state)))


def _asking(state: TableState) -> int:
    """Return the current seat during an early entry; none where all play."""
    phase = Phase.TURN if state.note is None else state.note.phase
    if phase in (Phase.TOGETHER, Phase.BREAK):
        return SIMULTANEOUS
    return state.current if phase is Phase.TURN else _counting(state)


def _answering(state: TableState) -> tuple[int, ...]:
    who = _asking(state)
    return state.present if who == SIMULTANEOUS else (who,)


def _noting(state: TableState) -> tuple[int, ...]:
    """Return the awaited seats during an early entry."""
    return (_counting(state),) if _asking(state) == SIMULTANEOUS else _answering(state)


def _going_on(state: TableState) -> tuple[int, ...]:
    """Return the seats whose turns go on after an early entry, whose time is nobody's."""
    after = play.noted(state)
    if after.phase is Phase.TOGETHER:
        return play.unready(after)
    return (after.current,) if after.phase is Phase.TURN else ()


def _counting(state: TableState) -> int:
    found = play.category_due(state)
    assert found is not None  # noqa: S101 - the phase ends when all is counted
    return found[1]


def _why_not_tally(state: TableState, action: actions.Tally) -> Refusal | None:
    found = play.category_due(state)
    if found is None or (action.category, action.player) != (found[0].id, found[1]):
        if found is None:
            return refuse("not-asked", "SH-POINTS-1")
        # A number that follows counts for whoever is asked, so the refusal says who that is.
        return refuse("other-first", "SH-POINTS-1", player=Seat(found[1]))
    category = found[0]
    listed = dial.on_dial(state)
    if action.count in listed:
        return None
    return refuse("no-such-count", category.rule, least=listed[0], most=listed[-1])


def _why_not_now(state: TableState, action: actions.EnterNow) -> Refusal | None:
    if action in play.early_entries(state):
        return None
    found = play.category_due(state) if state.phase in COUNTING else None
    if found is not None:
        return refuse("other-first", "SH-POINTS-1", player=Seat(found[1]))
    if action.player in state.present and not action.aside:
        return refuse("entered-already", "SH-POINTS-1", player=Seat(action.player))
    return refuse("not-here", "SH-POINTS-1")


def _early_of_seat(state: TableState, seat: int) -> tuple[Action, ...]:
    return tuple(each for each in play.early_entries(state) if each.player == seat)


def _whose_first(state: TableState, _action: Action) -> Refusal:
    """Return the refusal of a count whose seat has not been named."""
    if state.plan.amounts:
        amounts = ", ".join(map(str, state.plan.amounts)).replace("-", "−")
        return refuse("no-such-amount", "SH-POINTS-1", amounts=amounts)
    return refuse("player-first", "SH-POINTS-1")


_OUTCOMES: Final = ((actions.ReportResult(won=True)), actions.ReportResult(won=False))
_HAND_OVER: Final = Act(actions.HandOver, play.hand_over)
_HAND_TO: Final = _act(
    actions.HandTo, play.hand_to, _named(actions.HandTo, play.to_choose), "SH-TURN-1"
)
_PASS: Final = _act(
    actions.PassRound,
    play.pass_round,
    _if(
        lambda state: state.plan.round_ends == "passed" and state.back_to is None,
        actions.PassRound,
    ),
    "SH-TURN-1",
)
_ADD: Final = _act(actions.AddPoints, play.add_points, _amounts, "SH-POINTS-1")
_FINISH_ROUND: Final = _act(
    actions.FinishRound,
    play.finish_round,
    _if(lambda state: state.plan.round_ends == "called", actions.FinishRound),
    "SH-ROUND-1",
)
_FINISH: Final = _act(
    actions.FinishGame, play.finish_game, _if(_goes_on, actions.FinishGame), "SH-END-1"
)
_DROP: Final = _act(actions.DropOut, play.drop_out, _named(actions.DropOut, _droppable), "SH-END-1")
_TOKEN: Final = _act(
    actions.TakeToken, play.take_token, _named(actions.TakeToken, _token), "SH-ROUND-1"
)
_OUT_OF_TURN: Final = tuple(
    _act(kind, effect, _named(kind, seats), "SH-TURN-1")
    for kind, effect, seats in (
        (actions.Interject, out_of_turn.interject, out_of_turn.interjecting),
        (actions.FinishAhead, out_of_turn.finish_ahead, out_of_turn.early),
        (actions.KeepTurn, out_of_turn.keep_turn, out_of_turn.withdrawing),
    )
)
_COUNTER: Final = _act(
    actions.MoveCounter,
    counters.move_counter,
    lambda state: tuple(counters.moves(state)),
    counters.RULE,
)
_ROLL: Final = _act(
    actions.RollDice,
    drawing.roll_dice,
    lambda state: tuple(drawing.rolls(state)),
    drawing.RULE,
)
_CARD: Final = _act(actions.DrawCard, drawing.draw_card, _cards(actions.DrawCard), drawing.RULE)
_SHUFFLE: Final = _act(
    actions.ShuffleCards, drawing.shuffle_cards, _cards(actions.ShuffleCards), drawing.RULE
)
_DIE: Final = _act(actions.RollDie, drawing.roll_die, drawing.possible, drawing.RULE)
_TURN_CARD: Final = _act(actions.TurnCard, drawing.turn_card, drawing.possible, drawing.RULE)
_DEALER: Final = _act(
    actions.NameDealer, play.name_dealer, _named(actions.NameDealer, play.dealers), "SH-ROUND-1"
)
_NOTED_DEALER: Final = _act(
    actions.NameDealer,
    play.name_dealer,
    _named(actions.NameDealer, play.noted_dealers),
    "SH-ROUND-1",
)
_OF_TABLE: Final = (_COUNTER, _ROLL, _CARD, _SHUFFLE, _DEALER)
"""What anybody may do for the whole table while a round is played or a break lasts."""
_ALL_READY: Final = Act(actions.AllReady, play.all_ready)
_READY: Final = Act(
    actions.Ready,
    play.be_ready,
    lambda state, action: None if action in _ready(state) else refuse("not-here", "SH-TURN-1"),
    for_seat=_of_seat,
)
_TALLY: Final = Act(actions.Tally, play.tally, _why_not_tally, dial.counts)
_NOW: Final = Act(actions.EnterNow, play.enter_now, _why_not_now, play.early_entries)
_OWN_NOW: Final = replace(_NOW, for_seat=_early_of_seat)
_NOT_NOW: Final = replace(_NOW, legal=never)
_DIAL: Final = _act(actions.SetDial, dial.set_dial, dial.others, "SH-POINTS-1")
_TOO_EARLY: Final = Act(actions.Tally, play.tally, _whose_first, never)
_WINNER: Final = _act(
    actions.NameWinner, play.name_winner, _named(actions.NameWinner, play.candidates), "SH-TIE-1"
)
_START: Final = _act(
    ChooseStart, play.choose_start, _named(ChooseStart, play.start_choices), "SH-START-1"
)


def _starts(state: TableState) -> tuple[tuple[Action, float], ...]:
    seats = play.start_choices(state)
    return tuple((ChooseStart(seat), 1 / len(seats)) for seat in seats)


PHASES: Final[Phases[TableState]] = Phases(
    {
        Phase.START: chance("SH-START-1", _starts, (_START,)),
        Phase.TURN: PhaseRules(
            "SH-TURN-1",
            (
                _HAND_OVER,
                _HAND_TO,
                _PASS,
                _ADD,
                _DROP,
                _TOKEN,
                _FINISH_ROUND,
                _FINISH,
                *_OUT_OF_TURN,
                *_OF_TABLE,
                _NOW,
                _TOO_EARLY,
            ),
        ),
        Phase.TOGETHER: together(
            "SH-TURN-1",
            (_ALL_READY, _READY, _ADD, _DROP, _FINISH, *_OF_TABLE, _OWN_NOW, _TOO_EARLY),
            _all,
            play.unready,
        ),
        Phase.DRAW: chance(drawing.RULE, drawing.outcomes, (_DIE, _TURN_CARD)),
        Phase.COUNT: PhaseRules("SH-POINTS-1", (_TALLY, _DIAL, _NOW), _counting, untimed=_nobody),
        Phase.FINAL: PhaseRules("SH-POINTS-1", (_TALLY, _DIAL, _NOW), _counting, untimed=_nobody),
        Phase.NOTE: PhaseRules(
            "SH-POINTS-1",
            (_TALLY, _DIAL, _NOT_NOW, _NOTED_DEALER),
            _asking,
            active=_answering,
            awaited=_noting,
            untimed=_going_on,
        ),
        Phase.BREAK: together(
            "SH-ROUND-1",
            (
                Act(actions.StartRound, play.begin_next),
                _FINISH,
                _ADD,
                *_OF_TABLE,
                _NOW,
                _TOO_EARLY,
            ),
            _all,
            _nobody,
        ),
        Phase.RESULT: together(
            "SH-END-1",
            (_act(actions.ReportResult, play.report_result, lambda _: _OUTCOMES, "SH-END-1"),),
            _all,
            _nobody,
        ),
        Phase.WINNER: together(
            "SH-TIE-1",
            (_WINNER, Act(actions.ShareWin, play.share_win)),
            _all,
            _nobody,
        ),
        Phase.OVER: over("SH-END-1"),
    }
)
