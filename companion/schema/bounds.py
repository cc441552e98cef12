"""Bounded types: every external value has a maximum length or size."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, TypeAlias, TypeVar

from msgspec import Meta

from companion.schema.message import Message, say
from companion.schema.type_structure import (
    alternatives,
    children,
    constraints,
    fields,
    is_even,
    origin,
)

T = TypeVar("T")

MOST: Final = 1_000_000
"""The largest whole number where nothing smaller is natural: no game counts as far."""

Word: TypeAlias = Annotated[str, Meta(max_length=100)]
"""A name, a code, an identifier."""
Line: TypeAlias = Annotated[str, Meta(max_length=500)]
"""A text that is shown in a line."""
Prose: TypeAlias = Annotated[str, Meta(max_length=10_000)]
"""A text of several lines."""

PersonName: TypeAlias = Annotated[
    str, Meta(max_length=100, pattern=r"^(?![\s\S]*[\x00-\x1f\x7f-\x9f])")
]
"""The name of a person. A control character (C0, C1) breaks lines, tables and terminals."""

LATEST: Final = 253_402_300_799.0
"""The last second of the year 9999: no later one has a date (POSIX seconds)."""
Time: TypeAlias = Annotated[float, Meta(ge=0, le=LATEST)]
"""A time that has a date, in seconds (POSIX)."""

_DAY: Final = 86_400_000
Span: TypeAlias = Annotated[int, Meta(ge=-_DAY, le=_DAY)]
"""Milliseconds more or less, of a day at most."""
Duration: TypeAlias = Annotated[int, Meta(ge=0, le=_DAY)]
"""Milliseconds, of a day at most."""

Count: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]
"""How many there are of something."""
Positive: TypeAlias = Annotated[int, Meta(ge=1, le=MOST)]
"""How many there are of something that is not absent."""
Whole: TypeAlias = Annotated[int, Meta(ge=-MOST, le=MOST)]
"""Any whole number that is counted with."""

Few: TypeAlias = Annotated[tuple[T, ...], Meta(max_length=40)]
"""A list of as many as lie on a table: players, tiles, dice."""
Many: TypeAlias = Annotated[tuple[T, ...], Meta(max_length=10_000)]
"""A list of as many as a long game has: turns, rounds."""
Named: TypeAlias = Annotated[Mapping[Word, T], Meta(max_length=40)]
"""A mapping from names, such as those of players."""

Unread: TypeAlias = Annotated[Mapping[Word, Any], Meta(max_length=100, extra={"unread": True})]
"""An object that is read in a second step, in a type that depends on other fields."""

Wide: TypeAlias = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
"""A whole number that a database holds."""
Broad: TypeAlias = Annotated[float, Meta(ge=-1e300, le=1e300)]
"""A number that is finite."""

_SIZE: Final = 10_000
"""The most items of a list or mapping of values, and the most letters of a text among them."""
_Text: TypeAlias = Annotated[str, Meta(max_length=_SIZE)]
_Plain: TypeAlias = Annotated[str, Meta(max_length=_SIZE)] | Wide | Broad | bool | None
_List: TypeAlias = Annotated[list[T], Meta(max_length=_SIZE)]
_Mapping: TypeAlias = Annotated[dict[_Text, T], Meta(max_length=_SIZE)]
_Data1: TypeAlias = _Plain | _List[_Plain] | _Mapping[_Plain]
_Data2: TypeAlias = _Plain | _List[_Data1] | _Mapping[_Data1]
_Data3: TypeAlias = _Plain | _List[_Data2] | _Mapping[_Data2]
_Data4: TypeAlias = _Plain | _List[_Data3] | _Mapping[_Data3]
Facts: TypeAlias = Annotated[dict[Word, _Data2], Meta(max_length=40)]
"""A few values by name, as an action's fields or options: lists in lists at most."""
Scalar: TypeAlias = _Plain
"""A plain value: a text, a number, a truth, or nothing."""
Flat: TypeAlias = _Mapping[_Plain]
"""An object of plain values: an action, a time control."""
Logged: TypeAlias = _Mapping[_Plain | _List[_Plain | _Mapping[_Plain | Flat]]]
"""What an entry of a log says: an action, a note, or an edit with the steps that it puts in."""
Data: TypeAlias = _Mapping[_Data4]
"""An object of anything in at most five levels: the options and the data of any game."""


