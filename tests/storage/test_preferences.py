"""What people choose on the box survives a restart."""

from pathlib import Path

import pytest

from companion.storage import preferences


def test_a_saved_preference_is_loaded_again(tmp_path: Path) -> None:
    preferences.save(tmp_path, "language", "de")
    preferences.save(tmp_path, "other", "1")
    assert preferences.load(tmp_path) == {"language": "de", "other": "1"}
    assert [path.name for path in tmp_path.iterdir()] == [preferences.FILE]


def test_without_a_file_there_are_no_preferences(tmp_path: Path) -> None:
    assert preferences.load(tmp_path) == {}


@pytest.mark.parametrize("damaged", [b"", b"{", b"[1]", b"\xff", b'{"a": {}}', b'{"a": 1e999}'])
def test_a_damaged_file_is_reported_and_replaced(
    tmp_path: Path, damaged: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / preferences.FILE).write_bytes(damaged)
    assert preferences.load(tmp_path) == {}
    assert "is ignored" in caplog.text
    preferences.save(tmp_path, "language", "en")
    assert preferences.load(tmp_path) == {"language": "en"}
