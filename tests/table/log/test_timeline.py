"""Time through a repair: what stays in the log stays with whoever spent it, whoever else runs."""

import random
from collections.abc import Sequence

import pytest

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Action, Setup
from companion.games.essence.actions import CorrectPawn, Vote
from companion.games.inner_compass.actions import CorrectEP, EndTurn, Imprint
from companion.table.clocks.kinds import ClockKind
from companion.table.clocks.time_control import Reading, read, settle
from companion.table.command import Command
from companion.table.history.entries import apply_repair, resume
from companion.table.log.repair import Delete, Edit, Insert, Move, begin
from companion.table.log.timeline import totals
from companion.table.play import take
from companion.table.table import Table, handle
from companion.table.table import begin as set_up
from tests.table.test_time import CONTROLS, S, at

DRAW = sampler(random.Random(1))
EVERY_KIND = pytest.mark.parametrize("kind", list(ClockKind))
NOW = 400
MEMORY = Imprint("Y", None, None, None)


def table_of(name: str, level: str, players: int, kind: ClockKind) -> Table:
    setup = Setup(("Ann", "Ben", "Cleo", "Dan")[:players], level, clock=CONTROLS[kind])
    drawn = set_up(registry.load(name), setup, (), at(0), sampler(random.Random(3))).table
    return handle(drawn, Command.BACK, at(0), DRAW).table


def played(table: Table, *actions: Action, first: int = 0) -> Table:
    """The table after actions that took 10 s, 11 s, 12 s and so on."""
    now = table.clocks.at / S
    for number, action in enumerate(actions, first):
        now += 10 + number
        before = len(table.steps)
        table = take(table, action, at(now), DRAW)
        assert table.steps[before].action == action
    return table


def edited(table: Table, edit: Edit) -> Table:
    """The table after a repair in which every step fits; a restart shows the same."""
    repair = begin(table, edit, DRAW)
    assert (repair.misfit, repair.dropped, repair.added, repair.left_out) == (None, (), (), ())
    after = apply_repair(table, repair, at(NOW))
    again = resume(table.game, table.setup, table.enter, after.entries)
    assert (again.steps, totals(again.clocks)) == (after.steps, totals(after.clocks))
    return after


def spent(table: Table) -> tuple[int, ...]:
    """What each seat has spent by the moment of the repair."""
    return totals(settle(table.clocks, NOW * S))


def shown(table: Table) -> Sequence[Reading]:
    """What each clock shows at the moment of the repair."""
    return [read(table.clocks, seat, NOW * S) for seat in range(len(table.setup.players))]


def vote(table: Table, seat: int) -> Action:
    legal = table.game.legal_actions(table.state, seat)
    return next(action for action in legal if isinstance(action, Vote))


def is_a_vote(table: Table) -> bool:
    return len(table.clocks.running) > 1


def at_a_vote(kind: ClockKind) -> Table:
    """Essence for four, when all of them vote at once."""
    table = table_of("essence", "full", 4, kind)
    while not is_a_vote(table):
        seat = table.game.current_player(table.state)
        table = played(table, table.game.legal_actions(table.state, seat)[0])
    return table


@EVERY_KIND
def test_a_step_that_moves_to_the_turn_of_somebody_else_moves_no_time(kind: ClockKind) -> None:
    """Twelve seconds of the second player led to a correction; it belongs to the turn before."""
    table = table_of("inner-compass", "track", 3, kind)
    first = len(table.steps) + 1
    seat = table.state.current
    table = played(table, MEMORY, EndTurn(), CorrectEP(seat, 2), EndTurn())
    after = edited(table, Move(first + 2, first))
    assert (spent(after), shown(after)) == (spent(table), shown(table))
    back = edited(after, Move(first, first + 2))
    assert (spent(back), shown(back)) == (spent(table), shown(table))


@EVERY_KIND
def test_a_step_that_moves_by_two_turns_leaves_every_clock_as_it_is(kind: ClockKind) -> None:
    """Neither delay nor period is counted twice because the time of a turn is in two places."""
    table = table_of("inner-compass", "track", 3, kind)
    first = len(table.steps) + 1
    seat = table.state.current
    table = played(
        table, CorrectEP(seat, 2), MEMORY, EndTurn(), EndTurn(), EndTurn(), CorrectEP(seat, 1)
    )
    for move in (Move(first, first + 3), Move(first + 5, first + 1), Move(first + 5, first + 3)):
        after = edited(table, move)
        assert shown(after) == shown(table)
        assert after.clocks.running == table.clocks.running


@EVERY_KIND
def test_a_step_taken_while_all_acted_takes_the_time_of_all_along(kind: ClockKind) -> None:
    """The correction moves to where one player acts alone: three would lose theirs."""
    table = at_a_vote(kind)
    before = len(table.steps)
    table = played(table, CorrectPawn(1, 1), vote(table, 0))
    after = edited(table, Move(before + 1, before))
    assert (spent(after), shown(after)) == (spent(table), shown(table))


@EVERY_KIND
def test_a_vote_that_goes_charges_nobody_for_the_votes_that_stay(kind: ClockKind) -> None:
    """Two have voted after the first one, whose clock stood still by then."""
    table = at_a_vote(kind)
    before = len(table.steps)
    voter, second, third, _ = table.clocks.running
    for number, seat in enumerate((voter, second, third)):
        table = played(table, vote(table, seat), first=number)
    after = edited(table, Delete(before + 1))
    assert is_a_vote(after)
    assert spent(after) == spent(table)


@EVERY_KIND
def test_a_step_inserted_while_all_act_leaves_every_clock_as_it_is(kind: ClockKind) -> None:
    """Nor does what a clock shows change: the bank, the delay and the periods."""
    table = at_a_vote(kind)
    before = len(table.steps)
    table = played(table, vote(table, 0), vote(table, 1), vote(table, 2))
    for place in range(before, len(table.steps) + 2):
        after = edited(table, Insert(place, CorrectPawn(1, 1)))
        assert shown(after) == shown(table)


@EVERY_KIND
def test_whoever_still_acts_spends_the_time_in_that_turn(kind: ClockKind) -> None:
    """No turn begins anew, with another delay or period, because somebody else acts as well."""
    table = at_a_vote(kind)
    before = len(table.steps)
    voter, last = table.clocks.running[0], table.clocks.running[-1]
    table = played(table, vote(table, voter), CorrectPawn(last, 1))
    after = edited(table, Delete(before + 1))
    assert shown(after)[last] == shown(table)[last]
