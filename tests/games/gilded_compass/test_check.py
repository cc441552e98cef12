"""Checks of an owner's copy name each mistake and what was expected (section 15)."""

from collections.abc import Mapping

import pytest

from companion.engine.game import SetupError
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.holdings import COLOURS, KINDS, MISSIONS
from companion.games.gilded_compass.variant import DATA
from tests.games.gilded_compass.tables import setup


def told(data: Mapping[str, object], **options: object) -> list[str]:
    """Return the mistakes as ``path: message``; warnings begin with a question mark."""
    return [
        f"{'?' * problem.warning}{'.'.join(map(str, problem.path))}: {problem.message}"
        for problem in GAME.check(data, options)
    ]


def test_the_assumed_copy_has_no_mistakes() -> None:
    """GC-COMP-2 to GC-COMP-11, GC-R2: all sections are given explicitly."""
    assert told(DATA) == []


def test_the_assumed_copy_has_what_the_book_counts() -> None:
    """GC-VOC-1 to GC-VOC-5, GC-VOC-3, GC-COMP-1, GC-R32, GC-COMP-9, GC-MISSION-COUNT."""
    assert set(DATA["maps"]) == set(DATA["items"]) == set(DATA["artifacts"]) == set(COLOURS)
    assert {kind for kinds in DATA["specialists"].values() for kind in kinds} == set(KINDS)
    missions = DATA["missions"]
    assert tuple(missions) == MISSIONS
    assert len(missions["dual_map"]) + sum(missions[name] for name in MISSIONS[1:]) == 6 + 2 + 14
    golds = {
        metal: sum(v * n for v, n in counts.items()) for metal, counts in DATA["trophies"].items()
    }
    assert golds == {"bronze": 12, "silver": 20, "gold": 28}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"map": {}}, "data.map: no such key, there are: specialists, maps, items"),
        ({"maps": [1]}, "data.maps: expected the keys desert, jungle"),
        ({"maps": {"red": []}}, "data.maps.red: no such key, there are: desert"),
        ({"maps": {"fire": ["3"]}}, "data.maps.fire.0: expected the high and the low value"),
        ({"maps": {"fire": ["1/3"]}}, "data.maps.fire.0: expected the high and the low value"),
        ({"maps": {"fire": 3}}, "data.maps.fire: expected a list of tiles"),
        ({"maps": {"fire": ["1/0"] * 5}}, "?data.maps: there are 25 tiles, the game has 24 or 26"),
        ({"maps": {"fire": ["3/1"]}}, "?data.maps: there are 21 tiles, the game has 24"),
        ({"specialists": {"fire": [1]}}, "data.specialists.fire: expected the keys cartographer"),
        (
            {"specialists": {"fire": {"cartographer": [0], "excavator": []}}},
            "data.specialists.fire.cartographer.0: expected a whole number, 1 to 9",
        ),
        (
            {"items": {"fire": {"cartographer": ["2+7"], "excavator": []}}},
            "data.items.fire.cartographer.0: expected a pair of dice",
        ),
        ({"missions": {"dual_map": ["fire"]}}, "data.missions.dual_map.0: expected two different"),
        ({"missions": {"secret_map": -1}}, "data.missions.secret_map: expected a whole number"),
        ({"collections": ["fire+fire"]}, "data.collections.0: expected two different colours"),
        ({"artifacts": {"fire": "six"}}, "data.artifacts.fire: expected a whole number, 0 to 99"),
        ({"treasures": {"three": 1}}, "data.treasures.three: expected a whole number, 0 to 9"),
        ({"trophies": {"gold": 12}}, "data.trophies.gold: expected gold and numbers of tiles"),
        ({"colours": {"fire": "pink"}}, "data.colours.fire: expected red or blue"),
        ({"flags": {"extend_per_end": 0}}, "data.flags.extend_per_end: expected 1 or more"),
    ],
)
def test_a_mistake_is_reported_with_its_place(data: Mapping[str, object], expected: str) -> None:
    messages = told(data)
    assert len(messages) == 1
    assert messages[0].startswith(expected)


def test_options_are_checked() -> None:
    assert told({}, c_building="moat")[0].startswith("options.c_building: expected temple")
    assert told({}, buildings=3)[0].startswith("options.buildings: unknown option")
    with pytest.raises(SetupError, match=r"options\.variant"):
        GAME.new_initial_state(setup(2, variant="both"))


def test_an_owners_tiles_are_played_with() -> None:
    """A section in an owner's data replaces only the keys that it has."""
    data = {"maps": {"fire": ["9/4"]}, "treasures": {3: 30}, "missions": {"secret_map": 0}}
    variant = GAME.new_initial_state(setup(2, data=data, c_building="galleon")).variant
    assert [tile for tile, _ in variant.tiles("maps") if tile.startswith("fire")] == ["fire-9-4"]
    assert ("desert-1-0", 1) in variant.tiles("maps")
    assert dict(variant.tiles("treasures"))["3"] == 30
