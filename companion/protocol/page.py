"""Messages from a page to its box, parsed strictly, with one error for each mistake.

The order of the declarations is that of the documents.
"""

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final, TypeAlias

import msgspec
from msgspec import Meta

from companion.protocol.message_catalogue import MessageCatalogue
from companion.schema.bounds import Span
from companion.schema.mistakes import Invalid
from companion.schema.reading import fits, parse_json, read
from companion.schema.type_structure import fields
from companion.schema.writable import is_writable, one_line

LONGEST: Final = 4096
"""The most bytes that a message may have."""
_LONGEST_NAME: Final = 80
"""The most characters that a string in a message may have."""

Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A whole number that JavaScript represents exactly."""
Detents: TypeAlias = Annotated[int, Meta(ge=-24, le=24)]
"""By how much a knob is turned: at most all the way round."""
Name: TypeAlias = Annotated[str, Meta(max_length=_LONGEST_NAME)]


class Sender(StrEnum):
    """Role of the browser that sends a message; it may have several."""

    EVERYBODY = "everybody"
    SEAT = "seat"
    HOST = "host"
    BOX = "box"
    """The page of the virtual box."""


SEAT: Final = frozenset({Sender.SEAT})
HOST: Final = frozenset({Sender.HOST})
BOX: Final = frozenset({Sender.BOX})
EVERYBODY: Final = frozenset({Sender.EVERYBODY})


class Terms(msgspec.Struct, frozen=True):
    """Declaration of a message besides its fields."""

    senders: frozenset[Sender]
    since: str
    """The version of the box that has brought it."""
    about: str = ""
    """The part of the view that it refers to: it is stale once that has changed unseen."""
    answers: tuple[str, ...] = ()
    """Replies besides ``done``, ``refused`` or ``error``."""
    confirmed: bool = True
    """Whether it counts once, and is answered by one of these three."""

    def may_send(self, roles: frozenset[Sender]) -> bool:
        """Return whether a sender with these roles may send the message."""
        return not self.senders.isdisjoint({Sender.EVERYBODY, *roles})


class PageMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """A message: the answer repeats ``id``; ``seq`` is the state that its sender has seen."""

    terms: ClassVar[Terms]
    id: Number
    seq: Number

    @classmethod
    def declared_name(cls) -> str:
        """Return its kind, empty for a base class."""
        return str(cls.__struct_config__.tag) if "terms" in vars(cls) else ""


class Choose(PageMessage, frozen=True, tag="choose"):
    """Take an option of ``choices``, or narrow the rest; each connection has its own selection."""

    terms: ClassVar = Terms(SEAT, "0.1.0", about="choices")
    option: Number


class Pick(PageMessage, frozen=True, tag="pick"):
    """Touch a space."""

    terms: ClassVar = Terms(SEAT | BOX, "0.1.0", about="choices")
    place: Name


class StepBack(PageMessage, frozen=True, tag="back"):
    """Go one step back in the selection."""

    terms: ClassVar = Terms(SEAT | BOX, "0.1.0", about="choices")


class Done(PageMessage, frozen=True, tag="done"):
    """End the turn, or confirm the task: the same as the button at the seat."""

    terms: ClassVar = Terms(SEAT, "0.1.0", about="turn")


class TickTask(PageMessage, frozen=True, tag="tick"):
    """While a setup is laid out: a task is done, by its ``number``; anybody may say so."""

    terms: ClassVar = Terms(SEAT | HOST | BOX, "0.3.0")
    task: Number


class TakeBack(PageMessage, frozen=True, tag="take_back"):
    """Take back one's own last step, or ask the players who have acted since."""

    terms: ClassVar = Terms(SEAT, "0.2.0", about="undo")


class Agree(PageMessage, frozen=True, tag="agree"):
    """Answer another player's ``take_back``: ``yes`` is 1 or 0."""

    terms: ClassVar = Terms(SEAT, "0.2.0", about="wish")
    yes: Number


class AskAdvice(PageMessage, frozen=True, tag="advise"):
    """Request the best choices of the seat."""

    terms: ClassVar = Terms(SEAT, "0.1.0", about="outlook", answers=("advice",))


