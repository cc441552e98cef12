"""Buildings resolve in order, and each reward has its reason (GC-ROUND-6, GC-ROUND-8)."""

import pytest
from msgspec.structs import replace

from companion.engine.game import Step
from companion.engine.text import text
from companion.games.gilded_compass import GAME, open_tiles
from companion.games.gilded_compass.actions import (
    ChooseAbility,
    ChooseMap,
    ChooseTile,
    Keep,
    KeepArtifact,
    KeepTreasure,
)
from companion.games.gilded_compass.buildings.auction_house import AuctionHouse
from companion.games.gilded_compass.buildings.galleon import Galleon
from companion.games.gilded_compass.buildings.guild import Guild
from companion.games.gilded_compass.buildings.illuminati import Illuminati
from companion.games.gilded_compass.buildings.library import Library
from companion.games.gilded_compass.buildings.temple import Slot, Temple
from companion.games.gilded_compass.buildings.tower import Tower
from companion.games.gilded_compass.events import (
    DiceUnrewarded,
    ItemRevealed,
    KnowledgeGained,
    MapTaken,
    SecretTaken,
    SpecialistTaken,
    TileRemoved,
    TilesRemoved,
    TreasureKept,
)
from companion.games.gilded_compass.stacks import size
from companion.games.gilded_compass.state import Phase, State
from tests.games.gilded_compass.buildings.boards import archives, crowds, straights, university
from tests.games.gilded_compass.tables import (
    all_of,
    chosen,
    code,
    do,
    drawn,
    legal,
    rolled,
    setup,
    table,
)


def closing(state: State, **buildings: object) -> State:
    """Return the state at the end of a round with these dice in the buildings."""
    for seat in state.seats:
        state = state.with_player(seat, own=0)
    state = replace(state, phase=Phase.GIFT, laps=None, to_roll=(0, 0, 0), **buildings)
    return GAME.phases.go_on(Step(state, ())).state


B, ARCHIVES, C, UNIVERSITY = "GC-AUCTION-1", "GC-ARCHIVE-6", "GC-TOWER-5", "GC-UNI-8"


@pytest.mark.parametrize(
    ("university_resolves", "order"),
    [
        ("after_c", (B, ARCHIVES, C, UNIVERSITY)),
        ("after_archives", (B, ARCHIVES, UNIVERSITY, C)),
        ("first", (UNIVERSITY, B, ARCHIVES, C)),
    ],
)
def test_buildings_resolve_in_the_order_of_the_rules(
    university_resolves: str, order: tuple[str, ...]
) -> None:
    """GC-ROUND-6, GC-R6: B, Archives, C, University; the Library is always the last."""
    state = closing(
        table(setup(3, c_building="tower", university_resolves=university_resolves)),
        auction_house=AuctionHouse(straights("A1-4", "B4-6", "C5-6")),
        archives=archives("B2x1", "C3x1"),
        tower=Tower(left=(2, None, None)),
        university=university(5, "B1 A4"),
    )
    step = chosen(state)
    kinds = [event.rule for event in step.events]
    first = [kinds.index(rule) for rule in order]
    assert first == sorted(first)
    assert kinds.index("GC-LIB-2") > first[-1]


def test_unrewarded_dice_count_in_the_library_of_the_same_round() -> None:
    """GC-ROUND-8, GC-RUN-5, GC-ARCHIVE-7: two of C's straight and one of the Archives."""
    state = closing(
        table(setup(3, c_building="tower")),
        auction_house=AuctionHouse(straights("A1-4", "B4-6", "C5-6")),
        archives=archives("A1x4", "B5x3", "A2x3", "B4x2", "C6x1"),
    )
    assert state.library.dice == (2, 2)
    events = chosen(state).events
    assert DiceUnrewarded("GC-ROUND-8", 2, "archives", 1) in events
    assert KnowledgeGained("GC-LIB-2", 2, 3) in events


