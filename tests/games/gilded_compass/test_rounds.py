"""Setup, rounds and the abilities that are offered in them (GC-SETUP, GC-ROUND, GC-ABIL)."""

import pytest
from msgspec.structs import replace

from companion.engine.fold import fold
from companion.engine.game import Setup, SetupError
from companion.engine.shared_actions import ChooseStart
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.actions import Decline, TakeHelp, TakeTurn
from companion.games.gilded_compass.events import (
    DiceUnplaced,
    KnowledgeGained,
    LastLap,
    LeftOver,
    RoundBegan,
    RoundEnded,
)
from companion.games.gilded_compass.stacks import size
from companion.games.gilded_compass.state import Phase, State
from companion.games.gilded_compass.variant import TABLES
from tests.games.gilded_compass.tables import (
    NAMES,
    chosen,
    code,
    do,
    drawn,
    moments,
    place,
    rolled,
    setup,
    table,
    turn,
)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_number_of_players_decides_what_is_laid_out(players: int) -> None:
    """GC-SETUP-2, GC-ROUND-1."""
    state = table(setup(players, c_building="temple"))
    expected = TABLES[players]
    laid = (len(state.specialists), len(state.maps), len(state.backs))
    assert laid == (expected.entrances, expected.maps, expected.temple_tiles)
    assert state.university.entrances == expected.entrances
    assert len(table(setup(players, c_building="illuminati")).abilities) == 3


def test_a_dummy_does_not_change_the_table() -> None:
    """GC-SETUP-3, GC-R30; GC-VARIANT-2: each player holds two of its dice."""
    state = table(setup(3, variant="dummy"))
    assert state.variant.table == TABLES[3]
    assert [player.dummy for player in state.players] == [2, 2, 2]


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("variant", ["dummy", "fewer_buildings"])
def test_the_variants_are_refused_with_more_than_three_players(players: int, variant: str) -> None:
    """GC-VARIANT-1, GC-VARIANT-2."""
    sentence = rf"options\.variant: {variant} is for 2 to 3 players, not {players}: leave it out"
    with pytest.raises(SetupError, match=sentence):
        GAME.new_initial_state(setup(players, variant=variant))
    assert not GAME.new_initial_state(setup(players, variant="none")).variant.dummy


def test_games_recorded_with_a_variant_that_had_no_effect_can_be_replayed() -> None:
    """Up to 0.2, four or five players could choose a variant: it was ignored."""
    assert fold(GAME, setup(4, variant="dummy"), ()).state == GAME.new_initial_state(setup(4))


def test_each_player_has_eight_dice_and_a_knowledge_tile() -> None:
    """GC-SETUP-8, GC-COMP-12."""
    state = table(setup(5))
    assert [(player.own, player.black, player.knowledge) for player in state.players] == [
        (8, 0, 1)
    ] * 5


def test_private_collections_are_dealt_only_with_the_auction_house() -> None:
    """GC-SETUP-5, GC-R3, GC-COMP-4; without it they stay in the box (GC-SETUP-10)."""
    state = table(setup(3, b_building="auction_house"))
    assert len({player.collection for player in state.players}) == 3
    without = table(setup(3, b_building="guild"))
    assert [player.collection for player in without.players] == ["", "", ""]
    assert without.stack("artifacts") == ()


def test_three_a_buildings_one_b_and_one_c_are_in_play() -> None:
    """GC-SETUP-1, GC-VARIANT-1, GC-COMP-1."""
    usual = table(setup(2, b_building="guild", c_building="tower")).variant
    assert usual.buildings == ("guild", "archives", "tower", "university", "library")
    fewer = table(setup(2, c_building="tower", variant="fewer_buildings")).variant
    assert fewer.buildings == ("auction_house", "archives", "university", "library")


