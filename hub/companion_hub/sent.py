"""The messages of boxes, as a hub reads them: types with bounds for all that it looks at."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from companion.engine.log import EntryKind
from companion.fleet.outbox import Position
from companion.fleet.topics import HEALTH, PICTURE, REPORTED, STATE, VIEW
from companion.schema.bounds import Broad, Wide
from companion_hub.bounds import MOST_SEATS, NO_NUL, Text, Time

_MOST_ENTRIES: Final = 1000
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
Journal: TypeAlias = Annotated[Unnamed, Meta(min_length=1)]
"""A name that a box gives its journal, which stands in addresses of pages."""
Detail: TypeAlias = Annotated[str, Meta(max_length=500, pattern=NO_NUL)]
"""What a device says about its state."""
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


class Game(msgspec.Struct, frozen=True):
    """The game that a message is about."""

    journal: str
    play: int
    game: str
    rules: str
    began: float


class EntrySent(msgspec.Struct, frozen=True):
    """An entry of a log, as a box sends it."""

    sequence: Annotated[int, Meta(ge=1, lt=2**53)]
    kind: EntryKind
    actor: Annotated[int, Meta(gt=-(2**31), lt=2**31)]
    payload: Payload
    clock: Number
    wall: Real


class GameSent(msgspec.Struct, frozen=True):
    """What is sent of a game with each log and result; ``after`` is what came before."""

    journal: Journal
    play: Annotated[int, Meta(ge=1, lt=2**53)]
    game: Text
    rules: Text
    began: Time
    after: tuple[Number, Number, Whole]
    crc: Number

    @property
    def about(self) -> Game:
        """The game."""
        return Game(self.journal, self.play, self.game, self.rules, self.began)

    @property
    def position(self) -> Position:
        """The position before the message."""
        play, sequence, result = self.after
        return Position(play, sequence, bool(result))


class LogSent(GameSent, frozen=True):
    """A part of a log."""

    entries: Annotated[tuple[EntrySent, ...], Meta(min_length=1, max_length=_MOST_ENTRIES)]


class ResultSent(GameSent, frozen=True):
    """How a game has ended; ``Result.wrong`` looks at the rest of it."""

    sequence: Number


class StatusSent(msgspec.Struct, frozen=True):
    """That a box is there, or not."""

    state: Text
    session: Number
    journal: Unnamed | None = None
    before: Unnamed | None = None
    title: Text | None = None
    version: Text | None = None
    since: Text | None = None


class StateSent(msgspec.Struct, frozen=True):
    """How a table stands, in a few fields."""

    phase: Text | None = None
    title: Text | None = None
    players: Annotated[tuple[Text, ...], Meta(max_length=MOST_SEATS)] | None = None
    player: Text | None = None
    awaited: Annotated[tuple[Whole, ...], Meta(max_length=_MOST_LISTED)] | None = None
    points: Annotated[tuple[Whole, ...], Meta(max_length=_MOST_LISTED)] | None = None
    winners: Annotated[tuple[Whole, ...], Meta(max_length=_MOST_LISTED)] | None = None
    round: Whole | None = None
    turn_since: Text | None = None
    readers_bad: Annotated[tuple[Text, ...], Meta(max_length=_MOST_LISTED)] | None = None


class SeatSent(msgspec.Struct, frozen=True):
    """A player on the page of a table, with a name or without one."""

    name: Text | None = None


class ViewSent(msgspec.Struct, frozen=True):
    """The page of a table, of which the hub itself reads the names."""

    players: Annotated[tuple[SeatSent, ...], Meta(max_length=MOST_SEATS)] | None = None


class Drawing(msgspec.Struct, frozen=True):
    """A picture, which only browsers read."""


class PictureSent(msgspec.Struct, frozen=True):
    """The picture of a table."""

    picture: Drawing | None = None


class HealthSent(msgspec.Struct, frozen=True):
    """How the devices of a box are."""

    devices: (
        Annotated[
            Mapping[Text, Details | _State | Whole | bool | None], Meta(max_length=_MOST_LISTED)
        ]
        | None
    ) = None
    bad_frames: Details | None = None
    disk_free_mb: Whole | None = None
    temperature: Whole | None = None
    card_errors: Whole | None = None
    card_used: Whole | None = None


class ReportedSent(msgspec.Struct, frozen=True):
    """What a box says of its settings."""

    of: Text | None = None
    settings: Details | None = None
    refused: Details | None = None


SHOWN: Final[Mapping[str, type[msgspec.Struct]]] = MappingProxyType(
    {
        STATE: StateSent,
        VIEW: ViewSent,
        PICTURE: PictureSent,
        HEALTH: HealthSent,
        REPORTED: ReportedSent,
    }
)
"""What pages read of what boxes keep at the broker; fields that pages do not read are ignored.

Every field may be left out, or be ``None``: boxes of several versions tell different things.
"""
