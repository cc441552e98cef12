"""Checks of visibility marks on fields, so that no secret is open by mistake.

A mark counts where the kernel looks for it: in the outermost ``Annotated`` of a field, in records
that stand in a field of their own or in a tuple.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

from companion.engine.forms import alike, hints_of, misfits_in
from companion.engine.game import Action, Event
from companion.engine.piece_conservation import PieceField
from companion.engine.records import Mark, fields_of, is_record, marks, records_in, within
from companion.engine.visibility import PLAYERS, Fixed, Hidden, Secret, may_have_marks, mistakes

_VISIBLE: Final = (Secret, Hidden, Fixed)


def of_marks(types: Collection[type], state: type | None, *, guessed: bool) -> Iterator[str]:
    """Yield what is wrong with the marks in a game's types, and in the records inside its state.

    ``guessed`` tells whether robots guess each secret field by itself.
    """
    inside = {} if state is None or not is_record(state) else within(state)
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
    names = {field.name for field in fields_of(cls)}
    its_marks = marks(cls)
    for name in names:
        yield from _of_place(f"{cls.__name__}.{name}", hints[name])
        for mark in its_marks.get(name, ()):
            if isinstance(mark, Mark):
                yield from _of_mark(f"{cls.__name__}.{name}", mark, names)
    every = ((name, mark) for name in names for mark in its_marks.get(name, ()))
    secrets = {name: mark for name, mark in every if isinstance(mark, Secret)}
    for name, secret in secrets.items():
        if guessed and of_player and secret.guess is None and secret.cover is None:
            what = f"{cls.__name__}.{name}"
            yield f"{what} is a Secret that no robot can guess; give it `guess`"
    if issubclass(cls, (Action, Event)):
        yield from _of_action_or_event(cls, secrets)
    yield from _of_nested(cls, hints)
    also_seen: object = getattr(cls, "also_seen", ())
    if not isinstance(also_seen, tuple):
        example = f"`({also_seen!r},)`"
        yield f"{cls.__name__}.also_seen is {also_seen!r}; declare a tuple, such as {example}"
        return
    yield from mistakes(cls, of_player=of_player)


def _of_place(what: str, hint: Any) -> Iterator[str]:  # noqa: ANN401 - a type form
    """Yield marks that do not stand where they count."""
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
    """Yield the names of marks within a type, however deep."""
    parts = get_args(hint)
    if get_origin(hint) is Annotated:
        for mark in parts[1:]:
            cls = mark if isinstance(mark, type) else type(mark)
            if issubclass(cls, Mark):
                yield cls.__name__
        parts = parts[:1]
    for part in parts:
        yield from _inside(part)


def _of_mark(what: str, mark: Mark, names: Collection[str]) -> Iterator[str]:
    yield from misfits_in(mark, f"the {type(mark).__name__} of {what}")
    if isinstance(mark, PieceField) and mark.kind == "":
        yield f"the pieces in {what} are a PieceField of no kind; name what they are"
    if isinstance(mark, Secret) and mark.known in names:
        yield f"{what} is known as {mark.known!r}, which is a field; choose another name"


def _of_action_or_event(cls: type, secrets: Mapping[str, Secret]) -> Iterator[str]:
    """Yield marks that mean nothing in an action or event, which is told as a whole or not."""
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
    """Yield records with marks that stand where the kernel does not look for them."""
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


def _is_reached(hint: Any) -> bool:  # noqa: ANN401 - a type form
    """Return whether records in a field are those that its marks are looked up for."""
    if get_origin(hint) is Annotated:
        return _is_reached(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return all(map(_is_reached, get_args(hint)))
    if get_origin(hint) is tuple:
        return all(not get_args(part) for part in get_args(hint))
    return not get_args(hint)
