"""The device's side of virtio: the guest's memory, one queue, the vhost-user protocol.

Sources: QEMU, docs/interop/vhost-user.rst; OASIS, virtio 1.2, chapter 2.7 "Split Virtqueues".
"""

import array
import mmap
import os
import select
import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from threading import Thread
from typing import Final, TypeAlias

Buffers: TypeAlias = list[memoryview]
Serve: TypeAlias = Callable[[Buffers, Buffers], int]
"""Takes what the driver sent and the room that it gave for the answer; returns bytes written."""

VERSION_1: Final = 1 << 32
PROTOCOL_FEATURES: Final = 1 << 30
REPLY_ACK: Final = 1 << 3
BACKEND_REQUESTS: Final = 1 << 5
"""Offered though none is made: without them user-mode Linux gives a device no interrupt."""

_HEADER: Final = struct.Struct("<III")
_NUMBER: Final = struct.Struct("<Q")
_PAIR: Final = struct.Struct("<II")
_REGION: Final = struct.Struct("<QQQQ")
_RING: Final = struct.Struct("<IIQQQQ")
_DESCRIPTOR: Final = struct.Struct("<QIHH")
_SHORT: Final = struct.Struct("<H")
_IS_REPLY: Final = 0b101
_WANTS_REPLY: Final = 0b1000
_NO_DESCRIPTOR: Final = 1 << 8
_CHAINED: Final = 1
_FOR_ANSWER: Final = 2
_MOST_DESCRIPTORS: Final = 8


class Request(IntEnum):
    """Requests that a back end must handle; all others need at most an acknowledgement."""

    GET_FEATURES = 1
    SET_MEM_TABLE = 5
    SET_VRING_NUM = 8
    SET_VRING_ADDR = 9
    SET_VRING_BASE = 10
    GET_VRING_BASE = 11
    SET_VRING_KICK = 12
    SET_VRING_CALL = 13
    GET_PROTOCOL_FEATURES = 15
    GET_QUEUE_NUM = 17
    SET_BACKEND_REQ_FD = 21


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of the guest's memory; ``user`` is its address in the guest kernel's process."""

    guest: int
    user: int
    content: memoryview


@dataclass(slots=True)
class Memory:
    """The memory of a guest, shared with this process."""

    regions: list[Region] = field(default_factory=list)

    def map(self, table: bytes, descriptors: list[int]) -> None:
        """Map the regions of SET_MEM_TABLE, and close their descriptors."""
        self.regions = []
        for index, descriptor in enumerate(descriptors):
            place = _NUMBER.size + index * _REGION.size
            guest, size, user, offset = _REGION.unpack_from(table, place)
            shared = memoryview(mmap.mmap(descriptor, size + offset))
            self.regions.append(Region(guest, user, shared[offset : offset + size]))
            os.close(descriptor)

    def at_guest(self, address: int, length: int) -> memoryview:
        """Return memory by its address in the guest."""
        for region in self.regions:
            start = address - region.guest
            if 0 <= start < len(region.content):
                return region.content[start : start + length]
        raise ValueError(f"the guest has no memory at {address:#x}")

    def at_user(self, address: int, length: int) -> memoryview:
        """Return memory by its address in the guest kernel's process."""
        for region in self.regions:
            start = address - region.user
            if 0 <= start < len(region.content):
                return region.content[start : start + length]
        raise ValueError(f"the guest's process has no memory at {address:#x}")


@dataclass(slots=True)
class Queue:
    """A split virtqueue: the driver adds chains of buffers, the device gives them back."""

    memory: Memory
    size: int = 0
    descriptors: int = 0
    available: int = 0
    used: int = 0
    taken: int = 0
    """Chains that were taken out so far, modulo 2^16."""
    kick: int | None = None
    """Is readable when the driver has added buffers."""
    call: int | None = None
    """Is written when the device has used buffers."""

    def drain(self, serve: Serve) -> None:
        """Serve every chain that waits."""
        while self.taken != self._short(self.available + 2):
            slot = self.available + 4 + 2 * (self.taken % self.size)
            head = self._short(slot)
            self.taken = (self.taken + 1) & 0xFFFF
            sent, room = self._chain(head)
            self._give_back(head, serve(sent, room))

    def _chain(self, index: int) -> tuple[Buffers, Buffers]:
        sent: Buffers = []
        room: Buffers = []
        flags = _CHAINED
        while flags & _CHAINED:
            place = self.descriptors + _DESCRIPTOR.size * index
            row = self.memory.at_user(place, _DESCRIPTOR.size)
            address, length, flags, index = _DESCRIPTOR.unpack(row)
            (room if flags & _FOR_ANSWER else sent).append(self.memory.at_guest(address, length))
        return sent, room

    def _give_back(self, head: int, written: int) -> None:
        count = self._short(self.used + 2)
        slot = self.used + 4 + _PAIR.size * (count % self.size)
        self.memory.at_user(slot, _PAIR.size)[:] = _PAIR.pack(head, written)
        self.memory.at_user(self.used + 2, 2)[:] = _SHORT.pack((count + 1) & 0xFFFF)
        if self.call is not None:
            os.write(self.call, _NUMBER.pack(1))

    def _short(self, address: int) -> int:
        number: int = _SHORT.unpack(self.memory.at_user(address, 2))[0]
        return number