def test_the_start_player_is_entered_or_drawn() -> None:
    """GC-SETUP-9."""
    state = GAME.new_initial_state(setup(3))
    assert [action for action, _ in GAME.chance_outcomes(state)] == [*map(ChooseStart, range(3))]
    assert table(setup(3), start=2).current == 2
    assert code(state, ChooseStart(3)) == "no-such-seat GC-SETUP-9"


def held_by(state: State, ability: str, *seats: int) -> State:
    for seat in seats:
        state = state.with_player(seat, abilities=(ability,))
    return state


def offering_help(*seats: int) -> State:
    """Return a round, about to be laid out, in which these seats have Small Help."""
    state = GAME.new_initial_state(setup(3, c_building="illuminati"))
    state = drawn(do(state, ChooseStart(1)).state, lambda state: state.phase is Phase.LAY)
    return drawn(held_by(state, "small_help", *seats))


def test_the_black_dice_are_offered_clockwise_to_the_first_taker() -> None:
    """GC-ROUND-2, GC-ABIL-HELP, GC-R38: all see by then what lies out."""
    state = offering_help(0, 2)
    assert len(state.maps) == state.variant.table.maps
    assert len(state.abilities) == state.variant.table.illuminati_tiles
    assert (state.phase, GAME.current_player(state)) == (Phase.HELP, 2)
    taken = do(state, TakeHelp()).state
    assert (taken.players[2].black, taken.phase, taken.current) == (2, Phase.ROLL, 1)
    passed = do(state, Decline()).state
    assert GAME.current_player(passed) == 0
    assert do(passed, Decline()).state.phase is Phase.ROLL
    assert offering_help().phase is Phase.ROLL


def ending(state: State, *left: int) -> State:
    """Return a turn of the last player in the last lap; ``left`` is how many dice each has."""
    for seat, dice in enumerate(left):
        state = state.with_player(seat, own=dice)
    last = (state.start - 1) % len(state.players)
    state = replace(state, last_lap=True, current=last, to_roll=(left[last], 0, 0))
    return rolled(state, "6" * left[last])


def test_the_last_own_die_begins_the_last_lap() -> None:
    """E26 and E27 (GC-ROUND-4): B begins, so A is the last player."""
    state = table(setup(3), start=1)
    state = state.with_player(2, own=1)
    state = turn(state, "11223346", place("archives", "11"))
    step = do(rolled(state, "6"), place("library", "6"))
    assert LastLap("GC-ROUND-4", 2) in step.events
    assert (step.state.current, step.state.phase) == (0, Phase.ROLL)
    ended = do(rolled(step.state, "11223346"), place("library", "6"))
    assert any(isinstance(event, RoundEnded) for event in ended.events)
    alone = ending(table(setup(3), start=1), 1, 3, 3)
    alone = replace(alone, last_lap=False)
    assert any(isinstance(event, RoundEnded) for event in do(alone, place("library", "6")).events)


@pytest.mark.slow
def test_nobody_reaches_a_turn_without_dice() -> None:
    """GC-ROUND-5."""
    for opening_setup in (setup(3), setup(5, c_building="illuminati")):
        for moment in moments(3, opening_setup):
            if moment.before.phase is Phase.ROLL and not any(moment.before.hand.own):
                assert moment.before.player.unplaced > 0


def test_unplaced_coloured_dice_go_to_the_library_but_not_black_ones() -> None:
    """GC-ROUND-6, GC-R5, GC-ABIL-HELP."""
    state = ending(table(), 2, 1).with_player(0, black=2)
    step = do(state, place("library", "6"))
    assert DiceUnplaced("GC-R5", 0, 2) in step.events
    assert KnowledgeGained("GC-LIB-2", 0, 2) in chosen(step.state).events
    strict = table(setup(2, data={"flags": {"unplaced_dice_to_library": False}}))
    step = do(ending(strict, 2, 1), place("library", "6"))
    assert not any(isinstance(event, DiceUnplaced) for event in step.events)


