"""MQTT messages between boxes, hub and Home Assistant.

Bounds are those of a hub's storage and display. In messages that a broker retains for pages every
field may be missing or ``None``: boxes of different versions send different fields.
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, TypeAlias

import msgspec
from msgspec import Meta

from companion.engine.log import EntryKind
from companion.protocol.bounds import MOST_SEATS, NO_NUL, Text
from companion.protocol.journal import JournalPosition
from companion.protocol.message_catalogue import MessageCatalogue
from companion.protocol.phrase import Phrase
from companion.protocol.topics import (
    ASSISTANT,
    BOX,
    HUB,
    Endpoint,
    MessageFromBox,
    MqttMessage,
    TopicPattern,
)
from companion.schema.bounds import Broad, Data, Time, Wide

LONGEST: Final = 1_000_000
"""Bytes of the longest log or result that a hub reads."""
LONGEST_AT_BOX: Final = 16_384
"""Bytes of the longest message that a box reads."""
PAGE: Final = 120_000
"""Bytes of each half of the page of a table: those of our games have 24,000."""
PAGE_ITEMS: Final = 12_000
"""Entries of its objects and lists: those of our games have 2,100, in five levels.

One that is full of names which are removed costs a tenth of a second to look through.
"""
_MOST_ENTRIES: Final = 1000
LONGEST_SHEET: Final = 3600
"""Characters of a sheet: as many as a box takes."""
LARGEST_PAYLOAD: Final = 100_000
"""Characters of an entry's payload as JSON."""
_MOST_LISTED: Final = 100
"""Players or devices in a list."""
_MOST_SENT: Final = 10_000
"""Fields of a payload."""

Number: TypeAlias = Annotated[int, Meta(ge=0, lt=2**53)]
Whole: TypeAlias = Annotated[int, Meta(gt=-(2**53), lt=2**53)]
Real: TypeAlias = Annotated[float, Meta(ge=0, lt=2**53)]
Unnamed: TypeAlias = Annotated[str, Meta(max_length=64, pattern=r"^(?![\s\S]*[^A-Za-z0-9_.-])")]
JournalName: TypeAlias = Annotated[Unnamed, Meta(min_length=1)]
"""A name that a box gives its journal, which stands in addresses of pages."""
Detail: TypeAlias = Annotated[str, Meta(max_length=500, pattern=NO_NUL)]
"""State that a device reports."""
Details: TypeAlias = Annotated[
    Mapping[Text, Detail | Whole | bool | None], Meta(max_length=_MOST_LISTED)
]
"""An object of few short texts and numbers, such as settings."""
# Without a pattern: see ``companion.schema.bounds.unsafe``.
_State: TypeAlias = Annotated[str, Meta(max_length=500)]
_Sent: TypeAlias = Annotated[str, Meta(max_length=LARGEST_PAYLOAD)]
_Plain: TypeAlias = _Sent | Wide | Broad | bool | None
_Flat: TypeAlias = Annotated[Mapping[_Sent, _Plain], Meta(max_length=_MOST_SENT)]
_Step: TypeAlias = Annotated[Mapping[_Sent, _Plain | _Flat], Meta(max_length=_MOST_SENT)]
_Steps: TypeAlias = Annotated[tuple[_Plain | _Step, ...], Meta(max_length=_MOST_SENT)]
Payload: TypeAlias = Annotated[Mapping[_Sent, _Plain | _Steps], Meta(max_length=_MOST_SENT)]
"""An action, a note, or an edit with its steps; its length as a whole is bounded besides."""


_LongText: TypeAlias = Annotated[str, Meta(max_length=LONGEST_AT_BOX)]
_Listed: TypeAlias = Annotated[tuple[Whole, ...], Meta(max_length=_MOST_LISTED)]
_Texts: TypeAlias = Annotated[tuple[Text, ...], Meta(max_length=_MOST_LISTED)]


class RetainedMessage(MessageFromBox, frozen=True):
    """A message that a broker retains for pages."""


class StatusMessage(MessageFromBox, frozen=True):
    """The connection of a box: ``online``, ``off`` or, by its will, ``lost``."""

    topic: ClassVar = TopicPattern(
        "status", BOX, HUB | ASSISTANT, "0.2.0", retained=True, answers=("ack", "cfg/desired")
    )
    state: Text
    session: Number
    """The number of the connection: an older one tells nothing new."""
    journal: Unnamed | None = None
    """The name of the journal that it writes."""
    before: Unnamed | None = None
    """The journal of which that one has become another."""
    title: Text | None = None
    version: Text | None = None
    since: Text | None = None


