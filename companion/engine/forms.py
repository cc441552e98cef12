"""Checks that declared values have the declared types, and describes the mistakes.

The types are those that mypy reads: an attribute of ``Rules`` or a facet, a field of an ``Act``, a
mark. So the types are declared only once, and each mistake is one sentence with the remedy.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from inspect import CO_VARARGS
from types import MethodType, ModuleType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    ForwardRef,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

Misfit: TypeAlias = tuple[str, object, str]
"""Where a value stands, the value itself, and what to declare instead."""
Form: TypeAlias = Callable[[Any], Misfit | None]
"""Returns what does not fit in a value; ``None`` if all does."""

_LONGEST: Final = 60
_ADDRESS: Final = re.compile(r" at 0x[0-9a-f]+")
"""Where a function is in memory, which tells nobody which one it is."""
_WORDS: Final[Mapping[Any, str]] = {
    str: "a text",
    int: "a whole number",
    bool: "True or False",
    tuple: "a tuple; one of a single item is written `(<item>,)`",
    range: "a range of numbers, such as `range(2, 5)`",
    Mapping: "a mapping",
    Sequence: "a sequence",
    ModuleType: "a module",
    type: "a class",
    NoneType: "None",
}


def misfit(kind: Any, value: object, what: str) -> Iterator[str]:  # noqa: ANN401 - a type form
    """Yield the mistakes in a value that a game has declared as ``what``."""
    found = form(kind)(value)
    if found is not None:
        path, part, expected = found
        yield f"{what}{path} is {shown(part)}; declare {expected}"


def misfits_in(record: msgspec.Struct, what: str) -> Iterator[str]:
    """Yield the mistakes in the fields of a declaration."""
    cls: Any = type(record)
    found = _fields(cls)(record)
    if found is not None:
        path, part, expected = found
        yield f"{what}: {path[1:]} is {shown(part)}; declare {expected}"


def shown(value: object) -> str:
    """Return a value for an error message: by its name if it has one, and truncated."""
    name = getattr(value, "__qualname__", None)
    if isinstance(name, str):
        return name
    notation = _ADDRESS.sub("", repr(value))
    return notation if len(notation) <= _LONGEST else f"{notation[: _LONGEST - 1]}…"


def name_of_file(package: str, file: str) -> str:
    """Return the name of a file beside a game's modules in messages: ``tall_tower/board.yaml``."""
    return f"{package.rpartition('.')[2]}/{file}"


def alike(name: str, other: str) -> bool:
    """Return whether two names differ by a typo: one letter more or less, or two exchanged."""
    if len(name) == len(other):
        apart = [i for i, pair in enumerate(zip(name, other, strict=True)) if pair[0] != pair[1]]
        return sorted(name) == sorted(other) and len(apart) <= len("ab")
    short, long = sorted((name, other), key=len)
    return any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


def takes(function: object, count: int) -> bool:
    """Return whether a function accepts a number of arguments, as far as its signature shows."""
    bound = isinstance(function, MethodType)
    own: Any = function.__func__ if isinstance(function, MethodType) else function
    code = getattr(own, "__code__", None)
    if code is None:
        return True
    optional = len(own.__defaults__ or ())
    most = code.co_argcount - bound
    named = code.co_kwonlyargcount - len(own.__kwdefaults__ or ())
    enough = count <= most or bool(code.co_flags & CO_VARARGS)
    return most - optional <= count and enough and not named


@lru_cache(maxsize=1024)
def hints_of(cls: Any) -> Mapping[str, Any]:  # noqa: ANN401 - a class
    """Return the annotations of a class and its bases, with marks and bounds.

    Only string annotations are evaluated, because hundreds are read at start-up.
    """
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        found |= vars(base).get("__annotations__", {})
    if all(map(_is_evaluated, found.values())):
        return found
    return get_type_hints(cls, include_extras=True)


def _is_evaluated(hint: Any) -> bool:  # noqa: ANN401 - a type form
    if isinstance(hint, str | ForwardRef | list):
        return False
    return all(map(_is_evaluated, getattr(hint, "__args__", ())))


@lru_cache(maxsize=512)
def form(kind: Any) -> Form:  # noqa: ANN401 - a type form
    """Return the check of a type."""
    base = get_origin(kind)
    if base is Annotated:
        return _bounded(kind)
    of_generic = _GENERIC.get(base)
    return _instance(base or kind) if of_generic is None else of_generic(get_args(kind))


def _test(fits: Callable[[Any], object], expected: str) -> Form:
    return lambda value: None if fits(value) else ("", value, expected)


