"""Visibility of secrets, declared at the field that holds them.

A field's type carries a mark, such as ``hand: Annotated[Cards, Secret()]``. The marks determine
what a seat sees of a state, who may know an action or event, and the basis of a robot's guess.
Anything that marks cannot express is a method of the game.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any, Final, TypeAlias, get_args, get_origin

import msgspec

from companion.engine.game import SPECTATOR, Action, Event, Struct
from companion.engine.records import Mark, fields_of, marks, records_in, replace

ToStruct: TypeAlias = Callable[[Any], dict[str, Any]]
PLAYERS: Final = "players"
"""The field of a state that has a record for each seat."""


class Secret(Mark, frozen=True):
    """A field visible to one seat: by default the owner of the record, action or event.

    ``of`` returns that seat from the state and the record, ``None`` if everybody sees the field;
    ``until`` returns from them whether it is public. Others see the result of ``cover`` on its JSON
    value, or nothing; ``known`` is the key under which everybody sees whether it has a value.
    ``guess`` returns a robot's guess at the value, from its own seat's value.
    """

    of: Callable[[Any, Any], int | None] | None = None
    until: Callable[[Any, Any], bool] | None = None
    cover: Callable[[Any], object] | None = None
    known: str = ""
    guess: Callable[[Any, Random], object] | None = None

    def hides(self, state: Any, record: Any, seat: int | None, viewer: int) -> bool:  # noqa: ANN401
        """Return whether the field of a record, ``seat``'s if given, is hidden from a viewer."""
        owner = self.of(state, record) if self.of else _seat(record) if seat is None else seat
        return owner not in (None, viewer) and not (self.until and self.until(state, record))


class Hidden(Mark, frozen=True):
    """A field hidden from everybody, who sees the result of ``cover`` on its JSON value instead.

    With ``usual``, it is visible where its value is not the default. This is for fields added after
    games had been recorded, whose observations must not change.
    """

    cover: Callable[[Any], object] | None = None
    usual: bool = False


class Fixed(Mark, frozen=True):
    """A field of a state with a record that is constant throughout a game.

    A guess copies it from the first state; its visible form is computed once.
    """


def _seat(record: object) -> int | None:
    """Return the seat in a record's ``player``, ``None`` without one."""
    seat: int | None = getattr(record, "player", None)
    return seat


_OPEN: Final = Secret(of=lambda _state, _news: None)


class _View(msgspec.Struct, frozen=True):
    """The marks in a type of records."""

    secret: tuple[tuple[str, Secret], ...]
    hidden: tuple[tuple[str, Hidden, object], ...]
    """With the default of each field."""
    nested: tuple[str, ...]
    """The fields with a record in which something is marked, and the records of players."""
    fixed: tuple[str, ...]
    also_seen: tuple[str, ...]

    @property
    def is_plain(self) -> bool:
        """Whether everybody sees exactly the fields."""
        return not (self.secret or self.hidden or self.nested or self.also_seen)


@lru_cache(maxsize=1024)
def _view(cls: Any) -> _View:  # noqa: ANN401 - a type; mypy takes those of records for unhashable
    marked = [(field, mark) for field in fields_of(cls) for mark in marks(cls).get(field.name, ())]
    fixed = tuple(field.name for field, mark in marked if isinstance(mark, Fixed))
    covered = {field.name for field, mark in marked if isinstance(mark, (Secret, Hidden))}
    return _View(
        tuple((field.name, mark) for field, mark in marked if isinstance(mark, Secret)),
        tuple(
            (field.name, mark, field.default) for field, mark in marked if isinstance(mark, Hidden)
        ),
        tuple(
            name
            for name, types in records_in(cls).items()
            if name not in fixed and not all(map(_is_plain, types))
        ),
        fixed,
        tuple(name for name in getattr(cls, "also_seen", ()) if name not in covered),
    )


def _is_plain(cls: Any) -> bool:  # noqa: ANN401 - a type
    return _view(cls).is_plain


def mistakes(cls: Any, *, of_player: bool = False) -> Iterator[str]:  # noqa: ANN401 - a type
    """Yield mistakes in the secrets of a type of states, actions or events.

    ``of_player`` is whether it is the type of a player's record.
    """
    view = _view(cls)
    names = {field.name for field in fields_of(cls)}
    also_seen: tuple[str, ...] = getattr(cls, "also_seen", ())
    covered = {name for name, *_ in (*view.secret, *view.hidden)}
    for name, mark in view.secret:
        if mark.of is None and not of_player and "player" not in names:
            yield (
                f"{cls.__name__}.{name} is a Secret, but nobody's: give it a field `player`, "
                "or the Secret `of`"
            )
    for name in also_seen:
        if name not in names and not hasattr(cls, name):
            yield f"{cls.__name__}.also_seen names {name!r}, neither a field nor a property"
        elif name in covered:
            yield (
                f"{cls.__name__}.also_seen names {name!r}, a field that is marked as secret; leave "
                "one of both out"
            )
    known = [mark.known for _, mark in view.secret if mark.known]
    for name in dict.fromkeys(known):
        if known.count(name) > 1:
            yield f"{cls.__name__} has two secrets known as {name!r}; give each a name of its own"
        elif name in also_seen:
            yield f"{cls.__name__}.also_seen names {name!r}, as a Secret is known; rename one"
    if not view.is_plain or view.fixed:
        yield from _of_form(cls)


def _of_form(cls: Any) -> Iterator[str]:  # noqa: ANN401 - a type
    """Yield mistakes that keep a record's marks from being found in its JSON."""
    config = getattr(cls, "__struct_config__", None)
    if config is not None and config.array_like:
        yield f"the record {cls.__name__} is array_like, which no mark survives; leave that out"
    if config is not None and config.omit_defaults:
        yield f"the record {cls.__name__} has omit_defaults, which marks cannot have; leave it out"
    if config is not None and cls.__struct_encode_fields__ != cls.__struct_fields__:
        yield f"the record {cls.__name__} renames its fields in JSON; leave `rename` out"


