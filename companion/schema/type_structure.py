"""Introspection of types: alternatives, bounds and inner types.

Types are those of msgspec: plain ones, ``Annotated`` with bounds, ``Literal``, unions, lists,
tuples, mappings, enumerations and ``Struct`` classes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeAlias, Union, get_args, get_origin

import msgspec

Kind: TypeAlias = Any
"""A type, with or without bounds."""
Step: TypeAlias = str | int

_BOUNDS: Final = ("ge", "gt", "le", "lt", "min_length", "max_length", "pattern", "multiple_of")
_LISTS: Final = (list, tuple, set, frozenset)


def alternatives(kind: Kind) -> tuple[Kind, ...]:
    """Return the members of a union, each with the bounds around it; else the type itself."""
    plain, metas = _unwrapped(kind)
    if _generic(plain) not in (Union, UnionType):
        return (kind,)
    members = (member for each in get_args(plain) for member in alternatives(each))
    return tuple(Annotated[member, *metas] if metas else member for member in members)


def origin(kind: Kind) -> Any:  # noqa: ANN401 - a class, ``Literal`` or ``Any``
    """Return the class of a type without bounds and parameters: ``dict`` for a mapping."""
    plain, _ = _unwrapped(kind)
    base = _generic(plain) or plain
    if base is None:
        return NoneType
    if isinstance(base, type) and issubclass(base, Mapping):
        return dict
    return list if base in (Sequence, Iterable) else base


def constraints(kind: Kind) -> Mapping[str, Any]:
    """Return the bounds of a type, the innermost first, and its ``expected`` description."""
    _, metas = _unwrapped(kind)
    given: dict[str, Any] = {}
    for meta in metas:
        given |= {name: bound for name in _BOUNDS if (bound := getattr(meta, name)) is not None}
        given |= meta.extra or {}
    return given


def children(kind: Kind) -> Iterator[tuple[str, Kind]]:
    """Yield the types inside a type, none of a union, each with the notation of its place."""
    plain, _ = _unwrapped(kind)
    arguments = get_args(plain)
    base = origin(kind)
    if base is dict:
        yield from zip((".key", ".*"), arguments, strict=False)
    elif base in _LISTS:
        each = arguments[:1] if is_even(kind) else arguments
        yield from (("[]", child) for child in each)
    else:
        yield from ((f".{field.encode_name}", field.type) for field in fields(kind))


def fields(kind: Kind) -> Sequence[msgspec.structs.FieldInfo]:
    """Return the fields of a ``Struct`` class, none for other types."""
    base = origin(kind)
    is_struct = isinstance(base, type) and issubclass(base, msgspec.Struct)
    return _fields(_unwrapped(kind)[0]) if is_struct else ()


@lru_cache(maxsize=256)
def _fields(plain: type[msgspec.Struct]) -> Sequence[msgspec.structs.FieldInfo]:
    return msgspec.structs.fields(plain)


def inside(kind: Kind, value: object) -> Iterator[tuple[Step, Kind, object]]:
    """Yield the parts of a value of a type: the path, the type, and the value.

    The keys of a mapping are yielded before its values, at the same place.
    """
    for single in alternatives(kind):
        arguments = get_args(_unwrapped(single)[0])
        base = origin(single)
        if isinstance(value, Mapping) and base is dict and arguments:
            for key, item in value.items():
                yield key, arguments[0], key
                yield key, arguments[1], item
        elif isinstance(value, Mapping) and is_meant(single, value):
            for field in fields(single):
                if field.encode_name in value:
                    yield field.encode_name, field.type, value[field.encode_name]
        elif isinstance(value, list | tuple) and base in _LISTS and arguments:
            kinds = arguments[:1] * len(value) if is_even(single) else arguments
            yield from zip(range(len(value)), kinds, value, strict=False)


def is_too_long(kind: Kind, value: object) -> bool:
    """Return whether a list or mapping is longer than all alternatives of a type allow."""
    if not isinstance(value, list | tuple | Mapping):
        return False
    limits = [constraints(single).get("max_length") for single in alternatives(kind)]
    return any(limits) and len(value) > max(filter(None, limits))


def without_nulls(kind: Kind, value: object) -> object:
    """Return a value without its null fields, where a type has a default for them."""
    if not _holds_null(value) or is_too_long(kind, value):
        return value
    parts = {step: without_nulls(part, item) for step, part, item in inside(kind, value)}
    if isinstance(value, Mapping):
        all_fields = (each for single in alternatives(kind) for each in fields(single))
        optional = {each.encode_name for each in all_fields if not each.required}
        return {
            key: parts.get(key, item)
            for key, item in value.items()
            if item is not None or key not in optional
        }
    return (
        [parts.get(i, item) for i, item in enumerate(value)] if isinstance(value, list) else value
    )


def _holds_null(value: object) -> bool:
    """Return whether there is a null in a list or mapping, at any depth: a fast check."""
    if isinstance(value, dict | list | tuple):
        parts = value.values() if isinstance(value, dict) else value
        return any(part is None or _holds_null(part) for part in parts)
    return False


def is_meant(kind: Kind, value: Mapping[str, object]) -> bool:
    """Return whether an object is meant for this type of objects, according to its tag."""
    if not fields(kind):
        return False
    config = origin(kind).__struct_config__
    return config.tag is None or value.get(config.tag_field) == config.tag


def words(kind: Kind) -> tuple[object, ...] | None:
    """Return the values of a ``Literal`` or an enumeration, ``None`` for another type."""
    base = origin(kind)
    if base is Literal:
        return get_args(_unwrapped(kind)[0])
    if isinstance(base, type) and issubclass(base, Enum):
        return tuple(member.value for member in base)
    return None


def is_even(kind: Kind) -> bool:
    """Return whether all items of a list type have one type; those of a tuple can differ."""
    arguments = get_args(_unwrapped(kind)[0])
    return origin(kind) is not tuple or arguments[1:] == (...,)


def _unwrapped(kind: Kind) -> tuple[Kind, tuple[msgspec.Meta, ...]]:
    """Return a type without its bounds, and the bounds."""
    if _generic(kind) is not Annotated:
        return kind, ()
    plain, *metas = get_args(kind)
    return plain, tuple(meta for meta in metas if isinstance(meta, msgspec.Meta))


def _generic(kind: Kind) -> Any:  # noqa: ANN401 - a class or a special form
    """Return the origin of a parameterized type, ``None`` for others."""
    return get_origin(kind)
