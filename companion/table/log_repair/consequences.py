"""Computes the consequences of a repair: points, time, and steps that are dropped."""

from collections import Counter

from companion.engine.facets import SecretScore
from companion.engine.fold import Draw
from companion.engine.log import EntryKind
from companion.table.action_text import points_of
from companion.table.ledger import apply_repair
from companion.table.log.consequences import Consequences
from companion.table.log.repair import Repair, drop_misfits
from companion.table.log.timeline import totals
from companion.table.log_repair.turn_log import by_hand
from companion.table.state import Table, Timestamp
from companion.table.time_control import settle


def consequences(table: Table, repair: Repair, timestamp: Timestamp, draw: Draw) -> Consequences:
    """Return what a repair leads to."""
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
    """Return the difference in points that everybody may know, by seat."""
    points = _points(after)
    points.subtract(_points(before))
    return tuple((seat, gain) for seat, gain in sorted(points.items()) if gain)


def _points(table: Table) -> Counter[int]:
    """Return the points that lie open; if totals are secret, those that steps gave openly."""
    game, points = table.game, Counter[int]()
    if not isinstance(game, SecretScore) or game.is_terminal(table.state):
        for line in game.open_score(table.state):
            points[line.player] += line.points
        return points
    for log_step in table.steps:
        if log_step.entry.kind is EntryKind.CORRECTION:
            points.update(dict(enumerate(game.returns(log_step.step.state))))
            points.subtract(dict(enumerate(game.returns(log_step.state))))
            continue
        for event in log_step.step.events:
            if game.audience(log_step.state, event) is None:
                for seat in range(len(table.setup.players)):
                    points[seat] += points_of(event, seat)
    return points
