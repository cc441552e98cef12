"""YAML whose every value knows its file, line and key, and a list of all that is wrong with it.

A value is read by a function that returns something typed or raises :class:`Refused`; a
:class:`Section` notes the refusal and goes on with the default, so that one run finds every
mistake.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self, TypeVar

import yaml

from companion.engine.message import Message, joined, say
from companion.i18n.system_errors import cause
from companion.settings.yaml_problems import explained, line_of

T = TypeVar("T")

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DEEPEST: Final = 20
"""Levels of nesting; more can only be an alias that contains itself."""
_WHOLE: Final = say("a whole number")
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
        return str(self.said)

    @property
    def said(self) -> Message:
        """``file:line: key: message``, its last part in any language."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        return joined(": ", filter(None, (place, self.key, self.message)))


class Refused(Exception):  # noqa: N818 - it never leaves this package
    """A value is not what was expected; the message says what was found and what was expected."""

    def __init__(self, value: "Value", message: Message) -> None:
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

    def report(self, message: Message) -> None:
        """Note a mistake at this place."""
        self.problems.append(self.problem(message))

    def problem(self, message: Message) -> Problem:
        """Return a mistake at this place without noting it."""
        return Problem(self.file, self.line, self.key, message)

    def refusal(self, expected: Message) -> Refused:
        """Return the refusal that says what was found and what is ``expected``."""
        told = say("found {found}, expected {expected}", found=self.found, expected=expected)
        return Refused(self, told)

    @property
    def found(self) -> str:
        """What stands here, for people."""
        if isinstance(self.node, yaml.MappingNode):
            return say("a mapping")
        if isinstance(self.node, yaml.SequenceNode):
            return say("a list")
        return repr(self.node.value) if self.node.value else say("nothing")

    def children(self) -> "Mapping[str, Value]":
        """Return the values of a mapping by their keys; a key that is given twice is reported."""
        if not isinstance(self.node, yaml.MappingNode):
            raise self.refusal(say("a mapping, one `key: value` a line"))
        children: dict[str, Value] = {}
        for key_node, node in self.node.value:
            key = str(key_node.value)
            child = self._child(key, key_node, node)
            if key in children:
                child.report(say("is given twice, first in line {line}", line=children[key].line))
            else:
                children[key] = child
        return children

    def items(self) -> "Sequence[Value]":
        """Return the values of a list."""
        if not isinstance(self.node, yaml.SequenceNode):
            raise self.refusal(say("a list"))
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
    """Return the document in ``file``; it is empty if the file is no YAML, which is noted.

    Raises ``PermissionError``: what helps then is another call, not another file.
    """
    content = ""
    try:
        content = file.read_text(encoding="utf-8")
        node = yaml.compose(content, Loader=_LOADER)
    except PermissionError:
        raise
    except OSError as error:
        told = say("cannot be read: {cause}", cause=cause(error))
        problems.append(Problem(str(file), 0, "", told))
    except UnicodeDecodeError:
        problems.append(Problem(str(file), 0, "", say("is no text in UTF-8")))
    except yaml.YAMLError as error:
        problems.append(Problem(str(file), line_of(error, content), "", explained(error)))
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
                value.report(say("is unknown; {advice}", advice=nearest(key, self.known)))


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


def nearest(word: str, known: Sequence[str]) -> Message:
    """Return the advice for a ``word`` that is none of the ``known``."""
    from difflib import get_close_matches  # only those who err wait for it

    close = get_close_matches(word, known, n=1)
    if close:
        return say("did you mean {word!r}?", word=close[0])
    return say("there are: {words}", words=", ".join(known))


def text(value: Value) -> str:
    """Read a text as it is written, so that the player `No` and the tag `0012` stay themselves."""
    if not isinstance(value.node, yaml.ScalarNode) or not value.node.value.strip():
        raise value.refusal(say("a text"))
    return str(value.node.value)


def flag(value: Value) -> bool:
    """Read a truth value."""
    found = plain(value)
    if not isinstance(found, bool):
        raise value.refusal(say("true or false"))
    return found


def whole(low: int, high: int, what: Message = _WHOLE, form: str = "d") -> Callable[[Value], int]:
    """Return a reader of whole numbers from ``low`` to ``high``; ``form`` is for messages."""

    def read(value: Value) -> int:
        found = plain(value)
        if not isinstance(found, int) or isinstance(found, bool) or not low <= found <= high:
            ends = {"low": format(low, form), "high": format(high, form)}
            raise value.refusal(say("{what} from {low} to {high}", what=what, **ends))
        return found

    return read


def choice(*words: str) -> Callable[[Value], str]:
    """Return a reader of one of ``words``."""

    def read(value: Value) -> str:
        found = text(value)
        if found not in words:
            advice = nearest(found, words)
            raise Refused(value, say("found {found}; {advice}", found=value.found, advice=advice))
        return found

    return read


def struct(value: Value) -> dict[str, object]:
    """Read a mapping of anything."""
    return {key: plain(each) for key, each in value.children().items()}


def plain(value: Value) -> object:
    """Read anything as lists, dictionaries with texts as keys, texts, numbers and the like."""
    if len(value.path) > _DEEPEST:
        raise Refused(value, say("is nested too deeply"))
    if isinstance(value.node, yaml.MappingNode):
        return struct(value)
    if isinstance(value.node, yaml.SequenceNode):
        return [plain(each) for each in value.items()]
    if value.node.tag not in _PLAIN:
        return str(value.node.value)
    try:
        found: object = yaml.constructor.SafeConstructor().construct_object(value.node)
    except (ValueError, KeyError) as error:  # KeyError: `!!bool` of a word that is none
        kind = value.node.tag.rpartition(":")[2]
        raise value.refusal(say("a value of the type !!{type}", type=kind)) from error
    if isinstance(found, float) and not math.isfinite(found):
        raise value.refusal(say("a finite number"))
    return found
