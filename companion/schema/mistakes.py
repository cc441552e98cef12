"""The mistakes in a value of a type: their locations, the found and the expected values.

msgspec decides whether a value fits. It only reports the first mistake, in English, without the
keys of mappings in its path; so the innermost invalid parts are located here, and described from
their types.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from types import NoneType
from typing import Final, TypeAlias

import msgspec

from companion.schema.message import (
    Message,
    either,
    join,
    reason,
    say,
)
from companion.schema.type_structure import (
    Kind,
    Step,
    alternatives,
    children,
    constraints,
    fields,
    inside,
    is_even,
    is_meant,
    is_too_long,
    origin,
    words,
)

Path: TypeAlias = tuple[Step, ...]

_SHOWN: Final = 40
"""The most characters of a text that are repeated in a sentence."""


class Mistake(msgspec.Struct, frozen=True):
    """A mistake in a structure. Without a ``file``, ``line`` is 0.

    ``found`` and ``expected`` are phrases, and ``remedy`` is a hint; each may be empty. A
    ``remedy`` alone is the whole message: ``is given twice, first in line 3``.
    """

    path: Path
    found: str = ""
    expected: str = ""
    remedy: str = ""
    file: str = ""
    line: int = 0

    @property
    def place(self) -> str:
        """The path in its readable form: ``readers[0].port``."""
        return dotted_path(self.path)

    @property
    def message(self) -> Message:
        """The mistake without its location."""
        if self.found and self.expected:
            return say(
                "found {found}, expected {expected}", found=self.found, expected=self.expected
            )
        if self.found:
            return say("found {found}; {advice}", found=self.found, advice=self.remedy)
        if self.expected:
            return say("expected {expected}", expected=self.expected)
        return join("", [self.remedy])

    @property
    def sentence(self) -> Message:
        """The whole sentence: ``file:line: path: found 7, expected a whole number, 1 to 6``."""
        file = f"{self.file}:{self.line}" if self.line else self.file
        return join(": ", filter(None, (file, self.place, self.message)))


class Invalid(ValueError):  # noqa: N818 - what a structure is, as in ``msgspec.ValidationError``
    """A structure does not match its type; the message is the first of its mistakes."""

    def __init__(self, *mistakes: Mistake) -> None:
        """Store the ``mistakes``, of which there is at least one."""
        super().__init__(mistakes[0].sentence)
        self.mistakes = mistakes


def dotted_path(path: Iterable[Step]) -> str:
    """Return a path in its readable form: ``readers[0].port``."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return "".join(parts).removeprefix(".")


class TypeMismatch(msgspec.Struct, frozen=True):
    """The innermost value that does not fit its type, and the mistake."""

    mistake: Mistake
    kind: Kind
    value: object


def type_mismatches(kind: Kind, value: object, path: Path = ()) -> Iterator[TypeMismatch]:
    """Yield all parts of a value that do not fit a type, in order.

    The contents of a list or mapping that is too long are not checked.
    """
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        within = iter(()) if is_too_long(kind, value) else _within(kind, value, path)
        yield next(within, None) or TypeMismatch(_mistake(kind, value, path, error), kind, value)
        yield from within


def _within(kind: Kind, value: object, path: Path) -> Iterator[TypeMismatch]:
    holders: dict[int, type[msgspec.Struct]] = {}
    expectations: dict[int, str] = {}
    for step, part, item in inside(kind, value):
        # msgspec analyses a type again at each call, but caches the fields of a struct: there may
        # be thousands of items of one type.
        holder = holders.get(id(part))
        if holder is None:
            holder = holders[id(part)] = msgspec.defstruct("Holder", [("item", part)])
        try:
            msgspec.convert({"item": item}, holder)
        except msgspec.ValidationError:
            if isinstance(item, Mapping | list | tuple):
                yield from type_mismatches(part, item, (*path, step))
                continue
            if id(part) not in expectations:
                expectations[id(part)] = describe_type(part)
            mistake = Mistake((*path, step), describe_value(item), expectations[id(part)])
            yield TypeMismatch(mistake, part, item)
    yield from _of_fields(kind, value, path)


def _of_fields(kind: Kind, value: object, path: Path) -> Iterator[TypeMismatch]:
    """Yield the keys of an object that are unknown or missing."""
    if not isinstance(value, Mapping):
        return
    structs = [single for single in alternatives(kind) if fields(single)]
    meant = [single for single in structs if is_meant(single, value)]
    for single in meant:
        yield from _of_struct(single, value, path)
    if structs and not meant:
        configs = [origin(single).__struct_config__ for single in structs]
        tag, tags = configs[0].tag_field, ", ".join(str(config.tag) for config in configs)
        one_of = say("one of {known}", known=tags)
        yield TypeMismatch(
            Mistake((*path, tag), describe_value(value.get(tag)), one_of), kind, value
        )


