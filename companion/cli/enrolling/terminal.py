"""Enrolment of tags in a terminal, with the configured readers."""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from companion.cli.enrolling.by_hand import (
    Given,
    HandEnrolment,
    PollTags,
    Swipe,
    take,
)
from companion.cli.enrolling.in_places import read_out
from companion.cli.enrolling.majority import GAP
from companion.devices import DeviceStatus, Input, State, TagEvent, TagReader
from companion.devices.clock import Clock, TimerHandle
from companion.engine.game import Piece
from companion.engine.message import say
from companion.engine.text import Text
from companion.storage.tag_book import TagBook
from companion.table.enrolment import Enrolment

END = "q"
"""The typed line that ends an enrolment."""


@dataclass(slots=True)
class EnrolmentTerminal:
    """Readers by name, and the owner's tags. `tell` prints a message."""

    readers: Mapping[str, TagReader]
    book: TagBook
    tell: Callable[[str], None]
    clock: Clock
    _given: "asyncio.Queue[Given]" = field(default_factory=asyncio.Queue)
    _statuses: dict[str, DeviceStatus] = field(default_factory=dict)
    _lying: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    _rest: bytes = b""

    def open(self, terminal: int) -> None:
        """Start the readers, and read lines from a terminal; a regular file cannot be polled."""
        with suppress(PermissionError):
            asyncio.get_running_loop().add_reader(terminal, self._type, terminal)
        for name, reader in self.readers.items():
            reader.start(partial(self._hear, name))

    def close(self, terminal: int) -> None:
        """Stop reading the terminal and close the readers."""
        asyncio.get_running_loop().remove_reader(terminal)
        for reader in self.readers.values():
            reader.close()

    async def by_hand(self, pieces: Sequence[Piece], name: Callable[[Text], str]) -> int:
        """Enrol the pieces one by one, storing each tag at once; return how many were enrolled."""
        hand = HandEnrolment(Enrolment(tuple(pieces)), self.book.tags, name)
        self.tell(hand.prompt)
        timer: TimerHandle | None = None
        while not hand.enrolment.over:
            count = len(hand.enrolment.learned)
            hand, messages = take(hand, await self._given.get())
            for tag, piece in hand.enrolment.learned[count:]:
                self.book.learn(tag, piece)
            for message in messages:
                self.tell(message)
            if timer is not None:
                timer.cancel()
            timer = self._look_later() if hand.ballot.is_open else None
        return len(hand.enrolment.learned)

    async def in_places(
        self,
        wanted: Mapping[str, Piece],
        places: Mapping[tuple[str, str], str],
        name: Callable[[Text], str],
    ) -> int:
        """Print the layout, read at Enter, store at the next Enter; return the number of tags."""
        for place, piece in wanted.items():
            self.tell(say("{place}: {piece}", place=place, piece=name(piece.name)))
        self.tell(say("Lay the pieces there, then press Enter (q: end)"))
        if await self._line() == END:
            return 0
        await self._look()
        tags = {place: self._lying.get(zone, frozenset()) for zone, place in places.items()}
        laid = read_out(wanted, tags, self.book.tags)
        for problem in laid.problems:
            self.tell(problem)
        summary = say(
            "{count} of {all} tags were read; Enter keeps them (q: none)",
            count=len(laid.pairs),
            all=len(wanted),
        )
        self.tell(summary)
        if not laid.pairs or await self._line() == END:
            return 0
        self.book.learn_all(laid.pairs)
        return len(laid.pairs)

    async def _line(self) -> str:
        while not isinstance(line := await self._given.get(), str):
            pass
        return line.strip().lower()

    async def _look(self) -> None:
        """Wait until all tags on the readers have been read reliably."""
        timer = self._look_later()
        while not isinstance(await self._given.get(), PollTags):
            pass
        timer.cancel()

    def _look_later(self) -> TimerHandle:
        return self.clock.call_at(
            self.clock.now() + GAP, lambda: self._given.put_nowait(PollTags())
        )

    def _type(self, terminal: int) -> None:
        received = os.read(terminal, 4096)
        *lines, self._rest = (self._rest + received).split(b"\n")
        for line in lines if received else [END.encode()]:
            self._given.put_nowait(line.decode(errors="replace"))
        if not received:
            asyncio.get_running_loop().remove_reader(terminal)

    def _hear(self, name: str, event: Input) -> None:
        if isinstance(event, DeviceStatus):
            self._report(name, event)
        elif isinstance(event, TagEvent) and self.readers[name].presence:
            zone = (event.reader, event.zone)
            lying = self._lying.get(zone, frozenset())
            self._lying[zone] = lying | {event.tag} if event.present else lying - {event.tag}
            self._given.put_nowait(event)
        elif isinstance(event, TagEvent):
            self._given.put_nowait(Swipe(event.tag))

    def _report(self, name: str, status: DeviceStatus) -> None:
        """Print that a reader is in service, or why it is not."""
        before = self._statuses.get(name)
        self._statuses[name] = status
        if status.state in (State.ABSENT, State.DEGRADED):
            self.tell(say("reader {name}: {detail}", name=name, detail=status.detail))
        elif status.state is State.OK and (before is None or before.state is not State.OK):
            self.tell(say("reader {name} is there", name=name))
