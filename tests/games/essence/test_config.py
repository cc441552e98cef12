"""Setup: players, colours, decks, rulings (section 2)."""

import pytest

from companion.engine.game import Setup, SetupError
from companion.games.essence import GAME
from companion.games.essence.decks import phrases_left, questions_left
from companion.games.essence.questions import COLOURS
from companion.games.essence.state import Phase
from companion.games.essence.variant import CENTRE, DATA, NUMERALS, PAWNS, variant
from tests.games.essence.tables import NAMES, begin, fields, play, refusal


@pytest.mark.parametrize("seats", range(2, 8))
def test_two_to_seven_people_can_play(seats: int) -> None:
    """ES-SETUP-1, ES-COMP-2."""
    state = GAME.new_initial_state(Setup(NAMES[:seats]))
    assert state.variant.pawns == PAWNS[:seats]
    assert fields(state) == (0,) * seats


@pytest.mark.parametrize("seats", [0, 1, 8])
def test_no_other_number_can_play(seats: int) -> None:
    with pytest.raises(SetupError, match="2 to 7 players"):
        GAME.new_initial_state(Setup((*NAMES, "Hal")[:seats]))


def test_the_oldest_sits_first_and_begins_when_all_are_ready() -> None:
    """ES-SETUP-4, ES-SETUP-5, ES-R2."""
    state = GAME.new_initial_state(Setup(NAMES[:3]))
    assert state.phase is Phase.SETUP
    assert GAME.current_player(state) == 0
    assert play(state, "begin").state.active == 0
    assert refusal(state, "vote(0,1)") == ("not-now-setup", "ES-SETUP-4")


def test_colour_fixes_the_player_number() -> None:
    """ES-SETUP-4, ES-R1, ES-COMP-5."""
    state = begin(3, colours=["violet", "blue", "red"])
    assert state.variant.numbers == (7, 5, 1)
    assert [state.variant.numeral(seat) for seat in range(3)] == ["VII", "V", "I"]


def test_an_owner_may_number_the_colours_differently() -> None:
    """ES-R1."""
    chosen = begin(2, {"numbers": list(reversed(PAWNS))}, colours=["violet", "red"]).variant
    assert chosen.numbers == (1, 7)
    assert begin(2, {"numbers": list(reversed(PAWNS))}).variant.pawns == ("violet", "indigo")


def test_everybody_needs_a_colour() -> None:
    with pytest.raises(SetupError, match=r"options\.colours: expected a colour for each player"):
        begin(3, colours=["red", "blue"])
    with pytest.raises(SetupError, match="all different"):
        begin(2, colours=["red", "red"])


def test_e1_cards_are_set_apart_in_the_basic_game() -> None:
    """ES-SETUP-2, ES-R12."""
    assert [questions_left(begin(), colour) for colour in COLOURS] == [14, 14, 14, 5]
    with_expansion = begin(expansion_e1="with")
    assert [questions_left(with_expansion, colour) for colour in COLOURS] == [14, 14, 14, 14]


def test_phrase_decks_of_the_table_and_of_the_box() -> None:
    """ES-COMP-6, ES-SETUP-3, ES-DATA-4."""
    names = ("traits", "activities", "values", "colours")
    cards, screen = begin(phrases="cards"), begin()
    assert [phrases_left(cards, name) for name in names] == [144, 72, 144, 12]
    assert [phrases_left(screen, name) for name in names] == [24, 12, 24, 12]
    own = begin(data={"phrases": {"traits": ["bold", "shy"]}})
    assert [phrases_left(own, name) for name in names] == [2, 12, 24, 12]
    assert own.variant.words("traits-2") == "shy"
    assert own.variant.words("values-2") == own.variant.words("?") == ""


def test_coins_are_for_double_points_only() -> None:
    """ES-COMP-7, ES-COIN-1."""
    assert begin().players[0].coins is None
    assert [player.coins for player in begin(double_points="with").players] == [3, 3, 3]


def test_the_path_has_a_field_0_and_a_centre() -> None:
    """ES-COMP-1, ES-DATA-1: a starting field and 84 more, in the colours of the decks in turn."""
    path = variant(Setup(NAMES[:2]), DATA).fields
    assert len(path) == CENTRE + 1 == 85
    assert path[0] == "yellow"
    assert path[1:] == COLOURS * 21


def test_a_card_that_is_not_in_the_decks_cannot_be_drawn() -> None:
    with pytest.raises(LookupError, match="W06"):
        begin().variant.question("W06")


def test_outline_and_assessment_cards_have_no_effect() -> None:
    """ES-COMP-3, ES-R20: it is one scale of five steps, printed on both sides of one card."""
    assert "assessment" not in DATA
    assert len(NUMERALS) == len(PAWNS) == 7
