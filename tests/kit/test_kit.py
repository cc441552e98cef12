"""What `companion kit` prints, measured on the page."""

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import dist, hypot, pi
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import pypdfium2
import pytest

from companion.cli import main
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.engine.rules import AnyGame
from companion.i18n.catalogue import Catalogue, Phrases
from companion.kit import carrier
from companion.kit.kit import make
from companion.table.table import Timestamp, begin

GAMES = ("inner-compass", "compass-jewels", "compass-points", "essence", "gilded-compass")
MM = 72 / 25.4
"""Points of PDF in a millimetre."""
DOTS = 8
"""Dots in a millimetre of a rendered page."""
SVG = "{http://www.w3.org/2000/svg}"


class Printed(NamedTuple):
    """A game's kit in a folder, and the state whose pieces it is for."""

    game: AnyGame
    state: Any
    folder: Path


@pytest.fixture(scope="module", params=GAMES)
def printed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Printed:
    game = registry.load(request.param)
    names = tuple(f"p{seat + 1}" for seat in range(game.players[-1]))
    draw = sampler(random.Random(0))
    state = begin(game, Setup(names, game.levels[-1]), (), Timestamp(0, 0), draw).table.state
    folder = tmp_path_factory.mktemp(request.param)
    phrases = Phrases("de", lambda: (game,))
    make(game, state, Catalogue("de", game, names), phrases.tell, folder)
    return Printed(game, state, folder)


def circles(page: pypdfium2.PdfPage) -> Iterator[tuple[float, float]]:
    """Yield the middles of a page's circles of 26 mm, in millimetres."""
    for thing in page.get_objects(filter=(2,)):
        left, bottom, right, top = (edge / MM for edge in thing.get_bounds())
        if abs(right - left - 26.2) < 0.4 and abs(top - bottom - 26.2) < 0.4:
            yield (left + right) / 2, (bottom + top) / 2


@pytest.mark.slow
def test_there_is_a_label_for_each_piece(printed: Printed) -> None:
    document = pypdfium2.PdfDocument(printed.folder / "labels.pdf")
    pieces = printed.game.pieces(printed.state)
    assert sum(len(list(circles(page))) for page in document) == len(pieces) > 0


def test_labels_lie_apart_on_the_sheet(printed: Printed) -> None:
    for page in pypdfium2.PdfDocument(printed.folder / "labels.pdf"):
        middles = list(circles(page))
        assert all(13 < x < 210 - 13 and 13 < y < 297 - 13 for x, y in middles)
        assert all(dist(one, other) >= 26 for one, other in combinations(middles, 2))


def test_labels_have_the_names_of_the_pieces(printed: Printed) -> None:
    document = pypdfium2.PdfDocument(printed.folder / "labels.pdf")
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    words_on_page = Counter(text.split())
    names = tuple(f"p{seat + 1}" for seat in range(printed.game.players[-1]))
    voice = Catalogue("de", printed.game, names)
    for piece in printed.game.pieces(printed.state):
        words = Counter(voice.long(piece.name).split())
        assert words <= words_on_page
        words_on_page -= words


def test_an_open_table_has_labels_for_whatever_is_answered_in_its_setup(tmp_path: Path) -> None:
    assert main(["kit", "open-table", "--players", "3", "--folder", str(tmp_path)]) == 0
    (_, page) = pypdfium2.PdfDocument(tmp_path / "labels.pdf")
    printed = " ".join(page.get_textpage().get_text_range().split())
    for label in ("Tag of Player 3", "Number −1 ", "End of the round", "End of the game"):
        assert printed.count(label) == 1
    # A number stands above its name, too.
    assert {"−1 Number −1", "5 Number 5", "10 Number 10"} <= set(
        re.findall(r"\S+ Number \S+", printed)
    )


def test_a_game_is_called_what_it_is_called_in_the_language_of_the_kit(tmp_path: Path) -> None:
    asked = ["kit", "open-table", "--players", "2", "--language", "fr", "--folder", str(tmp_path)]
    assert main(asked) == 0
    for file in ("labels.pdf", "overlay.pdf"):
        document = pypdfium2.PdfDocument(tmp_path / file)
        assert document.get_metadata_dict()["Title"].startswith("Table libre")
        printed = " ".join(page.get_textpage().get_text_range() for page in document)
        assert "Table libre" in printed
        assert "Open table" not in printed


