"""Texts for people, as keys: prompts, scores, the ranking; and the board as a picture."""

from collections.abc import Iterator

import pytest

from companion.engine.game import Line
from companion.engine.text import Seat, Text, text
from companion.games.compass_points import GAME
from companion.games.compass_points.state import Phase, State
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from tests.games.compass_points.tables import (
    NAMES,
    board_of,
    do,
    in_phase,
    laid,
    moments,
    played,
    position,
)


def keys(message: Text | None) -> Iterator[str]:
    if message is not None:
        yield message.key
        for param in message.params.values():
            if isinstance(param, Text):
                yield from keys(param)


def prompt(state: State) -> Text:
    return GAME.prompt(state, GAME.current_player(state))


def said(state: State, language: str = "en") -> str:
    return Catalogue(language, GAME, NAMES).long(prompt(state))


def test_every_state_says_what_to_do() -> None:
    for seed in range(5):
        for moment in moments(seed):
            state = moment.step.state
            expected = {f"prompt.{state.phase}", "prompt.move.unread", "prompt.draw"}
            assert prompt(state).key in expected


class TestPrompts:
    def test_cards_are_asked_for_one_by_one(self) -> None:
        assert said(position()) == "Ann: lay a direction card face up"
        assert said(in_phase(Phase.SPEED)) == "Ann: lay a speed card face down"

    def test_a_known_card_is_turned_and_an_unknown_one_entered(self) -> None:
        state = in_phase(Phase.MOVE)
        assert said(state) == "Ann: turn the speed card"
        unread = do(state, "correct_unread(0)").state
        assert said(unread) == "Ann: turn the speed card and tell its speed"

    def test_a_choice_says_what_it_is_worth(self) -> None:
        """CP-SCORE-2."""
        assert said(in_phase(Phase.POINTS)) == "Ben: who gets +20, South or East?"

    def test_the_team_that_did_not_move_is_asked_for_a_corner(self) -> None:
        """CP-OUT-4."""
        assert said(in_phase(Phase.CORNER)) == "East and West: put the pawn on a9 or on i9"

    @pytest.mark.parametrize(
        ("points", "words"),
        [
            ({"N": 9}, "North and South win, 9 : 0"),
            ({"N": -9}, "East and West win, 0 : -9"),
            ({}, "A draw, 0 : 0"),
        ],
    )
    def test_the_end_says_who_has_won(self, points: dict[str, int], words: str) -> None:
        """CP-END-3, CP-END-4."""
        state = position(pawn="d5", number=12, scores=points)
        assert said(played(state, "W N0, N N0, E N0, S N0").state) == words


class TestSummary:
    def test_players_with_cards_and_scores_then_teams(self) -> None:
        """A face-down card is shown by the same sign whatever its speed (CP-SPEED-2)."""
        state = do(laid(position(scores={"N": 5}), "N SE2, E W2, S NW0, W S1"), "turn").state
        voice = Catalogue("en", GAME, NAMES)
        lines = [
            (voice.short(line.left), voice.short(line.right), line.icon, line.mark)
            for line in GAME.summary(state)
            if line.right is not None
        ]
        assert lines == [
            ("N2", "5", "way-SE", ""),
            ("E■", "0", "way-W", "turn"),
            ("S■", "0", "way-NW", ""),
            ("W■", "0", "way-S", ""),
            ("NS", "5", "", ""),
            ("EW", "0", "", ""),
        ]

    def test_who_sits_out_and_who_will(self) -> None:
        """CP-MISS-1, CP-CROSS-1."""
        state = do(position(out="S"), "correct_miss(1,2,True)").state
        voice = Catalogue("en", GAME, NAMES)
        assert [line.icon for line in GAME.summary(state)][:4] == ["", "", "out", ""]
        assert [voice.short(line.left) for line in GAME.summary(state)][:2] == ["N", "E×"]

    def test_both_who_choose_a_corner_are_marked(self) -> None:
        marks = [line.mark for line in GAME.summary(in_phase(Phase.CORNER))]
        assert marks == ["", "turn", "", "turn", "", ""]

    def test_after_the_end_teams_with_their_players(self) -> None:
        """CP-END-3."""
        state = position(pawn="d5", number=12, scores={"N": 10, "S": -30, "W": 3})
        state = played(state, "W N0, N N0, E N0, S N0").state
        assert GAME.summary(state)[0] == Line(
            text("line.rank", place=1, team=text("team.EW")),
            text("line.score", points=3),
            mark="turn",
        )
        assert GAME.summary(state)[1] == Line(
            text("line.member", side="E", name=text("side.E"), player=Seat(1)),
            text("line.score", points=0),
        )
        assert GAME.summary(state)[3].left == text("line.rank", place=2, team=text("team.NS"))

    def test_after_a_draw_both_are_first(self) -> None:
        state = played(position(pawn="d5", number=12), "W N0, N N0, E N0, S N0").state
        places = [line.left.params["place"] for line in GAME.summary(state)[::3]]
        assert places == [1, 1]

    def test_round_and_square_stand_at_the_edge(self) -> None:
        """CP-ROUND-1."""
        assert GAME.status(position(number=3)) == text(
            "status.round", round=3, rounds=12, square="e5"
        )

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_panel_draws_the_square_and_only_pages_name_it(self, language: str) -> None:
        status = GAME.status(position(number=3))
        assert status is not None
        voice, pages = (Catalogue(language, GAME, (), pages=each) for each in (False, True))
        assert "e5" not in voice.long(status)
        assert "e5" not in voice.short(status)
        assert "e5" in pages.long(status)