def has_secrets(cls: Any) -> bool:  # noqa: ANN401 - a type
    """Return whether a type of states, actions or events has fields marked as secret.

    This is called for all types of a game on import, so most are decided by a quick check.
    """
    if not may_have_marks(cls):
        return False
    view = _view(cls)
    return not view.is_plain or bool(view.fixed)


@lru_cache(maxsize=1024)
def may_have_marks(cls: Any) -> bool:  # noqa: ANN401 - a type
    """Return by a quick check whether a type, or its players' records, may have marks."""
    hints = (hint for base in cls.__mro__ for hint in _annotations(base).items())
    return any(name in (PLAYERS, "also_seen") or _may_mark(hint) for name, hint in hints)


def _may_mark(hint: object) -> bool:
    """Return whether an annotation, possibly a string, may contain a mark."""
    if isinstance(hint, str):
        return "Annotated" in hint
    if isinstance(hint, type) and get_origin(hint) is None:
        return False
    return hasattr(hint, "__metadata__") or any(map(_may_mark, get_args(hint)))


def _annotations(base: type) -> Mapping[str, object]:
    """Return the annotations of a class itself, which may be strings."""
    found: Mapping[str, object] = vars(base).get("__annotations__", {})
    return found


def visible(to_struct: ToStruct, state: Any, viewer: int) -> dict[str, Any]:  # noqa: ANN401
    """Return a viewer's observation of a state, which ``to_struct`` writes as a JSON object.

    ``viewer`` is a seat or ``SPECTATOR``. A record's ``also_seen`` names properties that are
    appended for everybody; a field that it names is appended, too.
    """
    cls: Any = type(state)
    fixed = _view(cls).fixed
    struct = to_struct(replace(state, **dict.fromkeys(fixed)) if fixed else state)
    for name in fixed:
        struct[name] = _fixed(getattr(state, name))
    _conceal(struct, state, state, None, viewer)
    struct["viewer"] = viewer
    return struct


# Such a record is the same at every step: all pages of all games that are open share it.
@lru_cache(maxsize=16)
def _fixed(record: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return the public form of a record that is constant throughout a game."""
    struct = msgspec.json.decode(msgspec.json.encode(record))
    _conceal(struct, record, None, None, SPECTATOR)
    return dict(struct)


def _conceal(seen: dict[str, Any], record: Any, state: Any, seat: int | None, viewer: int) -> None:  # noqa: ANN401
    """Hide the secrets in the JSON of a record, ``seat``'s if it is a player's."""
    cls: Any = type(record)
    view = _view(cls)
    for name, mark in view.secret:
        if (mark.of or seat != viewer) and mark.hides(state, record, seat, viewer):
            _cover(seen, name, mark.cover)
        if mark.known:
            seen[mark.known] = getattr(record, name) is not None
    for name, hidden, default in view.hidden:
        if not hidden.usual or getattr(record, name) == default:
            _cover(seen, name, hidden.cover)
    for name in view.nested:
        _conceal_within(seen[name], getattr(record, name), state, viewer, by_seat=name == PLAYERS)
    for name in view.also_seen:
        seen[name] = seen.pop(name) if name in seen else getattr(record, name)


def _conceal_within(observed: Any, value: Any, state: Any, viewer: int, *, by_seat: bool) -> None:  # noqa: ANN401
    """Hide the secrets of records within another one; players' records belong to the seats."""
    if isinstance(value, tuple):
        for at, each in enumerate(value):
            _conceal(observed[at], each, state, at if by_seat else None, viewer)
    elif value is not None:
        _conceal(observed, value, state, None, viewer)


def _cover(observed: dict[str, Any], name: str, cover: Callable[[Any], object] | None) -> None:
    if cover is None:
        del observed[name]
    else:
        observed[name] = cover(observed[name])


def audience(state: Any, news: Action | Event) -> tuple[int, ...] | None:  # noqa: ANN401
    """Return the seat that may know an action or event with a secret, ``None`` for all.

    ``state`` is the one before the action.
    """
    cls: Any = type(news)
    _, mark = next(iter(_view(cls).secret), ("", _OPEN))
    seat = mark.of(state, news) if mark.of else _seat(news)
    is_open = seat is None or (mark.until is not None and mark.until(state, news))
    return None if is_open or seat is None else (seat,)


def known_fields(first: Any, observed: Struct, player: int, source: Random) -> dict[str, Any]:  # noqa: ANN401
    """Return the fields of a state visible to ``player``, with guesses at others' secrets.

    Constant fields and those hidden from everybody are omitted, as they are taken from the
    ``first`` state.
    """
    cls: Any = type(first)
    view = _view(cls)
    out = {*view.fixed, *(name for name, *_ in view.hidden)}
    fields: dict[str, Any] = {name: value for name, value in observed.items() if name not in out}
    seats = fields.get(PLAYERS, ())
    if seats and PLAYERS in view.nested:
        of_player: Any = type(first.players[0])
        secret = _view(of_player).secret
        own = seats[player]
        fields[PLAYERS] = [{**dict(_guesses(secret, each, own, source)), **each} for each in seats]
    return fields


def _guesses(
    secret: Iterable[tuple[str, Secret]], observed: Struct, own: Struct, source: Random
) -> Iterator[tuple[str, object]]:
    """Yield a robot's guesses at the hidden secrets of a seat."""
    for name, mark in secret:
        if (
            mark.guess is not None
            and name not in observed
            and (not mark.known or observed[mark.known])
        ):
            yield name, mark.guess(own[name], source)
