"""Names of 0.2 import the same modules for one release; those of 0.1 are gone with one sentence."""

import re
import sys
import warnings
from importlib import import_module
from pathlib import Path
from re import escape

import pytest

from companion.engine import questions
from companion.moved import GONE, MOVED, RENAMED

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
def test_a_name_of_0_2_imports_the_same_module(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    new = import_module(MOVED[old])
    monkeypatch.delitem(sys.modules, old, raising=False)  # another test may have imported it
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


NAMES = (Path(__file__).parent / "names_of_0_2.txt").read_text(encoding="utf-8").splitlines()
"""All public names of ``companion.engine`` in version 0.2.0, read from its modules."""


def sentence_about(name: str) -> str:
    """Return what Python says to whoever imports a name; empty if it is simply there."""
    module, _, attribute = name.partition(":")
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            getattr(import_module(module), attribute)
        except ImportError as error:
            return str(error)
    return " ".join(str(warning.message) for warning in warned)


def test_each_name_of_0_2_is_there_or_one_sentence_tells_what_to_use() -> None:
    sentences = [sentence_about(name) for name in NAMES]
    wrong = [
        sentence
        for sentence in sentences
        if sentence
        and not re.search(r" is now \S+; the old name| is gone since 0\.3; \w", sentence)
    ]
    gone = sum(" is gone since " in sentence for sentence in sentences)
    assert (wrong, len(NAMES), gone) == ([], 235, 9)


def test_an_old_class_name_leads_to_the_new_one_with_one_sentence() -> None:
    with pytest.warns(DeprecationWarning, match=r"questions\.Desk is now QuestionRouter; the old"):
        old = getattr(questions, "Desk")  # noqa: B009 - types do not know it
    assert old is questions.QuestionRouter
    with pytest.raises(AttributeError, match=r"has no attribute 'Dsk'"):
        getattr(questions, "Dsk")  # noqa: B009


def test_a_name_that_nothing_replaces_says_what_to_do() -> None:
    sentence = "companion.engine.questions.Fields is gone since 0.3; give the function that answers"
    with pytest.raises(ImportError, match=f"^{escape(sentence)}"):
        getattr(questions, "Fields")  # noqa: B009


def test_each_new_name_exists() -> None:
    for module, names in RENAMED.items():
        for new in names.values():
            home, _, attribute = new.rpartition(".")
            assert attribute in vars(import_module(home or module)), new
