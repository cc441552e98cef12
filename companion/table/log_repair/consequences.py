"""Computes the consequences of a repair: points, time, and dropped steps."""

from collections import Counter
from typing import Any

from companion.engine.facets import SecretScore
from companion.engine.fold import Draw
from companion.engine.log import EntryKind
from companion.engine.rules import AnyGame
from companion.table.action_text import points_of
from companion.table.clocks.time_control import settle
from companion.table.history.entries import apply_repair
from companion.table.log.consequences import Consequences
from companion.table.log.log_step import LogStep
from companion.table.log.repair import Repair, drop_misfits
from companion.table.log.timeline import totals
from companion.table.log_repair.turn_log import by_hand
from companion.table.state import Table, Timestamp


def consequences(table: Table, repair: Repair, timestamp: Timestamp, draw: Draw) -> Consequences:
    """Return the consequences of a repair."""
    whole = drop_misfits(repair, draw)
    after = apply_repair(table, whole, timestamp)
    before = _used(table, timestamp)
    steps = table.steps
    return Consequences(
        points=_gained(table, after),
        times=tuple(
            (seat, now - then)
            for seat, (then, now) in enumerate(zip(before, totals(after.clocks), strict=True))
            if then != now
        ),
        misfits=tuple(steps[n - 1] for n in whole.dropped[len(repair.dropped) :]),
        dropped=tuple(steps[n - 1] for n in repair.dropped),
        kept=tuple(steps[n - 1] for n in repair.kept),
        left_out=tuple(steps[n - 1] for n in whole.left_out if by_hand(table, steps[n - 1])),
        added=whole.added,
    )


def _used(table: Table, timestamp: Timestamp) -> tuple[int, ...]:
    return totals(settle(table.clocks, timestamp.clock))


def _gained(before: Table, after: Table) -> tuple[tuple[int, int], ...]:
    """Return the difference in public points, by seat."""
    points = _points(after)
    points.subtract(_points(before))
    return tuple((seat, gain) for seat, gain in sorted(points.items()) if gain)


def _points(table: Table) -> Counter[int]:
    """Return the publicly known points: public ones, and those that steps gave publicly.

    Points of a step count only where no score line shows them: they then add to a secret total.
    """
    game, points = table.game, _lying_open(table.game, table.state)
    if isinstance(game, SecretScore) and not game.is_terminal(table.state):
        for log_step in table.steps:
            points.update(_given_openly(game, log_step))
    return points


def _lying_open(game: AnyGame, state: Any) -> Counter[int]:  # noqa: ANN401 - a game's
    """Return the points of the public score lines, by seat."""
    points = Counter[int]()
    for line in game.open_score(state):
        points[line.player] += line.points
    return points


def _given_openly(game: AnyGame, log_step: LogStep) -> Counter[int]:
    """Return the points that steps have publicly added to secret totals, by seat."""
    before, after = log_step.state, log_step.step.state
    points = Counter[int]()
    if log_step.entry.kind is EntryKind.CORRECTION:
        points.update(dict(enumerate(game.returns(after))))
        points.subtract(dict(enumerate(game.returns(before))))
        points.subtract(_lying_open(game, after))
        points.update(_lying_open(game, before))
        return points
    gifts = [
        (event, seat, given)
        for event in log_step.step.events
        for seat in range(len(game.returns(after)))
        if (given := points_of(event, seat)) and game.audience(before, event) is None
    ]
    shown = {(line.player, line.rule) for line in game.open_score(after)} if gifts else set()
    for event, seat, given in gifts:
        if (seat, event.rule) not in shown:
            points[seat] += given
    return points
