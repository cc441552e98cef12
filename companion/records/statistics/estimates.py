"""Estimates of a study, in plain Python: shares and means with intervals, by setup."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from companion.records import interval
from companion.records.result_lines import GameResult


class IntervalEstimate(msgspec.Struct, frozen=True):
    """An estimate with its 95 % confidence interval."""

    label: str
    value: float
    low: float
    high: float
    of: int
    """How many games or seats it rests on."""


def by_setup(
    games: Iterable[GameResult], varied: Sequence[str]
) -> Mapping[str, Sequence[GameResult]]:
    """Return games by the values of the varied options."""
    groups: dict[str, list[GameResult]] = defaultdict(list)
    for game in games:
        groups[", ".join(f"{key}={game.options.get(key)}" for key in varied)].append(game)
    return groups


def wins(games: Sequence[GameResult]) -> list[IntervalEstimate]:
    """Return each seat's wins in percent; a shared win is divided between the sides."""
    wins_by_game = [game.result.ranking.wins for game in games]
    return [
        share(name, [(float(won[seat]), 1) for won in wins_by_game])
        for seat, name in enumerate(games[0].players)
    ]


def starting(games: Sequence[GameResult]) -> list[IntervalEstimate]:
    """Return the wins of the first player, and of the others, in percent of their chances."""
    first, others = [], []
    for game in games:
        starter = game.result.starter
        if starter is not None:
            won = game.result.ranking.wins
            first.append((float(won[starter]), 1))
            others.append((float(sum(won) - won[starter]), len(won) - 1))
    if not first:
        return []
    return [share("first", first), share("others", others)]


def points(games: Sequence[GameResult]) -> list[IntervalEstimate]:
    """Return the mean points of each seat's side."""
    points_by_game = [game.result.ranking.points for game in games]
    return [
        _mean(name, [(points[seat], 1) for points in points_by_game])
        for seat, name in enumerate(games[0].players)
    ]


def rules(games: Sequence[GameResult]) -> list[IntervalEstimate]:
    """Return a seat's mean points from each rule, over all seats of all games."""
    found: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for number, game in enumerate(games):
        for _, count, rule in game.result.lines:
            found[rule][number] += count
    answers = [
        _mean(rule, [(own.get(n, 0), len(game.players)) for n, game in enumerate(games)])
        for rule, own in found.items()
    ]
    return sorted(answers, key=lambda answer: -abs(answer.value))


def share(label: str, games: Iterable[tuple[float, int]]) -> IntervalEstimate:
    """Return a share in percent from wins and chances by game, with its interval."""
    found = interval.sums(games)
    part = interval.share(found)
    return IntervalEstimate(label, 100 * part.value, 100 * part.low, 100 * part.high, int(found.of))


def _mean(label: str, games: Iterable[tuple[float, int]]) -> IntervalEstimate:
    found = interval.sums(games)
    middle = interval.mean(found)
    return IntervalEstimate(label, middle.value, middle.low, middle.high, int(found.of))
