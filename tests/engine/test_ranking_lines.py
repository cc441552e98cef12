"""The ranking after the end, as lines."""

import pytest

from companion.engine.ranking_lines import ranking_lines
from companion.engine.text import Seat, text


@pytest.mark.parametrize(
    ("totals", "winners", "seats", "order", "places"),
    [
        ((3, 9, 5), (1,), None, [1, 2, 0], [1, 2, 3]),
        ((5, 5, 5), (1,), None, [1, 0, 2], [1, 2, 2]),
        ((7, 2, 7), (0, 2), None, [0, 2, 1], [1, 1, 3]),
        ((4, 6), (), None, [1, 0], [1, 2]),
        ((8, 0, 3), (2,), (1, 2), [2, 1], [1, 2]),
    ],
)
def test_who_is_level_shares_a_place_but_not_the_winners(
    totals: tuple[int, ...],
    winners: tuple[int, ...],
    seats: tuple[int, ...] | None,
    order: list[int],
    places: list[int],
) -> None:
    lines = [*ranking_lines(totals, winners, lambda n: text("line.points", n=n), seats)]
    assert [line.left.params["player"] for line in lines] == [Seat(seat) for seat in order]
    assert [line.left.params["place"] for line in lines] == places
    assert [line.right for line in lines] == [text("line.points", n=totals[i]) for i in order]
    assert [bool(line.mark) for line in lines] == [seat in winners for seat in order]
