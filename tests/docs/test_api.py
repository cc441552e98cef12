"""The API page for authors agrees with the code."""

import pytest

from tools.api_page import PAGE, must, written


def test_the_tables_are_up_to_date() -> None:
    """If this fails: `python tools/api_page.py`."""
    page = PAGE.read_text(encoding="utf-8")
    assert written(page) == page


def test_what_the_base_class_implements_is_optional() -> None:
    assert must("legal_actions")
    assert not must("diagram")


def test_a_page_without_a_place_for_a_table_is_refused() -> None:
    with pytest.raises(ValueError, match=r"api\.md has no place for the table 'game'"):
        written("nothing")