def gifted(*left: int) -> State:
    """Return the end of a round in which A and C have Timeless Gift."""
    state = table(setup(3, c_building="illuminati"))
    return ending(held_by(state, "timeless_gift", 0, 2), *left)


def test_an_extra_turn_before_the_round_closes() -> None:
    """GC-ABIL-GIFT, GC-R18: offered clockwise from the start player, in laps."""
    state = do(gifted(2, 1, 3), place("library", "6")).state
    assert (state.phase, GAME.current_player(state)) == (Phase.GIFT, 0)
    state = do(state, TakeTurn()).state
    assert (state.phase, state.current, state.extra, state.to_roll) == (
        *(Phase.ROLL, 0, True),
        (2, 0, 0),
    )
    state = do(rolled(state, "12"), place("library", "1")).state
    assert (state.phase, GAME.current_player(state)) == (Phase.GIFT, 2)
    assert do(state, Decline()).state.round == 1


def test_an_extra_turn_needs_an_unplaced_die() -> None:
    """GC-ABIL-GIFT."""
    state = do(gifted(0, 1, 2), place("library", "6")).state
    assert GAME.current_player(state) == 2
    assert do(state, Decline()).state.phase is not Phase.GIFT


def test_a_round_ends_with_everything_back_and_the_marker_passed_on() -> None:
    """GC-ROUND-6, GC-R4, GC-R34."""
    state = ending(table(setup(3)), 1, 1, 1)
    step = do(state, place("library", "6"))
    events = [*step.events]
    after = step.state
    if after.phase is not Phase.LAY:
        finished = chosen(after)
        after, events = finished.state, [*events, *finished.events]
    assert RoundBegan("GC-ROUND-1", 2, 6) in events
    assert LeftOver("GC-UNI-8", "specialists", 5) in events
    assert (after.round, after.start) == (2, 1)
    assert after.library.dice == ()
    assert [(player.own, player.black) for player in drawn(after).players] == [(8, 0)] * 3


@pytest.mark.parametrize(("players", "rounds"), [(2, 6), (3, 6), (4, 5), (5, 5)])
def test_the_game_ends_after_its_rounds(players: int, rounds: int) -> None:
    """GC-ROUND-7."""
    *_, last = moments(1, setup(players, c_building="galleon"))
    assert GAME.is_terminal(last.step.state)
    assert last.step.state.round == rounds


def test_stacks_have_what_the_components_say() -> None:
    """GC-COMP-2, GC-COMP-3, GC-COMP-5, GC-COMP-6, GC-COMP-8, GC-R2, GC-SETUP-4, GC-SETUP-7."""

    def sizes(**options: str) -> dict[str, int]:
        state = GAME.new_initial_state(Setup(NAMES[:2], options=options))
        return {kind: size(stack) for kind, stack in state.stacks}

    counts = sizes(b_building="auction_house", c_building="temple")
    assert counts == {
        "specialists": 36,
        "maps": 24,
        "artifacts": 36,
        "collections": 6,
        "items": 24,
    }
    assert sizes(c_building="tower")["bronze"] == 12
    assert sizes(c_building="tower")["silver"] == sizes(c_building="tower")["gold"] == 12
    assert sizes(c_building="galleon")["treasures"] == 30
    assert sizes(c_building="illuminati")["abilities"] == 20
    assert sizes(b_building="guild", c_building="tower")["missions"] == 22 - 3
    assert sizes(b_building="guild", variant="fewer_buildings")["missions"] == 22 - 4


@pytest.mark.slow
def test_only_treasures_and_knowledge_can_run_out() -> None:
    """Section 15: no stack of an assumed copy runs out too early (GC-COMP-7)."""
    for seed in range(3):
        *_, last = moments(seed, setup(5, c_building="illuminati"))
        state = last.step.state
        assert size(state.stack("specialists")) == 36 - 35
        assert size(state.stack("maps")) == 24 - 20