def _instance(kind: Any) -> Form:  # noqa: ANN401 - a class, or what stands for any
    if kind is None:
        kind = NoneType
    if kind in (Any, object) or isinstance(kind, TypeVar) or getattr(kind, "_is_protocol", False):
        return lambda _value: None
    expected = _WORDS.get(kind, f"an instance of {kind.__name__}")
    if kind is int:
        return _test(lambda it: isinstance(it, int) and not isinstance(it, bool), expected)
    if not issubclass(kind, msgspec.Struct):
        return _test(lambda value: isinstance(value, kind), expected)

    def check(value: Any) -> Misfit | None:  # noqa: ANN401 - anything
        cls: Any = type(value)
        return _fields(cls)(value) if isinstance(value, kind) else ("", value, expected)

    return check


@lru_cache(maxsize=256)
def _fields(cls: Any) -> Form:  # noqa: ANN401 - a type; mypy takes those of records for unhashable
    """Return the check of the fields of a type of declarations."""
    hints = hints_of(cls)
    forms = [(name, form(hints[name])) for name in cls.__struct_fields__]

    def check(record: Any) -> Misfit | None:  # noqa: ANN401 - of the class
        for name, it in forms:
            found = it(getattr(record, name))
            if found is not None:
                return f".{name}{found[0]}", found[1], found[2]
        return None

    return check


def _bounded(kind: Any) -> Form:  # noqa: ANN401 - with bounds
    plain, *metas = get_args(kind)
    inner = form(plain)
    words = [meta.description for meta in metas if isinstance(meta, msgspec.Meta)]
    if not words:
        return inner

    def check(value: Any) -> Misfit | None:  # noqa: ANN401 - anything
        found = inner(value)
        if found is not None:
            return found
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError:
            return "", value, words[0] or ""
        return None

    return check


def _one_of(kinds: tuple[Any, ...]) -> Form:
    forms = [form(kind) for kind in kinds]
    several = [it for kind, it in zip(kinds, forms, strict=True) if kind is not NoneType]

    def check(value: Any) -> Misfit | None:  # noqa: ANN401 - anything
        if value is None and len(several) < len(forms):
            return None
        every: list[Misfit] = []
        for it in several:
            found = it(value)
            if found is None:
                return None
            every.append(found)
        inside = [each for each in every if each[1] is not value]
        return inside[0] if inside else ("", value, " or ".join(each[2] for each in every))

    return check


def _literal(words: tuple[Any, ...]) -> Form:
    return _test(lambda value: value in words, f"one of {', '.join(map(repr, words))}")


def _subclass(kinds: tuple[Any, ...]) -> Form:
    (kind,) = kinds
    if not isinstance(kind, type):
        return _test(lambda value: isinstance(value, type), "a class")
    expected = f"a class derived from {kind.__name__}"
    return _test(lambda value: isinstance(value, type) and issubclass(value, kind), expected)


def _function(arguments: tuple[Any, ...]) -> Form:
    if not arguments or arguments[0] is ...:
        return _test(callable, "a function")
    count = len(arguments[0])
    plural = "" if count == 1 else "s"
    expected = f"a function that takes {count} argument{plural}"
    return _test(lambda value: callable(value) and takes(value, count), expected)


def _tuple(arguments: tuple[Any, ...]) -> Form:
    even = arguments[1:] == (...,)
    forms = [form(kind) for kind in arguments if kind is not ...]
    simple = {arguments[0]} if even and arguments[0] in (str, int) else None

    def check(value: Any) -> Misfit | None:  # noqa: ANN401 - anything
        if not isinstance(value, tuple):
            return "", value, _WORDS[tuple]
        if simple is not None and simple.issuperset(map(type, value)):
            return None
        if not even and len(value) != len(forms):
            return "", value, f"a tuple of {len(forms)}"
        for i, item in enumerate(value):
            found = forms[0 if even else i](item)
            if found is not None:
                return f"[{i}]{found[0]}", found[1], found[2]
        return None

    return check


def _mapping(arguments: tuple[Any, ...]) -> Form:
    of_key, of_value = (form(kind) for kind in arguments or (Any, Any))

    def check(value: Any) -> Misfit | None:  # noqa: ANN401 - anything
        if not isinstance(value, Mapping):
            return "", value, _WORDS[Mapping]
        for key, item in value.items():
            found = of_key(key) or of_value(item)
            if found is not None:
                return f"[{key!r}]{found[0]}", found[1], found[2]
        return None

    return check


_GENERIC: Final[Mapping[Any, Callable[[tuple[Any, ...]], Form]]] = {
    Union: _one_of,
    UnionType: _one_of,
    Literal: _literal,
    type: _subclass,
    Callable: _function,
    tuple: _tuple,
    Mapping: _mapping,
}
"""The checks of types with parameters."""
