"""The players' clocks, to the millisecond (the tables give seconds, for readability)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.table.clocks.kinds import ClockKind, Control
from companion.table.clocks.time_control import (
    Clocks,
    control_of,
    due_warnings,
    end_turn,
    hand_over,
    next_change,
    overtime,
    pause,
    read,
    resume,
    settle,
    start,
)

S = 1000

CONTROLS = {
    ClockKind.NONE: Control(ClockKind.NONE),
    ClockKind.PER_TURN: Control(ClockKind.PER_TURN, 30 * S),
    ClockKind.SUDDEN_DEATH: Control(ClockKind.SUDDEN_DEATH, 60 * S),
    ClockKind.FISCHER: Control(ClockKind.FISCHER, 60 * S, 5 * S),
    ClockKind.BRONSTEIN: Control(ClockKind.BRONSTEIN, 60 * S, 5 * S),
    ClockKind.DELAY: Control(ClockKind.DELAY, 60 * S, 5 * S),
    ClockKind.BYO_YOMI: Control(ClockKind.BYO_YOMI, 20 * S, 10 * S, 3),
    ClockKind.HOURGLASS: Control(ClockKind.HOURGLASS, 60 * S),
}


def turns(control: Control, players: int, *seconds: float) -> tuple[Clocks, int]:
    """Let the seats take turns that last so many seconds each."""
    clocks, now = start(control, players), 0
    clocks = hand_over(clocks, now, (0,))
    for i, length in enumerate(seconds):
        now += round(length * S)
        clocks = hand_over(clocks, now, ((i + 1) % players,))
    return clocks, now


@pytest.mark.parametrize(
    ("kind", "seconds", "left"),
    [
        # Two seats take turns; ``left`` is what the first one's clock shows afterwards.
        (ClockKind.PER_TURN, (12, 1), 30),
        (ClockKind.PER_TURN, (45, 1), 30),
        (ClockKind.SUDDEN_DEATH, (12, 1, 8, 1), 40),
        (ClockKind.SUDDEN_DEATH, (70, 1), -10),
        (ClockKind.FISCHER, (0,), 65),
        (ClockKind.FISCHER, (12, 1), 58),
        (ClockKind.FISCHER, (2, 1), 68),
        (ClockKind.BRONSTEIN, (3, 1), 60),
        (ClockKind.BRONSTEIN, (12, 1), 53),
        (ClockKind.DELAY, (3, 1), 60),
        (ClockKind.DELAY, (12, 1), 53),
        (ClockKind.BYO_YOMI, (12, 1), 8),
        (ClockKind.BYO_YOMI, (29, 1), 0),
        (ClockKind.HOURGLASS, (12, 5), 53),
    ],
)
def test_what_is_left_for_two_players(
    kind: ClockKind, seconds: tuple[float, ...], left: float
) -> None:
    clocks, now = turns(CONTROLS[kind], 2, *seconds)
    assert read(clocks, 0, now).left == left * S


@pytest.mark.parametrize(
    ("over", "left", "periods"),
    [(0, 10, 3), (9.999, 0.001, 3), (10, 10, 2), (25, 5, 1), (29.999, 0.001, 1), (31, -1, 0)],
)
def test_byo_yomi_counts_periods_down(over: float, left: float, periods: int) -> None:
    control = CONTROLS[ClockKind.BYO_YOMI]
    clocks = hand_over(start(control, 2), 0, (0,))
    shown = read(clocks, 0, round((20 + over) * S) + (1 if over == 0 else 0))
    assert shown.periods == periods
    assert shown.left == round(left * S) - (1 if over == 0 else 0)


def test_a_period_is_kept_if_the_turn_ends_within_it() -> None:
    clocks, now = turns(CONTROLS[ClockKind.BYO_YOMI], 2, 25, 1, 9, 1, 11, 1)
    shown = read(clocks, 0, now)
    assert (shown.left, shown.periods) == (0, 2)


def test_a_delay_is_shown_before_the_bank_is_touched() -> None:
    control = CONTROLS[ClockKind.DELAY]
    clocks = hand_over(start(control, 2), 0, (0,))
    assert read(clocks, 0, 2 * S).delay == 3 * S
    assert read(clocks, 0, 2 * S).left == 60 * S
    assert read(clocks, 0, 7 * S).left == 58 * S


def test_overtime_is_counted_but_does_not_end_the_game() -> None:
    """IC-AP-6."""
    clocks, now = turns(CONTROLS[ClockKind.PER_TURN], 2, 40, 1, 35, 1)
    assert overtime(clocks, 0, now) == 15 * S
    bank, now = turns(CONTROLS[ClockKind.SUDDEN_DEATH], 2, 65, 1)
    assert overtime(bank, 0, now) == 5 * S


def test_without_a_limit_time_is_counted_up() -> None:
    clocks, now = turns(CONTROLS[ClockKind.NONE], 3, 10, 20, 30)
    readings = [read(clocks, seat, now + 5 * S) for seat in range(3)]
    assert [reading.used for reading in readings] == [15 * S, 20 * S, 30 * S]
    assert {reading.left for reading in readings} == {None}


@pytest.mark.parametrize("kind", ClockKind)
@pytest.mark.parametrize("players", range(2, 8))
def test_a_pause_stops_every_clock(kind: ClockKind, players: int) -> None:
    control = CONTROLS[kind]
    clocks, now = turns(control, players, *range(1, players))
    stopped = pause(clocks, now + 2 * S)
    before = [read(stopped, seat, now + 2 * S) for seat in range(players)]
    after = [read(stopped, seat, now + 999 * S) for seat in range(players)]
    assert before == after
    resumed = resume(stopped, now + 999 * S)
    assert [read(resumed, seat, now + 999 * S) for seat in range(players)] == before


@pytest.mark.parametrize("kind", ClockKind)
@pytest.mark.parametrize("players", range(2, 8))
def test_with_simultaneous_turns_all_clocks_run_or_none(kind: ClockKind, players: int) -> None:
    control = CONTROLS[kind]
    for everybody in (True, False):
        rule = replace(control, simultaneous=everybody)
        clocks = hand_over(start(rule, players), 0, range(players))
        used = [read(clocks, seat, 7 * S).used for seat in range(players)]
        assert used == [7 * S if everybody else 0] * players


@given(
    st.sampled_from(list(ClockKind)),
    st.integers(2, 7),
    st.lists(st.integers(0, 90_000), max_size=12),
    st.lists(st.integers(0, 90_000), max_size=12),
)
def test_time_does_not_depend_on_how_often_it_is_read(
    kind: ClockKind, players: int, lengths: list[int], looks: list[int]
) -> None:
    """Looking at the clock and pausing for no time at all change nothing."""
    control = CONTROLS[kind]
    plain, now = turns(control, players, *(length / S for length in lengths))
    looked, moment = start(control, players), 0
    looked = hand_over(looked, 0, (0,))
    for i, length in enumerate(lengths):
        for instant in sorted(looks):
            if instant < length:
                looked = resume(pause(looked, moment + instant), moment + instant)
        moment += length
        looked = hand_over(looked, moment, ((i + 1) % players,))
    assert looked == plain
    assert moment == now


@given(st.integers(2, 7), st.lists(st.integers(0, 90_000), max_size=20))
def test_an_hourglass_loses_no_sand(players: int, lengths: list[int]) -> None:
    control = CONTROLS[ClockKind.HOURGLASS]
    clocks, now = turns(control, players, *(length / S for length in lengths))
    left = [read(clocks, seat, now).left for seat in range(players)]
    assert sum(seconds or 0 for seconds in left) == players * control.main


def test_an_hourglass_of_one_player_runs_out() -> None:
    clocks, now = turns(CONTROLS[ClockKind.HOURGLASS], 1, 20)
    assert read(clocks, 0, now + 5 * S).left == 35 * S
    assert end_turn(settle(clocks, now + 5 * S), 0).seats[0].left == 35 * S


def test_whoever_has_left_gains_no_time_in_an_hourglass() -> None:
    control = CONTROLS[ClockKind.HOURGLASS]
    clocks = hand_over(start(control, 3), 0, (0,), gone=(2,))
    assert [read(clocks, seat, 10 * S).left for seat in range(3)] == [50 * S, 70 * S, 60 * S]
    clocks = hand_over(clocks, 10 * S, (1,), gone=())
    assert [read(clocks, seat, 14 * S).left for seat in range(3)] == [52 * S, 66 * S, 62 * S]
    alone = hand_over(start(control, 2), 0, (0,), gone=(1,))
    assert [read(alone, seat, 10 * S).left for seat in (0, 1)] == [50 * S, 60 * S]


@given(st.sampled_from(list(ClockKind)), st.integers(0, 200_000))
def test_the_next_change_is_when_the_shown_second_changes(kind: ClockKind, now: int) -> None:
    control = CONTROLS[kind]
    clocks = hand_over(start(control, 2), 0, (0,))
    due = next_change(clocks, now)
    assert due is not None
    assert now < due <= now + S
    assert next_change(pause(clocks, now), now) is None


def test_a_warning_is_due_once_when_its_time_has_passed() -> None:
    control = Control(ClockKind.SUDDEN_DEATH, 90 * S, warnings=(60 * S, 10 * S))
    assert due_warnings(control, 61 * S, 60 * S) == (60 * S,)
    assert due_warnings(control, 60 * S, 59 * S) == ()
    assert due_warnings(control, 61 * S, 9 * S) == (60 * S, 10 * S)
    assert due_warnings(control, None, 5) == ()


def test_a_control_is_read_from_json() -> None:
    control = Control(ClockKind.FISCHER, 90_000, 3000, warnings=(5000,))
    struct = {"kind": "fischer", "main": 90_000, "extra": 3000, "warnings": [5000]}
    assert control_of(struct) == control
    with pytest.raises(ValueError, match="unknown time control 'chess'"):
        control_of({"kind": "chess"})
    with pytest.raises(ValueError, match="no such key of a clock: bank"):
        control_of({"bank": 1})