class TableClock(msgspec.Struct, frozen=True):
    """The clocks of a table, in seconds; ``left`` is ``None`` without a limit."""

    kind: Text | None = None
    running: _Listed | None = None
    used: _Listed | None = None
    left: _Listed | None = None


class StateMessage(RetainedMessage, frozen=True):
    """The state of a table in a few fields, for automations and lists."""

    topic: ClassVar = TopicPattern("state", BOX, HUB | ASSISTANT, "0.2.0", retained=True)
    phase: Text | None = None
    game: Text | None = None
    title: Text | None = None
    level: Text | None = None
    players: Annotated[tuple[Text, ...], Meta(max_length=MOST_SEATS)] | None = None
    player: Text | None = None
    seat: Whole | None = None
    awaited: _Listed | None = None
    round: Whole | None = None
    points: _Listed | None = None
    winners: _Listed | None = None
    turn_since: Text | None = None
    elapsed: Whole | None = None
    clock: TableClock | None = None
    readers_bad: _Texts | None = None
    unsaved: bool | None = None


class SeatName(msgspec.Struct, frozen=True):
    """A player on the page of a table, with or without a name."""

    name: Text | None = None


class ViewMessage(RetainedMessage, frozen=True):
    """The page of a table for spectators, and its language; a hub itself reads the names."""

    topic: ClassVar = TopicPattern(
        "view", BOX, HUB, "0.2.0", retained=True, longest=PAGE, items=PAGE_ITEMS
    )
    players: Annotated[tuple[SeatName, ...], Meta(max_length=MOST_SEATS)] | None = None


class Drawing(msgspec.Struct, frozen=True):
    """A picture, which only browsers interpret."""


class PictureMessage(RetainedMessage, frozen=True):
    """The static parts of that page."""

    topic: ClassVar = TopicPattern(
        "picture", BOX, HUB, "0.2.0", retained=True, longest=PAGE, items=PAGE_ITEMS
    )
    picture: Drawing | None = None


class HealthMessage(RetainedMessage, frozen=True):
    """The state of a box's devices and computer; ``None`` means unknown."""

    topic: ClassVar = TopicPattern("health", BOX, HUB, "0.2.0", retained=True)
    devices: (
        Annotated[
            Mapping[Text, Details | _State | Whole | bool | None], Meta(max_length=_MOST_LISTED)
        ]
        | None
    ) = None
    reasons: Annotated[Mapping[Text, Phrase], Meta(max_length=_MOST_LISTED)] | None = None
    """Why a device is in its state, since 0.3.0: ``detail`` says the same in English."""
    bad_frames: Details | None = None
    disk_free_mb: Whole | None = None
    temperature: Whole | None = None
    supply_low: bool | None = None
    card_errors: Whole | None = None
    card_used: Whole | None = None
    """The wear of the card in percent."""
    clock_set: bool | None = None
    """Whether anything has set the clock."""
    unsaved: Detail | None = None
    version: Text | None = None


ONE_OF: Final = "one of "
"""How the reason begins for which a value is refused; those that can be set follow, with commas."""


class SettingsReport(RetainedMessage, frozen=True):
    """The settings of a box, the last request (``of``), and its refused parts with reasons."""

    topic: ClassVar = TopicPattern("cfg/reported", BOX, HUB, "0.2.0", retained=True)
    of: Text | None = None
    settings: Details | None = None
    refused: Details | None = None


class EventMessage(MessageFromBox, frozen=True):
    """An event at a table, for automations."""

    topic: ClassVar = TopicPattern("event", BOX, ASSISTANT, "0.2.0", qos=0)
    event_type: Text
    seat: Whole | None = None
    player: Text | None = None
    round: Whole | None = None
    rule: Text | None = None


class Reply(MessageFromBox, frozen=True):
    """Outcome of a command: done, or refused with a code and possibly a rule."""

    topic: ClassVar = TopicPattern("reply", BOX, HUB, "0.2.0")
    of: Text = ""
    done: bool | None = None
    refused: Text | None = None
    rule: Text | None = None


class SheetMessage(MessageFromBox, frozen=True):
    """A sheet, which other boxes of the club may take; it never changes."""

    topic: ClassVar = TopicPattern("sheet", BOX, HUB, "0.3.0")
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_SHEET, pattern=NO_NUL)]


