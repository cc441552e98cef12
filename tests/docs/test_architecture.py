"""The architecture page is true: its files exist, and its picture shows the imports."""

import re
from pathlib import Path

import pytest

from tools.architecture import JOBS, PICTURE, dot, packages, plain, reachable, stamp

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"
NAMED = sorted(set(re.findall(r"`((?:companion|docs|tools)/[\w./]*)`", PAGE.read_text("utf-8"))))


@pytest.mark.parametrize("name", NAMED)
def test_every_file_that_the_page_names_exists(name: str) -> None:
    assert (ROOT / name).exists()


def test_the_picture_is_drawn_from_the_imports() -> None:
    """If this fails: run `python tools/architecture.py`, and look at the picture."""
    assert stamp(dot()) in PICTURE.read_text(encoding="utf-8")


def test_every_room_says_what_it_is_for() -> None:
    assert set(packages()) == set(JOBS)


def test_no_room_imports_itself_through_others() -> None:
    """There are also no more packages, arrows and loose modules than people can keep in mind."""
    graph = packages()
    assert [package for package in graph if package in reachable(graph, package)] == []
    assert len(graph) <= 22
    assert len(list((ROOT / "companion").glob("*.py"))) <= 3


def test_an_arrow_is_left_out_where_a_longer_path_leads() -> None:
    graph = {"a": {"b", "c"}, "b": {"c"}, "c": set[str]()}
    assert plain(graph) == {"a": {"b"}, "b": {"c"}, "c": set()}
