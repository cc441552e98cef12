"""Emulated PN532 on a pseudo-terminal, in HSU mode.

User manual UM0701-02: frames in section 6.2.1, commands in section 7. It is implemented separately
from the driver, so that driver and emulation check each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from companion.devices.clock import Clock
from companion.emulation.emulators import Emulated
from companion.emulation.serial_line import EmulatedLine

ACK: Final = bytes.fromhex("0000FF00FF00")
ERROR: Final = bytes.fromhex("0000FF01FF7F8100")
"""The answer to an unknown command (section 6.2.1.5)."""
_START: Final = b"\x00\xff"
_ACK_CODE: Final = b"\x00\xff"
"""An acknowledgement's bytes in the place of a length and its check byte."""
_FROM_HOST: Final = b"\xd4"
_FIRMWARE: Final = bytes.fromhex("32010607")
"""A PN532, version 1.6, that knows ISO 14443 A and B and ISO 18092."""


def frame(data: bytes) -> bytes:
    """Return the frame in which the chip sends `data`."""
    body = b"\xd5" + data
    size = len(body)
    check = (0x100 - sum(body) % 0x100) % 0x100
    return b"\x00" + _START + bytes([size, 0x100 - size]) + body + bytes([check, 0])


def tag_frame(tag: str) -> bytes:
    """Return the frame that reports a tag (section 7.3.5)."""
    number = bytes.fromhex(tag)
    return frame(b"\x4b\x01\x01\x00\x44\x00" + bytes([len(number)]) + number)


@dataclass(slots=True)
class EmulatedPn532:
    """A module on its own line, which exists at `port` while the module is plugged in.

    Asked for a tag, it answers when one lies there, however long that takes. Anything that the host
    sends meanwhile, even an acknowledgement, makes it give up. A `deaf` module ignores everything.
    After `hang` it does so too, with an answer half sent.
    """

    port: Path
    line: EmulatedLine = field(init=False)
    deaf: bool = False
    polls: int = 0
    """How often the module was asked for a tag."""
    _tag: str | None = None
    _heard: bytes = b""
    _waits: bool = False
    """Whether it was asked for a tag and none has come yet."""

    def __post_init__(self) -> None:
        self.line = EmulatedLine(self.port, self._hear)

    @property
    def tag(self) -> str | None:
        """The tag on the antenna, ``None`` without one."""
        return self._tag

    def plug(self) -> None:
        """Plug the module in: its port appears."""
        self._heard, self._waits = b"", False
        self.line.plug()

    def unplug(self) -> None:
        """Unplug the module: readers of its port get an error. A tag stays in place."""
        self.line.unplug()

    def place(self, tag: str) -> None:
        """Place a tag on the antenna, replacing any other."""
        self._tag = tag
        self._tell_tag()

    def lift(self) -> None:
        """Remove the tag."""
        self._tag = None

    def hang(self) -> None:
        """Stop in the middle of an answer about the tag that lies there."""
        answer = tag_frame(self._tag or "")
        self.line.send(answer[: len(answer) // 2])
        self.deaf = True

    def _hear(self, received: bytes) -> None:
        if self.deaf:
            return
        self._heard += received
        while (start := self._heard.find(_START)) >= 0:
            rest = self._heard[start + len(_START) :]
            size = _size(rest)
            if size is None or len(rest) < size:
                return
            if rest[:2] == _ACK_CODE:
                self._waits = False
            elif size:
                self._obey(rest[2 : size - 1], rest[size - 1])
            self._heard = rest[size:]
        self._heard = self._heard[-1:]

    def _obey(self, data: bytes, check: int) -> None:
        self._waits = False
        if data[:1] != _FROM_HOST or (sum(data) + check) & 0xFF:
            return
        self.line.send(ACK)
        match list(data[1:]):
            case [0x02]:
                self.line.send(frame(b"\x03" + _FIRMWARE))
            case [0x14, 0x01, *_]:
                self.line.send(frame(b"\x15"))
            case [0x32, *_]:
                self.line.send(frame(b"\x33"))
            case [0x4A, _, 0x00]:
                self.polls += 1
                self._waits = True
                self._tell_tag()
            case _:
                self.line.send(ERROR)

    def _tell_tag(self) -> None:
        if self._waits and self._tag is not None:
            self._waits = False
            self.line.send(tag_frame(self._tag))


def _size(rest: bytes) -> int | None:
    """Return the size of a frame from length to check byte, 0 if it is damaged."""
    if len(rest) < len(_ACK_CODE):
        return None
    if rest[:2] == _ACK_CODE:
        return 2
    return 0 if sum(rest[:2]) & 0xFF else 2 + rest[0] + 1


def emulate(name: str, port: Path, _clock: Clock, _places: Sequence[str]) -> Emulated:
    """Return a reader with a single spot, which has the reader's name."""
    reader = EmulatedPn532(port)
    return reader, {name: reader}
