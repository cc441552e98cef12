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
from companion.table.log.log_step import LogStep
from companion.table.time_control import Clocks, settle


class Stretch(msgspec.Struct, frozen=True):
    """Milliseconds in which the clocks of some seats ran."""

    seats: tuple[int, ...]
    time: int


class Slot(msgspec.Struct, frozen=True):
    """What time may pass before a step: that of steps that are ``gone``, and its ``own``.

    A step that was forgotten has none of its own.
    """

    gone: tuple[Stretch, ...]
    own: Stretch | None


def totals(clocks: Clocks) -> tuple[int, ...]:
    """Return the time that each seat has used in the whole game."""
    return tuple(seat.used + seat.turn for seat in clocks.seats)


def between(before: Clocks, after: Clocks) -> int:
    """Return the milliseconds for which clocks ran between two moments, without a step's end."""
    pairs = zip(totals(before), totals(after), strict=True)
    return max((later - earlier for earlier, later in pairs), default=0)


def advance(clocks: Clocks, time: int) -> Clocks:
    """Return the clocks after some milliseconds, in which they are not paused."""
    running = replace(clocks, paused=False)
    return settle(running, running.at + time)


def advance_to_step(
    clocks: Clocks, waiting: Sequence[Stretch], slot: Slot
) -> tuple[Clocks, tuple[Stretch, ...]]:
    """Return the clocks before a step, and the stretches that wait for the next one.

    The time of steps that are gone passes only for those who spent it.
    """
    left: list[Stretch] = []
    for stretch in (*waiting, *slot.gone):
        if stretch.seats == clocks.running:
            clocks = advance(clocks, stretch.time)
        else:
            left.append(stretch)
    if slot.own is None:
        return clocks, tuple(left)
    return advance(clocks, slot.own.time), ()


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