class CommandMessage(PageMessage, frozen=True, tag="command"):
    """Give a command to the table; of the seats only the one that leads may, what it ``can``."""

    terms: ClassVar = Terms(SEAT | HOST, "0.1.0")
    command: Name


class OpenCorrections(PageMessage, frozen=True, tag="correcting"):
    """Open the list of corrections, or close it again, for this page only."""

    terms: ClassVar = Terms(HOST, "0.2.0")
    open: bool


class ChooseCorrection(PageMessage, frozen=True, tag="correct"):
    """Choose among ``corrections``."""

    terms: ClassVar = Terms(HOST, "0.1.0", about="corrections")
    option: Number


class OpenHardwareTest(PageMessage, frozen=True, tag="trying"):
    """Start or stop receiving button and reader inputs."""

    terms: ClassVar = Terms(HOST, "0.2.0", answers=("fitted", "felt"))
    open: bool


class AnswerSetup(PageMessage, frozen=True, tag="answer"):
    """Answer the question of the setup; a seat may name previous players (``parties``)."""

    terms: ClassVar = Terms(SEAT | HOST | BOX, "0.1.0", about="lobby")
    option: Number


class Setting(PageMessage, frozen=True):
    """Change a setting that the box stores."""


class Language(Setting, frozen=True, tag="language"):
    """Switch the box to another language."""

    terms: ClassVar = Terms(HOST | BOX, "0.1.0")
    language: Name


class Sound(Setting, frozen=True, tag="sound"):
    """Switch the buzzer and speech on or off."""

    terms: ClassVar = Terms(HOST, "0.2.0")
    on: bool


class Brightness(Setting, frozen=True, tag="brightness"):
    """Set the brightness of the panel."""

    terms: ClassVar = Terms(HOST, "0.2.0")
    level: Name


class ClockSetting(PageMessage, frozen=True):
    """Change the clocks of a running game."""


class AddClockTime(ClockSetting, frozen=True, tag="add_time"):
    """Add milliseconds to a seat, or to all; negative values subtract."""

    terms: ClassVar = Terms(HOST, "0.3.0")
    time: Span
    seat: Number | None


class SwitchClock(ClockSetting, frozen=True, tag="switch_clock"):
    """Stop the clock of a seat, or resume it (``on``)."""

    terms: ClassVar = Terms(HOST, "0.3.0")
    seat: Number
    on: bool


class SetClockTimes(ClockSetting, frozen=True, tag="set_times"):
    """Set other times from now on: a time control, with its times in milliseconds."""

    terms: ClassVar = Terms(HOST, "0.3.0")
    control: Name
    main: Number
    extra: Number
    periods: Number


class SetSandTimer(ClockSetting, frozen=True, tag="turn_sand_timer"):
    """Turn the sand timer of the whole table for milliseconds; 0 lays it aside."""

    terms: ClassVar = Terms(HOST, "0.3.0")
    time: Number


class RaiseLevel(PageMessage, frozen=True, tag="raise"):
    """Raise the running game to a higher level; its position is entered next."""

    terms: ClassVar = Terms(HOST, "0.3.0")
    level: Name


class Unseat(PageMessage, frozen=True, tag="unseat"):
    """Take a seat from its phone; of the seats only the one that leads may."""

    terms: ClassVar = Terms(SEAT | HOST | BOX, "0.1.0")
    seat: Number


class GiveSeat(PageMessage, frozen=True, tag="give_seat"):
    """Give a seat to the phone that asks for it, or refuse; the seat that leads may, no other."""

    terms: ClassVar = Terms(SEAT | HOST | BOX, "0.3.0")
    seat: Number
    yes: bool


class PassLead(PageMessage, frozen=True, tag="lead"):
    """Let another seat's phone lead; of the seats only the one that leads may."""

    terms: ClassVar = Terms(SEAT | HOST | BOX, "0.3.0")
    seat: Number


class Press(PageMessage, frozen=True, tag="press"):
    """Press a button of the virtual box."""

    terms: ClassVar = Terms(BOX, "0.1.0")
    button: Name


class Release(PageMessage, frozen=True, tag="release"):
    """Release a button of the virtual box."""

    terms: ClassVar = Terms(BOX, "0.1.0")
    button: Name


