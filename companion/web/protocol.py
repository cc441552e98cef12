"""The messages that browsers may send, parsed strictly."""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import FieldInfo

from companion.schema.writable import is_writable, one_line

LONGEST: Final = 4096
"""The most bytes that a message may have."""
_LARGEST: Final = 2**53 - 1
"""The largest whole number that JavaScript represents exactly."""
_LONGEST_NAME: Final = 80
"""The most characters that a string in a message may have."""


class Said(msgspec.Struct, frozen=True):
    """A message: the answer repeats ``id``; ``seq`` is the state its sender had seen."""

    id: int
    seq: int


class Choose(Said, frozen=True):
    """A seat chooses one of its options."""

    option: int


class Pick(Said, frozen=True):
    """A space was touched."""

    place: str


class Back(Said, frozen=True):
    """A seat takes back the last step of its selection."""


class Done(Said, frozen=True):
    """A seat says that it is done, as its button does."""


class Order(Said, frozen=True):
    """The host gives a command."""

    command: str


class Correcting(Said, frozen=True):
    """The host opens the list of corrections, or closes it again; nobody else is told."""

    open: bool


class Correct(Said, frozen=True):
    """The host chooses among the corrections."""

    option: int


class Trying(Said, frozen=True):
    """The host opens the list of buttons and readers to try them, or closes it again."""

    open: bool


class AnswerSetup(Said, frozen=True):
    """The host answers a question of the setup."""

    option: int


class Language(Said, frozen=True):
    """The host switches the box to another language."""

    language: str


class Sound(Said, frozen=True):
    """The host switches the sound of the box on or off."""

    on: bool


class Brightness(Said, frozen=True):
    """The host sets how bright the panel of the box is."""

    level: str


class Unseat(Said, frozen=True):
    """The host takes a seat from the phone that has it."""

    seat: int


class Press(Said, frozen=True):
    """A button of the virtual box goes down."""

    button: str


class Release(Said, frozen=True):
    """A button of the virtual box goes up."""

    button: str


class Lay(Said, frozen=True):
    """A piece is placed on a reader of the virtual box."""

    piece: str
    reader: str


class Lift(Said, frozen=True):
    """A reader of the virtual box is cleared."""

    reader: str


class Do(Said, frozen=True):
    """The robot is to choose an option at the virtual box."""

    option: int


class Replay(Said, frozen=True):
    """Somebody asks to see the game as it was after ``at`` steps."""

    at: int


class Advise(Said, frozen=True):
    """A seat asks which of its choices are best."""


class Gather(Said, frozen=True):
    """Everybody is here: those who have come take their seats in the next game."""


class Again(Said, frozen=True):
    """After the end, the same people play the same game once more."""


class Paint(Said, frozen=True):
    """A seat would like to play the next game with a colour; an empty one stands for any."""

    colour: str


class Beat(Said, frozen=True):
    """A page asks whether the line still works; the answer says so."""


class Fate(Said, frozen=True):
    """A page asks what became of its message ``of``, to which no answer came."""

    of: int


class TakeBack(Said, frozen=True):
    """A seat wants to take back its own last step."""


class Agree(Said, frozen=True):
    """A seat agrees (1), or does not (0), that another one takes back its last step."""

    yes: int


Message: TypeAlias = (
    Choose
    | Pick
    | Back
    | Done
    | Order
    | Correcting
    | Correct
    | Trying
    | AnswerSetup
    | Language
    | Sound
    | Brightness
    | Unseat
    | Press
    | Release
    | Lay
    | Lift
    | Do
    | Replay
    | Advise
    | Gather
    | Paint
    | Again
    | Beat
    | Fate
    | TakeBack
    | Agree
)

_KINDS: Final[Mapping[str, type[Message]]] = MappingProxyType(
    {
        "choose": Choose,
        "pick": Pick,
        "back": Back,
        "done": Done,
        "command": Order,
        "correcting": Correcting,
        "correct": Correct,
        "trying": Trying,
        "answer": AnswerSetup,
        "language": Language,
        "sound": Sound,
        "brightness": Brightness,
        "unseat": Unseat,
        "press": Press,
        "release": Release,
        "lay": Lay,
        "lift": Lift,
        "do": Do,
        "replay": Replay,
        "advise": Advise,
        "gather": Gather,
        "colour": Paint,
        "again": Again,
        "beat": Beat,
        "fate": Fate,
        "take_back": TakeBack,
        "agree": Agree,
    }
)


class RefusedMessageError(Exception):
    """A message is refused: ``code`` says why, ``of`` is the message's ``id`` if it has one."""

    def __init__(self, code: str, of: int | None = None, **params: str | int) -> None:
        """Keep the parameters of the error's text."""
        super().__init__(code)
        self.code = code
        self.of = of
        self.params = params


def parse(text: str) -> Message:
    """Parse the JSON of a message. Raises ``RefusedMessageError``."""
    data = _object(text)
    of = data.get("id") if _is_number(data.get("id")) else None
    kind = data.pop("kind", None)
    if not isinstance(kind, str) or kind not in _KINDS:
        raise RefusedMessageError("unknown-kind", of, kinds=", ".join(_KINDS))
    cls = _KINDS[kind]
    known = _fields(cls)
    unknown = next((key for key in data if key not in known), None)
    if unknown is not None:
        raise RefusedMessageError("unknown-field", of, field=one_line(unknown, _LONGEST_NAME))
    make: Callable[..., Message] = cls
    return make(**{name: _value(data, field, of) for name, field in known.items()})


@lru_cache(maxsize=64)
def _fields(cls: Any) -> Mapping[str, FieldInfo]:  # noqa: ANN401 - a type of messages
    return MappingProxyType({field.name: field for field in msgspec.structs.fields(cls)})


def _object(text: str) -> dict[str, Any]:
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST:
        raise RefusedMessageError("too-long", limit=LONGEST)
    try:
        data = json.loads(text)
        writable = is_writable(data)
    except (ValueError, RecursionError):
        raise RefusedMessageError("not-json") from None
    if not isinstance(data, dict):
        raise RefusedMessageError("not-json")
    if not writable:
        raise RefusedMessageError("bad-text")
    return data


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST


def _value(data: Mapping[str, object], field: FieldInfo, of: int | None) -> object:
    value = data.get(field.name)
    if field.type is int and _is_number(value):
        return value
    if field.type is bool and isinstance(value, bool):
        return value
    if field.type is str and isinstance(value, str) and len(value) <= _LONGEST_NAME:
        return value
    raise RefusedMessageError("bad-field", of, field=field.name)