def test_maps_are_chosen_in_rank_order() -> None:
    """GC-ARCHIVE-6, GC-ARCHIVE-8."""
    state = closing(table(), archives=archives("A1x1", "B2x1"))
    state = replace(state, maps=("fire-2-1", "holy-4-3", "fire-2-1", "dark-1-0"))
    assert GAME.current_player(state) == 1
    assert legal(state) == (
        *(ChooseMap("fire", 2, 1), ChooseMap("holy", 4, 3), ChooseMap("dark", 1, 0)),
    )
    step = do(state, ChooseMap("holy", 4, 3))
    assert step.events[0] == MapTaken("GC-ARCHIVE-6", 1, "holy-4-3")
    assert step.state.maps == ("fire-2-1", "fire-2-1", "dark-1-0")
    assert GAME.current_player(step.state) == 0
    assert code(step.state, ChooseMap("holy", 4, 3)) == "not-to-choose GC-ARCHIVE-6"


def test_the_last_of_its_kind_needs_no_choice() -> None:
    state = closing(replace(table(), maps=("fire-2-1", "fire-2-1")), archives=archives("A1x1"))
    assert state.players[0].maps == ("fire-2-1",)


def test_the_dummy_takes_the_highest_map_topmost_first() -> None:
    """E31 (GC-DUMMY-ARCHIVE, GC-R28, GC-DUMMY-5)."""
    laid = ("fire-2-1", "holy-4-3", "dark-4-2", "water-1-0")
    state = replace(table(setup(variant="dummy")), maps=laid)
    state = closing(state, archives=archives("*2x3", "A1x1"))
    assert state.maps == ("fire-2-1", "dark-4-2", "water-1-0")


def test_the_dummy_takes_the_best_specialist_leftmost_first() -> None:
    """GC-DUMMY-UNI."""
    laid = ("cartographer-fire-1", "excavator-dark-3", "cartographer-dark-3", "excavator-fire-2")
    state = table(setup(c_building="tower", variant="dummy"))
    state = replace(state, specialists=laid)
    state = closing(state, university=university(4, "*1 A2"))
    assert state.specialists == (laid[0], laid[2], laid[3])
    events = do(state, "choose_specialist(cartographer,dark,3)").events
    assert events[0] == SpecialistTaken("GC-UNI-8", 0, "cartographer-dark-3")


def test_the_dummy_prefers_nothing_but_value() -> None:
    assert open_tiles.dummy_choice([2, 4, 4, 1]) == 1


def test_artifacts_are_drawn_and_some_are_kept() -> None:
    """GC-AUCTION-1, GC-AUCTION-2: artifacts that are not kept are set aside."""
    state = closing(table(), auction_house=AuctionHouse(straights("A1-4")))
    assert state.phase is Phase.DRAW
    drawn_ = ("draw_artifact(fire)", "draw_artifact(dark)", "draw_artifact(fire)")
    state = all_of(state, *drawn_).state
    assert legal(state) == (
        KeepArtifact("fire"),
        KeepArtifact("dark"),
    )
    state = all_of(state, KeepArtifact("fire"), KeepArtifact("fire")).state
    assert state.players[0].artifacts == ("fire", "fire")
    assert size(state.stack("artifacts")) == 33


def test_the_dummy_sets_artifacts_aside_unseen() -> None:
    """GC-DUMMY-AUCTION, GC-DUMMY-5."""
    state = table(setup(variant="dummy"))
    state = closing(state, auction_house=AuctionHouse(straights("*1-4", "B4-6")))
    assert (state.gone, size(state.stack("artifacts"))) == (4, 36)
    nearly = closing(
        replace(table(setup(variant="dummy")), gone=35),
        auction_house=AuctionHouse(straights("*1-4", "B4-6")),
    )
    assert nearly.gone == 36
    assert nearly.players[1].artifacts == ()


def guild(*words: str, players: int = 2, level: str = "full") -> State:
    state = table(setup(players, level, b_building="guild", c_building="tower"))
    return closing(state, guild=Guild(straights(*words)))


