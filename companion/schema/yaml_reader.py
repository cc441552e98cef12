"""Reads YAML into a type; every mistake is reported with file and line."""

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar, overload

import msgspec
import yaml
from msgspec.structs import replace

from companion.schema import bounded_yaml
from companion.schema.message import say
from companion.schema.mistakes import (
    Invalid,
    Mistake,
    Path,
    type_mismatches,
)
from companion.schema.reading import fits
from companion.schema.type_structure import Kind, Step
from companion.schema.yaml_errors import line_of, yaml_error_message

T = TypeVar("T")

_DEEPEST: Final = 20
"""The most levels of nesting that anything here has."""
_MOST_MISTAKES: Final = 100
"""The most mistakes that are named of one document."""
_PLAIN: Final = {f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int", "float")}


@overload
def read_yaml(kind: type[T], text: str, file: str) -> T: ...
@overload
def read_yaml(kind: Kind, text: str, file: str) -> Any: ...  # noqa: ANN401 - an alias
def read_yaml(kind: Kind, text: str, file: str) -> Any:
    """Return the document in a text in a type. Raises ``Invalid`` naming every mistake.

    An empty document is an empty mapping. A string is read literally, even where YAML would see a
    number or a boolean: the player ``No`` and the tag ``0012`` stay as they are.
    """
    _require_writable(text, file)
    try:
        node = bounded_yaml.compose(text)
    except yaml.YAMLError as error:
        problem = Mistake(
            (), remedy=yaml_error_message(error), file=file, line=line_of(error, text)
        )
        raise Invalid(problem) from error
    document = _Document()
    value = document.value(node, ()) if node is not None else {}
    wrong = [*document.mistakes, *document.misfits(kind, value)]
    if wrong:
        located = (
            replace(each, file=file, line=each.line or document.line(each.path)) for each in wrong
        )
        raise Invalid(*sorted(located, key=lambda mistake: mistake.line))
    return msgspec.convert(value, kind)


def _require_writable(text: str, file: str) -> None:
    """Raise ``Invalid`` for a text with a lone surrogate, which stands for bytes out of place."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        remedy = say("is not written in UTF-8; save it so")
        raise Invalid(Mistake((), remedy=remedy, file=file, line=line)) from None


def line_in_yaml(text: str, path: Sequence[Step]) -> int:
    """Return the line of a value, or of the innermost existing one around it."""
    document, node = _Document(), bounded_yaml.compose(text)
    if node is not None:
        document.value(node, ())
    return document.line(tuple(path))


class _Document:
    """A document being read: the line of every path, and the literal scalars."""

    def __init__(self) -> None:
        """Start with an empty document."""
        self.mistakes: list[Mistake] = []
        self._lines: dict[Path, int] = {(): 1}
        self._texts: dict[Path, str] = {}

    def line(self, path: Path) -> int:
        """Return the line of a value, or of the innermost one around it that is there."""
        around = (path[:end] for end in range(len(path), -1, -1))
        return next(self._lines[outer] for outer in around if outer in self._lines)

    def value(self, node: yaml.Node, path: Path) -> object:
        """Return a node as lists, dictionaries with strings as keys, and scalars."""
        self._lines.setdefault(path, node.start_mark.line + 1)
        if len(path) > _DEEPEST:
            self.mistakes.append(Mistake(path, remedy=say("is nested too deeply")))
            return None
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*path, i)) for i, item in enumerate(node.value)]
        return self._scalar(node, path)

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, object]:
        values: dict[str, object] = {}
        for key_node, item in node.value:
            key = str(key_node.value)
            place = (*path, key)
            if key in values:
                first = self._lines[place]
                twice = say("is given twice, first in line {line}", line=first)
                line = key_node.start_mark.line + 1
                self.mistakes.append(Mistake(place, remedy=twice, line=line))
                continue
            self._lines[place] = key_node.start_mark.line + 1
            values[key] = self.value(item, place)
        return values

    def _scalar(self, node: yaml.Node, path: Path) -> object:
        scalar_text = str(node.value)
        if node.tag not in _PLAIN:
            return scalar_text
        self._texts[path] = scalar_text
        try:
            value: object = yaml.constructor.SafeConstructor().construct_object(node)
        # LookupError: `!!bool` of a word that is none, `!!float` of nothing.
        except (ValueError, LookupError, ArithmeticError):
            return scalar_text
        return scalar_text if isinstance(value, float) and not math.isfinite(value) else value

    def misfits(self, kind: Kind, value: Any) -> Iterator[Mistake]:  # noqa: ANN401 - any value
        """Yield the mistakes in a value, with strings taken literally."""
        wrong = []
        for misfit in type_mismatches(kind, value):
            path = misfit.mistake.path
            if path and path in self._texts and fits(misfit.kind, self._texts[path]):
                _put(value, path, self._texts[path])
            else:
                wrong.append(misfit.mistake)
                if len(wrong) == _MOST_MISTAKES:
                    break
        # Once texts are in their places, what is around them may fit or not.
        yield from wrong or (misfit.mistake for misfit in type_mismatches(kind, value))


def _put(value: Any, path: Path, new: object) -> None:  # noqa: ANN401 - lists and dictionaries
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = new
