"""A game's board file: spaces one by one, as grids, for each seat."""

import re
from pathlib import Path

import pytest

from companion.engine import board_file, registry
from companion.engine.picture import PhoneLayout, PieceKind, Space, Zone
from companion.engine.text import Seat, enumeration, text

BOARD = """
size: [100, 80]
zones:
  - {caption: zone.player, at: [0, 50], size: [20, 10], seats: 2, step: [20, 0]}
spaces:
  - {grid: [ab, "21"], at: [10, 10], cell: [5, 6], size: [4, 4]}
  - {grid: [[track], [1, 2]], id: "{column}-{row}", label: [zone.track, "{row}"],
     at: [30, 0], cell: [5, 5], shape: circle}
  - {id: hand, at: [1, 52], size: [8, 8], shape: card, label: part.hand, seats: 2, step: [20, 0]}
looks:
  stone: {shape: circle, fill: red, pattern: dots}
kinds:
  - {name: part.stone, rule: XX-1, of: [stone, piece.named]}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a package that no other test has imported."""
    package = tmp_path / re.sub(r"\W", "_", tmp_path.name)
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    return package


def test_grids_and_seats_become_spaces(folder: Path) -> None:
    (folder / "board.yaml").write_text(BOARD, encoding="utf-8")
    picture = board_file.load_picture(folder.name)
    spaces = {space.id: space for space in picture.spaces}
    assert list(spaces)[:6] == ["a2", "b2", "a1", "b1", "track-1", "track-2"]
    assert list(spaces)[6:] == ["seat-1-hand", "seat-2-hand"]
    assert spaces["b1"] == Space("b1", 15, 16, 4, 4)
    at = {"column": "track", "row": "2"}
    track = enumeration("plain", [text("zone.track", **at), text("2", **at)])
    assert spaces["track-2"] == Space("track-2", 30, 5, 5, 5, "circle", track, None)
    hand = enumeration("plain", [Seat(1), text("part.hand")])
    assert spaces["seat-2-hand"] == Space("seat-2-hand", 21, 52, 8, 8, "card", hand, 1)
    assert picture.zones[1] == Zone("zone.player", 20, 50, 20, 10, 1)
    assert picture.looks["stone"].pattern == "dots"


def test_a_kind_is_found_by_look_name_and_their_families(folder: Path) -> None:
    (folder / "board.yaml").write_text(BOARD, encoding="utf-8")
    picture = board_file.load_picture(folder.name)
    kind = PieceKind("part.stone", "XX-1")
    assert picture.kind_of(None, "stone") == picture.kind_of(None, "stone-red") == kind
    names = ("piece.named", "piece.named.twice")
    assert [picture.kind_of(text(name)) for name in names] == [kind, kind]
    assert picture.kind_of(None) is picture.kind_of(text("piece.other"), "pebble") is None


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[ab", "[aa", "the space a2 is described twice"),
        (
            "fill: red",
            "fill: pink",
            "looks.stone.fill: found 'pink', expected one of",
        ),
        (
            "shape: circle, fill",
            "shape: disc, fill",
            "looks.stone.shape: found 'disc', expected one of",
        ),
        ("size: [100, 80]", "size: [100]", "size: found a list of length 1, expected"),
        (
            "size: [100, 80]",
            "size: [100, wide]",
            r"size\[1\]: found 'wide', expected a whole number",
        ),
        ("looks:", "size: [1, 1]\nlooks:", "size: is given twice, first in line 2"),
        (
            ", step: [20, 0]}",
            "}",
            r"zones\[0\]: expected a step from each of the seats to the next",
        ),
        ("id: hand, ", "", r":\d+: spaces\[2\]: expected an id and a size, or a grid and its cell"),
        (
            ", cell: [5, 6]",
            "",
            r":\d+: spaces\[0\]: expected an id and a size, or a grid and its cell",
        ),
        ("{column}", "{colum}", r":\d+: spaces\[1\]: expected no other braces than"),
        (
            "caption:",
            "captoin:",
            r"zones\[0\].captoin: found an unknown key; did you mean 'caption'",
        ),
        ("rule: XX-1", "rule: [1]", r"kinds\[0\].rule: found a list of length 1, expected a text"),
        ("looks:", "emblems: {a: b}\nlooks:", r"board.yaml:\d+: emblems.a: nobody has drawn b"),
    ],
)
def test_mistakes_are_named(folder: Path, old: str, new: str, message: str) -> None:
    (folder / "board.yaml").write_text(BOARD.replace(old, new), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        board_file.load_picture(folder.name)


def test_a_phone_shows_all_zones_in_small_and_all_that_is_mine_unless_told(folder: Path) -> None:
    (folder / "board.yaml").write_text(BOARD, encoding="utf-8")
    picture = board_file.load_picture(folder.name)
    assert picture.phone == PhoneLayout(overview=("zone.player",), mine=("hand",))
    (folder / "phone.yaml").write_text("place: [zone.player]\nmine: [h*]", encoding="utf-8")
    picture = board_file.load_picture(folder.name)
    assert picture.phone == PhoneLayout(place=("zone.player",), mine=("h*",))


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ("place: [zone.play]", "phone.yaml: place: the board has no zone zone.play"),
        ("overview: [zone.play]", "phone.yaml: overview: the board has no zone zone.play"),
        ("mine: [dice]", "phone.yaml: mine: no seat has a space dice"),
        ("own: [dice]", "phone.yaml:1: own: found an unknown key"),
        ("place: [zone.other]", "neither place nor overview has the zone zone.player"),
    ],
)
def test_mistakes_in_the_layout_of_a_phone_are_named(
    folder: Path, layout: str, message: str
) -> None:
    other = "zones:\n  - {caption: zone.other, at: [0, 0], size: [9, 9]}"
    (folder / "board.yaml").write_text(BOARD.replace("zones:", other), encoding="utf-8")
    (folder / "phone.yaml").write_text(layout, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        board_file.load_picture(folder.name)


@pytest.mark.parametrize("name", [name for name in registry.names() if name != "open-table"])
def test_every_game_of_the_box_has_a_picture_within_its_edges(name: str) -> None:
    picture = registry.load(name).picture
    assert picture is not None
    areas: list[Space | Zone] = [*picture.spaces, *picture.zones]
    for area in areas:
        assert area.x >= 0
        assert area.y >= 0
        assert area.x + area.width <= picture.width, area
        assert area.y + area.height <= picture.height, area