def test_the_first_keeps_a_mission_and_hands_the_others_on() -> None:
    """GC-GUILD-1, GC-GUILD-3: missions are named by place, so that nobody else learns which."""
    state = all_of(
        guild("A1-4", "B4-6"),
        *("draw_mission(secret_map)", "draw_mission(find_the_maps)"),
        "draw_mission(second_opinion)",
    ).state
    assert legal(state) == (Keep(1), Keep(2), Keep(3))
    step = do(state, Keep(2))
    assert step.events == (SecretTaken("GC-GUILD-3", 0, "missions", 1),)
    assert step.state.drawing is not None
    assert step.state.drawing.tiles == ("secret_map", "second_opinion")
    after = do(step.state, Keep(2)).state
    assert [player.missions for player in after.players] == [
        *(("find_the_maps",), ("second_opinion",))
    ]
    assert after.under == ("secret_map",)


def test_missions_of_a_rank_that_nobody_has_go_under_the_stack() -> None:
    """GC-GUILD-2, GC-R13."""
    state = do(drawn(guild("A1-4")), Keep(1)).state
    assert len(state.under) == 2
    assert guild().players[0].missions == ()


def test_the_third_of_five_gets_the_last_mission() -> None:
    """GC-GUILD-1."""
    state = drawn(guild("A1-4", "B4-6", "C1-2", players=5))
    state = all_of(state, Keep(1), Keep(1)).state
    assert [len(player.missions) for player in state.players] == [1, 1, 1, 0, 0]
    assert state.under == ()


def test_an_empty_stack_continues_with_the_tiles_under_it() -> None:
    data = {"missions": {"dual_map": [], "second_opinion": 0, "secret_map": 1}}
    state = table(setup(2, b_building="guild", c_building="tower", data=data))
    stacks = state.with_stack("missions", (("find_the_maps", 1),))
    state = replace(state, stacks=stacks, under=("secret_map", "raid_the_temple"))
    state = drawn(closing(state, guild=Guild(straights("A1-4"))))
    assert state.drawing is not None
    assert state.drawing.tiles == ("find_the_maps", "secret_map", "raid_the_temple")


def test_items_are_taken_with_the_dice_on_them() -> None:
    """GC-TEMPLE-4: unclaimed tiles are revealed."""
    state = table(setup(3, c_building="temple"))
    slots = [
        Slot(slot.pairs, owner) for slot, owner in zip(pairs(state), (1, None, 0), strict=True)
    ]
    state = closing(state, temple=Temple(tuple(slots)))
    step = chosen(state)
    owned = [len(player.items) for player in step.state.players]
    assert owned == [1, 1, 0]
    assert any(isinstance(event, ItemRevealed) for event in step.events)
    assert size(step.state.stack("items")) == 24 - 3


def pairs(state: State) -> tuple[Slot, ...]:
    return state.temple.slots if state.temple else ()


def test_an_item_of_the_dummy_leaves_unseen() -> None:
    """GC-DUMMY-TEMPLE, GC-DUMMY-5."""
    state = table(setup(2, c_building="temple", variant="dummy"))
    slots = [Slot(slot.pairs, -1) for slot in pairs(state)]
    step = chosen(closing(state, temple=Temple(tuple(slots))))
    assert size(step.state.gone_items) == 2
    assert size(step.state.stack("items")) == 24


def test_the_front_of_an_item_fits_its_back() -> None:
    """GC-R14: half of the items have one pair, half the other."""
    state = table(setup(2, c_building="temple"))
    slots = [Slot(slot.pairs, 0) for slot in pairs(state)]
    state = closing(state, temple=Temple(tuple(slots)))
    assert len(GAME.chance_outcomes(state)) == 12


