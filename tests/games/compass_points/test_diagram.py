"""What a small display draws of a task or a choice: the way of the pawn, a corner, a goal."""

from companion.engine.diagram import CURSOR, TARGET, Diagram
from companion.engine.text import text
from companion.games.compass_points import GAME
from companion.games.compass_points.actions import PutOnCorner, Turn
from companion.games.compass_points.state import State
from companion.games.compass_points.variant import SIDES
from companion.table.narrowing.intent import values
from tests.games.compass_points.tables import board_of, laid, moments, position


def marks(diagram: Diagram, mark: str) -> set[str]:
    return {cell.place for row in diagram.rows for cell in row if cell.mark == mark}


def drawn(before: State) -> list[tuple[set[str], set[str]]]:
    """Return the squares that are passed and the one that is reached, for each task of a move."""
    step = GAME.apply_action(before, Turn())
    tasks = GAME.instructions(before, Turn(), step)
    shown = [diagram for task in tasks for diagram in GAME.text_diagrams(step.state, task)]
    return [(marks(each, TARGET), marks(each, CURSOR)) for each in shown]


def test_the_way_of_the_pawn_ends_on_its_square() -> None:
    assert drawn(laid(position(), "N SE2, E N0, S N0, W N0")) == [({"f4"}, {"g3"})]


def test_squares_that_are_passed_are_marked_apart() -> None:
    """CP-MOVE-2."""
    before = laid(position("a5"), "N E3, E N0, S N0, W N0")
    assert drawn(before)[0] == ({"b5", "c5"}, {"d5"})


def test_each_task_of_a_game_shows_where_the_pawn_goes() -> None:
    for moment in moments(2):
        for task in GAME.instructions(moment.before, moment.action, moment.step):
            shown = GAME.text_diagrams(moment.step.state, task)
            if task.key in ("do.move", "do.push"):
                assert marks(shown[0], CURSOR) == {str(task.params["squares"]).split()[-1]}
            elif task.key == "do.corner":
                assert marks(shown[0], CURSOR) == {task.params["corner"]}


def test_a_goal_is_shown_by_the_squares_before_it() -> None:
    """CP-GOAL-2."""
    state = position()
    for side, fronts in state.variant.goals:
        (diagram,) = GAME.text_diagrams(state, text("do.goal", goal=side))
        assert marks(diagram, CURSOR) == set(fronts)
        assert GAME.text_diagrams(state, text("table.put_right", places=f"goal-{side}")) == (
            diagram,
        )
    assert {side for side, _ in state.variant.goals} == set(SIDES)


def test_a_corner_is_shown_on_a_board_too_large_for_a_picture_of_the_whole() -> None:
    state = position(on=board_of(13))
    assert GAME.diagram(state) is None
    (diagram,) = GAME.choice_diagrams(state, values(PutOnCorner("m13")))
    assert marks(diagram, CURSOR) == {"m13"}


def test_what_names_no_square_has_no_picture() -> None:
    assert GAME.choice_diagrams(position(), values(Turn())) == ()
    assert GAME.text_diagrams(position(), text("do.cards")) == ()
