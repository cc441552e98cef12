"""What browsers may say, read strictly."""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from companion.engine.writable import is_writable

LONGEST: Final = 4096
"""Bytes of a message."""
_LARGEST: Final = 2**53 - 1
"""The largest whole number that JavaScript has."""
_LONGEST_NAME: Final = 80


@dataclass(frozen=True, slots=True)
class Said:
    """A message: ``id`` comes back in the answer, ``seq`` is the state that its sender has seen."""

    id: int
    seq: int


@dataclass(frozen=True, slots=True)
class Choose(Said):
    """A seat chooses one of its options."""

    option: int


@dataclass(frozen=True, slots=True)
class Pick(Said):
    """A space was touched."""

    place: str


@dataclass(frozen=True, slots=True)
class Back(Said):
    """A seat takes its selection back."""


@dataclass(frozen=True, slots=True)
class Done(Said):
    """A seat says that it is done, as its button does."""


@dataclass(frozen=True, slots=True)
class Order(Said):
    """The host gives a command."""

    command: str


@dataclass(frozen=True, slots=True)
class Correct(Said):
    """The host chooses among the corrections."""

    option: int


@dataclass(frozen=True, slots=True)
class AnswerSetup(Said):
    """The host answers a question of the setup."""

    option: int


@dataclass(frozen=True, slots=True)
class Language(Said):
    """The host lets the box speak another language."""

    language: str


@dataclass(frozen=True, slots=True)
class Unseat(Said):
    """The host takes a seat from the phone that has it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Press(Said):
    """A button of the virtual box goes down."""

    button: str


@dataclass(frozen=True, slots=True)
class Release(Said):
    """A button of the virtual box goes up."""

    button: str


@dataclass(frozen=True, slots=True)
class Lay(Said):
    """A piece is laid on a reader of the virtual box."""

    piece: str
    reader: str


@dataclass(frozen=True, slots=True)
class Lift(Said):
    """A reader of the virtual box is cleared."""

    reader: str


@dataclass(frozen=True, slots=True)
class Do(Said):
    """The robot shall choose an option at the virtual box."""

    option: int


@dataclass(frozen=True, slots=True)
class Replay(Said):
    """How it was after so many steps."""

    at: int


@dataclass(frozen=True, slots=True)
class Advise(Said):
    """A seat asks which of its choices are best."""


Message: TypeAlias = (
    Choose
    | Pick
    | Back
    | Done
    | Order
    | Correct
    | AnswerSetup
    | Language
    | Unseat
    | Press
    | Release
    | Lay
    | Lift
    | Do
    | Replay
    | Advise
)

_KINDS: Final[Mapping[str, type[Message]]] = MappingProxyType(
    {
        "choose": Choose,
        "pick": Pick,
        "back": Back,
        "done": Done,
        "command": Order,
        "correct": Correct,
        "answer": AnswerSetup,
        "language": Language,
        "unseat": Unseat,
        "press": Press,
        "release": Release,
        "lay": Lay,
        "lift": Lift,
        "do": Do,
        "replay": Replay,
        "advise": Advise,
    }
)


class RefusedMessageError(Exception):
    """A message is not taken: ``code`` says why, ``of`` is its ``id`` if it has one."""

    def __init__(self, code: str, of: int | None = None, **params: str | int) -> None:
        """Keep what the words of the answer need."""
        super().__init__(code)
        self.code = code
        self.of = of
        self.params = params


def parse(said: str) -> Message:
    """Return the message in a text. Raises ``RefusedMessageError``."""
    given = _object(said)
    of = given.get("id") if _is_number(given.get("id")) else None
    kind = given.pop("kind", None)
    if not isinstance(kind, str) or kind not in _KINDS:
        raise RefusedMessageError("unknown-kind", of, kinds=", ".join(_KINDS))
    cls = _KINDS[kind]
    known = {each.name: each for each in fields(cls)}
    unknown = next((key for key in given if key not in known), None)
    if unknown is not None:
        raise RefusedMessageError("unknown-field", of, field=unknown[:_LONGEST_NAME])
    make: Callable[..., Message] = cls
    return make(**{name: _value(given, each, of) for name, each in known.items()})


def _object(said: str) -> dict[str, Any]:
    if len(said.encode("utf-8", "surrogatepass")) > LONGEST:
        raise RefusedMessageError("too-long", limit=LONGEST)
    try:
        given = json.loads(said)
    except (ValueError, RecursionError):
        raise RefusedMessageError("not-json") from None
    if not isinstance(given, dict):
        raise RefusedMessageError("not-json")
    if not is_writable(given):
        raise RefusedMessageError("bad-text")
    return given


def _is_number(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= _LARGEST


def _value(given: Mapping[str, object], wanted: "Field[object]", of: int | None) -> object:
    value = given.get(wanted.name, MISSING)
    if wanted.type is int and _is_number(value):
        return value
    if wanted.type is str and isinstance(value, str) and len(value) <= _LONGEST_NAME:
        return value
    raise RefusedMessageError("bad-field", of, field=wanted.name)