@dataclass(slots=True)
class Backend:
    """A device with one queue for one guest, on the socket ``path``; a thread serves it."""

    path: Path
    serve: Serve
    features: int = 0
    memory: Memory = field(default_factory=Memory)
    queue: Queue = field(init=False)
    _listener: socket.socket = field(init=False)
    _thread: Thread = field(init=False)
    _kept: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Start to listen; the guest connects when it boots."""
        self.queue = Queue(self.memory)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self.path))
        self._listener.listen(1)
        self._thread = Thread(target=self._run, name=self.path.name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop, after the guest has gone or if it never came."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listener.close()
        for descriptor in (self.queue.kick, self.queue.call, *self._kept):
            if descriptor is not None:
                os.close(descriptor)

    def _run(self) -> None:
        with suppress(OSError):
            connection, _ = self._listener.accept()
            with connection:
                while self._turn(connection):
                    pass

    def _turn(self, connection: socket.socket) -> bool:
        """Wait for a message or a buffer; return whether the guest is still there."""
        kick, line = self.queue.kick, connection.fileno()
        ready, _, _ = select.select([line] if kick is None else [line, kick], [], [])
        if kick is not None and kick in ready:
            os.read(kick, _NUMBER.size)
            self.queue.drain(self.serve)
        return line not in ready or self._answer(connection)

    def _answer(self, connection: socket.socket) -> bool:
        """Handle one message; return false at the end of the connection."""
        size = socket.CMSG_LEN(_MOST_DESCRIPTORS * array.array("i").itemsize)
        head, ancillary, _, _ = connection.recvmsg(_HEADER.size, size)
        if len(head) < _HEADER.size:
            return False
        number, flags, length = _HEADER.unpack(head)
        payload = connection.recv(length, socket.MSG_WAITALL) if length else b""
        reply = self._obey(number, payload, list(_descriptors(ancillary)))
        if reply is None and flags & _WANTS_REPLY:
            reply = _NUMBER.pack(0)
        if reply is not None:
            connection.sendall(_HEADER.pack(number, _IS_REPLY, len(reply)) + reply)
        return True

    def _obey(self, number: int, payload: bytes, descriptors: list[int]) -> bytes | None:
        """Handle a request; return its answer if it has one besides an acknowledgement."""
        match number:
            case Request.GET_FEATURES:
                return _NUMBER.pack(VERSION_1 | PROTOCOL_FEATURES | self.features)
            case Request.GET_PROTOCOL_FEATURES:
                return _NUMBER.pack(REPLY_ACK | BACKEND_REQUESTS)
            case Request.GET_QUEUE_NUM:
                return _NUMBER.pack(1)
            case Request.GET_VRING_BASE:
                self.queue.kick = None
                return _PAIR.pack(0, self.queue.taken)
            case Request.SET_MEM_TABLE:
                self.memory.map(payload, descriptors)
            case _:
                self._set_up(number, payload, descriptors)
        return None

    def _set_up(self, number: int, payload: bytes, descriptors: list[int]) -> None:
        queue = self.queue
        match number:
            case Request.SET_VRING_NUM:
                _, queue.size = _PAIR.unpack(payload)
            case Request.SET_VRING_ADDR:
                _, _, queue.descriptors, queue.used, queue.available, _ = _RING.unpack(payload)
            case Request.SET_VRING_BASE:
                _, queue.taken = _PAIR.unpack(payload)
            case Request.SET_VRING_KICK:
                queue.kick = _descriptor(payload, descriptors)
            case Request.SET_VRING_CALL:
                queue.call = _descriptor(payload, descriptors)
            case _:
                self._kept += descriptors


def _descriptors(ancillary: list[tuple[int, int, bytes]]) -> Iterator[int]:
    for level, kind, content in ancillary:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            yield from array.array("i", content)


def _descriptor(payload: bytes, descriptors: list[int]) -> int | None:
    return None if _NUMBER.unpack(payload)[0] & _NO_DESCRIPTOR else descriptors[0]