def test_abilities_are_chosen_first_second_first() -> None:
    """GC-ILLUMINATI-5, GC-ILLUMINATI-6, GC-R15."""
    laid = ("timeless_gift", "persuasion", "small_help")
    start = replace(table(setup(3, c_building="illuminati")), abilities=laid)
    state = closing(start, illuminati=Illuminati(crowds("A1355", "C355", "B35")))
    assert state.library.dice == (1, 1)
    assert GAME.current_player(state) == 0
    state = do(state, ChooseAbility("small_help")).state
    state = do(state, ChooseAbility("persuasion")).state
    assert [player.abilities for player in state.players] == [
        *(("small_help", "timeless_gift"), (), ("persuasion",))
    ]


def test_the_dummy_takes_the_topmost_ability() -> None:
    """GC-DUMMY-ILLUM: behind a dummy the third tile is removed, too."""
    laid = ("timeless_gift", "persuasion", "small_help")
    start = replace(table(setup(2, c_building="illuminati", variant="dummy")), abilities=laid)
    state = closing(start, illuminati=Illuminati(crowds("*35", "A3")))
    assert state.abilities == ("persuasion", "small_help")
    state = do(state, ChooseAbility("small_help")).state
    assert state.players[0].abilities == ("small_help",)
    alone = closing(start, illuminati=Illuminati(crowds("*3")))
    assert [player.abilities for player in alone.players] == [(), ()]


EQUAL = ("persuasion", "small_help", "persuasion")


def illuminati(*words: str, laid: tuple[str, ...] = EQUAL) -> State:
    start = replace(table(setup(2, c_building="illuminati", variant="dummy")), abilities=laid)
    return closing(start, illuminati=Illuminati(crowds(*words)))


def test_a_player_says_which_of_equal_tiles_where_the_dummy_chooses_next() -> None:
    """GC-R40: the dummy takes the topmost of the rest, so the place matters."""
    state = illuminati("A1355", "*355")
    first, third = ChooseTile("persuasion", 1), ChooseTile("persuasion", 3)
    usual, other = ChooseAbility("persuasion"), ChooseAbility("small_help")
    assert legal(state) == (usual, first, third, other)
    assert GAME.distinct(state, legal(state)) == (first, third, other)
    for action, removed, got in (
        (first, "small_help", ("persuasion", "persuasion")),
        (third, "persuasion", ("persuasion", "small_help")),
    ):
        step = do(state, action)
        assert TileRemoved("GC-DUMMY-ILLUM", removed) in step.events
        assert step.state.players[0].abilities == got
        told = GAME.instructions(state, action, step)
        assert text("do.take_tile", at=state.resolved, count=3, place=action.place) in told
    assert do(state, usual) == do(state, first), "as games of earlier versions were recorded"
    assert code(state, ChooseTile("persuasion", 2)) == "not-to-choose GC-ILLUMINATI-5"
    assert code(state, ChooseTile("small_help", 2)) == "not-to-choose GC-ILLUMINATI-5"


@pytest.mark.parametrize(
    ("words", "laid"),
    [
        (("A1355", "B355"), EQUAL),
        (("A1355", "*355"), ("persuasion", "persuasion", "small_help")),
        (("A1355", "*355"), ("small_help", "persuasion", "persuasion")),
    ],
)
def test_nobody_is_asked_which_of_equal_tiles_where_the_same_follows(
    words: tuple[str, ...], laid: tuple[str, ...]
) -> None:
    """GC-R40: without the dummy, or if the rest lies in the same order."""
    state = illuminati(*words, laid=laid)
    assert set(legal(state)) == {ChooseAbility("persuasion"), ChooseAbility("small_help")}
    step = do(state, ChooseAbility("persuasion"))
    keys = [each.key for each in GAME.instructions(state, ChooseAbility("persuasion"), step)]
    assert "do.take_tile" not in keys


def test_a_tag_on_one_of_equal_tiles_leaves_open_which() -> None:
    """GC-R40."""
    state = illuminati("A1355", "*355")
    piece = next(it for it in GAME.pieces(state) if it.id == "ability-persuasion-1")
    assert {"action": "choose_tile", "tile": "persuasion"} in piece.selects


