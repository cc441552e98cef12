"""A recorded game as an animated picture: bounded, of every game, and it shows how it went."""

from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageSequence

from companion.cli import main
from companion.display import animation
from companion.display.animation import Progress
from companion.display.animation.layout import arrange
from companion.engine import registry
from companion.records.archive import table_of
from companion.records.jsonl import write
from companion.table.screens import replay
from companion.table.state import Table
from tests.records.exports.played import records


def ended(name: str) -> Table:
    return table_of(records(name, 1)[0])


def pictures(made: bytes) -> list[Image.Image]:
    with Image.open(BytesIO(made)) as image:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(image)]


def drawn(table: Table, last: int | None = None, progress: Progress | None = None) -> bytes:
    return animation.render_gif(table, "en", last=last, progress=progress)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(animation, "_WIDTH", 500)


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_the_last_step_of_each_game_are_drawn(name: str) -> None:
    frames = pictures(drawn(ended(name), last=1))
    assert len(frames) == 2
    for one, other in pairwise(frames):
        assert one.size == other.size
        assert ImageChops.difference(one, other).getbbox()  # each step is to be seen


@pytest.mark.slow
def test_a_long_game_is_drawn_in_few_pictures_and_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    table, told = ended("inner-compass"), []
    monkeypatch.setattr(animation, "MOST", 4)
    made = drawn(table, progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    monkeypatch.setattr(animation, "LARGEST", len(made) - 1)
    smaller = drawn(table)
    assert len(smaller) < len(made)
    assert len(pictures(smaller)) == 3


def test_a_piece_moves_where_it_moves_on_the_board() -> None:
    table = ended("compass-points")
    picture = table.game.picture
    assert picture is not None
    pawns = [
        [(item.x, item.y) for item in items if (item.look.shape, item.look.fill) == ("ring", "red")]
        for at in (0, replay.steps(table))
        for items in [
            arrange(picture, picture.spaces, table.game.sprites(replay.after(table, at).state))
        ]
    ]
    (first,), (last,) = pawns
    left, top = 188 / 2, 188 / 2
    assert first == (left, top)  # the pawn begins in the middle
    assert last != first


def test_a_game_without_a_board_is_a_film_of_the_panel() -> None:
    table = ended("compass-jewels")
    named = {"picture": None, "__module__": type(table.game).__module__}
    plain = type("Plain", (type(table.game),), named)()
    table = replace(table, game=plain)
    assert pictures(drawn(table, last=1))[0].height < 200


@pytest.mark.slow
def test_the_command_writes_a_film_or_says_what_is_wrong(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    recorded, to = tmp_path / "game.jsonl", tmp_path / "game.gif"
    recorded.write_text("\n".join(write(records("compass-jewels", 1)[0])), encoding="utf-8")
    assert main(["replay", str(recorded), "--gif", str(to), "--last", "1"]) == 0
    assert len(pictures(to.read_bytes())) == 2
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["game.gif", "game.jsonl"]
    assert main(["replay", str(recorded), "--last", "1"]) != 0
    assert "--gif FILE" in capfd.readouterr().err
