"""The cursor on a board: every square can be reached, the nearest come first."""

from hypothesis import given
from hypothesis import strategies as st

from companion.table.choosing.squares import WAYS, Square, move_cursor
from companion.table.narrowing.intent import Choice, Constraint

PLACES = st.tuples(st.integers(0, 8), st.integers(0, 8))


def square(at: tuple[int, int]) -> Square:
    name = f"{chr(ord('a') + at[1])}{at[0] + 1}"
    return Square(*at, Choice(Constraint("space", (name,)), name))


@given(st.sets(PLACES, min_size=2))
def test_a_joystick_reaches_every_square_from_every_other(places: set[tuple[int, int]]) -> None:
    found = [square(at) for at in sorted(places)]
    reached, edge = {0}, {0}
    while edge:
        edge = {move_cursor(found, at, way) for at in edge for way in WAYS} - reached
        reached |= edge
    assert reached == set(range(len(found)))


@given(st.sets(PLACES, min_size=2), st.data())
def test_down_and_up_change_the_row_and_lead_to_the_nearest_square_there(
    places: set[tuple[int, int]], data: st.DataObject
) -> None:
    found = [square(at) for at in sorted(places)]
    here = data.draw(st.integers(0, len(found) - 1))
    for way in WAYS:
        there = found[move_cursor(found, here, way)]
        if WAYS[way][0] and len({each.row for each in found}) > 1:
            assert there.row != found[here].row
            row = [each for each in found if each.row == there.row]
            nearest = min(abs(each.column - found[here].column) for each in row)
            assert abs(there.column - found[here].column) == nearest
