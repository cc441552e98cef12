"""95 % confidence intervals of shares and means, with games as clusters.

Seats of one game are dependent: one wins because the others do not. So the independent unit is the
game, and the variance of an estimate is that of its games (Cochran, Sampling Techniques, 1977,
chapter 6: ratio estimates). ``labs/statistics`` measures how often the intervals contain the true
value.
"""

from collections.abc import Iterable
from math import sqrt
from typing import Final

import msgspec

_Z: Final = 1.959964
"""The quantile of the normal distribution for 95 of 100."""


class Interval(msgspec.Struct, frozen=True):
    """An estimate with the limits of its 95 % confidence interval."""

    value: float
    low: float
    high: float


class GameSums(msgspec.Struct, frozen=True):
    """Sums over games that determine a ratio and its variance."""

    games: int
    total: float
    """What was counted: wins, points."""
    of: float
    """Of how many it was counted: seats."""
    residual: float
    """The sum over games of (total - ratio * of) squared."""


def sums(games: Iterable[tuple[float, float]]) -> GameSums:
    """Return the sums over pairs of a count in a game, and its total there."""
    pairs = tuple(games)
    total, of = sum(count for count, _ in pairs), sum(seats for _, seats in pairs)
    ratio = total / of if of else 0.0
    residual = sum((count - ratio * seats) ** 2 for count, seats in pairs)
    return GameSums(len(pairs), total, of, residual)


def share(found: GameSums) -> Interval:
    """Return a share with an interval within 0 and 1.

    It is Wilson's, for the effective number of games, or Student's where a game counts several
    seats, because Wilson's assumes that all of them could win.
    """
    if not found.of:
        return Interval(0.0, *wilson(0, 0))
    value = found.total / found.of
    variance = _variance(found)
    if variance > 0 and found.of > found.games:
        middle = mean(found)
        return Interval(value, max(0.0, middle.low), min(1.0, middle.high))
    # What no game differs in says as much as the number of games.
    certain = value * (1 - value) / variance if variance > 0 else float(found.games)
    return Interval(value, *wilson(value * certain, certain))


def mean(found: GameSums) -> Interval:
    """Return a mean with Student's interval for the number of games."""
    value = found.total / found.of if found.of else 0.0
    half = _student(found.games - 1) * sqrt(_variance(found)) if found.games > 1 else 0.0
    return Interval(value, value - half, value + half)


def _variance(found: GameSums) -> float:
    if found.games < 2:  # noqa: PLR2004 - one game says nothing of how games differ
        return 0.0
    return found.games / (found.games - 1) * found.residual / found.of**2


def _student(degrees: int) -> float:
    """Return the quantile of Student's distribution for 95 %.

    The series of Abramowitz and Stegun, 26.7.5; exact to a thousandth from five degrees on.
    """
    terms = (
        (_Z**3 + _Z) / 4,
        (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / 96,
        (3 * _Z**7 + 19 * _Z**5 + 17 * _Z**3 - 15 * _Z) / 384,
        (79 * _Z**9 + 776 * _Z**7 + 1482 * _Z**5 - 1920 * _Z**3 - 945 * _Z) / 92160,
    )
    return _Z + sum(term / float(degrees**power) for power, term in enumerate(terms, 1))


def wilson(hits: float, of: float) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share (Wilson, 1927).

    Both may be fractions. Without cases the interval is that from 0 to 1.
    """
    if of == 0:
        return 0.0, 1.0
    share, square = hits / of, _Z * _Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = _Z / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of * of))
    # Exactly, the share is always between them; rounded, at 0 and at 1 it need not be.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))
