"""The worked examples of the rules (section 16) by actions, from the beginning of a game.

The same examples are asked as questions in ``ask/examples.jsonl``. Whoever has no part in one puts
a die into the Library.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.engine.game import Event, Setup
from companion.engine.holdings import Enter
from companion.engine.records import SeatEvent
from companion.engine.shared_actions import ChooseStart
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.events import (
    AbilityTaken,
    ArtifactKept,
    DiceUnplaced,
    DiceUnrewarded,
    DiePushed,
    MapTaken,
    RoundEnded,
    SecretTaken,
    SpecialistTaken,
    TileRemoved,
    TreasureKept,
    TreasuresDrawn,
)
from companion.games.gilded_compass.state import Phase, State
from tests.docs.rules.ids import is_example, rule_ids
from tests.games.gilded_compass.buildings.boards import groups_of, letters, row_of, seat
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

Events = tuple[Event, ...]


def on_turn(state: State, letter: str, digits: str = "6", dummy_digits: str = "") -> State:
    """Go on to a player's turn, in which these dice come up among others."""
    while state.current != seat(letter):
        state, _ = idle(state)
    spare = "6" * (state.player.own - len(digits))
    dummy_spare = "6" * (state.player.dummy - len(dummy_digits))
    return rolled(state, digits + spare, dummy=dummy_digits + dummy_spare)


def idle(state: State) -> tuple[State, Events]:
    """Let a player put one die into the Library, and no dummy dice anywhere."""
    state = rolled(state, "6" * state.player.own, dummy="6" * state.player.dummy)
    step = do(state, place("library", "6"))
    if step.state.phase is Phase.PLACE:
        step = all_of(step.state, "end_turn")
    return step.state, step.events


def finished(state: State) -> State:
    """End a turn in which dummy dice may be left."""
    state = drawn(state)
    return do(state, "end_turn").state if state.phase is Phase.PLACE else state


def after(state: State, *moves: str) -> State:
    """Return the state after moves, such as ``A archives 33``; ``+2`` extends a group of two."""
    for move in moves:
        letter, building, digits, *rest = move.split()
        group = int(rest[0]) if rest else 0
        state = on_turn(state, letter, digits)
        state = finished(do(state, place(building, digits, group)).state)
    return state


def tried(state: State, move: str) -> str | None:
    """Return why a move is refused, ``None`` if it is legal."""
    letter, building, digits, *rest = move.split()
    group = int(rest[0]) if rest else 0
    return code(on_turn(state, letter, digits), place(building, digits, group))


def resolved(state: State) -> Events:
    """Play the round to its end and resolve it; everybody takes the first tile to choose."""
    events: Events = ()
    round_ = state.round
    while state.round == round_ and state.phase is not Phase.TELL:
        if state.phase is Phase.ROLL:
            state, news = idle(state)
        else:
            step = do(state, legal(state)[0])
            state, news = step.state, step.events
        events = (*events, *news)
    return events


def owners(events: Events, kind: type[SeatEvent]) -> str:
    """Return the players in the events of a kind, in order."""
    return letters(tuple(event.player for event in events if isinstance(event, kind)))


def unrewarded(events: Events, building: str) -> dict[str, int]:
    """Return how many dice in a building earned nothing, by owner."""
    return {
        letters((event.owner,)): event.count
        for event in events
        if isinstance(event, DiceUnrewarded) and event.building == building
    }


def test_every_example_of_the_rules_is_played() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    examples = {rule for rule in rule_ids("gilded-compass") if is_example(rule)}
    assert len(examples) == 34
    assert [rule for rule in sorted(examples) if rule not in source] == []


