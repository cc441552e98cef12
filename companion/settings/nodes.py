"""YAML whose every value knows its file, line and key, and a list of all that is wrong with it.

A value is read by a function that returns something typed or raises :class:`Refused`; a
:class:`Section` notes the refusal and goes on with the default, so that one run finds every
mistake.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Final, Self, TypeVar

import yaml

T = TypeVar("T")

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DEEPEST: Final = 20
"""Levels of nesting; more can only be an alias that contains itself."""
_PLAIN: Final = {f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int", "float", "str")}


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake. ``line`` is 0 where it concerns the whole file, ``key`` is then empty."""

    file: str
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        """Return ``file:line: key: message``."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        return ": ".join(filter(None, (place, self.key, self.message)))


class Refused(Exception):  # noqa: N818 - it never leaves this package
    """A value is not what was expected; the message says what was found and what was expected."""

    def __init__(self, value: "Value", message: str) -> None:
        """Refuse ``value``, which may lie inside the one that was to be read."""
        super().__init__(message)
        self.problem = value.problem(message)


def dotted(path: Iterable[str | int]) -> str:
    """Return a path as people write it: ``readers[0].port``."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return "".join(parts).removeprefix(".")


@dataclass(frozen=True, slots=True)
class Value:
    """A value in a file: ``path`` leads to it, ``line`` is that of its key."""

    file: str
    line: int
    path: tuple[str | int, ...]
    node: yaml.Node
    problems: list[Problem]

    @property
    def key(self) -> str:
        """The path as people write it."""
        return dotted(self.path)

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.file}:{self.line}"

    def report(self, message: str) -> None:
        """Note a mistake at this place."""
        self.problems.append(self.problem(message))

    def problem(self, message: str) -> Problem:
        """Return a mistake at this place without noting it."""
        return Problem(self.file, self.line, self.key, message)

    def refusal(self, expected: str) -> Refused:
        """Return the refusal that says what was found and what is ``expected``."""
        return Refused(self, f"found {self.found}, expected {expected}")

    @property
    def found(self) -> str:
        """What stands here, for people."""
        if isinstance(self.node, yaml.MappingNode):
            return "a mapping"
        if isinstance(self.node, yaml.SequenceNode):
            return "a list"
        return repr(self.node.value) if self.node.value else "nothing"

    def children(self) -> "Mapping[str, Value]":
        """Return the values of a mapping by their keys; a key that is given twice is reported."""
        if not isinstance(self.node, yaml.MappingNode):
            raise self.refusal("a mapping, one `key: value` a line")
        children: dict[str, Value] = {}
        for key_node, node in self.node.value:
            key = str(key_node.value)
            child = self._child(key, key_node, node)
            if key in children:
                child.report(f"is given twice, first in line {children[key].line}")
            else:
                children[key] = child
        return children

    def items(self) -> "Sequence[Value]":
        """Return the values of a list."""
        if not isinstance(self.node, yaml.SequenceNode):
            raise self.refusal("a list")
        return [self._child(i, node, node) for i, node in enumerate(self.node.value)]

    def _child(self, step: str | int, mark: yaml.Node, node: yaml.Node) -> "Value":
        line = mark.start_mark.line + 1
        return Value(self.file, line, (*self.path, step), node, self.problems)

    def at(self, path: Iterable[str | int]) -> "Value":
        """Return the value at ``path`` from here, or the innermost one on the way to it."""
        value = self
        for step in path:
            following = value._next(step)
            if following is None:
                break
            value = following
        return value

    def _next(self, step: str | int) -> "Value | None":
        if isinstance(self.node, yaml.MappingNode):
            pairs = ((str(key.value), key, node) for key, node in self.node.value)
            return next((self._child(*pair) for pair in pairs if pair[0] == str(step)), None)
        if isinstance(self.node, yaml.SequenceNode) and isinstance(step, int):
            return self.items()[step] if step < len(self.node.value) else None
        return None


def empty(name: str, problems: list[Problem]) -> Value:
    """Return a document without keys, called ``name``."""
    return Value(name, 0, (), yaml.MappingNode("tag:yaml.org,2002:map", []), problems)


