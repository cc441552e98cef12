"""Names of modules up to 0.1 lead to the same modules for one release, and say so."""

from importlib import import_module

import pytest

from companion.moved import MOVED


@pytest.mark.parametrize("old", sorted(MOVED))
def test_an_old_name_is_another_name_of_the_same_module(old: str) -> None:
    new = import_module(MOVED[old])
    with pytest.warns(DeprecationWarning, match=f"{old} is now {new.__name__};"):
        again = import_module(old)
    assert again is new
    assert new.__spec__ is not None
    assert new.__spec__.name == new.__name__


def test_no_old_name_is_in_use_again() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'companion\.durable'"):
        import_module("companion.durable")
