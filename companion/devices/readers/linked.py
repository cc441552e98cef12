"""What all readers on a line have in common, so that a driver is but its protocol."""

from abc import ABC, abstractmethod
from asyncio import AbstractEventLoop
from dataclasses import dataclass, field
from typing import ClassVar, Generic, Protocol, TypeVar

from companion.devices import DeviceStatus, Sink, State, TagEvent
from companion.devices.clock import Clock
from companion.devices.link import Link, Opened
from companion.devices.presence import Presence
from companion.devices.readers import one_zone
from companion.devices.readers.watch import Watch
from companion.devices.serial_port import open_serial

Frame = TypeVar("Frame")


class Parser(Protocol[Frame]):
    """Finds frames in a stream of bytes that may be cut anywhere and hold anything."""

    bad: int
    """How many damaged ones there were."""

    def feed(self, received: bytes) -> list[Frame]:
        """Return the frames that end within `received`."""


@dataclass(slots=True)
class LinkedReader(ABC, Generic[Frame]):
    """A reader on `port`; a `companion.devices.TagReader`.

    A driver parses (`_parser_after`), begins when the port is there (`_begin`), stops what it
    waits for when it goes (`_pause`) and takes frames (`_take`). While the port is away, the tags
    on the reader count as still there.
    """

    name: str
    port: str
    clock: Clock
    loop: AbstractEventLoop
    baudrate: ClassVar[int]
    """Of those that are serial ports."""
    most: ClassVar[int]
    """Bytes a second that it may send; no good one ever sends half as many."""
    _sink: Sink | None = field(default=None, init=False)
    _status: DeviceStatus | None = field(default=None, init=False)
    """As it was told last."""
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
        """It tells that a tag has left."""
        return True

    @property
    @abstractmethod
    def zones(self) -> tuple[str, ...]:
        """The names of its zones, in order."""

    @property
    def firmware(self) -> str:
        """Unknown."""
        return ""

    @property
    def bad_frames(self) -> int:
        """How many damaged frames it has received."""
        return self._parser.bad

    def start(self, sink: Sink) -> None:
        """Look for the port and report tags from now on."""
        self._sink = sink
        self._link.open()

    def close(self) -> None:
        """Give the port back; nothing is reported afterwards."""
        self._sink = None
        self._link.close()
        self._pause()

    @staticmethod
    @abstractmethod
    def _parser_after(bad: int) -> Parser[Frame]:
        """Return a parser that has found `bad` damaged frames and is inside none."""

    @abstractmethod
    def _begin(self) -> None:
        """Do what is to be done first; the port is there."""

    @abstractmethod
    def _pause(self) -> None:
        """Wait for nothing any more: the port is away."""

    @abstractmethod
    def _take(self, frame: Frame) -> None:
        """Take in a whole frame."""

    def _attach(self) -> Opened:
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

    def _tell_state(self, state: State, why: str = "", known: tuple[str, ...] = ()) -> None:
        """Report a state, by itself with the port; but only if it differs from the last one."""
        status = DeviceStatus(self.name, state, why or self.port, known)
        if status != self._status:
            self._status = status
            self._tell(status)

    def _tell(self, news: DeviceStatus | TagEvent) -> None:
        if self._sink is not None:
            self._sink(news)


@dataclass(slots=True)
class OneZoneReader(LinkedReader[Frame]):
    """A reader with one zone, called as it is, that tells which tags it reads."""

    _watch: Watch = field(init=False)

    def __post_init__(self) -> None:
        LinkedReader.__post_init__(self)
        self._watch = Watch(self.name, self.name, self.clock, self._tell, self._tags())

    @property
    def zones(self) -> tuple[str, ...]:
        """One."""
        return one_zone(self.name)

    def _serves(self) -> None:
        """Report that it is in service."""
        self._tell_state(State.OK, known=self.zones if self.presence else ())

    @abstractmethod
    def _tags(self) -> Presence:
        """Return how it is judged which tags are there, with none there yet."""

    def _pause(self) -> None:
        self._watch.stop()
