"""Consequences of a repair of the log, as a value."""

import msgspec

from companion.engine.game import Action
from companion.table.log.log_step import LogStep


class Consequences(msgspec.Struct, frozen=True):
    """Consequences of a repair, if all undecided misfits are dropped."""

    points: tuple[tuple[int, int], ...] = ()
    """Seats whose points everybody can see, each with what it gains; negative if it loses."""
    times: tuple[tuple[int, int], ...] = ()
    """Seats whose clocks change, each with the milliseconds more that it has spent then."""
    misfits: tuple[LogStep, ...] = ()
    """The steps about which has to be decided."""
    dropped: tuple[LogStep, ...] = ()
    """The steps that go because people have said so."""
    kept: tuple[LogStep, ...] = ()
    """The steps in whose place corrections stand."""
    left_out: tuple[LogStep, ...] = ()
    """The steps for which the rules do not ask any more."""
    added: tuple[tuple[int, Action], ...] = ()
    """Actions that the rules required, with the seat that has to take them."""
