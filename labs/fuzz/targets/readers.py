"""What readers send: the first line of a case names the driver, the rest are the bytes."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, Final

from companion.devices import DeviceStatus, State, TagEvent
from companion.devices.readers.array import ArrayReader
from companion.devices.readers.array.protocol import LONGEST, encode
from companion.devices.readers.base import LinkedReader
from companion.devices.readers.hid import HidReader
from companion.devices.readers.pn532 import ACK, Pn532Reader, frame
from companion.devices.readers.rdm6300 import Rdm6300Reader
from companion.devices.tag_number import TAG_NUMBER
from companion.emulation import hid, pn532, rdm6300
from companion.emulation.manual_clock import ManualClock
from labs.fuzz.attack import one_sentence
from labs.fuzz.mutation import spoiled_bytes

STEP: Final = 0.03
"""Seconds between two pieces of what a reader sends."""
KINDS: Final[Mapping[str, Callable[..., LinkedReader[Any]]]] = MappingProxyType(
    {"array": ArrayReader, "hid": HidReader, "pn532": Pn532Reader, "rdm6300": Rdm6300Reader}
)
_MOST_PENDING: Final = 4096
"""Bytes that a parser may keep while it waits for more; a read brings as many."""
_TAGS: Final = ("0A004B1122", "0412345678")
_TOKENS: Final = (
    *(b"\x02", b"\x03", b"$", b"\n", b"*", b"\x00\x00\xff", b"\x00\xff", ACK),
    *(rdm6300.frame(tag) for tag in _TAGS),
    *(encode(n, "enter", zone, tag) for n, zone in enumerate(("1", "16", "17")) for tag in _TAGS),
    *(encode(3, "health", health) for health in ("oo", "x" * 16, "-", "")),
    *(
        encode(4, *words)
        for words in (("zone", "2", *_TAGS), ("hello",), ("", ""), ("x" * LONGEST,))
    ),
    *(pn532.tag_frame(tag) for tag in ("04123456", "04123456789ABC")),
    *(
        frame(b"\xd5" + data)
        for data in (b"\x15", b"\x4b", b"\x4b\x01\x01", b"\x4b\x01\x01\0\4\0\xff")
    ),
    *(hid.typed_events(tag, 1.0) for tag in _TAGS),
    *(hid.event(at, kind, code, value) for at, kind, code, value in ((0, 1, 28, 1), (-9, 1, 2, 1))),
)


class ReaderTarget:
    """The drivers of all readers."""

    name = "readers"

    def seeds(self) -> Sequence[bytes]:
        """Return what each reader sends when a tag comes, and goes."""
        array = (
            encode(0, "hello", "1", "1.0", "o" * 16, "4"),
            *(encode(n, "enter", str(n), tag) for n, tag in enumerate(_TAGS, 1)),
            encode(3, "leave", "1", _TAGS[0]),
            encode(4, "zone", "5", *_TAGS),
            encode(5, "health", "oox-"),
        )
        chip = (
            ACK,
            frame(b"\xd5\x15"),
            ACK,
            pn532.tag_frame("04123456"),
            ACK,
            pn532.tag_frame("04" * 7),
        )
        typed = (hid.typed_events(tag, float(n)) for n, tag in enumerate(_TAGS))
        sent = {
            "array": b"".join(array),
            "hid": b"".join(typed),
            "pn532": b"".join(chip),
            "rdm6300": b"".join(map(rdm6300.frame, _TAGS)),
        }
        return [name.encode() + b"\n" + line for name, line in sent.items()]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return what arrives on a bad line, or from another reader or no reader at all."""
        name, _, line = seed.partition(b"\n")
        for _ in range(source.choice((1, 1, 2, 5))):
            line = spoiled_bytes(line, source, _TOKENS)
        return name + b"\n" + line

    def feed(self, case: bytes) -> Counter[str]:
        """Let a driver take the bytes, in pieces; then let the time pass until all is quiet."""
        name, _, line = case.partition(b"\n")
        clock, heard = ManualClock(), list[Any]()
        kind = KINDS.get(name.decode("ascii", "replace"), Rdm6300Reader)
        reader = kind("mat", "/dev/null", clock, None)
        reader._sink = heard.append  # noqa: SLF001 - started, but on no port
        reader._changed(State.OK, "")  # noqa: SLF001
        size = 1 + len(line) % 61
        for at in range(0, len(line), size):
            bad = reader.bad_frames
            reader._received(line[at : at + size])  # noqa: SLF001
            assert reader.bad_frames >= bad
            clock.advance(STEP)
        self._bounded(reader)
        clock.advance(5.0)
        reader.close()
        assert clock.next_due() is None
        return self._judged(reader, heard)

    @staticmethod
    def _bounded(reader: LinkedReader[Any]) -> None:
        """Check that nothing piles up in a parser that waits for the rest of a frame."""
        parser = reader._parser  # noqa: SLF001
        kept = (
            value for value in vars(parser).values() if isinstance(value, bytes | bytearray | str)
        )
        assert sum(map(len, kept)) <= _MOST_PENDING

    @staticmethod
    def _judged(reader: LinkedReader[Any], heard: Sequence[Any]) -> Counter[str]:
        """Check that tags have numbers and zones, and leave no oftener than they come."""
        there: set[tuple[str, str]] = set()
        outcomes: Counter[str] = Counter()
        for each in heard:
            if isinstance(each, TagEvent):
                tag = (each.zone, each.tag)
                assert each.zone in reader.zones
                assert TAG_NUMBER.fullmatch(each.tag)
                assert each.present or tag in there
                there = there | {tag} if each.present else there - {tag}
                outcomes["tag"] = 1
            elif isinstance(each, DeviceStatus):
                one_sentence(str(each.detail))
        return outcomes or Counter({"damaged" if reader.bad_frames else "nothing": 1})
