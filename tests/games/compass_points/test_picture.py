"""The picture of the table in a browser, and what only a phone shows."""

from companion.engine.game import Line
from companion.engine.picture import Sprite
from companion.engine.text import text
from companion.games.compass_points import GAME
from companion.games.compass_points.state import Phase, State
from tests.games.compass_points.tables import board_of, do, in_phase, laid, position


def at(state: State, place: str) -> list[Sprite]:
    return [sprite for sprite in GAME.sprites(state) if sprite.place == place]


class TestBoard:
    def test_inscriptions_stand_on_their_squares(self) -> None:
        """CP-NOTE-3; dark and light differ in shape, not in colour alone (CP-SQ-2)."""
        state = position()
        signs = {place: at(state, place)[0].sign for place in ("e3", "g1", "f8", "g3", "f3", "a1")}
        assert signs == {"e3": "S+45", "g1": "SE+20", "f8": "+10", "g3": "×W", "f3": "↗2", "a1": ""}
        assert [at(state, place)[0].look for place in ("e3", "g1", "a1")] == [
            "dark",
            "light",
            "blank",
        ]

    def test_each_says_what_it_does(self) -> None:
        state = position()
        names = [sprite.name and sprite.name.key for sprite in GAME.sprites(state)]
        assert {"sprite.side", "sprite.choice", "sprite.cross", "sprite.push"} <= set(names)

    def test_the_pawn_is_at_the_end_of_its_path(self) -> None:
        """CP-MOVE-2."""
        state = do(laid(position(), "N SE2, E N0, S N0, W N0"), "turn").state
        assert [sprite.look for sprite in at(state, "g3")] == ["light", "pawn"]
        assert [sprite.look for sprite in at(state, "f4")] == ["light", "passed"]

    def test_or_in_a_goal(self) -> None:
        """CP-GOAL-1."""
        assert [sprite.look for sprite in at(in_phase(Phase.OVER), "goal-N")] == ["pawn"]

    def test_a_smaller_board_fits_a_larger_one_does_not(self) -> None:
        assert at(position("c3", on=board_of(5)), "c3")[-1].look == "pawn"
        assert GAME.sprites(position("f6", on=board_of(11))) == ()


class TestCards:
    def test_directions_lie_open(self) -> None:
        """CP-DIR-1."""
        state = do(position(), "lay_direction(0,NE)").state
        assert at(state, "seat-1-direction") == [
            Sprite("way-NE", "seat-1-direction", text("direction.NE"), piece="direction-N-NE")
        ]

    def test_speeds_face_down_until_they_are_turned(self) -> None:
        """CP-SPEED-2."""
        state = do(laid(position(), "N N1, E S2, S E3, W W0"), "turn").state
        assert [sprite.look for sprite in at(state, "seat-2-speed")] == ["hidden"]
        assert at(state, "seat-1-speed") == [
            Sprite("speed", "seat-1-speed", piece="speed-N-1", sign="1")
        ]

    def test_a_skipped_speed_stays_face_down(self) -> None:
        state = do(laid(position(), "N N1, E S2, S E3, W W0"), "correct_turn(2)").state
        assert [sprite.look for sprite in at(state, "seat-1-speed")] == ["hidden"]

    def test_players_who_sit_out_have_none(self) -> None:
        """CP-MISS-1."""
        assert [sprite.look for sprite in at(position(out="S"), "seat-3-direction")] == ["out"]


class TestPhone:
    def test_a_seat_sees_its_own_speed_until_it_is_turned(self) -> None:
        """CP-SPEED-2."""
        state = laid(position(), "N N1, E S2, S E3, W W0")
        assert GAME.private(state, 1) == (
            Line(text("private.speed"), text("line.score", points=2)),
        )
        assert GAME.private(do(state, "turn").state, 0) == ()

    def test_an_unread_card_is_not_known_to_the_box(self) -> None:
        assert GAME.private(do(in_phase(Phase.SPEED), "lay_unread").state, 0) == ()
