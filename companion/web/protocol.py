"""The messages that browsers may send, parsed strictly."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias, get_args

import msgspec
from msgspec import Meta

from companion.schema.kinds import fields
from companion.schema.mistakes import Invalid
from companion.schema.reading import fits, parsed, read
from companion.schema.writable import is_writable, one_line

LONGEST: Final = 4096
"""The most bytes that a message may have."""
_LONGEST_NAME: Final = 80
"""The most characters that a string in a message may have."""

Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A whole number that JavaScript represents exactly."""
Name: TypeAlias = Annotated[str, Meta(max_length=_LONGEST_NAME)]


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """A message: the answer repeats ``id``; ``seq`` is the state its sender had seen."""

    id: Number
    seq: Number


class Choose(Said, frozen=True, tag="choose"):
    """A seat chooses one of its options."""

    option: Number


class Pick(Said, frozen=True, tag="pick"):
    """A space was touched."""

    place: Name


class Back(Said, frozen=True, tag="back"):
    """A seat takes back the last step of its selection."""


class Done(Said, frozen=True, tag="done"):
    """A seat says that it is done, as its button does."""


class Order(Said, frozen=True, tag="command"):
    """The host gives a command."""

    command: Name


class Correcting(Said, frozen=True, tag="correcting"):
    """The host opens the list of corrections, or closes it again; nobody else is told."""

    open: bool


class Correct(Said, frozen=True, tag="correct"):
    """The host chooses among the corrections."""

    option: Number


class Trying(Said, frozen=True, tag="trying"):
    """The host opens the list of buttons and readers to try them, or closes it again."""

    open: bool


class AnswerSetup(Said, frozen=True, tag="answer"):
    """The host answers a question of the setup."""

    option: Number


class Language(Said, frozen=True, tag="language"):
    """The host switches the box to another language."""

    language: Name


class Sound(Said, frozen=True, tag="sound"):
    """The host switches the sound of the box on or off."""

    on: bool


class Brightness(Said, frozen=True, tag="brightness"):
    """The host sets how bright the panel of the box is."""

    level: Name


class Unseat(Said, frozen=True, tag="unseat"):
    """The host takes a seat from the phone that has it."""

    seat: Number


class Press(Said, frozen=True, tag="press"):
    """A button of the virtual box goes down."""

    button: Name


class Release(Said, frozen=True, tag="release"):
    """A button of the virtual box goes up."""

    button: Name


class Lay(Said, frozen=True, tag="lay"):
    """A piece is placed on a reader of the virtual box."""

    piece: Name
    reader: Name


class Lift(Said, frozen=True, tag="lift"):
    """A reader of the virtual box is cleared."""

    reader: Name


class Do(Said, frozen=True, tag="do"):
    """The robot is to choose an option at the virtual box."""

    option: Number


class Replay(Said, frozen=True, tag="replay"):
    """Somebody asks to see the game as it was after ``at`` steps."""

    at: Number


class Advise(Said, frozen=True, tag="advise"):
    """A seat asks which of its choices are best."""


class Gather(Said, frozen=True, tag="gather"):
    """Everybody is here: those who have come take their seats in the next game."""


class Again(Said, frozen=True, tag="again"):
    """After the end, the same people play the same game once more."""


class Paint(Said, frozen=True, tag="colour"):
    """A seat would like to play the next game with a colour; an empty one stands for any."""

    colour: Name


class Beat(Said, frozen=True, tag="beat"):
    """A page asks whether the line still works; the answer says so."""


class Fate(Said, frozen=True, tag="fate"):
    """A page asks what became of its message ``of``, to which no answer came."""

    of: Number


class TakeBack(Said, frozen=True, tag="take_back"):
    """A seat wants to take back its own last step."""


class Agree(Said, frozen=True, tag="agree"):
    """A seat agrees (1), or does not (0), that another one takes back its last step."""

    yes: Number


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
    {str(cls.__struct_config__.tag): cls for cls in get_args(Message)}
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
    of = data.get("id") if fits(Number, data.get("id")) else None
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise RefusedMessageError("unknown-kind", of, kinds=", ".join(_KINDS))
    cls = _KINDS[kind]
    try:
        message: Message = read(cls, data)
    except Invalid as invalid:
        wrong = {mistake.path[0] for mistake in invalid.mistakes}
    else:
        return message
    known = [field.name for field in fields(cls)]
    unknown = next((key for key in data if key not in (*known, "kind")), None)
    if unknown is not None:
        raise RefusedMessageError("unknown-field", of, field=one_line(unknown, _LONGEST_NAME))
    raise RefusedMessageError("bad-field", of, field=next(key for key in known if key in wrong))


def _object(text: str) -> Mapping[str, Any]:
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST:
        raise RefusedMessageError("too-long", limit=LONGEST)
    try:
        data = parsed(text)
    except Invalid:
        raise RefusedMessageError("bad-text" if _has_surrogate(text) else "not-json") from None
    if not isinstance(data, dict):
        raise RefusedMessageError("not-json")
    return data


def _has_surrogate(text: str) -> bool:
    """Tell whether a text would be the JSON of an object but for a lone surrogate."""
    try:
        data = json.loads(text)
        return isinstance(data, dict) and not is_writable(data)
    except (ValueError, RecursionError):
        return False
