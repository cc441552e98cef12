"""YAML nodes that know their file, line and key, and collect the mistakes in them.

A value is read by a function that returns something typed or raises :class:`UnexpectedValueError`;
a :class:`Section` records the refusal and continues with the default, so that one run finds every
mistake.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Final, Self, TypeVar

import msgspec
import yaml

from companion.engine.message import Message, join, say
from companion.i18n.system_errors import system_cause
from companion.schema import bounded_yaml
from companion.schema.bounds import Line
from companion.schema.mistakes import (
    describe_type,
    describe_value,
    dotted_path,
    suggestion,
)
from companion.schema.type_structure import constraints
from companion.schema.yaml_errors import line_of, yaml_error_message
from companion.storage import bounded_file

T = TypeVar("T")

MOST_PROBLEMS: Final = 100
"""The most mistakes that are named of one document."""
_LONGEST: Final[int] = constraints(Line)["max_length"]
_DEEPEST: Final = 20
"""The most levels of nesting that anything here has."""
_WHOLE: Final = say("a whole number")
_PLAIN: Final = {f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int", "float", "str")}


class SettingsProblem(msgspec.Struct, frozen=True):
    """A mistake. If it concerns the whole file, ``line`` is 0 and ``key`` is empty."""

    file: str
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        """Return ``file:line: key: message``."""
        return str(self.sentence)

    @property
    def sentence(self) -> Message:
        """``file:line: key: message``, whose last part can be translated."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        return join(": ", filter(None, (place, self.key, self.message)))


class UnexpectedValueError(Exception):
    """A value is not what was expected; the message says what was found and what was expected."""

    def __init__(self, value: "Value", message: Message) -> None:
        """Refuse ``value``, which may be a part of the value that was to be read."""
        super().__init__(message)
        self.problem = value.problem(message)


class Value(msgspec.Struct, frozen=True, dict=True):
    """A value in a file: ``path`` leads to it, and ``line`` is the line of its key."""

    file: str
    line: int
    path: tuple[str | int, ...]
    node: yaml.Node
    problems: list[SettingsProblem]

    @property
    def key(self) -> str:
        """The path in its readable form."""
        return dotted_path(self.path)

    @property
    def place(self) -> str:
        """File and line, as ``file:line``."""
        return f"{self.file}:{self.line}"

    def report(self, message: Message) -> None:
        """Record a mistake at this place."""
        self.problems.append(self.problem(message))

    def problem(self, message: Message) -> SettingsProblem:
        """Return a mistake at this place without recording it."""
        return SettingsProblem(self.file, self.line, self.key, message)

    def refusal(self, expected: Message) -> UnexpectedValueError:
        """Return the refusal that says what was found, and what is ``expected``."""
        message = say("found {found}, expected {expected}", found=self.found, expected=expected)
        return UnexpectedValueError(self, message)

    @property
    def found(self) -> str:
        """A description of this value, for messages."""
        if isinstance(self.node, yaml.MappingNode):
            return say("a mapping")
        if isinstance(self.node, yaml.SequenceNode):
            return say("a list")
        return describe_value(self.node.value or None)

    def children(self) -> "Mapping[str, Value]":
        """Return the values of a mapping by their keys; report keys that are given twice."""
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
        """Return the value at ``path`` from here, or the innermost one on the way that exists."""
        value = self
        for step in path:
            following = value._next(step)
            if following is None:
                break
            value = following
        return value

    def _next(self, step: str | int) -> "Value | None":
        if isinstance(self.node, yaml.MappingNode):
            return self._by_key.get(str(step))
        if isinstance(self.node, yaml.SequenceNode) and isinstance(step, int):
            return self.items()[step] if step < len(self.node.value) else None
        return None

    @cached_property
    def _by_key(self) -> "Mapping[str, Value]":
        """The values of a mapping by their keys, the first of those that are given twice."""
        pairs = ((str(key.value), key, node) for key, node in reversed(self.node.value))
        return {pair[0]: self._child(*pair) for pair in pairs}


def empty(name: str, problems: list[SettingsProblem]) -> Value:
    """Return an empty document named ``name``."""
    return Value(name, 0, (), yaml.MappingNode("tag:yaml.org,2002:map", []), problems)


def compose(file: Path, problems: list[SettingsProblem]) -> Value:
    """Return the document in ``file``, an empty one with a recorded mistake if it is not YAML.

    Raises ``PermissionError``, because the remedy is then another command, not another file.
    """
    try:
        return parse_document(bounded_file.read_text(file), str(file), problems)
    except PermissionError:
        raise
    except OSError as error:
        message = say("cannot be read: {cause}", cause=system_cause(error))
        problems.append(SettingsProblem(str(file), 0, "", message))
    except UnicodeDecodeError:
        problems.append(SettingsProblem(str(file), 0, "", say("is not UTF-8 text")))
    return empty(str(file), problems)


