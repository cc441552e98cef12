"""The situation track: EP, sliding, X, and the price of a memory."""

from itertools import permutations, product

import pytest

from companion.games.inner_compass.board import COLOURS
from companion.games.inner_compass.track import (
    TOKENS,
    Discount,
    Floor,
    Track,
    cost,
    discounted,
    is_start,
    points,
    slide,
)

STARTS = tuple(order for order in permutations(TOKENS) if is_start(order))


class TestStart:
    """IC-SETUP-6."""

    def test_600_of_720_orders(self) -> None:
        assert len(STARTS) == 600

    def test_x_is_not_on_top(self) -> None:
        assert all(order[0] != "X" for order in STARTS)

    @pytest.mark.parametrize("order", [(), ("Y",), tuple("YBKWRR"), tuple("YBKWRXX")])
    def test_each_token_is_there_once(self, order: Track) -> None:
        assert not is_start(order)


class TestSlide:
    """IC-TRACK-1, IC-TRACK-2, IC-TRACK-3, IC-R21, IC-R22."""

    @pytest.mark.parametrize("emotion", COLOURS)
    def test_as_hands_would_do_it(self, emotion: str) -> None:
        for order in STARTS:
            spaces = list(order)
            place = spaces.index(emotion)
            while place < 5:
                spaces[place], spaces[place + 1] = spaces[place + 1], spaces[place]
                place += 1
            jumps = 0
            while spaces[0] == "X":
                spaces.append(spaces.pop(0))
                jumps += 1
            assert jumps <= 1
            assert slide(order, emotion) == tuple(spaces)
            assert is_start(slide(order, emotion))

    def test_tokens_above_stay(self) -> None:
        assert slide(tuple("YBKWRX"), "W") == tuple("YBKRXW")

    def test_a_token_at_the_bottom_changes_nothing(self) -> None:
        assert slide(tuple("YBKWXR"), "R") == tuple("YBKWXR")

    def test_x_on_top_moves_below_the_token_just_slid(self) -> None:
        assert slide(tuple("BXYKWR"), "B") == tuple("YKWRBX")


class TestPoints:
    """IC-EP-1, IC-R20, IC-R45."""

    def test_are_read_beside_the_token(self) -> None:
        values = (6, 5, 4, 3, 2, 1)
        assert [points(tuple("YBKWRX"), values, colour) for colour in COLOURS] == [6, 5, 4, 3, 2]

    def test_other_numbers_of_an_owner(self) -> None:
        assert points(tuple("YBKWRX"), (0, 0, 9, 0, 0, 0), "K") == 9


class TestDiscount:
    """IC-COST-4, IC-R14."""

    def test_always_two_emotions_x_skipped(self) -> None:
        for order in STARTS:
            lowest = [emotion for emotion in reversed(order) if emotion != "X"][:2]
            assert sorted(discounted(order)) == sorted(lowest)

    def test_with_the_option_spaces_x_wastes_one(self) -> None:
        for order in STARTS:
            assert set(discounted(order, "spaces")) == set(order[-2:]) - {"X"}


class TestCost:
    """IC-COST-1, IC-COST-3, IC-COST-5, IC-R15."""

    @pytest.mark.parametrize(("emotion", "price"), list(zip(COLOURS, (1, 2, 2, 3, 3), strict=True)))
    def test_base(self, emotion: str, price: int) -> None:
        top = (emotion, *(token for token in TOKENS if token != emotion))
        assert cost(top, emotion, shared=False) == price
        assert cost(top, emotion, shared=True) == price + 1

    @pytest.mark.parametrize("discount", ["emotions", "spaces"])
    @pytest.mark.parametrize("floor", ["total", "emotion"])
    def test_every_price_is_the_sum_of_its_parts(self, discount: Discount, floor: Floor) -> None:
        for order, emotion, shared in product(STARTS, COLOURS, (False, True)):
            price = {"Y": 1, "B": 2, "K": 2, "W": 3, "R": 3}[emotion]
            less = emotion in discounted(order, discount)
            if floor == "total":
                expected = max(1, price + shared - less)
            else:
                expected = max(1, price - less) + shared
            computed = cost(order, emotion, shared=shared, discount=discount, floor=floor)
            assert computed == expected >= 1

    def test_the_floors_differ_only_for_a_shared_discounted_happiness(self) -> None:
        for order, emotion, shared in product(STARTS, COLOURS, (False, True)):
            total_floor = cost(order, emotion, shared=shared, floor="total")
            emotion_floor = cost(order, emotion, shared=shared, floor="emotion")
            special = emotion == "Y" and shared and "Y" in discounted(order)
            assert emotion_floor - total_floor == special
