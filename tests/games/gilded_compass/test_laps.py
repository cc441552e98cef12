"""Orders around the table, last laps, offers (GC-ROUND-3 to GC-ROUND-5, GC-R18)."""

import pytest

from companion.games.gilded_compass.laps import clockwise, ends_round, is_last, offered


def test_turns_go_clockwise_from_the_start_player() -> None:
    """GC-ROUND-3, GC-COMP-13."""
    assert clockwise(1, 3) == (1, 2, 0)


def test_the_last_player_sits_to_the_right_of_the_start_player() -> None:
    """GC-ROUND-4."""
    assert [is_last(seat, 1, 3) for seat in range(3)] == [True, False, False]


@pytest.mark.parametrize(
    ("seat", "last_lap", "ends"), [(0, True, True), (2, True, False), (0, False, False)]
)
def test_the_round_ends_after_the_last_player(seat: int, last_lap: bool, ends: bool) -> None:  # noqa: FBT001 - parameters
    """E26 and E27 (GC-ROUND-4): in the order B, C, A the last is A."""
    assert ends_round(seat, 1, 3, last_lap=last_lap) is ends


def test_the_first_taker_ends_an_offer_that_goes_round_once() -> None:
    """GC-ABIL-HELP."""
    offer = offered(2, 4, again=False).among((0, 1, 3))
    assert (offer.asked, offer.left) == (3, (3, 0, 1))
    assert offer.answered(used=False).asked == 0
    assert offer.answered(used=True).asked is None


def test_laps_go_on_until_a_whole_lap_brings_no_use() -> None:
    """GC-ABIL-GIFT, GC-R18."""
    offer = offered(0, 3, again=True).among((0, 2))
    offer = offer.answered(used=True).among((0, 2))
    assert offer.asked == 2
    offer = offer.answered(used=False).among((0, 2))
    assert (offer.asked, offer.used) == (0, False)
    offer = offer.answered(used=False).among((0, 2)).answered(used=False).among((0, 2))
    assert offer.asked is None


def test_nobody_is_asked_who_could_not() -> None:
    assert offered(0, 3, again=True).among(()).asked is None
