"""Advice: what each placement would change and, on request, which are best."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.game import Line
from companion.games.gilded_compass import GAME, advice
from companion.games.gilded_compass.state import State
from companion.i18n.catalogue import Catalogue
from tests.games.gilded_compass.buildings.boards import archives, university
from tests.games.gilded_compass.tables import NAMES, legal, rolled, setup, table


def said(lines: Iterable[Line]) -> list[str]:
    voice = Catalogue("en", GAME, NAMES)
    return [
        f"{voice.long(line.left)}: {voice.long(line.right)}"
        for line in lines
        if line.right is not None
    ]


def lines(state: State) -> list[str]:
    """Return the lines that a player sees about placements."""
    return said(GAME.outlook(state, state.current))


def test_a_placement_shows_its_rank_and_who_is_pushed_where() -> None:
    row = university(5, "B1 B3 C3 A4 C6")
    texts = lines(rolled(replace(table(setup(3, c_building="tower")), university=row), "11223346"))
    assert (
        "University: 2, 3: entrance 2; Cem: a die to the Library; "
        "Ben from 2 to 3; Cem from 3 to 4; Ann from 4 to 5"
    ) in texts


def test_placements_with_the_same_outcome_share_a_line() -> None:
    texts = lines(rolled(table(setup(3, c_building="tower")), "11223346"))
    assert "Archives: 1, 11, 2, 22, 3, 33, 4, 6: rank 1" in texts
    assert "Library: 1, 2, 3, 4, 6: one knowledge" in texts
    assert "Treasure Tower: 1, 2, 3, 4, 6, 16, 34: floor 1" in texts


def test_groups_the_dummy_and_will_to_win_are_told_apart() -> None:
    state = rolled(
        table(setup(3, c_building="illuminati", variant="dummy")), "11223346", dummy="25"
    )
    state = state.with_player(0, abilities=("will_to_win",))
    texts = lines(replace(state, archives=archives("A3x1", "B3x2")))
    assert any(line.startswith("Archives: ") and "3+1" in line for line in texts)
    assert "Will to Win, Archives: 33−3: rank 1; Ben: a die to the Library" not in texts
    assert any(line.startswith("Will to Win, Archives: 3+1−3") for line in texts)
    assert any(line.startswith("Dummy, Library: 2, 5: ") for line in texts)


def test_exactly_the_legal_placements_are_described() -> None:
    state = rolled(table(setup(2, variant="dummy")), "11223346", dummy="25")
    described = [consequence.action for consequence in advice.consequences(state)]
    listed = [action for action in legal(state) if hasattr(action, "building")]
    assert described == listed
    assert [*advice.consequences(table())] == []


def test_only_the_player_on_turn_gets_advice() -> None:
    state = rolled(table(), "11223346")
    assert lines(state)
    assert GAME.outlook(state, 1) == ()
    assert GAME.advice(state, 1) == ()
    assert GAME.advice(table(), 0) == ()


class TestWhichIsBest:
    """Each building is judged by itself: what would it earn if the round ended now?"""

    def test_the_measure_comes_first(self) -> None:
        first, *rest = GAME.advice(rolled(table(setup(3)), "11223346"), 0)
        assert first.right is None
        assert "If the round ended now, the most rewards" in Catalogue("en", GAME, NAMES).long(
            first.left
        )
        assert rest

    def test_rewards_then_choice_then_what_others_lose_then_the_fewest_dice(self) -> None:
        row = university(5, "B1 B3 C3 A4 C6")
        state = rolled(replace(table(setup(3, c_building="tower")), university=row), "11223346")
        texts = said(GAME.advice(state, 0))
        assert "University: 23: rewards +1 of 7, others -1" in texts
        assert "Treasure Tower: 16, 34: rewards +2" in texts

    def test_equally_good_ones_are_all_named(self) -> None:
        state = rolled(table(setup(3)), "11223346")
        assert "Library: 1, 2, 3, 4, 6: rewards +1" in said(GAME.advice(state, 0))

    def test_a_better_rank_is_more_to_choose_from(self) -> None:
        """A 6 would rank first and choose from four maps; a 1 or a 2 would rank second."""
        state = replace(rolled(table(setup(3)), "11122336"), archives=archives("B3x1 C2x1"))
        assert "Archives: 6: rewards +1 of 4" in said(GAME.advice(state, 0))

    def test_tiles_of_the_temple_are_told_apart(self) -> None:
        """All three tiles ask for 2 and 5 (GC-TEMPLE-1)."""
        state = rolled(table(setup(3, c_building="temple")), "11223345")
        texts = said(GAME.advice(state, 0))
        assert "Hidden Temple: 25 (1), 25 (2), 25 (3): rewards +1" in texts

    def test_no_other_placement_there_is_worth_more(self) -> None:
        state = rolled(table(setup(2, variant="dummy")), "11223346", dummy="25")
        best = {repr(placements[0].where): worth for worth, placements in advice.best(state)}
        for consequence in advice.consequences(state):
            assert advice.worth(state, consequence) <= best[repr(consequence.where)]
        assert len(best) == len(
            {repr(consequence.where) for consequence in advice.consequences(state)}
        )
