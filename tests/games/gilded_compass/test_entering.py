"""The level `final`: players say which tiles they have, and the box finds the best score."""

import pytest

from companion.engine.holdings import Enter, Reopen
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.entering import Ended
from companion.games.gilded_compass.final.tally import tally
from companion.games.gilded_compass.holdings import (
    EMBRACE,
    AncientMap,
    Collection,
    Holdings,
    MagicalItem,
    Mission,
    Specialist,
)
from companion.games.gilded_compass.state import Phase, State
from tests.games.gilded_compass.tables import all_of, code, setup

MAPS = ("maps.jungle-3-2 1", "next.maps 0")
PAIR = ("specialists.cartographer-jungle-2 1", "specialists.excavator-jungle-1 1")
STAFF = (*PAIR, "next.specialists 0")
KNOWLEDGE = ("knowledge.tens 0", "knowledge 7")


def begun(**options: str) -> State:
    state: State = GAME.new_initial_state(setup(2, "final", None, **options))
    return state


def entered(state: State, seat: int, *what: str) -> State:
    return all_of(state, *(f"enter({seat},{word.replace(' ', ',')})" for word in what)).state


def offered(state: State, seat: int = 0) -> dict[str, list[int]]:
    """Return what a seat may enter, each with the possible counts."""
    found: dict[str, list[int]] = {}
    for action in GAME.legal_actions(state, seat):
        assert isinstance(action, Enter)
        found.setdefault(action.what, []).append(action.count)
    return found


def finished(state: State, seat: int) -> State:
    """Give the answers that are left: nothing more."""
    while seat in GAME.active_players(state):
        state = GAME.apply_action(state, GAME.legal_actions(state, seat)[0]).state
    return state


class TestTheLevel:
    def test_is_neither_the_lowest_nor_the_whole_one(self) -> None:
        assert (GAME.levels[0], GAME.levels[-1]) == ("open", "full")
        assert GAME.apart == ("final",)

    @pytest.mark.parametrize(
        ("options", "asked"),
        [
            ({"b_building": "guild", "c_building": "temple"}, {"missions", "items"}),
            ({"b_building": "guild", "c_building": "tower"}, {"missions", "trophies"}),
            ({"c_building": "illuminati"}, {"artifacts", "collection", "abilities"}),
            ({"c_building": "galleon"}, {"artifacts", "collection", "treasures"}),
            ({"variant": "fewer_buildings"}, {"artifacts", "collection"}),
        ],
    )
    def test_asks_for_the_tiles_of_the_buildings_in_play(
        self, options: dict[str, str], asked: set[str]
    ) -> None:
        state = begun(**options)
        while "done" not in offered(state):
            state = GAME.apply_action(state, GAME.legal_actions(state, 0)[0]).state
        again = {what.split(".")[1] for what in offered(state) if what.startswith("again.")}
        assert again == {"maps", "specialists", "knowledge"} | asked


