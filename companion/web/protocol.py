"""The messages that browsers may send, parsed strictly."""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from companion.engine.writable import is_writable, one_line

LONGEST: Final = 4096
"""The most bytes that a message may have."""
_LARGEST: Final = 2**53 - 1
"""The largest whole number that JavaScript represents exactly."""
_LONGEST_NAME: Final = 80
"""The most characters that a string in a message may have."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message: the answer repeats ``id``; ``seq`` is the state its sender had seen."""

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
    """A seat takes back the last step of its selection."""


@dataclass(frozen=True, slots=True)
class Done(Said):
    """A seat says that it is done, as its button does."""


@dataclass(frozen=True, slots=True)
class Order(Said):
    """The host gives a command."""

    command: str


@dataclass(frozen=True, slots=True)
class Correcting(Said):
    """The host opens the list of corrections, or closes it again; nobody else is told."""

    open: bool


@dataclass(frozen=True, slots=True)
class Correct(Said):
    """The host chooses among the corrections."""

    option: int


@dataclass(frozen=True, slots=True)
class Trying(Said):
    """The host opens the list of buttons and readers to try them, or closes it again."""

    open: bool


@dataclass(frozen=True, slots=True)
class AnswerSetup(Said):
    """The host answers a question of the setup."""

    option: int


@dataclass(frozen=True, slots=True)
class Language(Said):
    """The host switches the box to another language."""

    language: str


@dataclass(frozen=True, slots=True)
class Sound(Said):
    """The host switches the sound of the box on or off."""

    on: bool


@dataclass(frozen=True, slots=True)
class Brightness(Said):
    """The host sets how bright the panel of the box is."""

    level: str


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
    """A piece is placed on a reader of the virtual box."""

    piece: str
    reader: str


@dataclass(frozen=True, slots=True)
class Lift(Said):
    """A reader of the virtual box is cleared."""

    reader: str


@dataclass(frozen=True, slots=True)
class Do(Said):
    """The robot is to choose an option at the virtual box."""

    option: int


@dataclass(frozen=True, slots=True)
class Replay(Said):
    """Somebody asks to see the game as it was after ``at`` steps."""

    at: int


@dataclass(frozen=True, slots=True)
class Advise(Said):
    """A seat asks which of its choices are best."""


@dataclass(frozen=True, slots=True)
class Gather(Said):
    """Everybody is here: those who have come take their seats in the next game."""


@dataclass(frozen=True, slots=True)
class Again(Said):
    """After the end, the same people play the same game once more."""


@dataclass(frozen=True, slots=True)
class Paint(Said):
    """A seat would like to play the next game with a colour; an empty one stands for any."""

    colour: str


@dataclass(frozen=True, slots=True)
class Beat(Said):
    """A page asks whether the line still works; the answer says so."""


@dataclass(frozen=True, slots=True)
class Fate(Said):
    """A page asks what became of its message ``of``, to which no answer came."""

    of: int


@dataclass(frozen=True, slots=True)
class TakeBack(Said):
    """A seat wants to take back its own last step."""


@dataclass(frozen=True, slots=True)
class Agree(Said):
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
    known = {field.name: field for field in fields(cls)}
    unknown = next((key for key in data if key not in known), None)
    if unknown is not None:
        raise RefusedMessageError("unknown-field", of, field=one_line(unknown, _LONGEST_NAME))
    make: Callable[..., Message] = cls
    return make(**{name: _value(data, field, of) for name, field in known.items()})


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


def _value(data: Mapping[str, object], field: "Field[object]", of: int | None) -> object:
    value = data.get(field.name, MISSING)
    if field.type is int and _is_number(value):
        return value
    if field.type is bool and isinstance(value, bool):
        return value
    if field.type is str and isinstance(value, str) and len(value) <= _LONGEST_NAME:
        return value
    raise RefusedMessageError("bad-field", of, field=field.name)