def _of_struct(kind: Kind, value: Mapping[str, object], path: Path) -> Iterator[TypeMismatch]:
    declared = {field.encode_name: field for field in fields(kind)}
    config = origin(kind).__struct_config__
    for key in value if config.forbid_unknown_fields else ():
        if key not in declared and key != config.tag_field:
            mistake = Mistake((*path, key), say("an unknown key"), remedy=suggestion(key, declared))
            yield TypeMismatch(mistake, kind, value)
    for name, field in declared.items():
        if field.required and name not in value:
            mistake = Mistake((*path, name), say("nothing"), describe_type(field.type))
            yield TypeMismatch(mistake, field.type, None)


def _mistake(kind: Kind, value: object, path: Path, error: msgspec.ValidationError) -> Mistake:
    cause = error.__cause__
    if isinstance(cause, ValueError):  # of ``__post_init__``, which says what it expects
        return Mistake(path, expected=reason(cause))
    return Mistake(path, describe_value(value), describe_type(kind))


def describe_value(value: object) -> str:
    """Return a value in a form for sentences."""
    if value is None:
        return say("nothing")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return say("an object")
    if isinstance(value, list | tuple):
        return say("a list of length {length}", length=len(value))
    return repr(value[:_SHOWN] + "…" if isinstance(value, str) and len(value) > _SHOWN else value)


def describe_type(kind: Kind) -> str:
    """Return a description of a type for sentences, its own one if it has any."""
    bounds = constraints(kind)
    own = bounds.get("expected")
    if isinstance(own, Message):
        return own
    singles = alternatives(kind)
    if len(singles) > 1:
        return either([describe_type(single) for single in singles])
    literals = words(kind)
    if literals is not None:
        return say("one of {known}", known=", ".join(map(str, literals)))
    name, size = _name(kind)
    limits = _limits(bounds) if size is None else _of_length(size, size)
    return join("", [name, *limits])


def _name(kind: Kind) -> tuple[Message, int | None]:
    """Return the name of a type other than a union, and its length if it is a list of one."""
    base = origin(kind)
    if base is tuple and (parts := tuple(children(kind))) and not is_even(kind):
        return _NAMES[list], len(parts)
    name = getattr(base, "__name__", str(base))
    return _NAMES.get(dict if fields(kind) else base) or join("", [name]), None


def _limits(bounds: Mapping[str, object]) -> Iterator[Message]:
    """Yield the descriptions of the bounds of a number, a string or a list."""
    least, most = bounds.get("min_length"), bounds.get("max_length")
    low, high = bounds.get("ge"), bounds.get("le")
    above, below = bounds.get("gt"), bounds.get("lt")
    step, pattern = bounds.get("multiple_of"), bounds.get("pattern")
    if pattern is not None:
        yield say(" of the form {pattern}", pattern=pattern)
    elif (least, most) != (None, None):
        yield from _of_length(least, most)
    if (low, high) != (None, None):
        yield join("", [", ", _range(low, high)])
    if above is not None:
        yield say(", more than {number}", number=above)
    if below is not None:
        yield say(", less than {number}", number=below)
    if step is not None:
        yield say(", a multiple of {number}", number=step)


def _of_length(least: object, most: object) -> Iterator[Message]:
    limits = join("", [str(least)]) if least == most else _range(least, most)
    yield say(" of length {limits}", limits=limits)


def _range(low: object, high: object) -> Message:
    if low is not None and high is not None:
        return say("{low} to {high}", low=low, high=high)
    return say("at least {least}", least=low) if high is None else say("at most {most}", most=high)


_NAMES: Final[Mapping[object, Message]] = {
    str: say("a text"),
    int: say("a whole number"),
    float: say("a number"),
    bool: say("true or false"),
    NoneType: say("nothing"),
    list: say("a list"),
    tuple: say("a list"),
    set: say("a list"),
    frozenset: say("a list"),
    dict: say("an object"),
}
"""The types that have a name of their own."""


def suggestion(word: object, candidates: Collection[str]) -> Message:
    """Return the remedy for a ``word`` that is not among the ``candidates``."""
    from difflib import get_close_matches  # slow to import, and needed only for mistakes

    close = get_close_matches(str(word)[:_SHOWN], candidates, n=1)
    if close:
        return say("did you mean {word!r}?", word=close[0])
    return say("there are: {words}", words=", ".join(candidates))