@pytest.mark.parametrize("file", ["labels.pdf", "overlay.pdf"])
def test_the_ruler_measures_100_mm(printed: Printed, file: str) -> None:
    """On the first rendered page its line is the longest run of ink in the lowest 30 mm."""
    page = pypdfium2.PdfDocument(printed.folder / file)[0]
    picture = page.render(scale=DOTS / MM, grayscale=True).to_pil()
    longest = 0
    for y in range(picture.height - 30 * DOTS, picture.height - 10 * DOTS):
        row = picture.crop((0, y, picture.width, y + 1)).point(lambda ink: ink < 128 and 255)
        box = row.getbbox()
        if box and row.crop(box).getextrema()[0] == 255:
            longest = max(longest, box[2] - box[0])
    assert longest / DOTS == pytest.approx(100, abs=0.3)


def spots(folder: Path) -> Iterator[list[tuple[float, float]]]:
    """Yield the middles of the circles of each overlay."""
    for file in folder.glob("overlay-*.svg"):
        svg = ET.parse(file).getroot()  # noqa: S314 - our own
        width, box = svg.attrib["width"], svg.attrib["viewBox"].split()
        assert width == f"{box[2]}mm"
        yield [(float(c.attrib["cx"]), float(c.attrib["cy"])) for c in svg.iter(f"{SVG}circle")]


def test_readers_lie_at_least_42_mm_apart_and_their_boards_side_by_side(printed: Printed) -> None:
    for middles in spots(printed.folder):
        for one, other in combinations(middles, 2):
            assert dist(one, other) >= 42
            assert abs(one[0] - other[0]) >= 61.99 or abs(one[1] - other[1]) >= 41.99


def test_the_overlay_has_every_place_at_which_a_piece_can_stand(printed: Printed) -> None:
    names = [
        {text.text for text in ET.parse(file).getroot().iter(f"{SVG}text")}  # noqa: S314 - our own
        for file in printed.folder.glob("overlay-*.svg")
    ]
    found = set().union(*names)
    assert set(printed.game.placements(printed.state)) <= found
    assert set(printed.game.places(printed.state)) <= found


def test_the_sheets_of_an_overlay_show_every_place(printed: Printed) -> None:
    document = pypdfium2.PdfDocument(printed.folder / "overlay.pdf")
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    assert set(printed.game.places(printed.state)) <= set(text.split())


def test_a_carrier_is_a_closed_body(printed: Printed) -> None:
    """Each edge of its surface belongs to two triangles, which run along it in opposite ways."""
    file = printed.folder / "carrier.stl"
    assert file.exists() == any(piece.small for piece in printed.game.pieces(printed.state))
    if file.exists():
        _check_closed(file.read_bytes())


def _check_closed(stl: bytes) -> None:
    edges: Counter[tuple[bytes, bytes]] = Counter()
    for start in range(84, len(stl), 50):
        corners = [stl[start + 12 + 12 * i : start + 24 + 12 * i] for i in range(3)]
        edges.update(zip(corners, (*corners[1:], corners[0]), strict=True))
    assert len(edges) == 3 * int.from_bytes(stl[80:84], "little") > 0
    assert all(edges[end, start] == count == 1 for (start, end), count in edges.items())


def test_a_carrier_has_room_for_a_tag_and_its_label_in_walls_that_print() -> None:
    surface = carrier.triangles()
    volume = sum(
        (ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)) / 6
        for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in surface
    )
    corners = {(round(hypot(x, y), 3), z) for triangle in surface for x, y, z in triangle}
    inside, outside = sorted({radius for radius, _ in corners} - {0})
    floor, rim = sorted({z for _, z in corners} - {0})
    assert 26 < 2 * inside < 27
    assert outside - inside >= 1.6
    assert floor >= 1.2
    expected = pi * (outside**2 * rim - inside**2 * (rim - floor))
    assert volume == pytest.approx(expected, rel=0.002)  # positive: it is seen from outside


@pytest.mark.slow
def test_the_same_game_gives_the_same_files(tmp_path: Path) -> None:
    for folder in ("one", "other"):
        assert main(["kit", "compass-points", "--folder", str(tmp_path / folder)]) == 0
    one, other = (
        {file.name: file.read_bytes() for file in (tmp_path / name).iterdir()}
        for name in ("one", "other")
    )
    assert one == other


@pytest.mark.slow
def test_the_command_says_what_it_wrote_and_what_to_buy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["kit", "inner-compass", "--folder", str(tmp_path), "--players", "2"]) == 0
    output = capsys.readouterr().out
    assert f"{tmp_path / 'labels.pdf'}\n" in output
    assert "112 tags NTAG213" in output
    assert "46 boards with MFRC522, and 3 Raspberry Pi Pico" in output


def test_a_wrong_number_of_players_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kit", "inner-compass", "--players", "9"]) == 2
    assert "Inner Compass" in capsys.readouterr().err


def test_a_newcomer_without_the_library_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    assert main(["kit", "compass-points", "--folder", str(tmp_path)]) == 1
    assert "pip install 'compass-companion[kit]'" in capsys.readouterr().err
