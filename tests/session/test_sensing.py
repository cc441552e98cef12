"""What stands where: hands take their time, pieces in hand are nowhere, copies share a kind."""

from companion.devices import TagEvent
from companion.engine import registry
from companion.engine.game import Piece, Setup
from companion.engine.text import text
from companion.session.sensing import PATIENCE, REST, Sensing, kinds, readable

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
