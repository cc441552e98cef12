"""The program itself."""

import gc
from collections.abc import Iterator

import pytest

from companion import __main__


@pytest.fixture
def _thawed() -> Iterator[None]:
    """Give the objects of this process back to the collector."""
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("_thawed")
def test_what_is_imported_is_no_garbage_but_what_a_command_leaves_is_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.cli.main", lambda: gc.get_freeze_count() * gc.isenabled())
    assert __main__.main() > 0
