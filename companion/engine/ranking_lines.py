"""The ranking after the end of a game, as lines for a small display."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from companion.engine.game import Line
from companion.engine.text import Seat, Text, text


def ranking_lines(
    totals: Sequence[int],
    winners: Sequence[int],
    points: Callable[[int], Text],
    seats: Iterable[int] | None = None,
) -> Iterator[Line]:
    """Yield the seats from best to worst, with their ranks and points in words.

    Tied seats share a rank, but not that of the winners.
    """
    ranked = range(len(totals)) if seats is None else tuple(seats)
    for seat in sorted(ranked, key=lambda other: (-totals[other], other not in winners)):
        better = sum(totals[other] > totals[seat] for other in ranked)
        place = 1 if seat in winners else 1 + max(len(winners), better)
        mark = "turn" if seat in winners else ""
        left = text("line.rank", place=place, player=Seat(seat))
        yield Line(left, points(totals[seat]), mark=mark)
