"""Texts on displays (the kit checks that every text has words)."""

from msgspec.structs import replace

from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.actions import SpendKnowledge
from companion.games.gilded_compass.buildings.galleon import Galleon
from companion.games.gilded_compass.buildings.guild import Guild
from companion.games.gilded_compass.buildings.temple import Slot, Temple
from companion.games.gilded_compass.buildings.tower import Tower
from companion.games.gilded_compass.state import Phase, State
from companion.i18n.catalogue import Catalogue
from tests.games.gilded_compass.buildings.boards import archives, crowds, straights, university
from tests.games.gilded_compass.tables import NAMES, do, place, rolled, rolls, setup, table

VOICE = Catalogue("en", GAME, NAMES)


def shown(state: State, *, short: bool = True) -> list[str]:
    say = VOICE.short if short else VOICE.long
    return [
        " | ".join(say(text) for text in (line.left, line.right) if text is not None)
        for line in GAME.summary(state)
    ]


def says(state: State) -> str:
    return VOICE.long(GAME.prompt(state, 0))


def test_a_roll_is_asked_by_value_then_one_by_one() -> None:
    state = table()
    assert says(state) == "Ann rolls: how many dice of 8 show 1?"
    assert says(do(state, next(iter(rolls("11223346")))).state) == (
        "Ann rolls: how many dice of 6 show 2?"
    )
    few = replace(state.with_player(0, own=2), to_roll=(2, 0, 0))
    assert says(few) == "Ann rolls 2 dice: what shows one of them?"


def test_buildings_are_shown_with_the_numbers_of_players() -> None:
    state = rolled(table(setup(3, b_building="guild", c_building="galleon")), "11223346")
    state = replace(
        state,
        guild=Guild(straights("A1-4", "C5-5")),
        archives=archives("A3x2", "B3x3"),
        galleon=Galleon(crowds("B6", "*66")),
        university=university(5, "A1 B3"),
    )
    assert shown(state) == [*("11223346", "1:1-4 3:5", "2:333 1:33", "*:66 2:6", "1:1 2:3", "-")]
    assert shown(state, short=False)[2] == "Archives: 2:333 1:33"


def test_temple_and_tower_are_shown_too() -> None:
    state = rolled(table(setup(2, c_building="temple", variant="dummy")), "11223346", dummy="25")
    state = replace(state, temple=Temple((Slot(((1, 6),)), Slot(((1, 6),), 1))), backs=("16",) * 2)
    assert shown(state)[0] == "11223346 | D 25"
    assert shown(state)[3] == "1+6 2:1+6"
    state = rolled(table(setup(2, c_building="tower")), "11223346")
    assert shown(replace(state, tower=Tower(left=(1, 0, None))))[3] == "21- ---"


def test_a_full_line_is_cut_on_a_small_display_only() -> None:
    state = replace(rolled(table(), "11223346"), archives=archives("A3x5", "B4x4", "A5x3", "B1x2"))
    assert "1:33333 2:4444 …" in shown(state)
    assert "Archives: 1:33333 2:4444 1:555 2:11" in shown(state, short=False)


def test_the_tiles_are_shown_while_a_round_is_fresh() -> None:
    state = replace(table(), maps=("fire-2-1",), specialists=("cartographer-fire-2",))
    assert shown(state)[:2] == ["Fire 2/1", "Cart. Fire 2"]
    assert shown(state, short=False)[2] == "Ann | 0 maps, 0 specialists, 1 knowledge"


def test_the_edge_tells_round_and_last_lap() -> None:
    state = table()
    for position, words in ((state, "round 1 of 6"), (replace(state, last_lap=True), "last lap")):
        status = GAME.status(position)
        assert status is not None
        assert words in VOICE.long(status)
    assert GAME.status(GAME.new_initial_state(setup())) is None


def test_the_winners_are_named() -> None:
    over = replace(table(setup(3)), phase=Phase.OVER)
    assert says(over) == "Ann, Ben and Cem win together"
    assert says(over.with_player(1, treasures=("3",))) == "Ben wins the game"
    ranked = over.with_player(1, treasures=("3",))
    assert shown(ranked) == ["1. Ben | 3", "2. Ann | 0", "2. Cem | 0"]


def test_players_in_the_library_are_reminded_of_knowledge() -> None:
    """GC-TURN-6."""
    state = rolled(table(), "11223346")
    (reminder,) = GAME.reminders(state, place("library", "1"))
    assert VOICE.short(reminder) == "knowledge rerolls"
    assert GAME.reminders(state, place("archives", "1")) == ()
    spent = do(state, SpendKnowledge()).state
    assert GAME.reminders(spent, place("library", "1")) == ()
