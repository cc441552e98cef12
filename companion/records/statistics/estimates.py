"""Estimates of a study, in plain Python: shares and means with intervals, by setup."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from statistics import mean, stdev
from typing import Final

import msgspec

from companion.records.interval import wilson
from companion.records.result_lines import GameResult

_Z: Final = 1.96


class IntervalEstimate(msgspec.Struct, frozen=True):
    """A figure with the interval that holds the true one in 95 of 100 cases."""

    label: str
    value: float
    low: float
    high: float
    of: int
    """How many games or seats it rests on."""


def by_setup(
    games: Iterable[GameResult], varied: Sequence[str]
) -> Mapping[str, Sequence[GameResult]]:
    """Return games by the values of the options that were varied."""
    groups: dict[str, list[GameResult]] = defaultdict(list)
    for game in games:
        groups[", ".join(f"{key}={game.options.get(key)}" for key in varied)].append(game)
    return groups


def wins(games: Sequence[GameResult]) -> list[IntervalEstimate]:
    """Return how often each seat wins, in percent. A shared win counts for each who shares it."""
    answers = []
    for seat, name in enumerate(games[0].players):
        won = sum(seat in game.result.winners for game in games)
        answers.append(share(name, won, len(games)))
    return answers


def starting(games: Sequence[GameResult]) -> list[IntervalEstimate]:
    """Return how often whoever acts first wins, and the others, in percent of their chances."""
    first = [game for game in games if game.result.starter is not None]
    if not first:
        return []
    others = sum(len(game.players) - 1 for game in first)
    won = sum(game.result.starter in game.result.winners for game in first)
    rest = sum(len(game.result.winners) for game in first) - won
    pairs = (("first", won, len(first)), ("others", rest, others))
    return [share(label, hits, of) for label, hits, of in pairs]


def points(games: Sequence[GameResult]) -> list[IntervalEstimate]:
    """Return the mean points of each seat."""
    return [
        _mean(name, [game.result.points[seat] for game in games])
        for seat, name in enumerate(games[0].players)
    ]


def rules(games: Sequence[GameResult]) -> list[IntervalEstimate]:
    """Return the mean points of a seat from each rule, where that rule was in play."""
    seats: dict[str, list[int]] = defaultdict(list)
    for game in games:
        found: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for seat, count, rule in game.result.lines:
            found[rule][seat] += count
        for rule, own in found.items():
            seats[rule] += [own.get(seat, 0) for seat in range(len(game.players))]
    answers = [_mean(rule, counts) for rule, counts in seats.items()]
    return sorted(answers, key=lambda answer: -abs(answer.value))


def share(label: str, hits: int, of: int) -> IntervalEstimate:
    """Return a share in percent; its interval holds it."""
    low, high = wilson(hits, of)
    return IntervalEstimate(label, 100 * (hits / of), 100 * low, 100 * high, of)


def _mean(label: str, values: Sequence[int]) -> IntervalEstimate:
    middle = mean(values)
    half = _Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return IntervalEstimate(label, middle, middle - half, middle + half, len(values))