class TestArchives:
    def test_x01(self) -> None:
        """GC-X01."""
        state = table(setup(4))
        moves = ("A archives 222", "B archives 6666", "C archives 555", "D archives 11")
        state = after(state, *moves, "A archives 4")
        assert groups_of(state.archives) == ["B6x4", "C5x3", "A2x3", "D1x2", "A4x1"]
        events = resolved(state)
        assert owners(events, MapTaken) == "BCAD"
        assert unrewarded(events, "archives") == {"A": 1}

    def test_x02_and_x03(self) -> None:
        """GC-X02, GC-X03."""
        state = after(table(), "A archives 33", "B archives 333")
        assert tried(state, "A archives 3 2") == "equal-group GC-ARCHIVE-3"
        assert tried(state, "A archives 3") is None
        state = after(state, "A archives 33 2")
        assert groups_of(state.archives) == ["A3x4", "B3x3"]

    def test_x04(self) -> None:
        """GC-X04."""
        state = after(table(), "A archives 55", "A archives 5")
        assert groups_of(state.archives) == ["A5x2", "A5x1"]

    def test_x05(self) -> None:
        """GC-X05."""
        assert tried(table(), "A archives 244") == "different-values GC-ARCHIVE-1"

    def test_x31(self) -> None:
        """GC-X31: the dummy gets its third die from another player."""
        state = do(GAME.new_initial_state(setup(2, variant="dummy")), ChooseStart(0)).state
        state = drawn(state, lambda state: state.phase is Phase.LAY)
        maps = ("desert,2,1", "jungle,4,3", "water,4,3", "fire,1,0")
        state = drawn(all_of(state, *(f"lay_map({tile})" for tile in maps)).state)
        state = all_of(on_turn(state, "A", "55", "66"), dummy("archives", "66")).state
        state = do(state, place("archives", "55")).state
        state = all_of(on_turn(state, "B", "6", "16"), dummy("archives", "6", group=2)).state
        state = do(state, place("library", "6")).state
        assert groups_of(state.archives) == ["*6x3", "A5x2"]
        events = resolved(state)
        assert [event.tile for event in events if isinstance(event, TileRemoved)] == ["jungle-4-3"]
        assert owners(events, MapTaken) == "A"


class TestUniversity:
    def test_x06(self) -> None:
        """GC-X06: yellow is A, blue B, red C."""
        state = table(setup(4))
        state = after(state, "A university 14", "B university 1", "C university 23")
        assert row_of(state.university) == "B1 A1 C2 C3 A4"
        assert owners(resolved(state), SpecialistTaken) == "BACCA"

    def test_x07(self) -> None:
        """GC-X07: four entrances are those of two players, so C is the dummy."""
        state = table(setup(2, variant="dummy"))
        state = after(state, "A university 1", "B university 3", "A university 6", "B university 3")
        step = do(on_turn(state, "A", "6", "3"), dummy("university", "3"))
        assert row_of(step.state.university) == "A1 *3 B3 B3"
        assert [event.owner for event in step.events if isinstance(event, DiePushed)] == [0]

    def test_x08(self) -> None:
        """GC-X08: C is the dummy."""
        state = table(setup(2, variant="dummy"))
        state = after(state, "A university 1", "B university 2", "A university 2", "B university 3")
        assert row_of(state.university) == "A1 A2 B2 B3"
        state = on_turn(state, "A", "6", "5")
        assert code(state, dummy("university", "5")) == "beyond-the-last GC-UNI-6"

    @pytest.mark.parametrize("digits", ["22", "34", "113"])
    def test_x09(self, digits: str) -> None:
        """GC-X09."""
        assert tried(table(), f"A university {digits}") == "one-or-total GC-UNI-1"

    def test_x33(self) -> None:
        """GC-X33: C is the dummy, whose die comes with B's."""
        state = after(table(setup(2, variant="dummy")), "A university 1")
        state = do(on_turn(state, "B", "2", "3"), dummy("university", "3")).state
        state = finished(do(state, place("university", "2")).state)
        state = after(state, "A university 4")
        assert row_of(state.university) == "A1 B2 *3 A4"
        assert tried(state, "B university 14") == "beyond-the-last GC-UNI-6"


