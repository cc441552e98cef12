"""Question cards and their default set (ES-COMP-4, ES-DATA-2, ES-DATA-3)."""

from collections import Counter

import pytest

from companion.games.essence.questions import (
    COLOURS,
    SCALES,
    cards_for,
    default_questions,
)

CARDS = {card.id: card for card in default_questions()}


def test_there_are_fourteen_of_each_colour_and_nine_of_the_expansion() -> None:
    """ES-COMP-4, ES-DATA-3."""
    assert len(CARDS) == 56
    assert Counter(card.colour for card in CARDS.values()) == dict.fromkeys(COLOURS, 14)
    assert [card.id for card in CARDS.values() if card.e1] == [f"W{n:02}" for n in range(6, 15)]


@pytest.mark.parametrize(
    ("card", "deck"),
    [("Y07", "traits"), ("G07", "values"), ("B07", "activities"), ("W07", "traits")],
)
def test_the_phrase_deck_depends_on_the_colour(card: str, deck: str) -> None:
    assert CARDS[card].deck == deck


def test_even_white_cards_are_about_values() -> None:
    assert CARDS["W08"].deck == "values"


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (1, ("individual", 3, 3)),
        (2, ("group", 1, 5)),
        (3, ("individual", 1, 5)),
        (4, ("group", 1, 7)),
        (5, ("individual", 2, 2)),
        (6, ("group", 3, 3)),
        (7, ("individual", 1, 7)),
        (8, ("individual", 3, 3)),
        (14, ("individual", 1, 7)),
    ],
)
def test_symbol_cards_and_scale_go_by_the_number_modulo_7(
    number: int, kind: tuple[str, int, int]
) -> None:
    card = CARDS[f"B{number:02}"]
    assert (card.symbol, card.count, card.scale) == kind


def test_scale_and_phrase_cards_go_together() -> None:
    """ES-REVEAL-2, ES-R4."""
    assert [cards_for(scale) for scale in SCALES] == [2, 3, 1, 1]
    assert all(card.count == cards_for(card.scale) for card in CARDS.values())
