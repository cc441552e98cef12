"""Every type by which something from outside is read has bounds, whoever reads by it."""

import ast
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

from companion.schema.bounds import unbounded, unsafe
from companion.schema.type_structure import Kind

ROOT: Final = Path(__file__).resolve().parent.parent.parent
LAYER: Final = "companion.schema"
READERS: Final = ("read", "read_json", "read_yaml", "fits")
"""The functions of the layer that take a type and a value."""
Place = tuple[str, str]
"""A module, and the name of a function in it."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for root in (ROOT, ROOT / "hub"):
        for path in sorted(root.glob("companion*/**/*.py")):
            name = ".".join(path.relative_to(root).with_suffix("").parts)
            if not name.startswith(LAYER):
                yield name, ast.parse(path.read_text(encoding="utf-8"))


def known_readers(tree: ast.Module, readers: frozenset[Place]) -> frozenset[str]:
    """Return the names by which a module knows functions that read."""
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return frozenset(
        alias.asname or alias.name
        for node in imports
        for alias in node.names
        if (node.module, alias.name) in readers
    )


def calls(
    name: str, tree: ast.Module, readers: frozenset[Place]
) -> Iterator[tuple[str, tuple[str, ...], ast.expr]]:
    """Yield what is given as the type to a function that reads, in which function."""
    names = known_readers(tree, readers) | {own for module, own in readers if module == name}
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        parameters = tuple(
            each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)
        )
        for node in ast.walk(function):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Name) and called.id in names and isinstance(node, ast.Call):
                yield function.name, parameters, node.args[0]


def declared() -> Mapping[str, Kind]:
    """Return every type that is read by, by the place where it is read.

    A function that is given the type reads by those that its callers give it.
    """
    trees = dict(modules())
    layer = [(f"{LAYER}.{module}", each) for module in ("reading", "documents") for each in READERS]
    readers = frozenset(layer)
    while True:
        found: dict[str, Kind] = {}
        passing = set(readers)
        for name, tree in trees.items():
            for function, parameters, given in calls(name, tree, readers):
                if isinstance(given, ast.Name) and given.id in parameters:
                    passing.add((name, function))
                elif isinstance(given, ast.Name | ast.Attribute):
                    found[f"{name} {ast.unparse(given)}"] = named(name, ast.unparse(given))
        if passing == readers:
            return {place: kind for place, kind in found.items() if kind is not None}
        readers = frozenset(passing)


def named(module: str, expression: str) -> Any:  # noqa: ANN401 - a type form
    """Return what an expression means in a module; ``None`` for a variable."""
    value: Any = import_module(module)
    for part in expression.split("."):
        value = getattr(value, part, None)
    return value


FOUND: Final = declared()


@pytest.mark.parametrize("kind", FOUND.values(), ids=FOUND)
def test_a_type_that_is_read_by_has_bounds(kind: Kind) -> None:
    assert list(unbounded(kind)) == []
    assert list(unsafe(kind)) == []


def test_types_are_found_wherever_they_are_read() -> None:
    """Through a function of the same module, of another one, and of the hub."""
    assert {
        "companion.engine.questions RulesQuestion",
        "companion.engine.manifest Manifest",
        "companion.storage.logins AccessState",
        "companion.protocol.page Number",
    } <= {*FOUND}
    assert any(place.startswith("companion_hub") for place in FOUND)
