"""The area on a small display."""

from companion.engine.game import Setup
from companion.games.compass_jewels import GAME
from tests.games.compass_jewels.tables import NAMES, TWO_COLOURS, declaring, example_1, play


def test_it_shows_middles_checkers_and_holes_north_at_the_top() -> None:
    diagram = GAME.diagram(example_1())
    assert diagram is not None
    rows = [[cell.icon for cell in row] for row in diagram.rows]
    assert rows[2] == ["", "white", "R", "B", "R", "black"]
    assert rows[5] == ["white", "", "", "", "", "black"]
    assert (diagram.rows[0][0].place, diagram.rows[5][5].place) == ("a6", "f1")


def test_it_grows_while_cards_are_dealt() -> None:
    state = play(GAME.new_initial_state(Setup(NAMES)), "deal(R,BPYG,Y)").state
    diagram = GAME.diagram(state)
    assert diagram is not None
    assert [cell.icon for cell in diagram.rows[0]] == ["R", "", "", "", "", ""]


def test_there_is_no_area_in_phase_two() -> None:
    assert GAME.diagram(declaring(TWO_COLOURS)) is None
