"""A whole set is enrolled at once, from where its pieces lie when a game begins."""

from companion.cli.enrolling.in_places import lay_out, read_out
from companion.engine import registry
from companion.engine.game import Setup

TRACK = tuple(f"track-{n}" for n in range(1, 7))
GAME = registry.load("inner-compass")
STATE = GAME.new_initial_state(Setup(("Ann", "Ben"), "full"))
PIECES = GAME.pieces(STATE)
PLACEMENTS = {
    place: frozenset({f"token-{colour}"}) for place, colour in zip(TRACK, "YBKWRX", strict=True)
}


def test_each_place_expects_its_piece() -> None:
    pieces = lay_out(PLACEMENTS, (*TRACK, "elsewhere"), PIECES)
    assert [piece.id for piece in pieces.values()] == [f"token-{colour}" for colour in "YBKWRX"]
    assert tuple(pieces) == TRACK


def test_identical_copies_are_assigned_one_after_another() -> None:
    cards = dict.fromkeys(("a", "b"), frozenset({"card-Y"}))
    pieces = lay_out(cards, ("a", "b"), PIECES)
    assert {piece.id for piece in pieces.values()} == {"card-Y-1", "card-Y-2"}


def test_readings_are_paired_with_pieces_and_problems_are_reported() -> None:
    pieces = lay_out(PLACEMENTS, TRACK[:3], PIECES)
    tags = {"track-1": frozenset({"T1"}), "track-2": frozenset({"T2", "T3"})}
    laid = read_out(pieces, tags, {"T1": "token-B"})
    assert laid.pairs == (("T1", "token-Y"),)
    assert laid.problems == (
        "track-2: several tags at once: T2, T3",
        "track-3: no tag is read there",
        "tag T1 was under token-B, is under token-Y",
    )