class TestHoldings:
    def test_are_scored_as_the_rules_desk_scores_them(self) -> None:
        state = begun(b_building="guild", c_building="temple")
        items = ("items.cartographer-jungle 1", "items.excavator-jungle 1")
        guild = (f"missions.{EMBRACE} 1", "next.missions 0")
        state = entered(state, 0, *MAPS, *STAFF, *KNOWLEDGE, *guild, *items, "next.items 0")
        held = Holdings(
            maps=(AncientMap("jungle", 3, 2),),
            specialists=(
                Specialist("cartographer", "jungle", 2),
                Specialist("excavator", "jungle", 1),
            ),
            items=(MagicalItem("cartographer", "jungle"), MagicalItem("excavator", "jungle")),
            missions=(Mission(EMBRACE),),
            knowledge=7,
        )
        best = tally(held)
        assert GAME.returns(state) == (best.total, 0)
        told = [(line.points, line.rule, line.because) for line in GAME.score_breakdown(state)]
        assert told == [(line.gold, line.rule, line.because) for line in best.lines]

    def test_of_the_auction_house_and_the_galleon(self) -> None:
        """E28, with treasures of 1 and 3 gold."""
        state = entered(begun(c_building="galleon"), 0, "next.maps 0", "next.specialists 0")
        artifacts = {"desert": 2, "jungle": 0, "water": 1, "fire": 1, "holy": 0, "dark": 0}
        state = entered(state, 0, *KNOWLEDGE)
        state = entered(state, 0, *(f"artifacts.{it} {n}" for it, n in artifacts.items()))
        assert "collection.desert-jungle" in offered(state)
        state = entered(state, 0, "collection.desert-jungle 1")
        state = entered(state, 0, "treasures.1 2", "treasures.2 0", "treasures.3 1")
        collection = Collection("desert", "jungle")
        held = ("desert", "desert", "water", "fire")
        best = tally(Holdings((), (), (), (), 7, held, collection, treasures=(1, 1, 3)))
        assert GAME.returns(state) == (best.total, 0)

    def test_of_the_illuminati_are_a_number_of_unused_abilities(self) -> None:
        state = entered(begun(c_building="illuminati"), 0, "next.maps 0", "next.specialists 0")
        state = entered(state, 0, "knowledge.tens 0", "knowledge 0")
        state = entered(state, 0, *(f"artifacts.{it} 0" for it in ("desert", "jungle", "water")))
        state = entered(state, 0, *(f"artifacts.{it} 0" for it in ("fire", "holy", "dark")))
        state = entered(state, 0, "next.collection 0", "abilities 3")
        assert [(line.rule, line.points) for line in GAME.score_breakdown(state)] == [
            ("GC-END-ABIL", 3)
        ]

    def test_say_what_decided_a_tie(self) -> None:
        """GC-END-TIE-1: more specialists left over; each is a line of its own."""
        state = entered(begun(), 0, "next.maps 0", *STAFF)
        state = finished(finished(state, 0), 1)
        assert (state.phase, GAME.winners(state)) == (Phase.OVER, (0,))
        assert GAME.returns(state) == (0, 0)
        assert [line.rule for line in GAME.score_breakdown(state)] == ["GC-END-TIE-1"] * 2


class TestLimits:
    def test_nobody_has_a_tile_that_somebody_else_has(self) -> None:
        state = entered(begun(), 0, *MAPS)
        assert "maps.jungle-3-2" not in offered(state, 1)
        assert code(state, "enter(1,maps.jungle-3-2,1)") == "entry-count GC-END-MAP"

    def test_as_many_copies_as_the_game_has(self) -> None:
        state = entered(begun(b_building="guild", c_building="tower"), 0, *MAPS, *STAFF, *KNOWLEDGE)
        assert offered(state)["missions.secret_map"] == [1, 2]
        state = entered(state, 0, "missions.secret_map 1")
        state = entered(state, 1, "next.maps 0", "next.specialists 0", *KNOWLEDGE)
        assert offered(state, 1)["missions.secret_map"] == [1]

    def test_knowledge_has_none_that_a_game_could_reach(self) -> None:
        """GC-LIB-3."""
        state = entered(begun(), 0, "next.maps 0", "next.specialists 0", "knowledge.tens 40")
        assert offered(state)["knowledge"] == list(range(40, 50))


def test_changes_after_the_end_are_corrections() -> None:
    state = finished(finished(entered(begun(), 0, *MAPS), 0), 1)
    assert isinstance(state, Ended)
    assert GAME.corrections(state) == (Reopen(0), Reopen(1))
    state = all_of(state, "reopen(1)").state
    state = entered(state, 1, "again.maps 0", "maps.fire-4-3 1", "next.maps 0")
    assert GAME.winners(finished(state, 1)) == (1,)
    assert code(state, "correct_gold(0,1)") == "not-yet GC-SETUP-9"
