"""What a small display draws of the game: sections as they lie, the track, the way of a cube."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine.diagram import CURSOR, TARGET, Cell, Diagram
from companion.engine.game import Setup
from companion.engine.text import Text, text
from companion.games.inner_compass import GAME
from companion.games.inner_compass.actions import (
    CorrectTrack,
    EnterCube,
    Imprint,
    PlaceSection,
    PlaceToken,
)
from companion.games.inner_compass.board import SLOTS, turned
from companion.games.inner_compass.state import Phase, State
from companion.games.inner_compass.track import TOKENS, slide
from companion.table.narrowing.intent import values
from tests.games.inner_compass.tables import NAMES, base, below_full


def icons(diagram: Diagram) -> list[str]:
    """Return the letters of the emotions, row by row; a dot for a space without one."""
    return [
        "".join("." if cell.icon == "space" else cell.icon[-1:] for cell in row)
        for row in diagram.rows
    ]


def marked(diagram: Diagram, mark: str = CURSOR) -> list[Cell]:
    return [cell for row in diagram.rows for cell in row if cell.mark == mark]


def told(state: State, action: PlaceSection | PlaceToken | Imprint) -> tuple[State, list[Text]]:
    step = GAME.apply_action(state, action)
    return step.state, list(GAME.instructions(state, action, step))


def begun(**options: object) -> State:
    return GAME.new_initial_state(Setup(NAMES[:3], "scoring", options))


def drawn(state: State, task: Text) -> tuple[Diagram, ...]:
    return GAME.text_diagrams(state, task)


@pytest.mark.parametrize("turns", range(4))
def test_a_section_is_drawn_as_it_must_lie(turns: int) -> None:
    """IC-R2: a quarter turn goes clockwise; sections that come later are not there yet."""
    state, tasks = told(begun(), PlaceSection("nw", "C", turns))
    (diagram,) = drawn(state, tasks[-1])
    rows = turned(dict(state.variant.sections)["C"], turns)
    assert icons(diagram) == [*(f"{row}..." for row in rows), *["......"] * 3]
    assert {cell.place for cell in marked(diagram)} == {f"{c}{r}" for c in "abc" for r in "123"}


def test_sections_that_lie_already_are_drawn_around_the_next() -> None:
    state, tasks = begun(), list[Text]()
    for slot, name in zip(SLOTS, "DABC", strict=True):
        state, tasks = told(state, PlaceSection(slot, name, 1))
    (diagram,) = drawn(state, tasks[-1])
    assert state.board is not None
    assert icons(diagram) == list(state.board)
    assert {cell.place[0] for cell in marked(diagram)} == set("def")
    first = text("do.lay_section", section="D", slot="nw", turns=1)
    (earlier,) = drawn(state, first)
    assert icons(earlier)[0][3:] == "...", "a task of before shows what lay there then"


def test_the_next_quarter_is_marked_while_people_lay_sections() -> None:
    state, _ = told(begun(), PlaceSection("nw", "C", 0))
    diagram = GAME.diagram(state)
    assert diagram is not None
    assert {cell.place for cell in marked(diagram, TARGET)} == {
        f"{column}{row}" for column in "def" for row in "123"
    }


def test_a_choice_shows_the_section_as_it_would_lie() -> None:
    state = begun()
    named = GAME.choice_diagrams(state, {"action": "place_section", "slot": "nw", "section": "B"})
    unturned = GAME.choice_diagrams(state, values(PlaceSection("nw", "B", 0)))
    half = GAME.choice_diagrams(state, values(PlaceSection("nw", "B", 2)))
    assert named == unturned != half


@given(st.permutations(TOKENS).filter(lambda order: order[0] != "X"))
def test_tokens_come_to_the_track_one_by_one(order: list[str]) -> None:
    state = replace(below_full("scoring"), phase=Phase.TRACK, track=())
    for place, token in enumerate(order):
        (choice,) = GAME.choice_diagrams(state, values(PlaceToken(token)))
        state, (task,) = told(state, PlaceToken(token))
        (diagram,) = drawn(state, task)
        assert "".join(icons(diagram)) == "".join(order[: place + 1]).ljust(6, ".")
        assert [row[0].mark for row in diagram.rows].index(CURSOR) == place
        assert choice == diagram


@given(st.permutations(TOKENS).filter(lambda order: order[0] != "X"), st.sampled_from("YBKWR"))
def test_a_slide_is_drawn_as_the_track_lies_and_will_lie(order: list[str], emotion: str) -> None:
    """IC-TRACK-1, IC-TRACK-2: where X follows, its task begins with the track in between."""
    state = replace(below_full("track"), track=tuple(order))
    after, tasks = told(state, Imprint(emotion, None, None, None))
    slides = [drawn(after, task)[0] for task in tasks if task.key == "do.slide"]
    lying = "".join(order)
    for diagram in slides:
        rows = icons(diagram)
        assert "".join(row[0] for row in rows) == lying
        from_, to = marked(diagram)
        assert from_.icon == to.icon
        assert diagram.rows[-1][-1] is to
        lying = "".join(row[-1] for row in rows)
    assert lying == "".join(slide(tuple(order), emotion))


def test_a_cube_goes_from_a_square_to_a_space() -> None:
    state = below_full("scoring")
    action = next(each for each in GAME.legal_actions(state, 0) if isinstance(each, Imprint))
    after, tasks = told(state, action)
    life, own = drawn(after, tasks[0])
    assert [cell.place for cell in marked(life)] == [action.space]
    assert [cell.place for cell in marked(own)] == [action.square]
    assert icons(own) == list(state.variant.layout)
    assert GAME.choice_diagrams(state, values(action)) == (life, own)


def test_a_space_is_drawn_even_if_the_board_is_not_known() -> None:
    state = replace(base(), board=None)
    (diagram,) = GAME.choice_diagrams(state, values(EnterCube("d5")))
    assert [cell.place for cell in marked(diagram)] == ["d5"]
    assert icons(diagram) == ["......"] * 6


def test_squares_that_score_are_drawn() -> None:
    state = base()
    assert state.board is not None
    (diagram,) = drawn(state, text("quality.structure", squares="d5+e5+f5 (a1)"))
    assert {cell.place for cell in marked(diagram)} == {"d5", "e5", "f5", "a1"}
    assert drawn(replace(state, board=None), text("quality.structure", squares="d5")) == ()


def test_a_correction_of_the_track_shows_it_before_and_after() -> None:
    """IC-AP-4: the other tokens close up."""
    state = replace(below_full("track"), track=tuple("YBKWRX"))
    (diagram,) = GAME.choice_diagrams(state, values(CorrectTrack("R", 2)))
    assert "".join(row[0] for row in icons(diagram)) == "YBKWRX"
    assert "".join(row[-1] for row in icons(diagram)) == "YRBKWX"


def test_a_shift_shows_from_where_to_where() -> None:
    """IC-ADV-5."""
    state = below_full("scoring")
    (diagram,) = GAME.choice_diagrams(state, {"action": "shift", "source": "a1", "space": "c1"})
    assert [cell.place for cell in marked(diagram)] == ["c1"]
    assert [cell.place for cell in marked(diagram, TARGET)] == ["a1"]


def test_what_names_no_place_has_no_picture() -> None:
    state = below_full("track")
    assert drawn(state, text("do.take_ep", n=3)) == ()
    assert GAME.choice_diagrams(state, {"action": "end_turn"}) == ()
