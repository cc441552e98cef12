"""Questions about rounds, turns and abilities."""

import pytest

from tests.games.gilded_compass.ask.rules_questions import Json, ask

TABLE: Json = {"players": ["A", "B", "C"], "start": "B"}


class TestRound:
    """GC-ROUND-3, GC-ROUND-4."""

    def test_it_goes_on_while_everybody_has_dice(self) -> None:
        answer = ask("round", {**TABLE, "placed": [1, 2, 3, 4]})
        assert (answer["turns"], answer["ended"], answer["next"]) == (
            ["B", "C", "A", "B"],
            False,
            "C",
        )
        assert answer["unplaced"] == {"A": 5, "B": 3, "C": 6}

    def test_after_the_end_nobody_has_a_turn(self) -> None:
        answer = ask("round", {**TABLE, "own_dice": 1, "placed": [1, 1, 1, 1, 1]})
        assert (answer["turns"], answer["ended"]) == (["B", "C", "A"], True)

    def test_players_may_have_different_numbers_of_dice(self) -> None:
        """GC-ABIL-HELP: black dice count as own dice."""
        own_dice = {"A": 8, "B": 10, "C": 8}
        answer = ask("round", {**TABLE, "own_dice": own_dice, "placed": [8, 1, 1]})
        assert (answer["ended"], answer["unplaced"]["B"]) == (False, 2)

    def test_placed_dice_may_be_given_by_player(self) -> None:
        placed = {"A": [3], "B": [1, 4], "C": [2]}
        answer = ask("round", {**TABLE, "placed": placed})
        assert (answer["turns"], answer["next"]) == (["B", "C", "A", "B"], "C")

    @pytest.mark.parametrize(("placed", "error"), [(0, "place-first"), (9, "dice-not-held")])
    def test_each_turn_places_dice_that_are_there(self, placed: int, error: str) -> None:
        """GC-TURN-3, GC-ROUND-5."""
        assert ask("round", {**TABLE, "placed": [1, placed]}) == {"error": error, "turn": 2}


@pytest.mark.parametrize(
    ("rolled", "result", "ok"),
    [
        ([1, 2, 3], [1, 2, 3], True),
        ([1, 2, 3], [6, 3, 2], True),
        ([1, 2, 3], [6, 6, 3], True),
        ([1, 2, 3], [6, 6, 6], False),
        ([1, 1, 1, 4], [2, 2, 2, 4], False),
        ([1, 2, 3], [1, 2], False),
    ],
)
def test_persuasion_turns_up_to_two_dice(rolled: list[int], result: list[int], ok: bool) -> None:  # noqa: FBT001 - a column of the table
    """GC-ABIL-PERS, GC-R21."""
    assert ask("persuasion", {"rolled": rolled, "result": result}) == {"ok": ok}


@pytest.mark.parametrize(
    ("after", "kept", "tiles", "ok"),
    [
        ([1, 4, 4], [1], 1, True),
        ([6, 6, 6], [], 1, True),
        ([1, 2, 2], [1, 2], 1, True),
        ([1, 2, 3], [1, 2, 3], 1, False),
        ([1, 2, 6], [1, 2], 0, False),
        ([4, 4, 4], [1], 1, False),
        ([1, 4, 4], [5], 1, False),
        ([1, 2, 4, 4], [1, 2], 1, False),
    ],
)
def test_a_knowledge_tile_rolls_some_dice_again(
    after: list[int],
    kept: list[int],
    tiles: int,
    ok: bool,  # noqa: FBT001 - a column of the table
) -> None:
    """GC-TURN-2."""
    question = {"before": [1, 2, 3], "after": after, "kept": kept, "tiles": tiles}
    assert ask("reroll", question) == {"ok": ok}


@pytest.mark.parametrize(
    ("wants", "holders", "player"),
    [
        (["A", "C"], ["A", "B", "C"], "C"),
        (["A", "B"], ["A"], "A"),
        (["B"], ["A"], None),
        ([], ["A", "B"], None),
    ],
)
def test_small_help_goes_to_the_first_who_has_it_and_wants(
    wants: list[str], holders: list[str], player: str | None
) -> None:
    """GC-ABIL-HELP."""
    answer = ask("small_help", {**TABLE, "wants": wants, "holders": holders})
    assert answer == {"player": player}


class TestGifts:
    """GC-ABIL-GIFT, GC-R18."""

    def test_laps_go_on_until_one_brings_no_use(self) -> None:
        question = {**TABLE, "gifts": {"A": 2, "C": 1}, "dice_left": {"A": 5, "B": 5, "C": 5}}
        assert ask("gifts", {**question, "wants": ["A", "C"]})["turns"] == ["C", "A", "A"]
        assert ask("gifts", {**question, "wants": ["B"]})["turns"] == []

    def test_who_wants_a_number_of_turns_stops_then(self) -> None:
        question = {**TABLE, "gifts": ["A", "A", "C"], "dice_left": {"A": 5, "C": 5}}
        assert ask("gifts", {**question, "wants": {"A": 1, "C": 2}})["turns"] == ["C", "A"]

    def test_without_a_die_there_is_no_turn(self) -> None:
        question = {**TABLE, "gifts": {"A": 3}, "dice_left": {"A": 2}, "wants": ["A"]}
        assert ask("gifts", question)["turns"] == ["A", "A"]


@pytest.mark.parametrize(
    ("players", "rounds", "entrances", "temple_tiles"),
    [(2, 6, 4, 2), (3, 6, 5, 3), (4, 5, 6, 4), (5, 5, 7, 4)],
)
def test_setup(players: int, rounds: int, entrances: int, temple_tiles: int) -> None:
    """GC-SETUP-2."""
    answer = ask("setup", {"players": players})
    assert (answer["rounds"], answer["entrances"], answer["temple_tiles"]) == (
        rounds,
        entrances,
        temple_tiles,
    )


def test_missions_without_their_building_go_to_the_box() -> None:
    """GC-SETUP-6."""
    assert ask("missions_removed", {"c_building": "tower"})["removed"] == [
        "dive_for_doubloons",
        "join_the_illuminati",
        "raid_the_temple",
    ]
    assert len(ask("missions_removed", {"c_building": None})["removed"]) == 4