class GameMessage(MessageFromBox, frozen=True):
    """The game of a log or result."""

    journal: JournalName
    play: Annotated[int, Meta(ge=1, lt=2**53)]
    game: Text
    rules: Text
    began: Time
    after: tuple[Number, Number, Whole]
    """The position that came before: game, entry, and whether its result."""
    crc: Number
    """The chained checksum of the last entry."""

    @property
    def position(self) -> JournalPosition:
        """The position before the message."""
        play, sequence, result = self.after
        return JournalPosition(play, sequence, bool(result))


class EntryRecord(msgspec.Struct, frozen=True):
    """An entry of a log, as sent by a box."""

    sequence: Annotated[int, Meta(ge=1, lt=2**53)]
    kind: EntryKind
    actor: Annotated[int, Meta(gt=-(2**31), lt=2**31)]
    payload: Payload
    clock: Number
    wall: Real


class LogMessage(GameMessage, frozen=True):
    """Entries of the journal, in order; the first ones of a game include its setup in ``head``."""

    topic: ClassVar = TopicPattern(
        "log/{game}", BOX, HUB, "0.2.0", longest=LONGEST, items=None, answers=("ack", "want")
    )
    entries: Annotated[tuple[EntryRecord, ...], Meta(min_length=1, max_length=_MOST_ENTRIES)]


class ResultMessage(GameMessage, frozen=True):
    """The result of a game: points, their lines with rules, places, winners, teams, seconds."""

    topic: ClassVar = TopicPattern(
        "result", BOX, HUB, "0.2.0", longest=LONGEST, items=None, answers=("ack", "want")
    )
    sequence: Number


class MessageToBox(MqttMessage, frozen=True):
    """A message that a box reads."""


class PositionMessage(MessageToBox, frozen=True):
    """A position in a journal."""

    play: Number = 0
    sequence: Number = 0
    result: bool = False
    journal: _LongText = ""

    @property
    def position(self) -> JournalPosition:
        """The position."""
        return JournalPosition(self.play, self.sequence, self.result)


class AckMessage(PositionMessage, frozen=True):
    """How far the hub has stored a journal, and the checksum of its last entry."""

    topic: ClassVar = TopicPattern(
        "ack", HUB, BOX, "0.2.0", retained=True, longest=LONGEST_AT_BOX, items=None
    )
    crc: Number = 0


class ReplayRequestMessage(PositionMessage, frozen=True):
    """Request to resend: a journal from a position or, by ``birth``, everything retained."""

    topic: ClassVar = TopicPattern(
        "want", HUB, BOX, "0.2.0", longest=LONGEST_AT_BOX, items=None, answers=("log/{game}",)
    )
    birth: bool = False


class DesiredSettingsMessage(MessageToBox, frozen=True):
    """The desired settings and version of a box; empty for the current one."""

    topic: ClassVar = TopicPattern(
        "cfg/desired",
        HUB,
        BOX,
        "0.2.0",
        retained=True,
        longest=LONGEST_AT_BOX,
        items=None,
        answers=("cfg/reported",),
    )
    settings: Data
    id: _LongText = ""
    """A name for the wish, which the report repeats."""
    version: _LongText = ""


class CommandRequestMessage(MessageToBox, frozen=True):
    """A command to the table: ``pause``, ``resume``, ``toggle_pause`` or ``undo``.

    With an ``id`` it is carried out once, with ``until`` (ISO 8601) not after that time. Retained
    commands are ignored.
    """

    topic: ClassVar = TopicPattern(
        "cmd",
        HUB | ASSISTANT,
        BOX,
        "0.2.0",
        longest=LONGEST_AT_BOX,
        items=None,
        answers=("reply",),
    )
    until: _LongText = ""
    command: _LongText = ""
    id: _LongText = ""


MESSAGES: Final = MessageCatalogue[MqttMessage].of(MqttMessage, globals())
"""All of them."""
FROM_BOX: Final = MessageCatalogue[MqttMessage](
    *(each for each in MESSAGES if issubclass(each, MessageFromBox))
)
"""Messages that a box publishes."""
TO_BOX: Final = MessageCatalogue[MqttMessage](
    *(each for each in MESSAGES if issubclass(each, MessageToBox))
)
"""Messages to which a box subscribes."""


def message_at(name: str, messages: MessageCatalogue[MqttMessage]) -> type[MqttMessage] | None:
    """Return the message of a topic below those of a box, ``None`` without one."""
    found = messages.find(name)
    return found or next((each for each in messages if each.topic.fits(name)), None)


def read_by(party: Endpoint) -> tuple[type[MqttMessage], ...]:
    """Return the messages that a client of the broker reads."""
    return tuple(each for each in MESSAGES if party in each.topic.receivers)
