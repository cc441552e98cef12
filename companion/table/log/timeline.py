"""Timeline of a game: who spent how much time before which step, kept when the log is edited.

Every step keeps the time that passed before it. The time of a step that goes stays with the turn in
which it was spent, as long as that is still played; it is given back only if the turn goes, too.
What has passed since the last step stays with those whose clocks were running.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from companion.engine.log import NewStep, Splice
from companion.table.clocks.time_control import Clocks, settle, spend
from companion.table.log.log_step import LogStep


class Stretch(msgspec.Struct, frozen=True):
    """Time that has passed before a step, on whose clocks: ``times`` are milliseconds by seat.

    The clocks of ``seats`` ran until its end. What other seats have spent was in turns that do not
    go on, as an earlier edit has put an end to them: that is theirs whatever becomes of the step.
    """

    seats: tuple[int, ...]
    times: tuple[int, ...]

    @property
    def time(self) -> int:
        """The milliseconds for which clocks ran that were running at the end."""
        return max((self.times[seat] for seat in self.seats), default=0)

    @property
    def of_running(self) -> "Stretch":
        """The same time without what others have spent."""
        own = (time if seat in self.seats else 0 for seat, time in enumerate(self.times))
        return Stretch(self.seats, tuple(own))


class Slot(msgspec.Struct, frozen=True):
    """What time may pass before a step: that of steps that are ``gone``, and its ``own``.

    A step that was forgotten has none of its own.
    """

    gone: tuple[Stretch, ...]
    own: Stretch | None


def totals(clocks: Clocks) -> tuple[int, ...]:
    """Return the time that each seat has used in the whole game."""
    return tuple(seat.used + seat.turn for seat in clocks.seats)


def between(before: Clocks, after: Clocks) -> tuple[int, ...]:
    """Return the milliseconds that each seat has used between two moments."""
    pairs = zip(totals(before), totals(after), strict=True)
    return tuple(later - earlier for earlier, later in pairs)


def advance(clocks: Clocks, time: int) -> Clocks:
    """Return the clocks after some milliseconds, in which they are not paused."""
    running = replace(clocks, paused=False)
    return settle(running, running.at + time)


def _advance_exactly(clocks: Clocks, stretch: Stretch) -> Clocks:
    """Return the clocks after a stretch, each of which counts what it has counted then."""
    seats = tuple(
        replace(clock, turn=clock.turn + stretch.times[seat]) if seat in stretch.seats else clock
        for seat, clock in enumerate(clocks.seats)
    )
    return replace(clocks, seats=seats, at=clocks.at + stretch.time, paused=False)


def spend_all(clocks: Clocks, stretch: Stretch) -> Clocks:
    """Return the clocks after a stretch that was spent in turns that do not go on."""
    for seat, time in enumerate(stretch.times):
        clocks = spend(clocks, (seat,), time)
    return clocks


def _spend_others(clocks: Clocks, stretch: Stretch) -> Clocks:
    """Return the clocks after what others than those running have spent in a stretch."""
    pairs = zip(stretch.times, stretch.of_running.times, strict=True)
    return spend_all(clocks, Stretch((), tuple(time - own for time, own in pairs)))


def advance_to_step(
    clocks: Clocks, waiting: Sequence[Stretch], slot: Slot
) -> tuple[Clocks, tuple[Stretch, ...]]:
    """Return the clocks before a step, and the stretches that wait for the next one.

    The time of steps that are gone passes only for those who spent it.
    """
    left: list[Stretch] = []
    for stretch in (*waiting, *slot.gone):
        clocks = _spend_others(clocks, stretch)
        if stretch.seats == clocks.running:
            clocks = _advance_exactly(clocks, stretch)
        else:
            left.append(stretch.of_running)
    own = slot.own
    if own is None:
        return clocks, tuple(left)
    clocks = _spend_others(clocks, own)
    if own.seats == clocks.running:
        return _advance_exactly(clocks, own), ()
    return advance(clocks, own.time), ()


def schedule(steps_before: Sequence[LogStep], now: Clocks, splice: Splice) -> Iterator[Slot]:
    """Yield the time before each step from the first that an edit replaces, then until now.

    ``steps_before`` and ``now`` are the steps and the clocks before the edit. What has passed since
    the last step is nobody's own time.
    """
    spent = stretches(steps_before, now)
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
    """Yield each step that stays, and whatever follows the last, with those that go before it."""
    gone: list[int] = []
    for number in (*splice.numbers, splice.numbers.stop):
        if number in kept or number == splice.numbers.stop:
            yield number, gone
            gone = []
        else:
            gone.append(number)


def stretches(steps_before: Sequence[LogStep], now: Clocks) -> list[Stretch]:
    """Return the time before each step, and that since the last."""
    clocks = [*(step.clocks for step in steps_before), now]
    nothing = replace(now, seats=tuple(replace(seat, used=0, turn=0) for seat in now.seats))
    return [
        Stretch(after.running, between(before, after))
        for before, after in pairwise([nothing, *clocks])
    ]