class TurnKnob(PageMessage, frozen=True, tag="turn"):
    """Turn a knob of the virtual box by detents, clockwise if positive."""

    terms: ClassVar = Terms(BOX, "0.3.0")
    button: Name
    by: Detents


class Lay(PageMessage, frozen=True, tag="lay"):
    """Place a piece on a reader of the virtual box."""

    terms: ClassVar = Terms(BOX, "0.1.0")
    piece: Name
    reader: Name


class Lift(PageMessage, frozen=True, tag="lift"):
    """Clear a reader of the virtual box."""

    terms: ClassVar = Terms(BOX, "0.1.0")
    reader: Name


class RobotChoice(PageMessage, frozen=True, tag="do"):
    """Have the robot press the buttons and place the pieces that an option requires."""

    terms: ClassVar = Terms(BOX, "0.1.0", about="choices")
    option: Number


class SeatArrivals(PageMessage, frozen=True, tag="gather"):
    """Before a game: seat all arrivals, or those ``present``, whose phones are connected."""

    terms: ClassVar = Terms(SEAT | HOST | BOX, "0.2.0")
    present: bool = False


class PlayAgain(PageMessage, frozen=True, tag="again"):
    """After the end: play the same game again with the same players."""

    terms: ClassVar = Terms(SEAT | HOST | BOX, "0.2.0")


class ChooseColour(PageMessage, frozen=True, tag="colour"):
    """Before a game: request one of the colours of ``lobby``, or any with an empty one."""

    terms: ClassVar = Terms(SEAT, "0.2.0")
    colour: Name


class Ping(PageMessage, frozen=True, tag="beat"):
    """Test whether the connection works."""

    terms: ClassVar = Terms(EVERYBODY, "0.2.0", confirmed=False)


class AckQuery(PageMessage, frozen=True, tag="fate"):
    """Request the answer to the earlier message ``of``; if it has not arrived, it never counts."""

    terms: ClassVar = Terms(EVERYBODY, "0.2.0", answers=("fate",), confirmed=False)
    of: Number


class Replay(PageMessage, frozen=True, tag="replay"):
    """Request the game as of ``at`` steps."""

    terms: ClassVar = Terms(EVERYBODY, "0.1.0", answers=("replay",))
    at: Number


PAGE_MESSAGES: Final = MessageCatalogue.of(PageMessage, globals())
"""All of them."""


class RefusedMessageError(Exception):
    """A message is refused: ``code`` says why, ``of`` is the message's ``id`` if it has one."""

    def __init__(self, code: str, of: int | None = None, **params: str | int) -> None:
        """Store the parameters of the error's text."""
        super().__init__(code)
        self.code = code
        self.of = of
        self.params = params


def parse(text: str, messages: MessageCatalogue[PageMessage] = PAGE_MESSAGES) -> PageMessage:
    """Parse the JSON of one of several messages. Raises ``RefusedMessageError``."""
    data = _object(text)
    of = data.get("id") if fits(Number, data.get("id")) else None
    declared = messages.find(data.get("kind"))
    if declared is None:
        raise RefusedMessageError("unknown-kind", of, kinds=", ".join(messages.names))
    try:
        return read(declared, data)
    except Invalid as invalid:
        wrong = {mistake.path[0] for mistake in invalid.mistakes}
    field_names = [field.name for field in fields(declared)]
    unknown = next((key for key in data if key not in (*field_names, "kind")), None)
    if unknown is not None:
        raise RefusedMessageError("unknown-field", of, field=one_line(unknown, _LONGEST_NAME))
    raise RefusedMessageError(
        "bad-field", of, field=next(key for key in field_names if key in wrong)
    )


def _object(text: str) -> Mapping[str, Any]:
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST:
        raise RefusedMessageError("too-long", limit=LONGEST)
    try:
        data = parse_json(text)
    except Invalid:
        raise RefusedMessageError("bad-text" if _has_surrogate(text) else "not-json") from None
    if not isinstance(data, dict):
        raise RefusedMessageError("not-json")
    return data


def _has_surrogate(text: str) -> bool:
    """Return whether a text would be a JSON object except for a lone surrogate."""
    try:
        data = json.loads(text)
        return isinstance(data, dict) and not is_writable(data)
    except (ValueError, RecursionError):
        return False
