"""The area on a small display."""

from companion.engine.game import Setup
from companion.games.compass_jewels import GAME
from tests.games.compass_jewels.tables import NAMES, TWO_COLOURS, declaring, example_1, play


def test_it_shows_middles_checkers_and_holes_north_at_the_top() -> None:
    found = GAME.diagram(example_1())
    assert found is not None
    rows = [[cell.icon for cell in row] for row in found.rows]
    assert rows[2] == ["", "white", "R", "B", "R", "black"]
    assert rows[5] == ["white", "", "", "", "", "black"]
    assert (found.rows[0][0].place, found.rows[5][5].place) == ("a6", "f1")


def test_it_grows_while_cards_are_dealt() -> None:
    state = play(GAME.new_initial_state(Setup(NAMES)), "deal(R,BPYG,Y)").state
    found = GAME.diagram(state)
    assert found is not None
    assert [cell.icon for cell in found.rows[0]] == ["R", "", "", "", "", ""]


def test_in_phase_two_there_is_none() -> None:
    assert GAME.diagram(declaring(TWO_COLOURS)) is None