def expecting(expected: Message, **bounds: Any) -> Meta:  # noqa: ANN401 - those of ``Meta``
    """Return ``bounds`` with the description of the ``expected`` value for error messages."""
    return Meta(description=str(expected), extra={"expected": expected}, **bounds)


def entire(pattern: str) -> str:
    """Return the pattern of strings that match as a whole: ``$`` alone allows a final newline."""
    return rf"^(?:{pattern})$(?!\n)"


def among(words: Iterable[str]) -> Meta:
    """Return the bounds of a string that is one of ``words``, where ``Literal`` is impossible."""
    allowed = tuple(words)
    pattern = entire("|".join(map(re.escape, allowed)))
    expected = say("one of {known}", known=", ".join(allowed))
    return expecting(
        expected,
        pattern=pattern,
        max_length=max(map(len, allowed)),
        extra_json_schema={"enum": [*allowed]},
    )


def unbounded(kind: Any, path: str = "$") -> Iterator[str]:  # noqa: ANN401 - a type form
    """Yield the path of every unbounded part of a type: string, number, list, mapping, depth.

    A check for tests: every declared type must yield nothing.
    """
    yield from _unbounded(kind, path, ())


_NEEDED: Final[Mapping[object, tuple[str, ...]]] = {
    str: ("max_length",),
    int: ("ge", "le"),
    float: ("ge", "le"),
    bytes: ("max_length",),
    list: ("max_length",),
    tuple: ("max_length",),
    frozenset: ("max_length",),
    dict: ("max_length",),
}
"""The bounds without which a type takes anything."""
_COLLECTIONS: Final = (list, tuple, set, frozenset, dict)
_STRICT: Final = {"ge": "gt", "le": "lt"}
"""What stands for a bound as well."""


_PAIRS: Final = (("ge", "le"), ("gt", "lt"), ("min_length", "max_length"))


def unsatisfiable(kind: Any, path: str = "$") -> Iterator[str]:  # noqa: ANN401 - a type form
    """Yield the path of everything in a type whose bounds leave no value, and these bounds."""
    for single in alternatives(kind):
        given = constraints(single)
        for low, high in _PAIRS:
            least, most = given.get(low), given.get(high)
            if least is not None and most is not None and (least, low == "gt") > (most, False):
                yield f"{path}: nothing has {low} {least} and {high} {most}"
        for step, child in children(single):
            yield from unsatisfiable(child, f"{path}{step}")


def crashing_unions(kind: Any, path: str = "$") -> Iterator[str]:  # noqa: ANN401 - a type form
    """Yield the path of every union in a type that crashes the process.

    Beside a list or mapping, msgspec 0.22 mistakes the type of the items for the pattern of a
    string; beside a tuple of several types, one of these for the bound of a number. A check for
    tests: every declared type must yield nothing.
    """
    singles = alternatives(kind)
    patterned = any("pattern" in constraints(single) for single in singles)
    if patterned and any(origin(single) in _COLLECTIONS for single in singles):
        yield f"{path}: a text with a pattern beside a list or a mapping"
    bounded = any(origin(single) in (int, float) and constraints(single) for single in singles)
    if bounded and any(origin(single) is tuple and not is_even(single) for single in singles):
        yield f"{path}: a number with a bound beside a tuple of several types"
    for single in singles:
        for step, child in children(single):
            yield from crashing_unions(child, f"{path}{step}")


def _unbounded(kind: Any, path: str, around: tuple[object, ...]) -> Iterator[str]:  # noqa: ANN401
    for single in alternatives(kind):
        base, given = origin(single), constraints(single)
        if base in around:
            yield f"{path}: {base.__name__} contains itself, to any depth"
            continue
        if given.get("unread"):
            continue
        if base in (Any, object):
            yield f"{path}: anything"
        needed = _NEEDED.get(base, ()) if base is not tuple or is_even(single) else ()
        missing = [name for name in needed if not {name, _STRICT.get(name)} & set(given)]
        if missing:
            yield f"{path}: {base.__name__} without {', '.join(missing)}"
        inside = (*around, base) if fields(base) else around
        for step, child in children(single):
            yield from _unbounded(child, f"{path}{step}", inside)
