"""Declared shapes of an owner's data, and mistakes in given data."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.engine.data import merge
from companion.engine.declared import Declared
from companion.engine.forms import shown
from companion.engine.game import Problem, Struct
from companion.engine.message import say
from companion.engine.options import ValueKind, unknown_keys
from companion.moved import former_names

Path: TypeAlias = tuple[str | int, ...]


class Predicate(Declared, frozen=True):
    """A value that passes a test, which must accept any type; ``message`` is the expectation."""

    right: Callable[[Any], object]
    message: str

    def _mistakes(self) -> Iterator[str]:
        yield from _of_message(self.message)

    def expected(self, value: Any, /) -> str:  # noqa: ANN401 - anything that YAML can hold
        """Return the expected value instead of ``value``, or ``""`` if it is valid."""
        return "" if self.right(value) else self.message


class Validator(Declared, frozen=True):
    """A value checked by a function that returns the expected value, or ``""`` if it is valid."""

    expected: Callable[[Any], str]


class ListOf(Declared, frozen=True):
    """A list of one shape, with exactly ``count`` items if given, and at least ``least``."""

    each: "Shape"
    message: str
    count: int | None = None
    least: int = 0

    def _mistakes(self) -> Iterator[str]:
        yield from _of_shape("each", self.each)
        yield from _of_message(self.message)
        if self.least < 0:
            yield f"least is {self.least}; declare 0 or more"
        if self.count is not None and self.count < max(1, self.least):
            yield f"count is {self.count}; declare at least {max(1, self.least)}, or leave it out"


class KnownKeys(Declared, frozen=True):
    """Known keys, each with its shape, of which the ``needed`` are required."""

    shapes: Mapping[Any, "Shape"]
    message: str = ""
    needed: tuple[str, ...] = ()

    def _mistakes(self) -> Iterator[str]:
        yield from _of_keys(self.shapes)
        for key in self.needed:
            if key not in self.shapes:
                there = ", ".join(map(str, self.shapes))
                yield f"needed names {key!r}; name keys of its shapes: {there}"


class ExactKeys(Declared, frozen=True):
    """Exactly these keys, each with its shape."""

    shapes: Mapping[Any, "Shape"]

    def _mistakes(self) -> Iterator[str]:
        yield from _of_keys(self.shapes)


class Pairs(Declared, frozen=True):
    """A mapping with any number of keys of one kind, and values of another."""

    key: ValueKind
    value: ValueKind
    message: str

    def _mistakes(self) -> Iterator[str]:
        yield from _of_shape("key", self.key)
        yield from _of_shape("value", self.value)
        yield from _of_message(self.message)


class ConsistentShape(Declared, frozen=True):
    """A shape whose parts must also be consistent.

    ``mistakes`` yields inconsistencies of a value with valid parts; paths start there.
    """

    shape: "Shape"
    mistakes: Callable[[Any], Iterator[Problem]]

    def _mistakes(self) -> Iterator[str]:
        yield from _of_shape("shape", self.shape)


_COMPOSED: Final = (ListOf, KnownKeys, ExactKeys, Pairs, ConsistentShape)
Shape: TypeAlias = ValueKind | ListOf | KnownKeys | ExactKeys | Pairs | ConsistentShape


def _of_shape(what: str, shape: object) -> Iterator[str]:
    """Yield mistakes in a shape inside another one."""
    is_value_kind = callable(getattr(shape, "expected", None)) and not isinstance(shape, type)
    if not is_value_kind and not isinstance(shape, _COMPOSED):
        yield f"{what} is {shown(shape)}; declare a shape, such as `Whole(0, 9)`"


def _of_keys(shapes: Mapping[Any, object]) -> Iterator[str]:
    for key, shape in shapes.items():
        yield from _of_shape(f"shapes[{key!r}]", shape)


def _of_message(message: str) -> Iterator[str]:
    """Yield an empty expectation, which would make every value valid."""
    if not message:
        yield "message is empty; say what is expected"


def wrong_data(shape: Shape, default: Mapping[str, Any], data: Struct) -> tuple[Problem, ...]:
    """Return the mistakes in an owner's data, which is merged into the ``default``."""
    values = merge(default, data)
    return tuple(wrong(shape, ("data",), {key: values[key] for key in data}))


def wrong(shape: Shape, path: Path, value: Any) -> Iterator[Problem]:  # noqa: ANN401 - see above
    """Yield the mistakes in a value at ``path``."""
    expected = _expected(shape, value)
    if expected:
        yield Problem(path, expected)
    elif isinstance(shape, ConsistentShape):
        yield from wrong(shape.shape, path, value)
        part = _known_part(shape.shape, value)
        if all(problem.warning for problem in wrong(shape.shape, path, part)):
            for it in shape.mistakes(part):
                yield Problem((*path, *it.path), it.message, it.warning)
    else:
        yield from _wrong_parts(shape, path, value)


def _known_part(shape: Shape, value: Any) -> Any:  # noqa: ANN401 - see above
    """Return a value without keys unknown to its shape."""
    if not isinstance(shape, KnownKeys) or not isinstance(value, Mapping):
        return value
    return {key: it for key, it in value.items() if key in shape.shapes}


def _wrong_parts(shape: Shape, path: Path, value: Any) -> Iterator[Problem]:  # noqa: ANN401
    if isinstance(shape, ListOf):
        for i, item in enumerate(value):
            yield from wrong(shape.each, (*path, i), item)
    elif isinstance(shape, KnownKeys):
        yield from unknown_keys(path, shape.shapes, value)
    elif isinstance(shape, Pairs):
        for key, inner in value.items():
            yield from wrong(shape.key, (*path, key), key)
            yield from wrong(shape.value, (*path, key), inner)
    if isinstance(shape, KnownKeys | ExactKeys):
        for key, inner in shape.shapes.items():
            if key in value or (isinstance(shape, KnownKeys) and key in shape.needed):
                yield from wrong(inner, (*path, key), value.get(key))


def _expected(shape: Shape, value: Any) -> str:  # noqa: ANN401 - anything that YAML can hold
    """Return the expected value instead of a value of any type."""
    if isinstance(shape, ListOf):
        right = isinstance(value, list) and shape.count in (None, len(value))
        return "" if right and len(value) >= shape.least else shape.message
    if isinstance(shape, KnownKeys | ExactKeys):
        right = isinstance(value, Mapping)
        if right and (isinstance(shape, KnownKeys) or set(value) == set(shape.shapes)):
            return ""
        keys = say("expected the keys {keys}", keys=", ".join(map(str, shape.shapes)))
        return (shape.message if isinstance(shape, KnownKeys) else "") or keys
    if isinstance(shape, Pairs):
        return "" if isinstance(value, Mapping) else shape.message
    return "" if isinstance(shape, ConsistentShape) else shape.expected(value)


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
