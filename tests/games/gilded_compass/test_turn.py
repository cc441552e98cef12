"""Placing own dice, also with Will to Win, and the dummy's (GC-TURN, GC-DUMMY, GC-ABIL-WILL)."""

from companion.games.gilded_compass import GAME, turn
from companion.games.gilded_compass.actions import EndTurn, Place, PlaceDummy, WillToWin
from companion.games.gilded_compass.buildings.building import DUMMY
from companion.games.gilded_compass.events import DicePlaced, DiePushed, LastLap, TreasuresDrawn
from companion.games.gilded_compass.state import Phase, State
from tests.games.gilded_compass import tables
from tests.games.gilded_compass.tables import (
    all_of,
    code,
    do,
    drawn,
    dummy,
    legal,
    place,
    rolled,
    setup,
    table,
    will,
)


def test_one_placement_in_one_building() -> None:
    """GC-TURN-3, GC-R7: then it is the next player's turn."""
    step = do(rolled(table(), "11223346"), place("archives", "33"))
    assert (step.state.current, step.state.phase) == (1, Phase.ROLL)
    assert DicePlaced("GC-ARCHIVE-1", 0, "archives", "33", 1) in step.events
    assert step.state.players[0].own == 6


def test_only_dice_in_hand_are_placed() -> None:
    state = rolled(table(), "11223346")
    assert code(state, place("archives", "55")) == "dice-not-held GC-TURN-3"
    assert code(state, place("archives", "333")) == "dice-not-held GC-TURN-3"
    assert code(state, place("guild", "1")) == "no-such-building GC-SETUP-1"
    for odd in (place("archives", "31"), place("archives", "33", slot=1), place("library", "3", 2)):
        assert code(state, odd) == "no-such-placement GC-TURN-3"


def test_a_single_die_may_always_go_to_the_library() -> None:
    """GC-TURN-4, GC-TURN-5: nobody is ever stuck, whatever has been placed."""
    state = rolled(table(setup(c_building="galleon")), "11111111")
    assert code(state, place("library", "1")) is None
    assert code(state, place("library", "11")) == "single-die GC-TURN-4"


def test_no_knowledge_need_be_spent_before_a_forced_library_die() -> None:
    """GC-TURN-6."""
    state = rolled(table(), "11223346")
    assert state.player.knowledge == 1
    assert do(state, place("library", "6")).state.players[0].knowledge == 1


def test_an_own_group_in_the_archives_is_extended_by_its_size() -> None:
    """GC-ARCHIVE-0, GC-VOC-7."""
    state = tables.turn(table(), "11223346", place("archives", "33"))
    state = tables.turn(state, "11223346", place("archives", "1"))
    state = rolled(state, "333446")
    assert code(state, place("archives", "3", group=2)) is None
    assert code(state, place("archives", "3", group=1)) == "no-group-to-extend GC-ARCHIVE-0"


def test_dice_that_are_pushed_go_to_the_library_at_once() -> None:
    """GC-LIB-1."""
    state = table()
    for own in ("11223346", "11223346", "1223346", "1223346"):
        state = tables.turn(state, own, place("university", "2"))
    step = do(rolled(state, "123346"), place("university", "1"))
    assert DiePushed("GC-UNI-1", 0, "university") in step.events
    assert step.state.library.dice == (0,)


def test_treasures_are_drawn_with_the_placement() -> None:
    """GC-GALLEON-4."""
    state = rolled(table(setup(c_building="galleon")), "11223346")
    step = do(state, place("galleon", "6"))
    assert TreasuresDrawn("GC-GALLEON-4", 0, 1) in step.events
    assert step.state.phase is Phase.DRAW
    state = do(step.state, "draw_treasure(3)").state
    assert (state.players[0].pending, state.current) == (("3",), 1)


def dummy_table() -> State:
    return rolled(table(setup(c_building="tower", variant="dummy")), "11223346", dummy="25")


def test_dummy_dice_may_be_placed_before_the_own_ones() -> None:
    """GC-DUMMY-2, GC-DUMMY-3, GC-R27: any one building will do, even that of the own dice.

    GC-R36: those of a turn are one placement.
    """
    step = do(dummy_table(), dummy("tower", "25"))
    assert step.state.tower is not None
    assert step.state.tower.left[0] == step.state.tower.right[0] == DUMMY
    assert code(step.state, dummy("library", "2")) == "dummy-placed GC-DUMMY-2"
    after = do(step.state, place("tower", "16")).state
    assert (after.current, after.players[0].dummy) == (1, 0)


