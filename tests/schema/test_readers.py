"""Every type by which something from outside is read has bounds, whoever reads by it."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from companion.schema.bounds import crashing_unions, unbounded, unsatisfiable
from companion.schema.type_structure import Kind

ROOT: Final = Path(__file__).resolve().parent.parent.parent
LAYER: Final = "companion.schema"
READERS: Final = ("read", "read_json", "read_yaml", "fits")
"""The functions of the layer that take a type and a value."""
Place = tuple[str, str]
"""A module, and the name of a function in it."""


class Call(NamedTuple):
    """A call of a function by its name, and its first argument."""

    caller: str
    parameters: tuple[str, ...]
    called: str
    given: ast.expr


class Module(NamedTuple):
    """What is imported from elsewhere in a module, by the name it has there, and its calls."""

    imports: Mapping[str, Place]
    calls: Sequence[Call]


def sources() -> Mapping[str, str]:
    roots = (ROOT, ROOT / "hub")
    return {
        name: path.read_text(encoding="utf-8")
        for root in roots
        for path in sorted(root.glob("companion*/**/*.py"))
        for name in (".".join(path.relative_to(root).with_suffix("").parts),)
        if not name.startswith(LAYER)
    }


def parsed(source: str) -> Module:
    imports: dict[str, Place] = {}
    calls: list[Call] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                imports[each.asname or each.name] = (node.module, each.name)
        elif isinstance(node, ast.FunctionDef):
            calls += calls_in(node)
    return Module(imports, calls)


def calls_in(function: ast.FunctionDef) -> Iterator[Call]:
    parameters = tuple(each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg))
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            yield Call(function.name, parameters, node.func.id, node.args[0])


@cache
def declared() -> Mapping[str, Kind]:
    """Return every type that is read by, by the place where it is read.

    A function that is given the type reads by those that its callers give it.
    """
    texts = sources()
    parse = cache(lambda name: parsed(texts[name]))

    def origin(place: Place) -> Place:
        """Return where a function is defined that a module may only import for others."""
        module, function = place
        passed_on = parse(module).imports.get(function) if module in texts else None
        return place if passed_on is None else origin(passed_on)

    layer = [
        (f"{LAYER}.{module}", each) for module in ("reading", "yaml_reader") for each in READERS
    ]
    readers = frozenset(layer)
    while True:
        found: dict[str, Kind] = {}
        passing = set(readers)
        # Few modules call one of them: to parse the others would take most of the time.
        any_reader = "|".join(sorted({each for _, each in readers}))
        names = re.compile(rf"(?<![.\w])(?:{any_reader})(?:\(| as )")
        for name in (each for each, text in texts.items() if names.search(text)):
            module = parse(name)
            for function, parameters, called, given in module.calls:
                if origin(module.imports.get(called, (name, called))) not in readers:
                    continue
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


@pytest.mark.slow
def test_every_type_that_is_read_by_has_bounds() -> None:
    loose = {
        place: found
        for place, kind in declared().items()
        if (found := [*unbounded(kind), *unsatisfiable(kind), *crashing_unions(kind)])
    }
    assert loose == {}


@pytest.mark.slow
def test_types_are_found_wherever_they_are_read() -> None:
    """Through a function of the same module, of another one, and of the hub."""
    assert {
        "companion.engine.questions RulesQuestion",
        "companion.engine.manifest Manifest",
        "companion.storage.logins AccessState",
        "companion.protocol.page Number",
    } <= {*declared()}
    assert any(place.startswith("companion_hub") for place in declared())
