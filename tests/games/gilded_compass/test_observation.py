"""What seats may see (GC-R33); the kit checks that twins look alike."""

from companion.engine.game import SPECTATOR
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.state import State
from tests.games.gilded_compass.tables import do, moments, rolled, setup, table


def players(state: State, viewer: int) -> list[dict[str, object]]:
    seen = GAME.observation(state, viewer)["players"]
    assert isinstance(seen, list)
    return seen


def test_a_seat_sees_its_own_collection_only() -> None:
    """GC-SETUP-5."""
    state = table(setup(3))
    assert [player["collection"] for player in players(state, 1)] == [
        *("unseen", state.players[1].collection, "unseen")
    ]
    assert {player["collection"] for player in players(state, SPECTATOR)} == {"unseen"}


def test_maps_and_specialists_lie_open() -> None:
    """GC-ARCHIVE-8."""
    state = table().with_player(0, maps=("fire-2-1",), specialists=("cartographer-fire-2",))
    assert players(state, SPECTATOR)[0]["maps"] == ["fire-2-1"]
    assert players(state, 1)[0]["specialists"] == ["cartographer-fire-2"]


def test_of_a_trophy_others_see_the_metal() -> None:
    """GC-TOWER-5, GC-R39: its owner sees all of it."""
    state = table(setup(c_building="tower")).with_player(0, trophies=("gold-3",))
    assert players(state, 1)[0]["trophies"] == ["gold-unseen"]
    assert players(state, 0)[0]["trophies"] == ["gold-3"]


def test_a_drawn_treasure_is_its_owners_secret_until_it_is_kept() -> None:
    """GC-GALLEON-4, GC-GALLEON-6."""
    state = rolled(table(setup(c_building="galleon")), "11223346")
    state = do(state, "place(galleon,6,0,0)").state
    action = GAME.string_to_action("draw_treasure(3)")
    assert GAME.audience(state, action) == (0,)
    state = do(state, action).state
    assert players(state, 1)[0]["pending"] == ["unseen"]


def test_closed_artifacts_are_hidden_by_a_flag() -> None:
    """GC-R33 [cfg]."""
    data = {"flags": {"artifacts_open": False}}
    for opening_setup, seen in ((setup(data=data), ["unseen"]), (setup(), ["fire"])):
        state = table(opening_setup).with_player(0, artifacts=("fire",))
        assert players(state, 1)[0]["artifacts"] == seen


def test_every_secret_draw_has_an_audience_of_one() -> None:
    seen = set()
    for opening_setup in (
        setup(2, b_building="guild", c_building="temple"),
        setup(2, c_building="tower"),
    ):
        for moment in moments(1, opening_setup):
            knows = GAME.audience(moment.before, moment.action)
            if knows is not None:
                assert len(knows) == 1
                seen.add(type(moment.action).__name__)
    assert seen == {"DrawMission", "DrawItem", "DealCollection", "DrawTrophy"}
