"""What stands where: hands take their time, pieces in hand are nowhere, copies share a kind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices import TagEvent
from companion.engine import registry
from companion.engine.game import Piece, Setup
from companion.engine.text import text
from companion.session.sensing import (
    DOUBT,
    LONGEST,
    PATIENCE,
    REST,
    Sensing,
    kinds,
    readable,
)
from companion.table.state import PlacementInput

PLACES = {("track", str(n)): f"track-{n}" for n in (1, 2, 3)}
KNOWN = {"T1": "token-Y", "T2": "token-B", "C1": "card-Y-1", "C2": "card-Y-2"}
WATCHED = Sensing(PLACES, reported=frozenset(PLACES.values()))
PIECES = (
    Piece("token-Y", text("y"), ({"emotion": "Y"},)),
    Piece("token-B", text("b"), ({"emotion": "B"},)),
    Piece("card-Y-1", text("c"), ({"card": "Y"},)),
    Piece("card-Y-2", text("c"), ({"card": "Y"},)),
)


def event(zone: int, tag: str, *, present: bool = True) -> TagEvent:
    return TagEvent("track", str(zone), tag, present)


def placed(sensing: Sensing, now: float) -> dict[str, set[str]] | None:
    _, sensed = sensing.look(now, KNOWN, PIECES)
    return None if sensed is None else {place: set(ids) for place, ids in sensed.placement}


def test_a_table_is_looked_at_once_it_has_come_to_rest() -> None:
    sensing = WATCHED.take(event(1, "T1"), 10.0).take(event(2, "T2"), 10.5)
    assert sensing.due == 10.5 + REST
    assert placed(sensing, 10.5) is None
    assert placed(sensing, 10.5 + REST) == {
        "track-1": {"token-Y"},
        "track-2": {"token-B"},
        "track-3": set(),
    }


def test_it_is_looked_at_again_after_some_patience() -> None:
    sensing, first = WATCHED.take(event(1, "T1"), 0.0).look(REST, KNOWN, PIECES)
    assert first is not None
    assert not first.patient
    assert sensing.due == PATIENCE
    sensing, second = sensing.look(PATIENCE, KNOWN, PIECES)
    assert second is not None
    assert second.patient
    assert sensing.due is None


def test_a_bounce_leaves_no_trace() -> None:
    sensing = WATCHED
    for i in range(5):
        sensing = sensing.take(event(1, "T1"), i / 10).take(event(1, "T1", present=False), i / 10)
    assert placed(sensing.take(event(1, "T1"), 1.0), 1.0 + REST) == {
        "track-1": {"token-Y"},
        "track-2": set(),
        "track-3": set(),
    }


SEEN = 1.5
"""Seconds within which a healthy piece's move must be seen; issue 43 sets it."""


def looks(
    sensing: Sensing, changes: list[tuple[float, TagEvent]]
) -> list[tuple[float, PlacementInput]]:
    """Return each look and its time while tags change, as a timer would cause it."""
    found: list[tuple[float, PlacementInput]] = []
    for at, change in [*sorted(changes, key=lambda item: item[0]), (float("inf"), None)]:
        while sensing.due is not None and sensing.due <= at:
            now = sensing.due if not found else max(sensing.due, found[-1][0])
            sensing, sensed = sensing.look(now, KNOWN, PIECES)
            assert sensed is not None
            found.append((now, sensed))
        if change is not None:
            sensing = sensing.take(change, at)
    return found


def flicker(gaps: list[float], stays: list[float]) -> list[tuple[float, TagEvent]]:
    """Return the changes of the weak tag on place 1 that is silent for ``gaps``."""
    changes, now = [(0.0, event(1, "T1"))], 2.0
    for gap, stay in zip(gaps, stays, strict=True):
        changes += [(now, event(1, "T1", present=False)), (now + gap, event(1, "T1"))]
        now += gap + stay
    return changes


def first_sight(changes: list[tuple[float, TagEvent]], move: float) -> float:
    """Return how long after ``move`` it is seen that the piece on place 2 moved to place 3."""
    moved = [
        (0.0, event(2, "T2")),
        (move, event(2, "T2", present=False)),
        (move + 0.1, event(3, "T2")),
    ]
    for at, sensed in looks(WATCHED, [*changes, *moved]):
        placement = dict(sensed.placement)
        rest = placement.pop("track-1", {"token-Y"})
        moved_there = placement == {"track-2": set(), "track-3": {"token-B"}}
        if at > move and moved_there and rest == {"token-Y"}:
            return at - move
    raise AssertionError("the move was not seen")


