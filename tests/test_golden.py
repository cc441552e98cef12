from pathlib import Path

import pytest
from PIL import Image

from tests.golden import assert_matches


def picture(*pixels: tuple[int, int]) -> Image.Image:
    image = Image.new("1", (8, 8))
    for pixel in pixels:
        image.putpixel(pixel, 1)
    return image


def test_an_equal_picture_passes_and_leaves_no_files(tmp_path: Path) -> None:
    path = tmp_path / "dot.png"
    picture((3, 3)).save(path)
    assert_matches(picture((3, 3)), path)
    assert list(tmp_path.iterdir()) == [path]


def test_a_different_picture_fails_and_leaves_two_files(tmp_path: Path) -> None:
    path = tmp_path / "dot.png"
    picture((3, 3)).save(path)
    with pytest.raises(AssertionError, match=r"dot\.difference\.png"):
        assert_matches(picture((3, 4)), path)
    assert (tmp_path / "dot.actual.png").exists()
    with Image.open(tmp_path / "dot.difference.png") as difference:
        right = 8 + 2
        assert difference.getpixel(((right + 3) * 4, 3 * 4)) == (0, 0, 255)
        assert difference.getpixel(((right + 3) * 4, 4 * 4)) == (255, 0, 0)
        assert difference.getpixel((3 * 4, 3 * 4)) == (255, 255, 255)
    assert_matches(picture((3, 3)), path)
    assert list(tmp_path.iterdir()) == [path]


def test_a_different_size_fails(tmp_path: Path) -> None:
    path = tmp_path / "dot.png"
    Image.new("1", (8, 9)).save(path)
    with pytest.raises(AssertionError):
        assert_matches(picture(), path)


def test_a_missing_picture_fails_and_says_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="GOLDEN=write"):
        assert_matches(picture(), tmp_path / "new" / "dot.png")
    assert (tmp_path / "new" / "dot.actual.png").exists()


def test_the_picture_is_written_on_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new" / "dot.png"
    monkeypatch.setenv("GOLDEN", "write")
    assert_matches(picture((1, 2)), path)
    monkeypatch.delenv("GOLDEN")
    assert_matches(picture((1, 2)), path)
