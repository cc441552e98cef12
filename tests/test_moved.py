"""Names of 0.2 import the same modules for one release; those of 0.1 are gone with one sentence."""

from importlib import import_module
from re import escape

import pytest

from companion.engine import questions
from companion.moved import GONE, MOVED

TUTORIAL: tuple[str, ...] = (
    *("companion.engine.base:BaseGame", "companion.engine.codec:snake_case"),
    *("companion.engine.conformance:GameConformance", "companion.engine.game:Action"),
    *("companion.engine.game:CHANCE", "companion.engine.game:Correction"),
    *("companion.engine.game:Event", "companion.engine.game:IllegalAction"),
    *("companion.engine.game:Line", "companion.engine.game:Piece"),
    *("companion.engine.game:Problem", "companion.engine.game:Refusal"),
    *("companion.engine.game:ScoreLine", "companion.engine.game:Setup"),
    *("companion.engine.game:Step", "companion.engine.game:Struct"),
    *("companion.engine.game:TERMINAL", "companion.engine.text:Param"),
    *("companion.engine.text:Seat", "companion.engine.text:Text"),
    *("companion.engine.text:text", "companion.i18n.catalogue:Catalogue"),
)
"""All that the tutorial of 0.2.0 imports, but for ``companion.table.intent``, which has moved."""


@pytest.mark.parametrize("old", sorted(MOVED))
def test_a_name_of_0_2_imports_the_same_module(old: str) -> None:
    new = import_module(MOVED[old])
    with pytest.warns(DeprecationWarning, match=f"{old} is now {new.__name__};"):
        module = import_module(old)
    assert module is new
    assert new.__spec__ is not None
    assert new.__spec__.name == new.__name__


@pytest.mark.parametrize("old", sorted(GONE))
def test_a_name_of_0_1_is_gone_and_one_sentence_names_its_successor(old: str) -> None:
    sentence = f"{old} is gone since 0.3; import {GONE[old]} instead"
    with pytest.raises(ModuleNotFoundError, match=f"^{escape(sentence)}$"):
        import_module(old)
    assert import_module(GONE[old]).__name__ == GONE[old]


def test_names_that_never_were_are_not_found_as_usual() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'companion\.durable'"):
        import_module("companion.durable")


@pytest.mark.parametrize("name", TUTORIAL)
def test_what_the_tutorial_of_0_2_0_imports_is_there(name: str) -> None:
    module, _, attribute = name.partition(":")
    assert hasattr(import_module(module), attribute)


def test_an_old_class_name_leads_to_the_new_one_with_one_sentence() -> None:
    with pytest.warns(DeprecationWarning, match=r"questions\.Desk is now QuestionRouter; the old"):
        old = questions.__getattr__("Desk")
    assert old is questions.QuestionRouter
    with pytest.raises(AttributeError, match=r"has no attribute 'Dsk'"):
        questions.__getattr__("Dsk")
