"""What a repair of the log leads to: who gains or loses points and time, and which steps go."""

from collections import Counter
from typing import Any

import msgspec

from companion.engine.fold import Draw
from companion.engine.game import Action
from companion.engine.rules import AnyGame
from companion.table.ledger import repaired
from companion.table.log.repair import Repair, settled
from companion.table.log.step import Past
from companion.table.log.timeline import totals
from companion.table.state import Moment, Table
from companion.table.time_control import settle


class Consequences(msgspec.Struct, frozen=True):
    """What differs after a repair, if everything goes that does not fit and is not decided yet."""

    points: tuple[tuple[int, int], ...]
    """Seats whose points everybody can see, each with what it gains; negative if it loses."""
    times: tuple[tuple[int, int], ...]
    """Seats whose clocks change, each with the milliseconds that it gets back."""
    misfits: tuple[Past, ...]
    """The steps about which has to be decided."""
    dropped: tuple[Past, ...]
    """The steps that go because people have said so."""
    added: tuple[Action, ...]
    """What the rules have required."""


def consequences(table: Table, repair: Repair, moment: Moment, draw: Draw) -> Consequences:
    """Return what a repair leads to."""
    whole = settled(repair, draw)
    after = repaired(table, whole, moment)
    before = _used(table, moment)
    past = table.past
    return Consequences(
        points=_gained(table.game, table.state, after.state),
        times=tuple(
            (seat, then - now)
            for seat, (then, now) in enumerate(zip(before, totals(after.clocks), strict=True))
            if then != now
        ),
        misfits=tuple(past[n - 1] for n in whole.dropped[len(repair.dropped) :]),
        dropped=tuple(past[n - 1] for n in repair.dropped),
        added=whole.added,
    )


def _used(table: Table, moment: Moment) -> tuple[int, ...]:
    return totals(settle(table.clocks, moment.clock))


def _gained(game: AnyGame, before: Any, after: Any) -> tuple[tuple[int, int], ...]:  # noqa: ANN401 - a game's
    """Return the difference in points that lie open, by seat."""
    points: Counter[int] = Counter()
    for line in game.open_score(after):
        points[line.player] += line.points
    for line in game.open_score(before):
        points[line.player] -= line.points
    return tuple((seat, gain) for seat, gain in sorted(points.items()) if gain)
