"""All kinds of serial readers with their emulated modules, behind one interface for tests."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

from companion.devices.readers.array import ArrayReader
from companion.devices.readers.array.protocol import decode
from companion.devices.readers.hid import EVENT, HidReader
from companion.devices.readers.pn532 import Pn532Reader
from companion.devices.readers.rdm6300 import Rdm6300Reader
from companion.emulation import hid, pn532, rdm6300
from companion.emulation.array import EmulatedArray
from companion.emulation.hid import EmulatedHid
from companion.emulation.manual_clock import ManualClock
from companion.emulation.pn532 import EmulatedPn532
from companion.emulation.rdm6300 import EmulatedRdm6300
from tests.devices.readers.bench import Bench

AnyBench = Bench[Any, Any]


Harm = Callable[[bytes, Random], bytes]


def wrong_bit(first: int = 0, end: int = 0) -> Harm:
    """Return a harm that flips one bit of a line, but not in the `first` and `end` bytes."""

    def harm(line: bytes, source: Random) -> bytes:
        part = bytearray(line)
        part[source.randrange(first, len(line) - end)] ^= 1 << source.randrange(8)
        return bytes(part)

    return harm


def cut(end: int = 0) -> Harm:
    """Return a harm that cuts off the end of a line, more than `end` bytes of it."""

    def harm(line: bytes, source: Random) -> bytes:
        return line[: source.randrange(1, len(line) - end)]

    return harm


def dropped(line: bytes, source: Random) -> bytes:
    """Drop the events of some digits, as the kernel does when they are not read in time."""
    size = EVENT.size
    count = (len(line) - len(hid.key_events(0, hid.KEYS["\n"]))) // size
    first = source.randrange(count)
    after = source.randrange(first + 1, count + 1)
    mark = hid.event(0, hid.SYN, hid.DROPPED, 0) + hid.event(0, hid.SYN, hid.REPORT, 0)
    return line[: first * size] + mark + line[after * size :]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of reader.

    `lay` and `lift` move a tag at the emulated module; `shows` returns the tags that a line shows.
    `harms` are the two ways to damage a line, each of which hits one line in a hundred. Lines
    arrive in pieces of at most `longest` bytes.
    """

    bench: Callable[[Path], AnyBench]
    tag: Callable[[int], str]
    lay: Callable[[Any, str], None]
    lift: Callable[[Any, str], None]
    frame: Callable[[Any, str], bytes]
    shows: Callable[[bytes], tuple[str, ...]]
    harms: tuple[Harm, Harm] = (wrong_bit(), cut())
    longest: int = 24


def _bench(module: Any, reader: Callable[..., Any], clock: ManualClock) -> AnyBench:  # noqa: ANN401 - of any kind
    driver = reader("mat", str(module.port), clock, asyncio.get_running_loop())
    return Bench(module, driver, clock)


def _array(folder: Path) -> AnyBench:
    clock = ManualClock()
    return _bench(EmulatedArray(folder / "port", clock), ArrayReader, clock)


def _pn532(folder: Path) -> AnyBench:
    return _bench(EmulatedPn532(folder / "port"), Pn532Reader, ManualClock())


def _rdm6300(folder: Path) -> AnyBench:
    clock = ManualClock()
    return _bench(EmulatedRdm6300(folder / "port", clock), Rdm6300Reader, clock)


def _hid(folder: Path) -> AnyBench:
    clock = ManualClock()
    return _bench(EmulatedHid(folder / "port", clock), HidReader, clock)


def _zone(tag: str) -> str:
    return str(1 + int(tag[-2:], 16) % 16)


def _shown_by_array(line: bytes) -> tuple[str, ...]:
    decoded = decode(line[:-1])
    return tuple(decoded[1][2:]) if decoded and decoded[1][0] in {"enter", "zone"} else ()


def _shown_by_pn532(line: bytes) -> tuple[str, ...]:
    number = line[13:-2].hex().upper()
    return (number,) if number and line == pn532.tag_frame(number) else ()


def _shown_by_hid(line: bytes) -> tuple[str, ...]:
    names = {code: name for name, code in hid.KEYS.items()}
    keys = [event for event in EVENT.iter_unpack(line) if event[2] == hid.KEY and event[4]]
    return ("".join(names[code] for _, _, _, code, _ in keys[:-1]),)


def _shown_by_rdm6300(line: bytes) -> tuple[str, ...]:
    return (line[1:11].decode(),)


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "array": Kind(
            bench=_array,
            tag=lambda n: f"04{n:012X}",
            lay=lambda module, tag: module.place(tag, _zone(tag)),
            lift=lambda module, tag: module.lift(tag, _zone(tag)),
            frame=lambda module, tag: module.line_of("enter", _zone(tag), tag),
            shows=_shown_by_array,
        ),
        "hid": Kind(
            bench=_hid,
            tag=lambda n: f"{n:010}",
            lay=lambda module, tag: module.place(tag),
            lift=lambda module, _tag: module.lift(),
            frame=lambda module, tag: hid.typed_events(tag, module.clock.now()),
            shows=_shown_by_hid,
            # The kernel's bytes are never wrong. Keys can be lost, which the kernel marks.
            harms=(dropped, dropped),
            longest=600,
        ),
        "pn532": Kind(
            bench=_pn532,
            tag=lambda n: f"04{n:012X}",
            lay=lambda module, tag: module.place(tag),
            lift=lambda module, _tag: module.lift(),
            frame=lambda _module, tag: pn532.tag_frame(tag),
            shows=_shown_by_pn532,
            # The zeros before the start code and after the check byte carry no information.
            harms=(wrong_bit(1, 1), cut(1)),
        ),
        "rdm6300": Kind(
            bench=_rdm6300,
            tag=lambda n: f"04{n:08X}",
            lay=lambda module, tag: module.place(tag),
            lift=lambda module, _tag: module.lift(),
            frame=lambda _module, tag: rdm6300.frame(tag),
            shows=_shown_by_rdm6300,
        ),
    }
)
