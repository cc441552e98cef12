"""Questions about what dice earn."""

from typing import Final

import pytest

from tests.games.gilded_compass.ask.rules_questions import Json, ask


def resolved(building: str, state: Json, players: object = 3, **more: object) -> Json:
    question = {"building": building, "state": state, "players": players, **more}
    return ask("resolve", question)


class TestArchives:
    GROUPS: Final[Json] = {"groups": [{"player": "B", "value": 2, "count": 2}]}

    def test_fewer_groups_leave_maps(self) -> None:
        """GC-ARCHIVE-7, GC-R9."""
        answer = resolved("archives", self.GROUPS)
        assert (answer["picks"], answer["set_aside"]) == (["B"], 3)

    @pytest.mark.parametrize("tiles", [2, ["first", "second"]])
    def test_maps_are_counted(self, tiles: object) -> None:
        assert resolved("archives", self.GROUPS, tiles=tiles)["set_aside"] == 1


def test_players_may_be_named() -> None:
    """GC-RUN-5: with five players, three ranks are rewarded."""
    state = {
        "straights": [{"player": name, "low": 1, "high": i} for i, name in enumerate("ABC", 1)]
    }
    assert resolved("guild", state, list("ABCDE"))["to_library"] == {}
    assert resolved("guild", state, list("ABCD"))["to_library"] == {"A": 1}


def test_knowledge_is_for_players() -> None:
    """GC-LIB-2, GC-DUMMY-6."""
    assert resolved("library", {"dice": {"B": 2, "DUMMY": 1, "A": 1}})["knowledge"] == {
        "A": 1,
        "B": 2,
    }


def test_the_dummy_removes_artifacts() -> None:
    """GC-DUMMY-AUCTION."""
    state = {
        "straights": [
            {"player": "DUMMY", "low": 1, "high": 3},
            {"player": "A", "low": 6, "high": 6},
            {"player": "B", "low": 5, "high": 5},
        ]
    }
    answer = resolved("auction_house", state)
    assert answer["rewards"] == [
        {"player": "DUMMY", "remove": 4},
        {"player": "A", "draw": 2, "keep": 1},
    ]
    assert answer["to_library"] == {"B": 1}


class TestGuild:
    def straights(self, *players: str) -> Json:
        return {
            "straights": [
                {"player": name, "low": 6 - i, "high": 6}
                for i, name in enumerate(reversed(players))
            ]
        }

    def test_one_player_keeps_one_of_three(self) -> None:
        """GC-GUILD-2, GC-R13."""
        answer = resolved("guild", self.straights("A"))
        assert (answer["drawn"], answer["returned"]) == (3, 2)
        assert answer["rewards"] == [{"player": "A", "choose_from": 3}]

    def test_behind_the_dummy_two_are_drawn(self) -> None:
        """GC-DUMMY-GUILD."""
        answer = resolved("guild", self.straights("DUMMY", "A"))
        assert (answer["drawn"], answer["returned"]) == (2, 1)
        assert answer["rewards"] == [{"player": "A", "choose_from": 2}]

    def test_the_dummy_alone_draws_nothing(self) -> None:
        """GC-DUMMY-GUILD."""
        answer = resolved("guild", self.straights("DUMMY"))
        assert (answer["drawn"], answer["rewards"], answer["returned"]) == (0, [], 0)


def test_temple_tiles_are_taken_removed_or_left() -> None:
    """GC-TEMPLE-4, GC-DUMMY-TEMPLE."""
    slots = [{"pair": [2, 5], "player": name} for name in ("A", "DUMMY", None, "A")]
    assert resolved("temple", {"slots": slots}) == {
        "taken": [{"slot": 0, "player": "A"}, {"slot": 3, "player": "A"}],
        "removed": [1],
        "set_aside": [2],
        "to_library": {},
    }


class TestIlluminati:
    """GC-ILLUMINATI-5, GC-ILLUMINATI-6, GC-DUMMY-ILLUM, GC-R15."""

    def test_nobody(self) -> None:
        answer = resolved("illuminati", {})
        assert (answer["sequence"], answer["set_aside"]) == ([], 3)

    def test_alone(self) -> None:
        answer = resolved("illuminati", {"groups": [{"player": "A", "dice": [4]}]})
        assert answer["sequence"] == [
            {"player": "A", "take": "choice", "of": 3},
            {"player": "A", "take": "choice", "of": 2},
        ]
        assert answer["set_aside"] == 1

    def test_the_dummy_takes_the_topmost(self) -> None:
        groups = [{"player": "A", "dice": [4]}, {"player": "DUMMY", "dice": [1, 4]}]
        answer = resolved("illuminati", {"groups": groups})
        assert answer["sequence"] == [
            {"player": "DUMMY", "take": "top", "of": 3},
            {"player": "A", "take": "choice", "of": 2},
        ]
        assert answer["set_aside"] == 1


class TestGalleon:
    STATE: Final[Json] = {
        "groups": [
            {"player": "A", "dice": [4]},
            {"player": "DUMMY", "dice": [1, 4]},
            {"player": "B", "dice": [1, 1, 5]},
        ]
    }

    def test_behind_a_dummy_of_rank_two_nobody_is_rewarded(self) -> None:
        """GC-DUMMY-GALLEON-2."""
        answer = resolved("galleon", self.STATE)
        assert (answer["keep"], answer["to_library"]) == ({"B": 2}, {"A": 1})

    def test_unless_the_owner_rules_otherwise(self) -> None:
        """GC-R29."""
        flags = {"flags": {"dummy_galleon_strict": False}}
        for more in ({"options": flags}, flags):
            answer = resolved("galleon", self.STATE, **more)
            assert (answer["keep"], answer["to_library"]) == ({"B": 2, "A": 1}, {})


@pytest.mark.parametrize(
    ("tiles", "index"),
    [
        ([1, 3, 3], 1),
        ([{"colour": "fire", "high": 2, "low": 1}, {"colour": "dark", "high": 4, "low": 0}], 1),
        ([{"type": "cartographer", "colour": "fire", "value": 2}], 0),
    ],
)
def test_the_dummy_takes_the_first_of_the_highest(tiles: object, index: int) -> None:
    """GC-DUMMY-5, GC-R28, GC-DUMMY-UNI."""
    assert ask("dummy_choice", {"tiles": tiles}) == {"index": index}