def treasures(level: str = "full", *words: str, pending: tuple[tuple[str, ...], ...]) -> State:
    state = table(setup(len(pending), level, c_building="galleon"))
    for seat, tiles in enumerate(pending):
        state = state.with_player(seat, pending=tiles)
    return closing(state, galleon=Galleon(crowds(*words)))


def test_the_largest_group_keeps_two_treasures() -> None:
    """E21 (GC-GALLEON-6): the highest, as nothing rewards lower ones; the rest is set aside."""
    state = treasures("full", "A116", "B34", pending=(("1", "3", "2"), ("2", "1")))
    assert [player.treasures for player in state.players] == [("3", "2"), ("2",)]
    assert dict(state.aside) == {"1": 2}


def test_a_single_die_keeps_two_treasures() -> None:
    """E22 (GC-GALLEON-7)."""
    state = treasures("full", "A6", pending=(("1",), ()))
    state = do(state, "draw_treasure(3)").state
    assert sorted(state.players[0].treasures) == ["1", "3"]


def test_treasures_that_the_box_has_not_seen_are_laid_open() -> None:
    """GC-GALLEON-6, GC-R33: this is the level ``open``."""
    state = treasures("open", "A66", "B6", pending=(("unseen",) * 3, ("unseen",)))
    assert legal(state) == (
        KeepTreasure(1),
        KeepTreasure(2),
        KeepTreasure(3),
    )
    step = all_of(state, KeepTreasure(3), KeepTreasure(3), KeepTreasure(1))
    assert step.events[:2] == (TreasureKept("GC-GALLEON-6", 0, "3"),) * 2
    assert [player.treasures for player in step.state.players] == [("3", "3"), ("1",)]
    assert dict(step.state.aside) == {"unseen": 1}


def test_treasures_that_were_set_aside_are_shuffled_again() -> None:
    """GC-GALLEON-5, GC-R16: if there are still too few, fewer are drawn."""
    state = table(setup(2, c_building="galleon"))
    stacks = state.with_stack("treasures", (("2", 1),))
    state = replace(state, stacks=stacks, aside=(("3", 1),))
    state = do(rolled(state, "11223366"), "place(galleon,6,0,0)").state
    state = do(state, "draw_treasure(2)").state if state.phase is Phase.DRAW else state
    state = drawn(do(rolled(state, "11223366"), "place(galleon,66,0,0)").state)
    assert [player.pending for player in state.players] == [("2",), ("3",)]
    assert state.aside == ()


def test_each_floor_brings_a_trophy_of_its_metal() -> None:
    """E24 (GC-TOWER-5, GC-COMP-10)."""
    state = closing(
        table(setup(c_building="tower")), tower=Tower(left=(0, 1, 0), right=(0, None, None))
    )
    step = chosen(state)
    metals = [trophy.partition("-")[0] for trophy in step.state.players[0].trophies]
    assert metals == ["bronze", "gold", "bronze"]


def test_what_the_dummy_removes_is_reported() -> None:
    """GC-DUMMY-5."""
    state = table(setup(variant="dummy"))
    step = GAME.phases.go_on(
        Step(
            replace(
                state.with_player(0, own=0).with_player(1, own=0),
                phase=Phase.GIFT,
                laps=None,
                to_roll=(0, 0, 0),
                auction_house=AuctionHouse(straights("*1-4")),
                archives=archives("*2x3"),
                library=Library((-1,)),
            ),
            (),
        )
    )
    assert TilesRemoved("GC-DUMMY-AUCTION", "artifacts", 4) in step.events
    assert any(isinstance(event, TileRemoved) for event in step.events)


@pytest.mark.parametrize("level", ["open", "full"])
def test_secret_tiles_are_taken_without_a_word_about_them(level: str) -> None:
    """GC-R33."""
    state = chosen(guild("A1-4", level=level)).state
    assert len(state.players[0].missions) == 1
    assert (state.players[0].missions[0] == "unseen") is (level == "open")