def parse_document(content: str, name: str, problems: list[SettingsProblem]) -> Value:
    """Return the document in a text called ``name``, an empty one with a mistake if it is none."""
    try:
        node = bounded_yaml.compose(content)
    except yaml.YAMLError as error:
        problems.append(
            SettingsProblem(name, line_of(error, content), "", yaml_error_message(error))
        )
    else:
        if node is not None:
            return Value(name, node.start_mark.line + 1, (), node, problems)
    return empty(name, problems)


class Section(msgspec.Struct, eq=False):
    """The keys of a mapping, each to be read once; unread keys are unknown."""

    values: Mapping[str, Value]
    known: list[str] = msgspec.field(default_factory=list)

    @classmethod
    def of(cls, mapping: Value) -> Self:
        """Return the keys of ``mapping``; if it is not a mapping, record that and return none."""
        nothing: Mapping[str, Value] = {}
        return cls(attempt(mapping, Value.children, nothing))

    def get(self, key: str, read: Callable[[Value], T], default: T) -> T:
        """Return the result of ``read`` for a key, or the default if it is absent or refused."""
        self.known.append(key)
        value = self.values.get(key)
        return default if value is None else attempt(value, read, default)

    def children(self, key: str) -> Mapping[str, Value]:
        """Return the values inside a key, none if it is absent or not a mapping."""
        nothing: Mapping[str, Value] = {}
        return self.get(key, Value.children, nothing)

    def end(self) -> None:
        """Report the keys that were not read."""
        unknown = ((key, value) for key, value in self.values.items() if key not in self.known)
        for key, value in islice(unknown, MOST_PROBLEMS):
            value.report(say("is unknown; {advice}", advice=suggestion(key, self.known)))


def attempt(value: Value, read: Callable[[Value], T], default: T) -> T:
    """Return the result of ``read`` for ``value``; record a refusal and return the default."""
    try:
        return read(value)
    except UnexpectedValueError as refused:
        value.problems.append(refused.problem)
        return default


def read_each(values: Iterable[Value], read: Callable[[Value], T]) -> Iterator[tuple[Value, T]]:
    """Yield every value with what ``read`` returns for it; refused ones are recorded.

    Reading stops at the maximum number of reported mistakes.
    """
    left = MOST_PROBLEMS
    for value in values:
        try:
            yield value, read(value)
        except UnexpectedValueError as refused:
            value.problems.append(refused.problem)
            left -= 1
            if not left:
                return


def text(value: Value) -> str:
    """Read a string literally, so that the player `No` and the tag `0012` are unchanged."""
    if not isinstance(value.node, yaml.ScalarNode) or not value.node.value.strip():
        raise value.refusal(say("a text"))
    if len(value.node.value) > _LONGEST:
        raise value.refusal(join("", [describe_type(Line)]))
    return str(value.node.value)


def flag(value: Value) -> bool:
    """Read a boolean."""
    content = plain(value)
    if not isinstance(content, bool):
        raise value.refusal(say("true or false"))
    return content


def whole(low: int, high: int, what: Message = _WHOLE, form: str = "d") -> Callable[[Value], int]:
    """Return a reader of whole numbers from ``low`` to ``high``, shown by ``form`` in messages."""

    def read(value: Value) -> int:
        number = plain(value)
        if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
            ends = {"low": format(low, form), "high": format(high, form)}
            raise value.refusal(say("{what} from {low} to {high}", what=what, **ends))
        return number

    return read


def choice(*words: str) -> Callable[[Value], str]:
    """Return a reader of one of ``words``."""

    def read(value: Value) -> str:
        word = text(value)
        if word not in words:
            remedy = suggestion(word, words)
            raise UnexpectedValueError(
                value, say("found {found}; {advice}", found=value.found, advice=remedy)
            )
        return word

    return read


def path(value: Value) -> Path:
    """Read a path; a relative one starts at the folder of the configuration file."""
    path_text = text(value)
    if "\0" in path_text:
        raise value.refusal(say("the path of a file or folder"))
    try:
        return Path(value.file).parent / Path(path_text).expanduser()
    except RuntimeError:  # unknown user, or unknown home folder
        raise value.refusal(say("a path whose ~ is the home folder of an existing user")) from None


def struct(value: Value) -> dict[str, object]:
    """Read a mapping of any contents."""
    return {key: plain(child) for key, child in value.children().items()}


def plain(value: Value) -> object:
    """Read any value as lists, dictionaries with strings as keys, strings, numbers and so on."""
    if len(value.path) > _DEEPEST:
        raise UnexpectedValueError(value, say("is nested too deeply"))
    if isinstance(value.node, yaml.MappingNode):
        return struct(value)
    if isinstance(value.node, yaml.SequenceNode):
        return [plain(item) for item in value.items()]
    if value.node.tag not in _PLAIN:
        return str(value.node.value)
    try:
        content: object = yaml.constructor.SafeConstructor().construct_object(value.node)
    # LookupError: `!!bool` on a word that is no boolean, `!!float` on an empty value.
    except (ValueError, LookupError, ArithmeticError) as error:
        kind = value.node.tag.rpartition(":")[2]
        raise value.refusal(say("a value of the type !!{type}", type=kind)) from error
    if isinstance(content, float) and not math.isfinite(content):
        raise value.refusal(say("a finite number"))
    return content
