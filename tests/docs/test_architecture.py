"""The architecture page is true: its files exist, and its picture shows the imports."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.architecture import JOBS, PICTURE, dot, packages, plain, reachable, stamp

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"
PUT_TOGETHER = ("companion/daemon", "companion/cli", "companion/fleet", "hub/companion_hub")
"""Where parts are made, and given to each other."""
OF_A_LIBRARY = {
    "aiohttp": {"server.request_handler", "server.request_factory"},
    "paho": {
        "client.connect_timeout",
        *(f"client.on_{what}" for what in ("connect", "message", "disconnect")),
        *(f"client.on_socket_{what}" for what in ("open", "close")),
        *(f"client.on_socket_{what}_write" for what in ("register", "unregister")),
    },
}
"""Attributes that a library wants to be set: its objects cannot be made with them."""
NAMED = sorted(set(re.findall(r"`((?:companion|docs|tools)/[\w./]*)`", PAGE.read_text("utf-8"))))


@pytest.mark.parametrize("name", NAMED)
def test_every_file_that_the_page_names_exists(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.slow
def test_the_picture_is_drawn_from_the_imports() -> None:
    """If this fails: run `python tools/architecture.py`, and look at the picture."""
    assert stamp(dot()) in PICTURE.read_text(encoding="utf-8")


@pytest.mark.slow
def test_every_room_says_what_it_is_for() -> None:
    assert set(packages()) == set(JOBS)


@pytest.mark.slow
def test_no_room_imports_itself_through_others() -> None:
    """There are also no more packages, arrows and loose modules than people can keep in mind."""
    graph = packages()
    assert [package for package in graph if package in reachable(graph, package)] == []
    assert len(graph) <= 22
    assert len(list((ROOT / "companion").glob("*.py"))) <= 3


def test_an_arrow_is_left_out_where_a_longer_path_leads() -> None:
    graph = {"a": {"b", "c"}, "b": {"c"}, "c": set[str]()}
    assert plain(graph) == {"a": {"b"}, "b": {"c"}, "c": set()}


def set_from_outside(source: str) -> Iterator[str]:
    """Yield the attributes that code sets on another object than its own."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
            if not (isinstance(node.value, ast.Name) and node.value.id in {"self", "cls"}):
                yield ast.unparse(node)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in {"setattr", "delattr"}:
            yield ast.unparse(node)


@pytest.mark.slow
def test_parts_are_complete_once_they_are_made() -> None:
    """What was made elsewhere has a method or an argument for whatever is to be set."""
    known = set[str]().union(*OF_A_LIBRARY.values())
    files = [file for place in PUT_TOGETHER for file in sorted((ROOT / place).rglob("*.py"))]
    found = {
        f"{file.relative_to(ROOT)}: {name}"
        for file in files
        for name in set_from_outside(file.read_text(encoding="utf-8"))
        if name not in known
    }
    assert found == set()
    source = (
        "box.play = 1\nself.box.play += 1\nself.play = 1\nfor box.n in (): setattr(box, 'n', 1)"
    )
    assert len([*set_from_outside(source)]) == 4


def test_the_hub_reads_no_file_of_the_pages_of_a_box() -> None:
    """What both need lies below both; the contract on imports sees no paths."""
    sources = (ROOT / "hub" / "companion_hub").rglob("*.*")
    words = {file: file.read_bytes() for file in sources if file.suffix != ".pyc"}
    assert [
        file for file, content in words.items() if re.search(rb"companion[./]web", content)
    ] == []


@pytest.mark.slow
def test_the_session_is_set_by_its_methods_alone() -> None:
    source = {file: file.read_text(encoding="utf-8") for file in (ROOT / "companion").rglob("*.py")}
    found = [
        f"{file.relative_to(ROOT)}: {name}"
        for file, text in source.items()
        for name in set_from_outside(text)
        if re.search(r"\bsession\.\w+$", name)
    ]
    assert found == []
