"""Timeline of a game: who spent how much time before which step, kept when the log is edited.

Every step keeps the time that passed before it, for the seats that spent it. The time of a removed
step stays with the turn in which it was spent as long as that turn exists; it is restored only if
the turn is removed, too. Time since the last step stays with the seats whose clocks were running.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from companion.engine.log import NewStep, Splice
from companion.table.clocks.time_control import Clocks, settle, spend
from companion.table.log.log_step import LogStep


class Stretch(msgspec.Struct, frozen=True):
    """Time that passed before a step: ``times`` are milliseconds by seat.

    The clocks of ``seats`` ran until its end. Time of other seats was spent in turns that an
    earlier edit has ended: they keep it even if the step is removed.
    """

    seats: tuple[int, ...]
    times: tuple[int, ...]

    @property
    def time(self) -> int:
        """The milliseconds of the clocks that were running at the end."""
        return max((self.times[seat] for seat in self.seats), default=0)

    @property
    def of_running(self) -> "Stretch":
        """This stretch without the time of other seats."""
        own = (time if seat in self.seats else 0 for seat, time in enumerate(self.times))
        return Stretch(self.seats, tuple(own))


class Slot(msgspec.Struct, frozen=True):
    """The time before a step: that of removed steps (``gone``), and its ``own``.

    An inserted step has no time of its own.
    """

    gone: tuple[Stretch, ...]
    own: Stretch | None


def totals(clocks: Clocks) -> tuple[int, ...]:
    """Return the time that each seat has used in the whole game."""
    return tuple(seat.used + seat.turn for seat in clocks.seats)


def between(before: Clocks, after: Clocks) -> tuple[int, ...]:
    """Return the milliseconds that each seat used between two timestamps."""
    pairs = zip(totals(before), totals(after), strict=True)
    return tuple(later - earlier for earlier, later in pairs)


def advance(clocks: Clocks, time: int) -> Clocks:
    """Return the clocks after some milliseconds, in which they run."""
    running = replace(clocks, paused=False)
    return settle(running, running.at + time)


def spend_all(clocks: Clocks, stretch: Stretch) -> Clocks:
    """Return the clocks after a stretch, for the seats that spent it, whichever run now.

    The time counts in the current turn of a seat that acts, and otherwise as a turn of its own.
    """
    for seat, time in enumerate(stretch.times):
        if seat in clocks.running:
            acting = replace(clocks.seats[seat], turn=clocks.seats[seat].turn + time)
            seats = (*clocks.seats[:seat], acting, *clocks.seats[seat + 1 :])
            clocks = replace(clocks, seats=seats)
        else:
            clocks = spend(clocks, (seat,), time)
    return clocks


def _pass(clocks: Clocks, stretch: Stretch) -> Clocks:
    """Return the clocks after a stretch, in which they are not paused."""
    spent = spend_all(clocks, stretch)
    return replace(spent, at=clocks.at + stretch.time, paused=False)


def _spend_others(clocks: Clocks, stretch: Stretch) -> Clocks:
    """Return the clocks after the time that seats not running spent in a stretch."""
    pairs = zip(stretch.times, stretch.of_running.times, strict=True)
    return spend_all(clocks, Stretch((), tuple(time - own for time, own in pairs)))


def advance_to_step(
    clocks: Clocks, waiting: Sequence[Stretch], slot: Slot
) -> tuple[Clocks, tuple[Stretch, ...]]:
    """Return the clocks before a step, and the stretches carried over to the next one.

    The time of removed steps only passes in turns of the seats that spent it. A step that stays
    keeps its own for the seats that spent it.
    """
    left: list[Stretch] = []
    for stretch in (*waiting, *slot.gone):
        if stretch.seats == clocks.running:
            clocks = _pass(clocks, stretch)
        else:
            clocks = _spend_others(clocks, stretch)
            left.append(stretch.of_running)
    if slot.own is None:
        return clocks, tuple(left)
    return _pass(clocks, slot.own), ()


def keeps_all(splice: Splice) -> bool:
    """Return whether every step of an edit stays, perhaps elsewhere, or another has its time."""
    return set(splice.numbers) <= {_source(step) for step in splice.steps}


def schedule(
    steps_before: Sequence[LogStep], now: Clocks, splice: Splice, origin: Clocks | None = None
) -> Iterator[Slot]:
    """Yield the time before each step from the first that an edit replaces, then until now.

    ``steps_before`` and ``now`` are the steps and the clocks before the edit. Time since the last
    step belongs to no step. ``origin`` are the clocks before the first step, if some had passed.
    """
    spent = stretches(steps_before, now, origin)
    sources = [_source(step) for step in splice.steps]
    gone = dict(_gone(splice, [source for source in sources if source is not None]))
    now_is = len(spent)
    gone[now_is] = [*gone.get(now_is, ()), now_is]
    sources += range(splice.numbers.stop, now_is + 1)
    for at, source in enumerate(sources):
        following = next(each for each in sources[at:] if each is not None)
        waiting = tuple(spent[number - 1] for number in gone.pop(following, ()))
        own = None if source in (None, now_is) else spent[source - 1]
        yield Slot(waiting, own)


def _source(step: int | NewStep) -> int | None:
    """Return the number of the step whose time a step of an edit keeps."""
    return step if isinstance(step, int) else step.was


def _gone(splice: Splice, kept: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield each kept step, and the end, with the removed steps before it."""
    gone: list[int] = []
    for number in (*splice.numbers, splice.numbers.stop):
        if number in kept or number == splice.numbers.stop:
            yield number, gone
            gone = []
        else:
            gone.append(number)


def stretches(
    steps_before: Sequence[LogStep], now: Clocks, origin: Clocks | None = None
) -> list[Stretch]:
    """Return the time before each step since ``origin``, and that after the last one."""
    clocks = [*(step.clocks for step in steps_before), now]
    nothing = replace(now, seats=tuple(replace(seat, used=0, turn=0) for seat in now.seats))
    return [
        Stretch(after.running, between(before, after))
        for before, after in pairwise([origin or nothing, *clocks])
    ]
