"""No flipped bit of a journal's header loses a game: each of the 800."""

from pathlib import Path

import pytest

from tests.storage.journal.test_damaged_files import HEADER, assert_none_loses_a_game


@pytest.mark.parametrize("where", ["killed", "closed"])
def test_no_flipped_bit_of_the_header_loses_a_game(tmp_path: Path, where: str) -> None:
    assert_none_loses_a_game(tmp_path, where, range(8 * HEADER))