class TestStraights:
    def test_x13(self) -> None:
        """GC-X13."""
        state = table(setup(4))
        moves = ("A auction_house 1234", "B auction_house 456", "C auction_house 56")
        events = resolved(after(state, *moves))
        assert owners(events, ArtifactKept) == "AAB"
        assert unrewarded(events, "auction_house") == {"C": 2}

    def test_x14(self) -> None:
        """GC-X14."""
        state = after(table(), "A auction_house 345", "B auction_house 123")
        assert owners(resolved(state), ArtifactKept) == "AAB"

    def test_x15(self) -> None:
        """GC-X15."""
        state = after(table(), "A auction_house 23", "B auction_house 234")
        assert tried(state, "A auction_house 4") == "equal-straight GC-RUN-3"
        assert tried(state, "A auction_house 1") is None
        state = after(state, "A auction_house 14")
        assert state.auction_house is not None
        assert [straight.values for straight in state.auction_house.ranked] == [
            (1, 2, 3, 4),
            (2, 3, 4),
        ]

    @pytest.mark.parametrize(
        ("per_end", "why_not"), [(1, "too-many-at-an-end GC-R12"), ("unlimited", None)]
    )
    def test_x16(self, per_end: object, why_not: str | None) -> None:
        """GC-X16."""
        state = after(table(setup(2, extend_per_end=per_end)), "A auction_house 23")
        assert tried(state, "A auction_house 45") == why_not

    def test_x17(self) -> None:
        """GC-X17."""
        moves = ("A guild 12345", "B guild 3456", "C guild 123", "D guild 6")
        events = resolved(after(table(setup(5, b_building="guild")), *moves))
        assert owners(events, SecretTaken) == "ABC"
        assert unrewarded(events, "guild") == {"D": 1}

    def test_x32(self) -> None:
        """GC-X32."""
        state = table(setup(3, c_building="illuminati"), start=1)
        state = after(state, "B auction_house 345", "C auction_house 34")
        state = on_turn(state, "A", "345").with_player(0, abilities=("will_to_win",))
        assert code(state, place("auction_house", "345")) == "equal-straight GC-RUN-3"
        assert code(state, will("auction_house", "345", lost=5)) == "new-tie GC-R19"
        step = do(state, will("auction_house", "345", lost=3))
        assert step.state.auction_house is not None
        left = {letters((it.owner,)): it.values for it in step.state.auction_house.straights}
        assert left == {"A": (3, 4, 5), "B": (4, 5), "C": (3, 4)}
        assert step.state.library.dice == (1,)


class TestCrowds:
    def test_x18_and_x19(self) -> None:
        """GC-X18, GC-X19."""
        state = table(setup(3, c_building="illuminati"))
        state = after(state, "A illuminati 3", "B illuminati 35", "C illuminati 355")
        assert (
            tried(after(state, "A library 6"), "B illuminati 5") == "not-stronger GC-ILLUMINATI-2"
        )
        state = after(state, "A illuminati 155")
        assert state.illuminati is not None
        assert state.illuminati.own(0) == (1, 3, 5, 5)
        events = resolved(state)
        assert owners(events, AbilityTaken) == "ACA"
        assert unrewarded(events, "illuminati") == {"B": 2}

    def test_x20_and_x21(self) -> None:
        """GC-X20, GC-X21."""
        state = after(table(setup(2, c_building="galleon")), "A galleon 6")
        assert tried(state, "B galleon 33") == "not-higher GC-GALLEON-2"
        step = do(on_turn(state, "B", "34"), place("galleon", "34"))
        assert TreasuresDrawn("GC-GALLEON-4", 1, 2) in step.events
        step = do(on_turn(drawn(step.state), "A", "11"), place("galleon", "11"))
        assert TreasuresDrawn("GC-GALLEON-4", 0, 2) in step.events
        events = resolved(drawn(step.state))
        assert owners(events, TreasureKept) == "AAB"

    def test_x22(self) -> None:
        """GC-X22."""
        state = after(table(setup(3, c_building="galleon")), "A galleon 4")
        assert owners(resolved(state), TreasureKept) == "AA"


class TestTower:
    def test_x23(self) -> None:
        """GC-X23."""
        state = table(setup(4, c_building="tower"), start=2)
        state = after(state, "C tower 1", "B tower 2", "A tower 3")
        step = do(on_turn(state, "D", "25"), place("tower", "25"))
        assert step.state.tower is not None
        assert step.state.tower.left == (3, 0, 1)
        assert step.state.tower.right == (3, None, None)
        assert [event.owner for event in step.events if isinstance(event, DiePushed)] == [2]

    def test_x24(self) -> None:
        """GC-X24."""
        state = table(setup(2, c_building="tower"))
        state = after(state, "A tower 1", "B tower 1", "A tower 1", "A tower 4")
        won = [it for it in resolved(state) if isinstance(it, SecretTaken) and it.player == 0]
        assert Counter(event.kind for event in won) == {"bronze": 2, "gold": 1}


class TestRound:
    def test_x26(self) -> None:
        """GC-X26: C places the last die in turn 5; A has one more turn."""
        state = table(setup(3), start=1)
        state = after(state, "B archives 111", "C archives 222222", "A archives 333")
        state = after(state, "B archives 44", "C archives 55")
        assert (state.last_lap, state.current) == (True, 0)
        step = do(on_turn(state, "A", "6"), place("archives", "6"))
        assert RoundEnded("GC-ROUND-6", 1) in step.events
        assert left_over(step.events) == {"A": 4, "B": 3}

    def test_x27(self) -> None:
        """GC-X27: A is the last player."""
        state = table(setup(3), start=1)
        state = after(state, "B archives 111", "C archives 222222", "A archives 333333")
        state = after(state, "B archives 44", "C archives 5")
        assert not state.last_lap
        step = do(on_turn(state, "A", "66"), place("archives", "66"))
        assert RoundEnded("GC-ROUND-6", 1) in step.events
        assert left_over(step.events) == {"B": 3, "C": 1}


