"""The cards that may carry a tag (CP-DATA-4)."""

from companion.games.compass_points import GAME
from tests.games.compass_points.tables import position

PIECES = {piece.id: piece for piece in GAME.pieces(position())}


def test_each_seat_has_eight_directions_and_four_speeds() -> None:
    """CP-COMP-2, CP-COMP-3."""
    assert len(PIECES) == 4 * (8 + 4)
    assert {"direction-N-NE", "direction-W-S", "speed-E-0", "speed-S-3"} <= set(PIECES)


def test_a_direction_card_is_laid_or_corrects_the_one_laid() -> None:
    assert PIECES["direction-S-NW"].selects == (
        {"action": "lay_direction", "player": 2, "direction": "NW"},
        {"action": "correct_direction", "player": 2, "direction": "NW"},
    )


def test_a_speed_card_is_laid_face_down_or_turned() -> None:
    assert PIECES["speed-E-3"].selects == (
        {"action": "lay_speed", "player": 1, "speed": 3},
        {"action": "turn_unread", "player": 1, "speed": 3},
    )
