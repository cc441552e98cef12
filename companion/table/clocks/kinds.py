"""The kinds of time control, by their standard names, and the times of one; in milliseconds."""

from enum import StrEnum

import msgspec


class ClockKind(StrEnum):
    """The time controls, by their standard names."""

    NONE = "none"
    """No limit: a stopwatch for each player."""
    PER_TURN = "per_turn"
    """A sand timer: each turn has the same time."""
    SUDDEN_DEATH = "sudden_death"
    """One bank for the whole game."""
    FISCHER = "fischer"
    """A bank that grows by the increment before every turn, the first included (FIDE)."""
    BRONSTEIN = "bronstein"
    """After a turn the time used is given back, up to the delay; the bank never rises."""
    DELAY = "delay"
    """Simple (US) delay: the bank waits for the delay at the start of each turn."""
    BYO_YOMI = "byo_yomi"
    """A bank, then periods; a period is kept if the turn ends within it."""
    HOURGLASS = "hourglass"
    """The others who are there gain the time that a player uses, in equal shares; alone, nobody."""


class Control(msgspec.Struct, frozen=True):
    """A time control. All times are in milliseconds.

    ``main`` is the bank, or the time for a turn; ``extra`` is the increment, delay or period, and
    ``periods`` the number of periods. ``simultaneous`` is whether all clocks run when several act
    at once, or none. ``warnings`` are the times left at which a player is warned.
    """

    kind: ClockKind = ClockKind.NONE
    main: int = 0
    extra: int = 0
    periods: int = 0
    simultaneous: bool = True
    warnings: tuple[int, ...] = (60_000, 10_000)
