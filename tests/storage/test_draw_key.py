"""The key of a box: made once, private, and replaced if it is damaged."""

import stat
from pathlib import Path

import pytest

from companion.storage.draw_key import FILE, SIZE, committed_draws


def test_a_box_keeps_its_first_key(tmp_path: Path) -> None:
    first = committed_draws(tmp_path / "state")
    assert len(first.key) == SIZE
    assert committed_draws(tmp_path / "state").key == first.key
    assert committed_draws(tmp_path / "other").key != first.key


def test_nobody_else_can_read_it(tmp_path: Path) -> None:
    committed_draws(tmp_path)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"short", bytes(SIZE + 1)])
def test_a_damaged_key_is_set_aside(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert len(committed_draws(tmp_path).key) == SIZE
    assert (tmp_path / "draws.damaged.key").read_bytes() == content
    assert "is not readable" in caplog.text


def test_a_folder_that_cannot_be_written_costs_only_the_proof(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    draws = committed_draws(tmp_path / "file" / "state")
    assert draws.secret(draws.commit()) is not None
    assert "is not stored" in caplog.text
