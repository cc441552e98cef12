"""The area on a small display."""

from companion.engine.diagram import CURSOR, TARGET, Diagram
from companion.engine.game import Setup
from companion.engine.text import text
from companion.games.compass_jewels import GAME
from tests.games.compass_jewels.tables import (
    NAMES,
    TWO_COLOURS,
    declaring,
    example_1,
    play,
    position,
)


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
    assert [cell.icon for cell in diagram.rows[0]] == ["R", *["hole"] * 5]
    assert marked(diagram) == [("b6", "hole")], "the next card lies there"


def test_there_is_no_area_in_phase_two() -> None:
    assert GAME.diagram(declaring(TWO_COLOURS)) is None


def marked(diagram: Diagram) -> list[tuple[str, str]]:
    return [(cell.place, cell.icon) for row in diagram.rows for cell in row if cell.mark == CURSOR]


def test_a_collected_card_is_drawn_where_it_lay() -> None:
    """CJ-COLLECT-1: the table shows a hole there only once it has been taken."""
    cards = {"c6": "Y/GRBP", "c5": "B/RYGP", "a1": "R/YGBP", "f1": "P/RYGB", "f3": "G/RYBP"}
    state = position(cards, ("c6", "a1"), ("f3", "f1"), orientation_source="entered")
    action = GAME.string_to_action("move(c6,c5)")
    step = GAME.apply_action(state, action)
    (task,) = GAME.instructions(state, action, step)
    (diagram,) = GAME.text_diagrams(step.state, task)
    assert marked(diagram) == [("c6", "Y")]
    (choice,) = GAME.choice_diagrams(state, {"action": "move", "source": "c6", "target": "c5"})
    assert [place for place, _ in marked(choice)] == ["c5"]
    targets = {cell.place for row in choice.rows for cell in row if cell.mark == TARGET}
    assert targets == {"c6"}


def test_a_card_is_drawn_as_it_would_lie_on_its_square() -> None:
    """CJ-R12, CJ-NOTE-4."""
    start = GAME.new_initial_state(Setup(NAMES))
    fields = {"action": "deal", "middle": "R", "border": "BPYG", "north": "Y"}
    card, area = GAME.choice_diagrams(start, fields)
    icons = ["".join(cell.icon or "." for cell in row) for row in card.rows]
    assert icons == [".Y.", "PRG", ".B."]
    assert [place for place, _ in marked(area)] == ["a6"]


def test_a_card_of_a_collection_is_drawn_as_its_name_says() -> None:
    fields = {"action": "take_card", "middle": "R", "border": "BPYG"}
    (card,) = GAME.choice_diagrams(example_1(), fields)
    icons = ["".join(cell.icon or "." for cell in row) for row in card.rows]
    assert icons == [".B.", "GRP", ".Y."]


def test_what_names_no_square_has_no_picture() -> None:
    assert GAME.choice_diagrams(example_1(), {"action": "done"}) == ()
    assert GAME.text_diagrams(example_1(), text("do.clear")) == ()
