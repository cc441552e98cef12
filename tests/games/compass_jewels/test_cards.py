"""Cards: notation, turns, the 30 kinds."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.compass_jewels.cards import (
    COLOURS,
    COPIES,
    DECK,
    DIRECTIONS,
    KINDS,
    border,
    card,
    facing,
    following,
    is_card,
    kind,
    middle,
    side,
    turned,
    ways_to_lie,
)

lying = st.permutations(COLOURS).map(lambda letters: card(letters[0], "".join(letters[1:])))


def test_a_card_is_written_middle_first_then_clockwise_from_the_north() -> None:
    """CJ-NOTE-1, CJ-NOTE-2."""
    assert middle("R/YGBP") == "R"
    assert {direction: side("R/YGBP", direction) for direction in DIRECTIONS} == dict(
        zip("NESW", "YGBP", strict=True)
    )


@pytest.mark.parametrize("token", ["R/YGBR", "R/YGB", "RYGBP", "R-YGBP", "r/ygbp", "", "X/YGBP", 5])
def test_each_of_the_five_colours_is_used_once(token: object) -> None:
    """CJ-COMP-2."""
    assert not is_card(token)
    assert is_card("R/YGBP")


def test_quarter_turns_go_clockwise() -> None:
    """CJ-NOTE-4, CJ-X07."""
    assert [turned("R/YGBP", n) for n in (1, 2, 3)] == ["R/PYGB", "R/BPYG", "R/GBPY"]
    assert len({kind(card) for card in ways_to_lie("R/YGBP")}) == 1


def test_a_mirror_image_is_another_kind() -> None:
    """CJ-COMP-4, CJ-X07."""
    assert kind("R/YPBG") != kind("R/YGBP")


def test_a_kind_is_written_with_the_first_letter_of_the_alphabet_at_north() -> None:
    """CJ-DATA-4."""
    assert kind("R/YGBP") == "R/BPYG"


def test_there_are_30_kinds_twice_each_and_nothing_else() -> None:
    """CJ-COMP-1, CJ-COMP-3, CJ-DATA-1: every possible card is of one of these kinds."""
    assert (len(KINDS), COPIES, DECK) == (30, 2, 60)
    assert set(Counter(map(middle, KINDS)).values()) == {6}
    assert all(is_card(card) and kind(card) == card for card in KINDS)


@given(lying)
def test_four_turns_lead_back(card: str) -> None:
    assert kind(card) in KINDS
    assert turned(turned(card, 3), 1) == turned(card, 4) == card
    assert len(set(ways_to_lie(card))) == 4


@given(lying)
def test_a_card_can_face_north_with_each_of_its_borders(card: str) -> None:
    assert {facing(card, colour) for colour in border(card)} == set(ways_to_lie(card))
    assert all(side(facing(card, colour), "N") == colour for colour in border(card))


@given(lying)
def test_what_follows_a_border_clockwise_does_not_change_with_turns(card: str) -> None:
    for colour in COLOURS:
        followers = {following(way, colour) for way in ways_to_lie(card)}
        assert len(followers) == 1
        assert (followers == {None}) == (colour == middle(card))