def compose(file: Path, problems: list[Problem]) -> Value:
    """Return the document in ``file``; it is empty if the file is no YAML, which is noted."""
    try:
        node = yaml.compose(file.read_text(encoding="utf-8"), Loader=_LOADER)
    except OSError as error:
        problems.append(Problem(str(file), 0, "", f"cannot be read: {error.strerror}"))
    except UnicodeDecodeError:
        problems.append(Problem(str(file), 0, "", "is no text in UTF-8"))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 0
        problems.append(Problem(str(file), line, "", f"is no YAML: {error.problem}"))
    except yaml.YAMLError as error:
        problems.append(Problem(str(file), 0, "", f"is no YAML: {error}"))
    else:
        if node is not None:
            return Value(str(file), node.start_mark.line + 1, (), node, problems)
    return empty(str(file), problems)


@dataclass(slots=True)
class Section:
    """The keys of a mapping, each to be read once; what nobody reads is unknown."""

    values: Mapping[str, Value]
    known: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, mapping: Value) -> Self:
        """Return the keys of ``mapping``, or none where it is no mapping, which is noted."""
        nothing: Mapping[str, Value] = {}
        return cls(attempt(mapping, Value.children, nothing))

    def get(self, key: str, read: Callable[[Value], T], default: T) -> T:
        """Return what ``read`` makes of a key, or the default where it is absent or refused."""
        self.known.append(key)
        value = self.values.get(key)
        return default if value is None else attempt(value, read, default)

    def children(self, key: str) -> Mapping[str, Value]:
        """Return the values inside a key, or none where it is absent or no mapping."""
        nothing: Mapping[str, Value] = {}
        return self.get(key, Value.children, nothing)

    def end(self) -> None:
        """Report the keys that nobody read."""
        for key, value in self.values.items():
            if key not in self.known:
                value.report(f"is unknown; {nearest(key, self.known)}")


def attempt(value: Value, read: Callable[[Value], T], default: T) -> T:
    """Return what ``read`` makes of ``value``; a refusal is noted and gives the default."""
    try:
        return read(value)
    except Refused as refused:
        value.problems.append(refused.problem)
        return default


def read_each(values: Iterable[Value], read: Callable[[Value], T]) -> Iterator[tuple[Value, T]]:
    """Yield every value with what ``read`` makes of it; the refused ones are noted."""
    for value in values:
        try:
            yield value, read(value)
        except Refused as refused:
            value.problems.append(refused.problem)


def nearest(word: str, known: Sequence[str]) -> str:
    """Return the advice for a ``word`` that is none of the ``known``."""
    close = get_close_matches(word, known, n=1)
    return f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(known)}"


def text(value: Value) -> str:
    """Read a text as it is written, so that the player `No` and the tag `0012` stay themselves."""
    if not isinstance(value.node, yaml.ScalarNode) or not value.node.value.strip():
        raise value.refusal("a text")
    return str(value.node.value)


def flag(value: Value) -> bool:
    """Read a truth value."""
    found = plain(value)
    if not isinstance(found, bool):
        raise value.refusal("true or false")
    return found


def whole(
    low: int, high: int, what: str = "a whole number", form: str = "d"
) -> Callable[[Value], int]:
    """Return a reader of whole numbers from ``low`` to ``high``; ``form`` is for messages."""

    def read(value: Value) -> int:
        found = plain(value)
        if not isinstance(found, int) or isinstance(found, bool) or not low <= found <= high:
            raise value.refusal(f"{what} from {low:{form}} to {high:{form}}")
        return found

    return read


def choice(*words: str) -> Callable[[Value], str]:
    """Return a reader of one of ``words``."""

    def read(value: Value) -> str:
        found = text(value)
        if found not in words:
            raise Refused(value, f"found {value.found}; {nearest(found, words)}")
        return found

    return read


def struct(value: Value) -> dict[str, object]:
    """Read a mapping of anything."""
    return {key: plain(each) for key, each in value.children().items()}


def plain(value: Value) -> object:
    """Read anything as lists, dictionaries with texts as keys, texts, numbers and the like."""
    if len(value.path) > _DEEPEST:
        raise Refused(value, "is nested too deeply")
    if isinstance(value.node, yaml.MappingNode):
        return struct(value)
    if isinstance(value.node, yaml.SequenceNode):
        return [plain(each) for each in value.items()]
    if value.node.tag not in _PLAIN:
        return str(value.node.value)
    try:
        found: object = yaml.constructor.SafeConstructor().construct_object(value.node)
    except ValueError as error:
        raise Refused(value, f"found {value.found}: {error}") from error
    if isinstance(found, float) and not math.isfinite(found):
        raise value.refusal("a finite number")
    return found
