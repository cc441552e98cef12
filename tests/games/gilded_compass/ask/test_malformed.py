"""Malformed questions, unlike refused ones, are answered by the mistake and what was expected."""

import pytest

from tests.games.gilded_compass.ask.desk import Json, message

PLACING: Json = {"building": "archives", "state": {}, "player": "A", "dice": [1]}
TABLE: Json = {"players": ["A", "B"], "start": "A"}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"building": "castle"}, "in.building: expected one of archives, university, library"),
        ({"building": None}, "in.building: expected one of archives"),
        ({"state": []}, "in.state: expected an object"),
        ({"state": {"rows": []}}, "in.state.rows: no such field, known are: groups"),
        ({"state": {"groups": [1]}}, "in.state.groups[0]: expected an object"),
        ({"state": {"groups": {}}}, "in.state.groups: expected a list"),
        ({"state": {"groups": [{"player": "B"}]}}, "in.state.groups[0].value: is missing"),
        (
            {"state": {"groups": [{"player": "B", "value": 7, "count": 1}]}},
            "in.state.groups[0].value: expected the value of a die, 1 to 6",
        ),
        (
            {"state": {"groups": [{"player": "B", "value": 1, "count": 0}]}},
            "in.state.groups[0].count: expected a whole number, at least 1",
        ),
        (
            {"state": {"groups": [{"player": "B", "value": 1, "count": 1, "size": 1}]}},
            "in.state.groups[0].size: no such field",
        ),
        ({"player": 1}, "in.player: expected a string"),
        ({"dice": 1}, "in.dice: expected a list"),
        ({"dice": [0]}, "in.dice: expected values of dice, 1 to 6"),
        ({"dice": [True]}, "in.dice: expected a list of whole numbers"),
        ({"options": {"mode": "join"}}, "in.options.mode: expected one of new, extend"),
        ({"options": {"count": 0}}, "in.options.count: expected a whole number, at least 1"),
        ({"options": {"slot": 0}}, "in.options.slot: no such field"),
        ({"options": {"remove": 1}}, "in.options.remove: expected nothing without will_to_win"),
        ({"options": {"will_to_win": 1}}, "in.options.will_to_win: expected true or false"),
        (
            {"options": {"will_to_win": True, "remove": 9}},
            "in.options.remove: expected the value of a die",
        ),
        ({"options": {"flags": []}}, "in.options.flags: expected an object"),
        (
            {"options": {"flags": {"extend_per_end": 0}}},
            "in.options.flags.extend_per_end: expected 1 or more, or unlimited",
        ),
        (
            {"options": {"flags": {"house_rule": True}}},
            "in.options.flags.house_rule: no such key, there are: unplaced_dice_to_library",
        ),
        ({"colour": "fire"}, "in.colour: no such field"),
    ],
)
@pytest.mark.parametrize("kind", ["legal", "place"])
def test_placing(kind: str, changes: Json, says: str) -> None:
    assert message(kind, {**PLACING, **changes}).startswith(says)


