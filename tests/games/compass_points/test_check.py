"""Mistakes in an owner's board, and what deserves only a warning (CP-DATA-1)."""

from typing import Any

import pytest

from companion.engine.game import Setup, SetupError
from companion.games.compass_points import GAME
from tests.games.compass_points.tables import NAMES


def found(board: object, *, warning: bool) -> dict[str, str]:
    """Return the problems of a board: messages by path."""
    problems = GAME.check({"board": board}, {})
    return {
        ".".join(map(str, problem.path)): problem.message
        for problem in problems
        if problem.warning is warning
    }


def mistakes(**board: object) -> dict[str, str]:
    return found(board, warning=False)


def warnings(**squares: str) -> dict[str, str]:
    return found({"squares": squares}, warning=True)


def test_the_default_board_is_valid() -> None:
    """CP-DATA-2: it has no warnings either, since its corners are blank (CP-R15)."""
    assert GAME.check({}, {}) == ()


@pytest.mark.parametrize("size", [3, 8, 27, -9, "9", 9.0, True, None])
def test_a_size_is_odd_and_at_least_5(size: object) -> None:
    assert list(mistakes(size=size, squares={})) == ["data.board.size"]


def test_squares_are_on_the_board() -> None:
    said = mistakes(size=5, squares={"e5": "l+5", "f5": "l+5"})
    assert said == {
        "data.board.squares.f5": "no such square, there are a1 to e5; "
        "name all squares of your board"
    }


def test_another_size_needs_other_squares() -> None:
    """The default squares are those of 9 x 9."""
    assert "data.board.squares.i8" in mistakes(size=7)


@pytest.mark.parametrize("token", ["S+45", "dS", 45, None, ["l+5"]])
def test_tokens_are_valid(token: object) -> None:
    """CP-NOTE-3."""
    assert mistakes(squares={"e5": token})["data.board.squares.e5"].startswith("expected a token")


@pytest.mark.parametrize(
    ("token", "rule"), [("lx", "CP-R18"), ("lxSE", "CP-R18"), ("dxS", "CP-SQ-2")]
)
def test_a_mistake_cites_its_rule(token: str, rule: str) -> None:
    assert rule in mistakes(squares={"e5": token})["data.board.squares.e5"]


def test_a_corner_that_does_something_is_odd() -> None:
    """CP-R15."""
    assert "CP-R15" in warnings(a9="lN+5")["data.board.squares.a9"]
    assert mistakes(squares={"a9": "lN+5"}) == {}


@pytest.mark.parametrize("token", ["dSE+5", "d-5"])
def test_a_dark_square_with_two_letters_or_none_is_odd(token: str) -> None:
    """CP-R17."""
    assert "CP-R17" in warnings(e5=token)["data.board.squares.e5"]
    assert mistakes(squares={"e5": token}) == {}


@pytest.mark.parametrize(
    "fronts", [[], ["d9", "f9"], ["d8"], ["i9", "i8"], "d9", None, [5], ["e9", "e9"]]
)
def test_front_squares_lie_side_by_side_on_their_edge(fronts: object) -> None:
    """CP-GOAL-1."""
    assert list(mistakes(goals={"N": fronts})) == ["data.board.goals.N"]


def test_front_squares_may_be_others_than_the_middle_ones() -> None:
    assert mistakes(goals={"N": ["e9", "f9", "g9"], "W": ["a5"]}) == {}


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"bord": {}}, ("data", "bord")),
        ({"board": []}, ("data", "board")),
        ({"board": {"sise": 9}}, ("data", "board", "sise")),
        ({"board": {"squares": ["e5"]}}, ("data", "board", "squares")),
        ({"board": {"goals": {"NE": ["i9"]}}}, ("data", "board", "goals", "NE")),
    ],
)
def test_unknown_keys_and_wrong_types_are_named(data: dict[str, Any], path: tuple[str]) -> None:
    assert [problem.path for problem in GAME.check(data, {})] == [path]


def test_the_game_has_no_options() -> None:
    assert [problem.path for problem in GAME.check({}, {"speed": 3})] == [("options", "speed")]


class TestSetup:
    """CP-COMP-1."""

    @pytest.mark.parametrize("count", [2, 3, 5])
    def test_there_are_four_players_exactly(self, count: int) -> None:
        with pytest.raises(SetupError, match=f"for 4 players, not {count}"):
            GAME.new_initial_state(Setup((*NAMES, "Eve")[:count]))

    def test_a_wrong_board_is_refused_with_its_path(self) -> None:
        with pytest.raises(SetupError, match=r"data\.board.size: expected an odd number"):
            GAME.new_initial_state(Setup(NAMES, data={"board": {"size": 6, "squares": {}}}))

    def test_the_pawn_starts_in_the_centre_of_the_owners_board(self) -> None:
        """CP-SETUP-1."""
        setup = Setup(NAMES, data={"board": {"size": 7, "squares": {"d4": "lS+5"}}})
        assert GAME.new_initial_state(setup).pawn == "d4"
