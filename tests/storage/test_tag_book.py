"""The owner's tags are saved durably, and a file that cannot be read is never overwritten."""

from errno import EROFS
from pathlib import Path

import pytest

from companion import settings
from companion.engine import registry
from companion.storage.tag_book import TagBook, TagsError, read_tag_file

TAG, OTHER = "0012345678", "04A1B2C3D4"


def book(folder: Path, **configured: str) -> TagBook:
    return TagBook(configured, folder / "tags.yaml")


def test_a_learned_tag_is_known_after_a_restart(tmp_path: Path) -> None:
    book(tmp_path).learn(TAG, "token-Y")
    assert book(tmp_path).tags == {TAG: "token-Y"}
    assert [path.name for path in tmp_path.iterdir()] == ["tags.yaml"]


def test_a_piece_has_one_learned_tag_and_a_tag_one_piece(tmp_path: Path) -> None:
    learned = book(tmp_path)
    learned.learn(TAG, "token-Y")
    learned.learn(OTHER, "token-Y")
    assert learned.tags == {OTHER: "token-Y"}
    learned.learn(OTHER, "token-B")
    assert book(tmp_path).tags == {OTHER: "token-B"}


def test_a_learned_tag_overrides_the_configuration(tmp_path: Path) -> None:
    learned = TagBook({TAG: "token-Y", OTHER: "token-B"}, tmp_path / "tags.yaml")
    learned.learn(TAG, "token-K")
    assert learned.tags == {TAG: "token-K", OTHER: "token-B"}


def test_the_file_can_be_named_in_a_configuration(tmp_path: Path) -> None:
    book(tmp_path).learn(TAG, "token-Y")
    config = tmp_path / "companion.yaml"
    config.write_text("tags: tags.yaml\n", encoding="utf-8")
    assert settings.load(config, registry.load).tags == {TAG: "token-Y"}


@pytest.mark.parametrize("damaged", [b"[1, 2]", b"a: b: c", b"\xff\xfe"])
def test_a_damaged_file_is_set_aside_and_reported(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / "tags.yaml").write_bytes(damaged)
    learned = book(tmp_path)
    assert "set aside as tags.damaged.yaml" in learned.damage
    learned.learn(TAG, "token-Y")
    assert (tmp_path / "tags.damaged.yaml").read_bytes() == damaged


def test_a_damaged_file_that_cannot_be_moved_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a card that has turned read-only."""

    def refused(_: Path) -> Path:
        raise OSError(EROFS, "Read-only file system")

    (tmp_path / "tags.yaml").write_text("[[[")
    monkeypatch.setattr("companion.storage.durable.set_aside", refused)
    learned = book(tmp_path, **{TAG: "token-Y"})
    assert "is not a list of tags: " in learned.damage
    assert learned.tags == {TAG: "token-Y"}


@pytest.mark.parametrize("kind", ["loop", "folder"])
def test_a_file_that_cannot_be_read_stays_until_a_tag_is_learned(tmp_path: Path, kind: str) -> None:
    """It may be sound: its owner may only have to give it back."""
    file = tmp_path / "tags.yaml"
    if kind == "loop":
        file.symlink_to(file)
    else:
        file.mkdir()
    learned = book(tmp_path)
    assert f"{file} cannot be read: " in learned.damage
    assert [path.name for path in tmp_path.iterdir()] == ["tags.yaml"]
    learned.learn(TAG, "token-Y")
    assert book(tmp_path).tags == {TAG: "token-Y"}
    aside = tmp_path / "tags.damaged.yaml"
    assert aside.is_symlink() or aside.is_dir()


def test_it_can_be_exported(tmp_path: Path) -> None:
    learned = book(tmp_path)
    learned.learn(TAG, "token-Y")
    TagBook.write(tmp_path / "copy.yaml", learned.tags)
    assert TagBook({}, tmp_path / "copy.yaml").tags == learned.tags
    assert read_tag_file(tmp_path / "copy.yaml") == learned.tags


def test_tags_written_by_another_program_are_read_and_kept(tmp_path: Path) -> None:
    ours, theirs = book(tmp_path), book(tmp_path)
    theirs.learn(TAG, "token-Y")
    ours.renew()
    assert ours.tags == {TAG: "token-Y"}
    theirs.learn(OTHER, "token-B")
    ours.learn("DEADBEEF", "token-K")
    assert book(tmp_path).tags == {TAG: "token-Y", OTHER: "token-B", "DEADBEEF": "token-K"}


def test_an_imported_piece_has_a_name_that_can_be_shown(tmp_path: Path) -> None:
    listed = tmp_path / "tags.yaml"
    listed.write_text(f"'0012345678': {'p' * 101}\n")
    with pytest.raises(TagsError, match=r"the piece 'p{40}…' has too long a name; shorten it"):
        read_tag_file(listed)


def test_an_imported_list_may_write_tags_in_other_ways(tmp_path: Path) -> None:
    file = tmp_path / "list.yaml"
    file.write_text("04:a1:b2:c3:d4: token-Y\n0012345678: token-B\n", encoding="utf-8")
    assert read_tag_file(file) == {"04A1B2C3D4": "token-Y", TAG: "token-B"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1, 2]", "is not a list of tags"),
        ("king: token-Y", "KING is not a tag number, expected 8 to 20"),
        (f"{TAG}: token-Y\n{OTHER}: token-Y", "token-Y has 2 tags; keep one"),
    ],
)
def test_an_invalid_list_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "list.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(TagsError, match=message):
        read_tag_file(file)


def test_a_list_with_a_character_that_utf_8_cannot_encode_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tags.yaml"
    file.write_text('0415C3A1B2: "\\ud800"\n', encoding="utf-8")
    with pytest.raises(
        TagsError, match=r"cannot be written|invalid Unicode character escape code$"
    ):
        read_tag_file(file)
