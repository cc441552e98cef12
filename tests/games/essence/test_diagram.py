"""What a small display draws of a task: the path, and the field on which a pawn is put."""

from companion.engine.diagram import CURSOR
from companion.engine.text import text
from companion.games.essence import GAME
from companion.games.essence.variant import CENTRE
from tests.games.essence.tables import begin


def test_the_field_of_a_pawn_is_marked_on_the_path() -> None:
    """ES-MOVE-1."""
    state = begin()
    for field in (0, 7, CENTRE):
        (diagram,) = GAME.text_diagrams(state, text("do.stepped_back", field=field))
        (path,) = diagram.rows
        assert len(path) == CENTRE + 1
        assert [at for at, cell in enumerate(path) if cell.mark == CURSOR] == [field]
        assert path[field].icon == f"path-{state.variant.fields[field]}"


def test_the_field_on_which_a_pawn_is_put_right_is_marked_as_well() -> None:
    (diagram,) = GAME.text_diagrams(begin(), text("table.put_right", places="field-7"))
    assert [at for at, cell in enumerate(diagram.rows[0]) if cell.mark == CURSOR] == [7]
    assert GAME.text_diagrams(begin(), text("table.put_right", places="phrase-1")) == ()


def test_what_moves_no_pawn_has_no_picture() -> None:
    assert GAME.text_diagrams(begin(), text("do.round_void")) == ()
