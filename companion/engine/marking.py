"""Checks of visibility marks on fields, so that no secret is public by mistake.

A mark is effective only where the kernel looks for it: in the outermost ``Annotated`` of a field,
in records in a field or in a tuple. An imprecise type such as ``object`` could hold a record with
unchecked marks.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import chain, combinations
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from companion.engine.forms import alike, hints_of, misfits_in
from companion.engine.game import Action, Event
from companion.engine.piece_conservation import PieceField, each_piece
from companion.engine.records import Mark, fields_of, is_record, marks, records_in, within
from companion.engine.visibility import (
    PLAYERS,
    Fixed,
    Hidden,
    Secret,
    has_secrets,
    may_have_marks,
    mistakes,
)

_VISIBLE: Final = (Secret, Hidden, Fixed)
_CHANGEABLE: Final[Mapping[type, str]] = {
    list: "a tuple",
    set: "a frozenset",
    dict: "a Mapping",
    bytearray: "bytes",
}
"""Types whose values can be changed in place, and what a state holds instead."""


def records_within(states: Collection[type]) -> dict[type, None]:
    """Return the records inside a game's state types, each once."""
    return dict.fromkeys(chain.from_iterable(within(each) for each in states if is_record(each)))


def of_marks(types: Collection[type], inside: Collection[type], *, guessed: bool) -> Iterator[str]:
    """Yield mistakes in the marks of a game's types, and of the records inside its state.

    ``guessed`` is whether robots guess each secret field separately.
    """
    players = {each for cls in inside for each in records_in(cls).get(PLAYERS, ())}
    for cls in dict.fromkeys((*types, *inside)):
        if cls in inside or may_have_marks(cls):
            yield from _of_class(cls, of_player=cls in players, guessed=guessed)
    kinds = [held.kind for cls in inside for held in _held(cls) if isinstance(held.kind, str)]
    for kind, other in combinations(dict.fromkeys(kinds), 2):
        if alike(kind, other):
            yield f"pieces of the kinds {kind!r} and {other!r} are Held; give them one name"


def _held(cls: type) -> Iterator[PieceField]:
    for its_marks in marks(cls).values():
        yield from (mark for mark in its_marks if isinstance(mark, PieceField))


def _of_class(cls: type, *, of_player: bool, guessed: bool) -> Iterator[str]:
    hints = hints_of(cls)
    names = [field.name for field in fields_of(cls)]
    its_marks = marks(cls)
    for name in names:
        yield from _of_place(f"{cls.__name__}.{name}", hints[name])
        for mark in its_marks.get(name, ()):
            if isinstance(mark, Mark):
                yield from _of_mark(f"{cls.__name__}.{name}", hints[name], mark, names)
    every = ((name, mark) for name in names for mark in its_marks.get(name, ()))
    secrets = {name: mark for name, mark in every if isinstance(mark, Secret)}
    for name, secret in secrets.items():
        if guessed and of_player and secret.guess is None and secret.cover is None:
            what = f"{cls.__name__}.{name}"
            yield f"{what} is a Secret that no robot can guess; give it `guess`"
    if issubclass(cls, (Action, Event)):
        yield from _of_action_or_event(cls, secrets)
    yield from _of_nested(cls, hints)
    for name in names:
        yield from _of_inexact(f"{cls.__name__}.{name}", hints[name])
    also_seen: object = getattr(cls, "also_seen", ())
    if not isinstance(also_seen, tuple):
        example = f"`({also_seen!r},)`"
        yield f"{cls.__name__}.also_seen is {also_seen!r}; declare a tuple, such as {example}"
        return
    yield from mistakes(cls, of_player=of_player)


def _of_place(what: str, hint: Any) -> Iterator[str]:  # noqa: ANN401 - a type form
    """Yield marks in places where they have no effect."""
    plain, *outer = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    for mark in outer:
        if isinstance(mark, type) and issubclass(mark, Mark):
            yield f"{what} is marked with the class {mark.__name__}; write `{mark.__name__}(...)`"
    for mark in _inside(plain):
        yield (
            f"{what} has the mark {mark} inside its type; mark the whole field: "
            f"`Annotated[<type>, {mark}(...)]`"
        )
    for kind in (*_VISIBLE, PieceField):
        if sum(isinstance(mark, kind) for mark in outer) > 1:
            yield f"{what} is marked as {kind.__name__} twice; keep one mark"
    visible = [type(mark).__name__ for mark in outer if isinstance(mark, _VISIBLE)]
    if len(visible) > 1:
        yield f"{what} is marked as {' and '.join(visible)}; keep one mark"


