"""What owners have confirmed about their copies is kept as data that they can read."""

from pathlib import Path

import pytest

from companion.engine import registry
from companion.engine.owners_copy import OwnersCopy
from companion.storage import copies

GAME = "inner-compass"
DEEP = "a: {confirmed: [], options: {}, data: {a: {b: {c: {d: {e: [1]}}}}}}"
OTHER = OwnersCopy(frozenset({"maps"}))
COPY = OwnersCopy(
    frozenset({"track"}), {"track": {"ep": [7, 5, 4, 3, 2, 0]}}, {"discount": "spaces"}
)


def test_the_file_is_the_owners_data_as_documented(tmp_path: Path) -> None:
    """It can be read, changed and moved into a configuration file by hand."""
    copies.save(tmp_path, GAME, COPY)
    copies.save(tmp_path, "gilded-compass", OTHER)
    assert "ep: [7, 5, 4, 3, 2, 0]" in (tmp_path / copies.FILE).read_text()
    assert copies.load(tmp_path) == {GAME: COPY, "gilded-compass": OTHER}
    assert not registry.load(GAME).check(COPY.data, COPY.options)


@pytest.mark.parametrize("damage", ["[", "", "3", "inner-compass: 3", "a: {}", "a: &a [*a]", DEEP])
def test_a_damaged_file_is_ignored(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    (tmp_path / copies.FILE).write_text(damage)
    assert copies.load(tmp_path) == {}
    assert "is not readable and is ignored" in caplog.text


def test_a_box_that_was_never_asked_knows_nothing(tmp_path: Path) -> None:
    assert copies.load(tmp_path) == {}
