"""Base class of readers on a link; a driver only adds its protocol."""

from abc import ABC, abstractmethod
from asyncio import AbstractEventLoop
from dataclasses import dataclass, field
from typing import ClassVar, Generic, Protocol, TypeVar

from companion.devices import DeviceStatus, Sink, State, TagEvent
from companion.devices.clock import Clock
from companion.devices.link import DeviceFile, Link
from companion.devices.presence import Presence
from companion.devices.readers import one_zone
from companion.devices.readers.zone_tags import ZoneTags
from companion.devices.serial_port import open_serial

Frame = TypeVar("Frame")


class Parser(Protocol[Frame]):
    """Finds frames in a stream of bytes that may be split anywhere and contain anything."""

    bad: int
    """How many damaged frames there have been."""

    def feed(self, received: bytes) -> list[Frame]:
        """Return the frames that end within `received`."""


@dataclass(slots=True, eq=False)
class LinkedReader(ABC, Generic[Frame]):
    """A reader on `port`; a `companion.devices.TagReader`.

    A driver provides a parser (`_parser_after`), starts when the port appears (`_begin`), stops all
    waiting when it disappears (`_pause`), and handles frames (`_take`). While the port is absent,
    the tags on the reader still count as present.
    """

    name: str
    port: str
    clock: Clock
    loop: AbstractEventLoop
    baudrate: ClassVar[int]
    """Bits per second, for readers on serial ports."""
    most: ClassVar[int]
    """Bytes per second that a reader may send; no working one ever sends half as many."""
    _sink: Sink | None = field(default=None, init=False)
    _status: DeviceStatus | None = field(default=None, init=False)
    """The status that was reported last."""
    _link: Link = field(init=False)
    _parser: Parser[Frame] = field(init=False)

    def __post_init__(self) -> None:
        self._parser = self._parser_after(0)
        self._link = Link(
            self.port,
            self._attach,
            self.clock,
            self.loop,
            self._received,
            self._changed,
            self.most,
        )

    @property
    def presence(self) -> bool:
        """Whether the reader notices that a tag has left; most do."""
        return True

    @property
    @abstractmethod
    def zones(self) -> tuple[str, ...]:
        """The names of the reader's zones, in order."""

    @property
    def firmware(self) -> str:
        """The version of the reader's firmware; most do not report any."""
        return ""

    @property
    def bad_frames(self) -> int:
        """How many damaged frames the reader has sent so far."""
        return self._parser.bad

    def start(self, sink: Sink) -> None:
        """Look for the port and report tags from now on."""
        self._sink = sink
        self._link.open()

    def close(self) -> None:
        """Close the port; nothing is reported afterwards."""
        self._sink = None
        self._link.close()
        self._pause()

    @staticmethod
    @abstractmethod
    def _parser_after(bad: int) -> Parser[Frame]:
        """Return a new parser that continues counting damaged frames from `bad`."""

    @abstractmethod
    def _begin(self) -> None:
        """Start communication once the port is present."""

    @abstractmethod
    def _pause(self) -> None:
        """Stop all waiting, because the port is absent."""

    @abstractmethod
    def _take(self, frame: Frame) -> None:
        """Handle a whole frame."""

    def _attach(self) -> DeviceFile:
        return open_serial(self.port, self.baudrate)

    def _received(self, received: bytes) -> None:
        for frame in self._parser.feed(received):
            self._take(frame)

    def _changed(self, state: State, why: str) -> None:
        self._pause()
        if state is State.OK:
            self._parser = self._parser_after(self._parser.bad)
            self._begin()
        else:
            self._tell_state(state, why)

    def _tell_state(self, state: State, why: str = "", working_zones: tuple[str, ...] = ()) -> None:
        """Report a state if it differs from the last one; the detail defaults to the port."""
        status = DeviceStatus(self.name, state, why or self.port, working_zones)
        if status != self._status:
            self._status = status
            self._tell(status)

    def _tell(self, event: DeviceStatus | TagEvent) -> None:
        if self._sink is not None:
            self._sink(event)


@dataclass(slots=True, eq=False)
class OneZoneReader(LinkedReader[Frame]):
    """A reader with a single zone, which has the reader's name."""

    _watch: ZoneTags = field(init=False)

    def __post_init__(self) -> None:
        LinkedReader.__post_init__(self)
        self._watch = ZoneTags(self.name, self.name, self.clock, self._tell, self._tags())

    @property
    def zones(self) -> tuple[str, ...]:
        """The only zone, which has the reader's name."""
        return one_zone(self.name)

    def _serves(self) -> None:
        """Report that the reader is operational."""
        self._tell_state(State.OK, working_zones=self.zones if self.presence else ())

    @abstractmethod
    def _tags(self) -> Presence:
        """Return the presence rule of its tags, with none present."""

    def _pause(self) -> None:
        self._watch.stop()