def _inside(hint: Any) -> Iterator[str]:  # noqa: ANN401 - a type form
    """Yield the names of marks within a type, at any depth."""
    parts = get_args(hint)
    aliased = _aliased(hint)
    if aliased is not None:
        yield from _inside(aliased)
    if get_origin(hint) is Annotated:
        for mark in parts[1:]:
            cls = mark if isinstance(mark, type) else type(mark)
            if issubclass(cls, Mark):
                yield cls.__name__
        parts = parts[:1]
    for part in parts:
        yield from _inside(part)


def _of_mark(what: str, hint: object, mark: Mark, names: Collection[str]) -> Iterator[str]:
    yield from misfits_in(mark, f"the {type(mark).__name__} of {what}")
    if isinstance(mark, PieceField) and mark.pieces is each_piece and not _has_pieces(hint):
        yield (
            f"the pieces in {what} are neither a tuple of them nor one; give its PieceField a "
            "function `pieces`"
        )
    if isinstance(mark, Fixed) and not all(map(is_record, _classes_in(hint))):
        yield f"{what} is Fixed, but no record; leave the mark out, or hold it in a record"
    if isinstance(mark, PieceField) and mark.kind == "":
        yield f"the pieces in {what} are a PieceField of no kind; name what they are"
    if isinstance(mark, Secret) and mark.known in names:
        yield f"{what} is known as {mark.known!r}, which is a field; choose another name"


def _of_action_or_event(cls: type, secrets: Mapping[str, Secret]) -> Iterator[str]:
    """Yield marks without effect in an action or event, which is visible as a whole or not."""
    for name, its_marks in marks(cls).items():
        for mark in its_marks:
            if isinstance(mark, Mark) and not isinstance(mark, Secret):
                yield (
                    f"{cls.__name__}.{name} is marked as {type(mark).__name__}, which only fields "
                    "of a state are; mark it as Secret `of` the seat that may know it"
                )
    if len({secret.of for secret in secrets.values()}) > 1:
        fields = " and ".join(sorted(secrets))
        yield (
            f"{cls.__name__} has secrets of different seats, {fields}, but is told to one seat or "
            "to all; make two kinds of it, or give both marks the same `of`"
        )


def _of_nested(cls: type, hints: Any) -> Iterator[str]:  # noqa: ANN401 - by name
    """Yield records with marks in places where the kernel does not look for them."""
    for name, types in records_in(cls).items():
        marked = [each for each in types if any(map(may_have_marks, within(each)))]
        if not marked:
            continue
        what, first = f"{cls.__name__}.{name}", marked[0].__name__
        if not _is_reached(hints[name]):
            yield (
                f"{what} holds {first}, whose marks count only in a field of its own or in a "
                "tuple; hold it there"
            )
        fixed = any(isinstance(mark, Fixed) for mark in marks(cls).get(name, ()))
        for each in marked if fixed else ():
            for field, its_marks in marks(each).items():
                if any(isinstance(mark, Secret) for mark in its_marks):
                    yield (
                        f"{what} is Fixed, and so seen by all alike, but {each.__name__}.{field} "
                        "is a Secret; mark that as Hidden"
                    )


def _of_inexact(what: str, hint: object) -> Iterator[str]:
    """Yield types of fields that may hold records with marks unknown to the field."""
    for cls in _classes_in(hint):
        if is_record(cls):
            for derived in _derived(cls):
                if may_have_marks(derived) and has_secrets(derived):
                    yield (
                        f"{what} is declared {cls.__name__}, of which {derived.__name__} has "
                        f"marks of its own; declare it {derived.__name__}"
                    )
        elif any(map(may_have_marks, _plain_classes(cls))):
            yield (
                f"{what} holds {cls.__name__}, which is not a record and whose marks do not count; "
                "derive it from msgspec.Struct"
            )


def of_open_types(inside: Collection[type]) -> Iterator[str]:
    """Yield the fields of a game with secrets that accept any value."""
    for name, parts in _parts_by_field(inside):
        if any(each in (Any, object) for each in parts):
            yield (f"{name} may hold anything, also secrets that nobody covers; declare its type")


