"""Module names up to 0.1 still import the same modules for one release, with a warning."""

from importlib import import_module

import pytest

from companion.engine import questions
from companion.moved import MOVED


@pytest.mark.parametrize("old", sorted(MOVED))
def test_an_old_name_imports_the_same_module(old: str) -> None:
    new = import_module(MOVED[old])
    with pytest.warns(DeprecationWarning, match=f"{old} is now {new.__name__};"):
        module = import_module(old)
    assert module is new
    assert new.__spec__ is not None
    assert new.__spec__.name == new.__name__


def test_other_old_names_are_gone() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'companion\.durable'"):
        import_module("companion.durable")


def test_an_old_class_name_leads_to_the_new_one_with_one_sentence() -> None:
    with pytest.warns(DeprecationWarning, match=r"questions\.Desk is now QuestionRouter; the old"):
        old = questions.__getattr__("Desk")
    assert old is questions.QuestionRouter
    with pytest.raises(AttributeError, match=r"has no attribute 'Dsk'"):
        questions.__getattr__("Dsk")
