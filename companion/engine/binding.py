"""Kinds of questions as functions: arguments are read from a question by name and type.

A parameter is read from the field of its name; an underscore at the end, which keeps it apart from
a word of Python, does not count. ``bool``, ``int``, ``str``, a ``Literal`` and tuples of strings or
whole numbers are read as such, a dataclass as an object, and a tuple of them as a list of objects.
``Annotated[T, reader]`` is read by ``reader(fields, name)``; what else the reader takes are
arguments that were read before, by their names, or all of them as ``known``. What has a default,
or may be ``None``, may be absent or null.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import lru_cache, partial
from inspect import Parameter, signature
from types import MappingProxyType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from companion.engine.questions import Fields

T = TypeVar("T")

Reader: TypeAlias = Callable[..., Any]
Known: TypeAlias = Mapping[str, Any]
"""The arguments that have been read so far, also those of the objects around."""

_REQUIRED: Final = object()
_NOTHING: Final[Known] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class _Part:
    """One argument: its name, the field that it is read from, how, and what stands for none."""

    name: str
    field: str
    read: Reader
    default: object


def by_signature(kinds: Mapping[str, Reader]) -> Mapping[str, Callable[[Fields], Any]]:
    """Return functions that answer kinds of questions, given those that take typed arguments."""
    return MappingProxyType({kind: partial(bound, answer) for kind, answer in kinds.items()})


def bound(make: Callable[..., T], given: Fields, known: Known = _NOTHING) -> T:
    """Return ``make`` called with arguments from the fields of an object.

    Raises ``QuestionError`` for a field that is absent or wrong.
    """
    seen = dict(known)
    arguments = {}
    for part in _parts(make):
        absent = part.default is not _REQUIRED and given.any(part.field, None) is None
        value = part.default if absent else read(part.read, given, part.field, seen)
        seen[part.name] = arguments[part.name] = value
    return make(**arguments)


def read(reader: Reader, given: Fields, name: str, known: Known) -> Any:  # noqa: ANN401 - any type
    """Return the value of a field, giving the reader what it wants to know."""
    return reader(given, name, *_wanted(reader, 2, known))


def checked(
    reader: Reader, right: Callable[..., bool], expected: str | Callable[..., str]
) -> Reader:
    """Return a reader that refuses a value which is not ``right``, and says what is ``expected``.

    Both may want to know other arguments: ``right`` after the value, ``expected`` by themselves.
    """

    def read_checked(given: Fields, name: str, known: Known) -> Any:  # noqa: ANN401 - any type
        value = read(reader, given, name, known)
        if right(value, *_wanted(right, 1, known)):
            return value
        message = expected if isinstance(expected, str) else expected(*_wanted(expected, 0, known))
        raise given.wrong(name, message)

    return read_checked


def by_player(reader: Reader, absent: object = _REQUIRED) -> Reader:
    """Return a reader of one value for each of the ``players`` that are known, in their order.

    ``absent`` stands for those who are left out; without it, nobody may be.
    """

    def read_all(given: Fields, name: str, players: tuple[str, ...], known: Known) -> Any:  # noqa: ANN401
        by_name = given.fields(name)
        values = tuple(
            absent
            if absent is not _REQUIRED and by_name.any(player, None) is None
            else read(reader, by_name, player, known)
            for player in players
        )
        by_name.close()
        return values

    return read_all


@lru_cache(maxsize=256)
def _parts(make: Callable[..., Any]) -> tuple[_Part, ...]:
    hints = get_type_hints(make, include_extras=True)
    parameters = signature(make).parameters
    made = {field.name: field for field in fields(make)} if isinstance(make, type) else {}
    return tuple(
        _part(name, hints[name], made[name].default_factory if name in made else MISSING, parameter)
        for name, parameter in parameters.items()
    )


def _part(name: str, hint: object, factory: Any, parameter: Parameter) -> _Part:  # noqa: ANN401
    default: object = _REQUIRED
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        (hint,) = (kind for kind in get_args(hint) if kind is not NoneType)
        default = None
    if parameter.default is not Parameter.empty:
        default = parameter.default if factory is MISSING else factory()
    return _Part(name, name.rstrip("_"), _reader(hint), default)


def _wanted(function: Callable[..., Any], own: int, known: Known) -> Iterator[Any]:
    """Yield what a function wants to know beside its ``own`` first arguments."""
    for name in _names(function)[own:]:
        yield known if name == "known" else known[name]


@lru_cache(maxsize=512)
def _names(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(signature(function).parameters)


def _reader(hint: Any) -> Reader:  # noqa: ANN401 - any type
    """Return how a type is read."""
    kinds = get_args(hint)
    if get_origin(hint) is Annotated:
        reader: Reader = kinds[1]
        return reader
    if get_origin(hint) is Literal:
        return lambda given, name: given.one_of(name, kinds)
    if get_origin(hint) is tuple and kinds[0] not in _LISTS:
        return lambda given, name, known: tuple(
            _object(kinds[0], item, known) for item in given.each(name)
        )
    simple = _LISTS[kinds[0]] if kinds else _SIMPLE.get(hint)
    return simple or (lambda given, name, known: _object(hint, given.fields(name), known))


def _object(make: Callable[..., T], given: Fields, known: Known) -> T:
    """Return what an object describes; a field that nobody reads is a mistake."""
    value = bound(make, given, known)
    given.close()
    return value


def _truth(given: Fields, name: str) -> bool:
    return given.truth(name)


def whole(given: Fields, name: str) -> int:
    """Return a field as a whole number that is not negative."""
    return given.whole(name)


def at_least(least: int) -> Reader:
    """Return a reader of whole numbers that are at least ``least``."""
    return lambda given, name: given.whole(name, least=least)


def text(given: Fields, name: str) -> str:
    """Return a field as a string."""
    return given.text(name)


def texts(given: Fields, name: str) -> tuple[str, ...]:
    """Return a field as a list of strings."""
    return given.texts(name)


def wholes(given: Fields, name: str) -> tuple[int, ...]:
    """Return a field as a list of whole numbers."""
    return given.wholes(name)


_SIMPLE: Final[Mapping[Any, Reader]] = {bool: _truth, int: whole, str: text}
_LISTS: Final[Mapping[Any, Reader]] = {str: texts, int: wholes}