def of_defaults(types: Iterable[type]) -> Iterator[str]:
    """Yield the fields that are None by default, although their type says that they never are."""
    for cls in types:
        for field in fields_of(cls):
            if field.default is None and not _may_be_none(hints_of(cls)[field.name]):
                what = f"{cls.__name__}.{field.name}"
                yield f"{what} is None by default, but its type is not; declare `<type> | None`"


def _may_be_none(hint: object) -> bool:
    every = tuple(_parts_of(hint))
    return any(
        part in (None, NoneType, Any, object) or not isinstance(part, type) for part in every
    )


def of_changeable(inside: Collection[type]) -> Iterator[str]:
    """Yield the fields of a state with mutable values."""
    for name, parts in _parts_by_field(inside):
        for part in parts:
            if part in _CHANGEABLE:
                yield f"{name} can be changed in place; declare {_CHANGEABLE[part]}"


def _parts_by_field(inside: Collection[type]) -> Iterator[tuple[str, Iterator[Any]]]:
    """Yield each field of records by its name, with the types in it, at any depth."""
    for cls in inside:
        hints = hints_of(cls)
        for field in fields_of(cls):
            yield f"{cls.__name__}.{field.name}", _parts_of(hints[field.name])


def of_draws(kinds: Iterable[Any], inside: Collection[type]) -> Iterator[str]:
    """Yield chance actions that publicly reveal a value drawn for a secret field."""
    secret = {
        name: f"{cls.__name__}.{name}"
        for cls in inside
        for name, its_marks in marks(cls).items()
        if any(isinstance(mark, Secret) for mark in its_marks)
    }
    for kind in kinds:
        for field in fields_of(kind):
            its_marks = marks(kind).get(field.name, ())
            if field.name in secret and not any(isinstance(mark, Secret) for mark in its_marks):
                yield (
                    f"{kind.__name__}.{field.name} is told to everybody, but {secret[field.name]} "
                    "is a Secret; mark it as Secret `of` the seat that may know it, or rename it"
                )


def _parts_of(hint: Any) -> Iterator[Any]:  # noqa: ANN401 - type forms
    """Yield the types within a type, at any depth; aliases and new types are resolved."""
    origin, aliased = get_origin(hint), _aliased(hint)
    if aliased is not None:
        yield from _parts_of(aliased)
    elif origin is Annotated:
        yield from _parts_of(get_args(hint)[0])
    elif origin in (Literal, Callable):
        return
    elif origin is None:
        yield hint
    else:
        yield origin
        for part in get_args(hint):
            yield from _parts_of(part)


def _aliased(hint: object) -> object:
    """Return the type behind an alias or a ``NewType``; ``None`` for any other type."""
    return getattr(hint, "__value__", None) or getattr(hint, "__supertype__", None)


def _classes_in(hint: object) -> Iterator[type]:
    return (part for part in _parts_of(hint) if isinstance(part, type))


def _plain_classes(cls: type) -> dict[type, None]:
    """Return a non-record class with the classes in its fields: named tuple, typed mapping."""
    found: dict[type, None] = {}
    left = [cls] if _has_fields(cls) else []
    while left:
        each = left.pop()
        if each not in found and _has_fields(each):
            found[each] = None
            left += chain.from_iterable(map(_classes_in, hints_of(each).values()))
    return found


def _has_fields(cls: type) -> bool:
    return is_record(cls) or (cls.__module__ != "builtins" and "__annotations__" in vars(cls))


def _has_pieces(hint: object) -> bool:
    """Return whether a type is a tuple of pieces or a piece, not another collection."""
    return not any(issubclass(cls, (Mapping, AbstractSet, list)) for cls in _classes_in(hint))


def _derived(cls: type) -> Iterator[type]:
    own: list[type] = type.__subclasses__(cls)
    for each in own:
        yield each
        yield from _derived(each)


def _is_reached(hint: Any) -> bool:  # noqa: ANN401 - a type form
    """Return whether the marks of records in a field are effective."""
    if get_origin(hint) is Annotated:
        return _is_reached(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return all(map(_is_reached, get_args(hint)))
    if get_origin(hint) is tuple:
        return all(not get_args(part) for part in get_args(hint))
    return not get_args(hint) or is_record(get_origin(hint))
