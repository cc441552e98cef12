"""Questions about placing dice: omitted details, flags, Will to Win, the forced Library."""

from typing import Any, Final

import pytest

from tests.games.gilded_compass.ask.rules_questions import Json, ask


def group(player: str, value: int, count: int) -> Json:
    return {"player": player, "value": value, "count": count}


def crowd(player: str, *dice: int) -> Json:
    return {"player": player, "dice": list(dice)}


def placing(building: str, state: Json, *dice: int, player: str = "A", **options: Any) -> Json:  # noqa: ANN401 - JSON
    return {
        "building": building,
        "state": state,
        "player": player,
        "dice": list(dice),
        "options": options,
    }


class TestArchives:
    STATE: Final[Json] = {"groups": [group("A", 3, 2), group("B", 3, 3), group("A", 5, 1)]}

    def test_without_mode_any_reading_will_do(self) -> None:
        """GC-ARCHIVE-0: one more 3 would equal B's group, but a new group would not."""
        assert ask("legal", placing("archives", self.STATE, 3))["legal"]
        answer = ask("place", placing("archives", self.STATE, 3))
        assert answer["state"]["groups"][-1] == group("A", 3, 1)

    def test_a_count_means_the_players_group_of_that_size(self) -> None:
        """GC-ARCHIVE-0."""
        answer = ask("place", placing("archives", self.STATE, 3, 3, count=2))
        assert answer["state"]["groups"][0] == group("A", 3, 4)
        assert answer["rank"] == 1

    def test_a_group_that_is_not_there_cannot_be_extended(self) -> None:
        """GC-ARCHIVE-0."""
        for options in ({"mode": "extend"}, {"count": 2}):
            answer = ask("legal", placing("archives", self.STATE, 4, **options))
            assert (answer["why"], answer["rule"]) == ("no-group-to-extend", "GC-ARCHIVE-0")

    def test_a_refused_placement_has_no_state(self) -> None:
        answer = ask("place", placing("archives", self.STATE, 3, 4))
        assert answer == {"legal": False, "why": "different-values", "rule": "GC-ARCHIVE-1"}

    def test_the_dummy_is_one_more_player(self) -> None:
        """GC-DUMMY-3: anybody may extend its groups."""
        state = {"groups": [group("DUMMY", 2, 1)]}
        answer = ask("place", placing("archives", state, 2, player="DUMMY", mode="extend"))
        assert answer["state"] == {"groups": [group("DUMMY", 2, 2)]}


class TestWillToWin:
    """GC-ABIL-WILL, GC-R19."""

    STATE: Final[Json] = {"groups": [group("B", 3, 2)]}

    def test_an_equal_group_is_legal_if_the_other_one_loses_a_die(self) -> None:
        assert not ask("legal", placing("archives", self.STATE, 3, 3))["legal"]
        answer = ask("place", placing("archives", self.STATE, 3, 3, will_to_win=True, remove=3))
        assert answer["state"]["groups"] == [group("B", 3, 1), group("A", 3, 2)]
        assert answer["to_library"] == {"B": 1}

    def test_without_a_die_to_remove_any_that_is_legal_is_removed(self) -> None:
        answer = ask("place", placing("archives", self.STATE, 3, 3, will_to_win=True))
        assert answer["to_library"] == {"B": 1}

    def test_there_must_be_something_to_copy(self) -> None:
        answer = ask("legal", placing("archives", self.STATE, 4, 4, will_to_win=True))
        assert (answer["why"], answer["rule"]) == ("nothing-to-copy", "GC-ABIL-WILL")

    def test_a_single_die_disappears(self) -> None:
        state = {"straights": [{"player": "B", "low": 4, "high": 4}]}
        answer = ask("place", placing("guild", state, 4, will_to_win=True, remove=4))
        assert answer["state"]["straights"] == [{"player": "A", "low": 4, "high": 4}]

    def test_in_the_illuminati_sizes_must_stay_different(self) -> None:
        state = {"groups": [crowd("B", 3), crowd("C", 3, 5)]}
        assert not ask("legal", placing("illuminati", state, 3, 5, will_to_win=True))["legal"]
        answer = ask("place", placing("illuminati", state, 3, will_to_win=True, remove=3))
        assert answer["state"]["groups"] == [crowd("C", 3, 5), crowd("A", 3)]

    @pytest.mark.parametrize("building", ["university", "library", "tower"])
    def test_where_nothing_identical_is_forbidden_there_is_nothing_to_copy(
        self, building: str
    ) -> None:
        state = {"slots": 4} if building == "university" else {}
        answer = ask("legal", placing(building, state, 3, will_to_win=True))
        assert (answer["legal"], answer["why"]) == (False, "nothing-to-copy")

    def test_it_is_never_used_for_dummy_dice(self) -> None:
        for building, state in (
            ("archives", {"groups": [group("B", 3, 1)]}),
            ("guild", {"straights": [{"player": "B", "low": 3, "high": 3}]}),
            ("illuminati", {"groups": [crowd("B", 3)]}),
        ):
            question = placing(building, state, 3, player="DUMMY", will_to_win=True)
            assert ask("legal", question)["why"] == "nothing-to-copy"


