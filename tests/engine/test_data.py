"""A game's data file, and an owner's changes to it."""

from companion.engine.data import load, merge


def test_a_file_beside_the_code_is_read() -> None:
    data = load("companion.games.inner_compass", "data.yaml")
    assert list(data) == ["board", "track", "cards", "player_board", "tiles"]
    assert data["cards"]["Y"] == 11


def test_an_owner_replaces_keys_section_by_section() -> None:
    default = {"a": {"x": 1, "y": [1, 2]}, "b": 3}
    assert merge(default, {"a": {"y": [9]}}) == {"a": {"x": 1, "y": [9]}, "b": 3}
    assert merge(default, {"b": 4, "c": 5}) == {**default, "b": 4, "c": 5}


def test_the_default_stays_as_it_was() -> None:
    default = {"a": {"x": 1}}
    merge(default, {"a": {"x": 2}})
    assert default == {"a": {"x": 1}}