@pytest.mark.parametrize(
    ("building", "state", "says"),
    [
        ("university", {}, "slots: is missing"),
        (
            "university",
            {"slots": 1, "row": [{"player": "A", "value": 1}] * 2},
            "row: expected ascending values, no more than there are slots",
        ),
        (
            "university",
            {"slots": 3, "row": [{"player": "A", "value": 2}, {"player": "A", "value": 1}]},
            "row: expected ascending values",
        ),
        ("library", {"dice": {"A": -1}}, "dice.A: expected a whole number, at least 0"),
        (
            "guild",
            {"straights": [{"player": "A", "low": 3, "high": 2}]},
            "straights[0].high: expected at least as much as low",
        ),
        (
            "auction_house",
            {"straights": [{"player": "A", "low": 1, "high": 2}] * 2},
            "straights: expected each player once",
        ),
        ("temple", {"slots": [{}]}, "slots[0].pair: is missing"),
        ("temple", {"slots": [{"pair": [2]}]}, "slots[0].pair: expected two values of dice"),
        (
            "temple",
            {"slots": [{"pairs": [[2, 5], [1]]}]},
            "slots[0].pairs.1: expected two values of dice",
        ),
        (
            "illuminati",
            {"groups": [{"player": "A", "dice": []}]},
            "groups: expected at least one die in each group",
        ),
        (
            "galleon",
            {"groups": [{"player": "A", "dice": [1]}] * 2},
            "groups: expected each player once",
        ),
        ("tower", {"left": ["A"]}, "left: expected three floors from below, each a player or null"),
        ("tower", {"right": ["A", 1, None]}, "right: expected three floors from below"),
    ],
)
def test_buildings(building: str, state: Json, says: str) -> None:
    question = {**PLACING, "building": building, "state": state}
    assert message("legal", question).startswith(f"in.state.{says}")


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({}, "in.states: is missing"),
        ({"states": {"castle": {}}}, "in.states.castle: expected one of archives, university"),
        ({"states": {"archives": []}}, "in.states.archives: expected an object"),
        ({"states": {}, "player": "A"}, "in.dice: is missing"),
    ],
)
def test_library_forced(question: Json, says: str) -> None:
    assert message("library_forced", question).startswith(says)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({}, "in.players: is missing"),
        ({"players": 1}, "in.players: expected 2 to 5 players"),
        ({"players": ["A"]}, "in.players: expected 2 to 5 players"),
        ({"players": ["A", "A"]}, "in.players: expected different names of players"),
        ({"players": ["A", "DUMMY"]}, "in.players: expected different names of players"),
        ({"players": 3, "tiles": "four"}, "in.tiles: expected a whole number"),
    ],
)
def test_resolve(changes: Json, says: str) -> None:
    assert message("resolve", {"building": "archives", **changes}).startswith(says)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({"maps": {}}, "in.maps: expected a list"),
        ({"maps": [{"colour": "green"}]}, "in.maps[0].colour: expected one of desert, jungle"),
        (
            {"maps": [{"colour": "fire", "high": 1, "low": 2}]},
            "in.maps[0].high: expected at least as much as low",
        ),
        ({"specialists": [{"type": "digger"}]}, "in.specialists[0].type: expected one of carto"),
        (
            {"specialists": [{"type": "excavator", "colour": "fire", "value": "2"}]},
            "in.specialists[0].value: expected a whole number",
        ),
        ({"items": [{"type": "excavator"}]}, "in.items[0].colour: is missing"),
        ({"missions": [{"kind": "rule_the_world"}]}, "in.missions[0].kind: expected one of dual"),
        ({"missions": [{"kind": "dual_map"}]}, "in.missions[0].colours: is missing"),
        (
            {"missions": [{"kind": "dual_map", "colours": ["fire", "fire"]}]},
            "in.missions[0].colours: expected two different colours of desert, jungle",
        ),
        (
            {"missions": [{"kind": "secret_map", "colours": ["fire", "dark"]}]},
            "in.missions[0].colours: no such field",
        ),
        (
            {"missions": [{"kind": "dual_map", "colours": ["fire", "dark"]}] * 9},
            "in.missions: expected at most 8 of dual_map",
        ),
        ({"missions": [{"kind": "secret_map"}] * 5}, "in.missions: expected at most 4 of secret"),
        ({"items": [{"type": "excavator", "colour": "fire"}] * 41}, "in.items: expected at most"),
        ({"knowledge": -1}, "in.knowledge: expected a whole number"),
        ({"artifacts": {"gold": 1}}, "in.artifacts.gold: no such field"),
        ({"collection": {"most": "fire"}}, "in.collection.also: is missing"),
        (
            {"collection": {"most": "fire", "also": "fire"}},
            "in.collection.also: expected another type than the most wanted one",
        ),
        ({"treasures": 3}, "in.treasures: expected a list"),
        ({"trophies": [-1]}, "in.trophies: expected a list of whole numbers"),
        ({"flags": {"tie_by_value": 1}}, "in.flags.tie_by_value: expected true or false"),
        ({"gold": 3}, "in.gold: no such field"),
    ],
)
def test_score(question: Json, says: str) -> None:
    assert message("score", question).startswith(says)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({}, "in.player: expected at least one player with total and unassigned"),
        ({"A": 3}, "in.A: expected an object"),
        ({"A": {"total": 3}}, "in.A.unassigned: is missing"),
        ({"A": {"total": 3, "unassigned": 1, "gold": 2}}, "in.A.gold: no such field"),
    ],
)
def test_winner(question: Json, says: str) -> None:
    assert message("winner", question).startswith(says)


@pytest.mark.parametrize(
    ("kind", "question", "says"),
    [
        ("round", {"players": ["A", "B"]}, "in.start: is missing"),
        ("round", {"players": ["A"], "start": "A"}, "in.players: expected 2 to 5 players"),
        ("round", {**TABLE, "start": "C"}, "in.start: expected one of A, B"),
        ("round", {**TABLE, "own_dice": 0}, "in.own_dice: expected a whole number, at least 1"),
        ("round", {**TABLE, "own_dice": {"C": 1}}, "in.own_dice.C: no such field"),
        ("round", {**TABLE, "placed": [-1]}, "in.placed: expected a list of whole numbers"),
        ("small_help", {**TABLE, "wants": ["C"]}, "in.wants: expected players out of A, B"),
        ("gifts", {**TABLE, "gifts": {"A": -1}}, "in.gifts.A: expected a whole number"),
        ("persuasion", {"rolled": [1]}, "in.result: is missing"),
        ("reroll", {"before": [1], "after": [7]}, "in.after: expected values of dice, 1 to 6"),
        ("setup", {"players": 6}, "in.players: expected 2 to 5 players"),
        ("missions_removed", {"c_building": "guild"}, "in.c_building: expected one of temple"),
        ("dummy_choice", {"tiles": []}, "in.tiles: expected at least one tile"),
        (
            "dummy_choice",
            {"tiles": [{"colour": "fire"}]},
            "in.tiles: expected values, maps with high, or specialists with value",
        ),
        ("best_move", {}, "kind: there is no 'best_move', there are: score, legal, place"),
    ],
)
def test_the_others(kind: str, question: Json, says: str) -> None:
    assert message(kind, question).startswith(says)