@given(st.lists(st.tuples(st.floats(0.01, 0.5), st.floats(0.01, 1.0)), min_size=12, max_size=60))
def test_a_move_is_seen_beside_a_tag_that_begins_to_flicker(
    times: list[tuple[float, float]],
) -> None:
    gaps, stays = map(list, zip(*times, strict=True))
    assert first_sight(flicker(gaps, stays), 1.9) <= SEEN


@given(
    st.lists(
        st.tuples(st.floats(LONGEST / DOUBT, LONGEST), st.floats(0.01, 3.0)),
        min_size=4,
        max_size=40,
    ),
    st.floats(0.0, 1.0),
)
def test_a_move_is_seen_beside_a_tag_that_flickers(
    times: list[tuple[float, float]], share: float
) -> None:
    gaps, stays = map(list, zip(*times, strict=True))
    changes = flicker(gaps, stays)
    first, last = changes[2][0] + 0.01, changes[-1][0]
    assert first_sight(changes, first + share * (last - first)) <= SEEN


def test_a_weak_tag_that_is_away_for_long_has_left() -> None:
    changes = [*flicker([0.3], [1.0]), (5.0, event(1, "T1", present=False))]
    *_, (at, sensed), (_, patient) = looks(WATCHED, changes)
    assert at == pytest.approx(5.0 + DOUBT * 0.3)
    assert dict(sensed.placement)["track-1"] == set()
    assert patient.patient


def test_a_weak_tag_that_comes_to_another_place_has_left_the_first() -> None:
    changes = [
        *flicker([0.6], [1.0]),
        (5.0, event(1, "T1", present=False)),
        (5.1, event(3, "T1")),
    ]
    at, sensed = next(look for look in looks(WATCHED, changes) if look[0] > 5.0)
    assert at == 5.1 + REST
    assert dict(sensed.placement) == {
        "track-1": set(),
        "track-2": set(),
        "track-3": {"token-Y"},
    }


def test_a_place_is_at_rest_again_after_a_doubt() -> None:
    """A piece that comes to where a weak tag lay has to rest like any other."""
    changes = [
        *flicker([0.3], [1.0]),
        (5.0, event(1, "T1", present=False)),
        (9.0, event(1, "T2")),
    ]
    assert next(at for at, _ in looks(WATCHED, changes) if at >= 9.0) == 9.0 + REST


def test_unknown_tags_are_ignored() -> None:
    assert placed(WATCHED.take(event(3, "??"), 0.0), REST) == {
        "track-1": set(),
        "track-2": set(),
        "track-3": set(),
    }


def test_places_with_a_working_reader_are_empty_until_a_tag_comes() -> None:
    sensing = Sensing(PLACES).found("track", ("1", "3", "4"), 5.0)
    assert sensing.due == 5.0 + REST
    assert placed(sensing, 5.0 + REST) == {"track-1": set(), "track-3": set()}


def test_a_reader_that_is_back_changes_nothing() -> None:
    assert WATCHED.found("track", ("1", "2"), 9.0) is WATCHED
    assert WATCHED.found("elsewhere", ("1",), 9.0) is WATCHED


def test_nothing_is_known_about_places_whose_reader_is_silent() -> None:
    places = {**PLACES, ("board", "board"): "a1"}
    sensed = placed(Sensing(places).take(event(1, "T1"), 0.0), REST)
    assert sensed == {"track-1": {"token-Y"}}


def test_a_place_whose_piece_has_no_tag_is_left_out() -> None:
    _, sensed = WATCHED.take(event(2, "T2"), 0.0).look(REST, KNOWN, PIECES)
    assert sensed is not None
    expected = {"track-1": frozenset({"token-Y"}), "track-2": frozenset({"card-Y"})}
    changes = readable(sensed, expected, {"T2": "token-B", "C2": "card-Y-2"}, PIECES)
    assert dict(changes.placement) == {"track-2": {"token-B"}, "track-3": set()}


def test_identical_copies_share_one_kind() -> None:
    assert kinds(PIECES) == {
        "token-Y": "token-Y",
        "token-B": "token-B",
        "card-Y-1": "card-Y",
        "card-Y-2": "card-Y",
    }


def test_kinds_are_named_as_in_placements() -> None:
    """Seats and tokens are single pieces, although their ids end in numbers too."""
    game = registry.load("inner-compass")
    state = game.new_initial_state(Setup(("Ann", "Ben"), "full"))
    kind_of = kinds(game.pieces(state))
    assert kind_of["seat-1"] == "seat-1"
    assert kind_of["card-Y-3"] == "card-Y"