class TestTemple:
    """GC-TEMPLE-1 to GC-TEMPLE-3, GC-R14."""

    STATE: Final[Json] = {
        "slots": [
            {"pair": [2, 5], "player": "B"},
            {"pair": [1, 6], "player": None},
            {"pairs": [[2, 5], [1, 6]], "player": None},
        ]
    }

    def test_a_slot_names_the_tile(self) -> None:
        answer = ask("place", placing("temple", self.STATE, 6, 1, slot=2))
        assert [slot["player"] for slot in answer["state"]["slots"]] == ["B", None, "A"]
        assert answer["state"]["slots"][2]["pairs"] == [[2, 5], [1, 6]]

    def test_without_a_slot_any_free_tile_will_do(self) -> None:
        assert ask("legal", placing("temple", self.STATE, 5, 2))["legal"]
        taken = {"slots": self.STATE["slots"][:2]}
        assert ask("legal", placing("temple", taken, 5, 2))["why"] == "tile-claimed"

    def test_without_tiles_there_is_nothing(self) -> None:
        assert ask("legal", placing("temple", {}, 5, 2))["why"] == "no-such-slot"


def test_one_die_goes_to_the_library() -> None:
    """GC-TURN-4."""
    state = {"dice": {"B": 2}}
    assert ask("place", placing("library", state, 6))["state"] == {"dice": {"B": 2, "A": 1}}
    assert not ask("legal", placing("library", state, 6, 6))["legal"]


def test_a_pushed_dummy_die_is_not_reported() -> None:
    """GC-DUMMY-6."""
    state = {"left": ["B", "C", "DUMMY"]}
    answer = ask("place", placing("tower", state, 1))
    assert answer["to_library"] == {}
    assert answer["state"] == {"left": ["A", "B", "C"], "right": [None, None, None]}


def test_dummy_dice_draw_no_treasures() -> None:
    """GC-DUMMY-GALLEON-1."""
    assert ask("place", placing("galleon", {}, 5, player="DUMMY"))["draw"] == 0


class TestForcedLibrary:
    """GC-TURN-5."""

    STATES: Final[Json] = {
        "university": {"slots": 2, "row": [{"player": "B", "value": 1}] * 2},
        "archives": {"groups": [group("B", 6, 1)]},
        "library": {"dice": {"B": 1}},
        "guild": {"straights": [{"player": "B", "low": 6, "high": 6}]},
    }

    def test_nothing_else_is_legal(self) -> None:
        question = {"states": self.STATES, "player": "A", "dice": [6]}
        assert ask("library_forced", question)["forced"]

    def test_buildings_may_be_listed(self) -> None:
        states = [{"building": name, "state": state} for name, state in self.STATES.items()]
        assert ask("library_forced", {"states": states, "player": "A", "dice": [6]})["forced"]

    def test_something_else_is(self) -> None:
        question = {"states": self.STATES, "player": "A", "dice": [6, 5]}
        answer = ask("library_forced", question)
        assert not answer["forced"]
        assert answer["placements"] == {"university": 0, "archives": 1, "guild": 2}