class TestDiagram:
    """CP-NOTE-2: north is up."""

    def test_inscriptions_are_icons_and_the_pawn_is_highlighted(self) -> None:
        diagram = GAME.diagram(position())
        assert diagram is not None
        signs = [[cell.icon for cell in row] for row in diagram.rows]
        assert signs[0][1:5] == ["light-minus", "light-plus", "", "dark-minus"]
        assert signs[2][2:4] == ["cross", "push-SW"]
        assert signs[2][0] == "dark-plus"
        assert (diagram.rows[4][4].icon, diagram.rows[4][4].mark) == ("pawn", "cursor")
        assert [cell.place for cell in diagram.rows[8]][:2] == ["a1", "b1"]

    def test_the_path_of_the_last_move_is_marked(self) -> None:
        state = do(laid(position(), "N SE2, E N0, S N0, W N0"), "turn").state
        diagram = GAME.diagram(state)
        assert diagram is not None
        marked = {cell.place: cell.mark for row in diagram.rows for cell in row if cell.mark}
        assert marked == {"e5": "target", "f4": "target", "g3": "cursor"}

    def test_every_sign_has_an_icon_for_which_there_is_room(self) -> None:
        """Nine squares in 48 pixels leave five for each, one of them the gap."""
        for moment in moments(2):
            diagram = GAME.diagram(moment.before)
            assert diagram is not None
            for cell in (cell for row in diagram.rows for cell in row if cell.icon):
                pattern = GAME.icons[cell.icon]
                assert max(len(pattern), *map(len, pattern)) <= 4

    def test_a_board_without_room_and_the_ranking_have_none(self) -> None:
        assert GAME.diagram(position(on=board_of(11))) is None
        assert GAME.diagram(in_phase(Phase.OVER)) is None


class TestInstructions:
    """What people must do: by CP-MOVE-2 they move the pawn square by square."""

    def acts(self, state: State, action: str = "turn") -> list[str]:
        step = do(state, action)
        texts = GAME.instructions(state, GAME.string_to_action(action), step)
        return [Catalogue("en", GAME, NAMES).short(text) for text in texts]

    def test_the_path_then_the_push(self) -> None:
        """CP-PUSH-1."""
        state = do(laid(position(pawn="e4"), "N N0, E S2, S N0, W N0"), "turn").state
        assert self.acts(state) == ["Pawn: e3 e2", "Push: d2 c2 b2"]

    def test_a_long_push_is_described_by_its_ends(self) -> None:
        state = laid(position("b1", on=board_of(b2="l>N5")), "N N0, E N1, S N0, W N0")
        assert self.acts(do(state, "turn").state) == ["Pawn: b2", "Push: b3 – b7"]

    def test_out_of_bounds_to_a_corner(self) -> None:
        """CP-OUT-2."""
        assert self.acts(laid(position(pawn="c8"), "N NW2, E N0, S N0, W N0")) == [
            "Pawn: b9",
            "Pawn to corner a9",
        ]

    def test_into_a_goal(self) -> None:
        state = do(laid(position(pawn="e8"), "N N0, E N2, S N0, W N0"), "turn").state
        assert self.acts(state) == ["Pawn: e9", "Pawn into goal N"]

    def test_with_speed_0_there_is_nothing_to_move(self) -> None:
        """CP-SPEED-4."""
        assert self.acts(laid(position(), "N N0, E N0, S N0, W N0")) == []

    def test_after_the_round_cards_go_back(self) -> None:
        """CP-ROUND-3, CP-MISS-1."""
        state = laid(position(pawn="d5"), "N N0, E N0, S N0, W N0")
        for _ in range(3):
            state = do(state, "turn").state
        state = state.with_player(1, hit=True)
        assert self.acts(state) == ["Ben sits out", "All cards in hand"]

    def test_a_round_that_nobody_plays_is_reported(self) -> None:
        """CP-MISS-4."""
        state = laid(position(pawn="d5"), "N N0, E N0, S N0, W N0")
        for _ in range(3):
            state = do(state, "turn").state
        for seat in range(4):
            state = state.with_player(seat, hit=True)
        assert self.acts(state)[4:] == ["Round 2: nobody", "All cards in hand"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_direction_is_named_as_on_its_card(language: str) -> None:
    """CP-COMP-2: the letters are those on the printed cards in every language."""
    voice = Catalogue(language, GAME, NAMES)
    assert voice.short(GAME.action_name(GAME.string_to_action("lay_direction(0,NE)")))[:3] == "NE "