def left_over(events: Events) -> dict[str, int]:
    """Return how many own dice were not placed in a round, by owner."""
    return {
        letters((event.player,)): event.count for event in events if isinstance(event, DiceUnplaced)
    }


def entered(opening: Setup, held: Mapping[str, int]) -> State:
    """Return the final scoring of a player with these tiles, entered one after the other."""
    left = {"knowledge.tens": 0, **held}
    state: State = GAME.new_initial_state(opening)
    while "done" not in (offers := offered(state)):
        key = next((key for key in left if key in offers), None)
        count = 0 if key is None else left.pop(key)
        state = do(state, f"enter(0,{key or offers[0]},{count})").state
    assert not left, "everything has been entered"
    return state


def offered(state: State) -> list[str]:
    """Return what the first player may enter now."""
    actions = GAME.legal_actions(state, 0)
    return [action.what for action in actions if isinstance(action, Enter)]


def final(**options: object) -> Setup:
    """Return a final scoring with Guild and Temple, unless there are other buildings."""
    return setup(2, "final", None, **{"b_building": "guild", "c_building": "temple", **options})


class TestScore:
    """Everything that a player has is entered at the level of the final scoring."""

    def total(self, *tiles: str, opening: Setup) -> int:
        """Return the gold for tiles such as ``maps.fire-2-1`` or ``knowledge=7``."""
        counts = {tile.partition("=")[0]: int(tile.partition("=")[2] or 1) for tile in tiles}
        return GAME.returns(entered(opening, counts))[0]

    def test_x10(self) -> None:
        """GC-X10."""
        pair = ("specialists.cartographer-fire-2", "specialists.excavator-fire-3")
        assert self.total("maps.fire-2-1", *pair, opening=final()) == 7

    def test_x11(self) -> None:
        """GC-X11."""
        tiles = ("maps.fire-1-0", "specialists.excavator-fire-2", "items.excavator-fire")
        assert self.total(*tiles, opening=final()) == 5

    def test_x12(self) -> None:
        """GC-X12."""
        pair = ("specialists.cartographer-fire-2", "specialists.excavator-fire-1")
        items = ("items.cartographer-fire", "items.excavator-fire")
        assert self.total("maps.fire-3-2", *pair, *items, opening=final()) == 12

    def test_x24(self) -> None:
        """GC-X24."""
        trophies = ("trophies.bronze-0", "trophies.bronze-1", "trophies.gold-3")
        assert self.total(*trophies, opening=final(c_building="tower")) == 4

    def test_x25(self) -> None:
        """GC-X25."""
        assert self.total("missions.embrace_the_guild", opening=final()) == 2

    def test_x28(self) -> None:
        """GC-X28."""
        artifacts = ("artifacts.desert=2", "artifacts.fire=1", "artifacts.water=1")
        opening = setup(2, "final", {"collections": ["desert+fire"]})
        tiles = ("knowledge=7", *artifacts, "collection.desert-fire")
        assert self.total(*tiles, opening=opening) == 3 + (8 + 2 + 1)

    def test_x29(self) -> None:
        """GC-X29: one of the two fits, and the more valuable one is better."""
        two = ("specialists.cartographer-jungle-2", "specialists.cartographer-water-3")
        assert self.total("missions.dual_map-jungle-water", *two, opening=final()) == 3

    def test_x30(self) -> None:
        """GC-X30."""
        missions = ("missions.secret_map", "missions.scour_the_globe")
        tiles = ("maps.jungle-1-0", "specialists.cartographer-jungle-1")
        assert self.total(*missions, *tiles, opening=final()) == 4

    @pytest.mark.parametrize(("everywhere", "gold"), [(False, 6), (True, 12)])
    def test_x34(self, *, everywhere: bool, gold: int) -> None:
        """GC-X34, GC-R25."""
        pair = ("specialists.cartographer-dark-3", "specialists.excavator-dark-2")
        items = ("items.cartographer-dark", "items.excavator-dark")
        tiles = ("missions.secret_map", *pair, *items)
        opening = final(items_on_mission_maps=everywhere)
        assert self.total(*tiles, opening=opening) == gold