def test_dummy_dice_may_be_placed_after_the_own_ones_or_not_at_all() -> None:
    """GC-DUMMY-2, GC-DUMMY-4: at least one own die must still be placed."""
    state = dummy_table()
    assert code(state, EndTurn()) == "place-first GC-TURN-3"
    state = do(state, place("library", "6")).state
    assert (state.current, state.phase) == (0, Phase.PLACE)
    assert code(state, place("library", "1")) == "one-placement GC-R7"
    assert legal(state)[0] == EndTurn()
    assert do(state, EndTurn()).state.players[0].dummy == 2
    assert do(state, dummy("archives", "5")).state.players[0].dummy == 1


def test_the_dummy_has_one_group_for_all() -> None:
    """GC-DUMMY-3: the next player extends it."""
    state = all_of(dummy_table(), dummy("archives", "5"), place("library", "6")).state
    state = rolled(state, "11223346", dummy="15")
    assert code(state, dummy("archives", "5", group=1)) is None
    assert code(state, dummy("archives", "5")) == "equal-group GC-ARCHIVE-3"


def test_dummy_dice_do_not_end_the_round() -> None:
    """GC-DUMMY-4, GC-R20: only own dice count, which include black ones."""
    state = table(setup(c_building="illuminati", variant="dummy"))
    state = state.with_player(0, own=0, black=1, dummy=2)
    assert turn.finished(state).events == ()
    gone = state.with_player(0, black=0)
    assert turn.finished(gone).events == (LastLap("GC-ROUND-4", 0),)


def willing() -> State:
    """Return a table at which B has 3-3 in the Archives, and A has Will to Win."""
    state = table(setup(3, c_building="illuminati"), start=1)
    state = tables.turn(state, "11223346", place("archives", "33"))
    state = tables.turn(state, "11223346", place("illuminati", "1"))
    return rolled(state.with_player(0, abilities=("will_to_win",)), "11223346")


def test_will_to_win_copies_and_takes_a_die() -> None:
    """GC-ABIL-WILL: the die goes to the Library at once, and the tile is used up."""
    state = willing()
    assert code(state, place("archives", "33")) == "equal-group GC-ARCHIVE-3"
    step = do(state, will("archives", "33", lost=3))
    assert step.state.library.dice == (1,)
    assert step.state.players[0].abilities == ()
    assert [type(event).__name__ for event in step.events[:3]] == [
        *("AbilityUsed", "DicePlaced", "DiePushed")
    ]


def test_will_to_win_is_refused_where_it_cannot_help() -> None:
    state = willing()
    assert code(state, will("archives", "22", lost=2)) == "nothing-to-copy GC-ABIL-WILL"
    assert code(state, will("university", "2", lost=2)) == "nothing-to-copy GC-ABIL-WILL"
    assert code(state, will("archives", "33", lost=0)) == "new-tie GC-R19"
    without = state.with_player(0, abilities=())
    assert code(without, will("archives", "33", lost=3)) == "no-such-ability GC-ABIL-WILL"
    assert will("illuminati", "1", lost=1) in legal(state)


def test_what_is_listed_is_what_is_legal() -> None:
    for state in (dummy_table(), willing()):
        listed = [action for action, _ in turn.options(state)]
        assert len(set(listed)) == len(listed)
        assert {type(action) for action in listed} <= {Place, PlaceDummy, WillToWin}
        assert all(GAME.why_not(state, action) is None for action in listed)


def test_temple_tiles_are_numbered_from_one() -> None:
    """GC-TEMPLE-1, GC-TEMPLE-2."""
    state = drawn(rolled(table(setup(c_building="temple")), "11225566"))
    pair = state.backs[0]
    assert code(state, place("temple", pair, slot=1)) is None
    assert code(state, place("temple", pair, slot=0)) == "no-such-slot GC-TEMPLE-1"
    assert code(state, place("temple", pair, slot=9)) == "no-such-slot GC-TEMPLE-1"
