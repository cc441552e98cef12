"""Questions about parts of the rules: refusals and what the examples do not show."""

import pytest

from companion.engine.game import Struct
from companion.games.inner_compass import GAME
from companion.schema.mistakes import Invalid

ORDER = ["Y", "B", "K", "W", "R", "X"]


def test_x_cannot_be_imprinted() -> None:
    """IC-TRACK-3."""
    answer = GAME.ask("track", {"order": ORDER, "imprints": ["Y", "X"]})
    assert answer == {"legal": False, "why": "no-such-emotion", "rule": "IC-TRACK-3"}


def test_a_track_of_an_owner() -> None:
    """IC-R45."""
    question = {"order": ORDER, "values": [9, 8, 7, 3, 2, 0], "imprints": ["K", "K"]}
    assert GAME.ask("track", question)["ep"] == [7, 0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_deal_of_any_number_of_players(seats: int) -> None:
    """IC-SETUP-9, IC-SETUP-10."""
    names = ["d", "c", "b", "a"][:seats]
    assert GAME.ask("deal", {"players": names}) == {
        "cards": {name: i + 1 for i, name in enumerate(names)},
        "placement": names[::-1],
    }


def test_sections_of_an_owner_are_laid_as_they_are_turned() -> None:
    """IC-R1, IC-R2."""
    sections = {"1": ["Y", "B"], "2": ["K", "W"]}
    question = {
        "sections": {name: ["YB", "KW"] for name in "1234"},
        "slots": {"nw": ["1", 0], "ne": ["2", 1], "sw": ["3", 2], "se": ["4", 7]},
    }
    assert GAME.ask("assemble", question) == {"board": ["YBKY", "KWWB", "WKBW", "BYYK"]}
    with pytest.raises(Invalid, match=r"in\.sections: expected four sections"):
        GAME.ask("assemble", {**question, "sections": sections})


def test_boards_of_any_size_from_two_spaces_a_side() -> None:
    """IC-R1."""
    assert GAME.ask("group", {"board": ["YB", "YB"], "cell": "b2"}) == {"cells": ["b1", "b2"]}
    row = "YBKWRYBKWR"
    tall = [row] * 10
    assert len(GAME.ask("group", {"board": tall, "cell": "j10"})["cells"]) == 10


def test_a_refused_placement_says_why() -> None:
    question = {"board": "M", "taken": ["a1"], "cell": "b1"}
    assert GAME.ask("placement", question) == {
        "ok": False,
        "why": "group-taken",
        "rule": "IC-SETUP-10",
    }


def test_spaces_that_are_none_are_refused_by_the_rules() -> None:
    """IC-R1."""
    question = {"board": "M", "taken": ["a1"], "cell": "g1"}
    assert GAME.ask("placement", question)["why"] == "no-such-space"
    shift = {"board": "M", "cubes": {"p1": ["f1"]}, "player": "p1", "removed_from_row": 5}
    assert GAME.ask("row-move", {**shift, "from": "f1", "to": "g1"})["why"] == "too-far"
    assert GAME.ask("row-move", {**shift, "from": "g1", "to": "f1"})["why"] == "no-own-cube"


def test_all_tiles_are_scored_for_everybody() -> None:
    question = {
        "board": "M",
        "players": ["p1", "p2"],
        "cubes": {"p1": ["a1", "b1"], "p2": ["a1"]},
        "values": [],
        "ep": {"p1": 1, "p2": 2},
        "hand": {"p1": 0, "p2": 0},
        "compass": None,
    }
    answer = GAME.ask("final", question)
    tiles = answer["all_tiles"]
    assert len(tiles["p1"]) == 16
    assert (tiles["p1"]["joy"], tiles["p2"]["joy"]) == (5, 2)
    assert (tiles["p1"]["community"], tiles["p1"]["variety"]) == (1, 2)
    assert answer["winners"] == ["p2"]


def test_exact_shifts_with_the_option() -> None:
    """IC-R41."""
    question: Struct = {
        "board": "M",
        "cubes": {"p1": ["c3"]},
        "player": "p1",
        "removed_from_row": 5,
        "from": "c3",
        "to": "c4",
    }
    assert GAME.ask("row-move", question) == {"ok": True}
    assert GAME.ask("row-move", {**question, "exact_move": True}) == {
        "ok": False,
        "why": "too-far",
        "rule": "IC-R41",
    }


@pytest.mark.parametrize("gone", range(1, 6))
def test_ep_of_every_cube_of_the_ep_row(gone: int) -> None:
    """IC-ADV-4."""
    assert GAME.ask("row-ep", {"removed_from_row": gone}) == {"ep": gone - 1}


class TestValueTokens:
    TILES = ("joy", "solidarity", "solitude", "variety", "equilibrium")

    def ask(
        self, values: list[list[str]], place: list[str], tiles: tuple[str, ...] = TILES
    ) -> Struct:
        answer: Struct = GAME.ask(
            "value", {"tiles": list(tiles), "values": values, "player": "p1", "place": place}
        )
        return answer

    def test_two_at_once_earn_twice(self) -> None:
        assert self.ask([], ["joy", "variety"])["ep"] == 6

    def test_not_both_on_one_tile(self) -> None:
        assert self.ask([], ["joy", "joy"])["why"] == "value-same-tile-twice"

    def test_not_beside_a_tile_that_is_not_in_play(self) -> None:
        assert self.ask([], ["passion"])["why"] == "tile-not-in-play"

    def test_a_player_has_two(self) -> None:
        """IC-SETUP-3."""
        answer = self.ask([["p1", "joy"], ["p1", "variety"]], ["solitude"])
        assert (answer["why"], answer["rule"]) == ("no-token-left", "IC-SETUP-3")

    def test_copies_of_a_tile(self) -> None:
        """IC-R47."""
        answer = self.ask([["p1", "joy"]], ["joy-2"], ("joy", "joy-2", *self.TILES[2:]))
        assert answer["ep"] == 3


class TestLines:
    def test_a_fourth_line_does_not_count_as_a_third(self) -> None:
        gone = [f"r{row}c{column}" for column in (1, 2, 3) for row in (1, 2, 3)]
        question = {"removed": [*gone, "r1c4", "r2c4"], "square": "r3c4"}
        assert GAME.ask("line", question) == {
            "new_lines": ["col4"],
            "lines_total": 4,
            "value_tokens_due": 0,
            "third_line": False,
        }

    def test_on_a_board_of_an_owner(self) -> None:
        """IC-R39."""
        layout = ["YBK", "WRY", "BKW", "RYB", "KWR"]
        question = {"removed": ["r5c1", "r5c2"], "square": "r5c3", "layout": layout}
        assert GAME.ask("line", question)["new_lines"] == ["row5"]
