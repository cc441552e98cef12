"""The owner's tags are kept durably, and never overwritten when they cannot be read."""

from pathlib import Path

import pytest

from companion import registry, settings
from companion.tags import TagBook

TAG, OTHER = "0012345678", "04A1B2C3D4"


def book(folder: Path, **given: str) -> TagBook:
    return TagBook(given, folder / "tags.yaml")


def test_what_is_learned_is_there_after_a_restart(tmp_path: Path) -> None:
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


def test_what_was_learned_counts_more_than_what_is_configured(tmp_path: Path) -> None:
    learned = TagBook({TAG: "token-Y", OTHER: "token-B"}, tmp_path / "tags.yaml")
    learned.learn(TAG, "token-K")
    assert learned.tags == {TAG: "token-K", OTHER: "token-B"}


def test_the_file_can_be_named_in_a_configuration(tmp_path: Path) -> None:
    book(tmp_path).learn(TAG, "token-Y")
    config = tmp_path / "companion.yaml"
    config.write_text("tags: tags.yaml\n", encoding="utf-8")
    assert settings.load(config, registry.load).tags == {TAG: "token-Y"}


@pytest.mark.parametrize("damaged", [b"[1, 2]", b"a: b: c", b"\xff\xfe"])
def test_a_damaged_file_is_set_aside_and_told(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / "tags.yaml").write_bytes(damaged)
    learned = book(tmp_path)
    assert "set aside as tags.damaged.yaml" in learned.damage
    learned.learn(TAG, "token-Y")
    assert (tmp_path / "tags.damaged.yaml").read_bytes() == damaged


def test_it_can_be_exported(tmp_path: Path) -> None:
    learned = book(tmp_path)
    learned.learn(TAG, "token-Y")
    learned.write(tmp_path / "copy.yaml")
    assert TagBook({}, tmp_path / "copy.yaml").tags == learned.tags
