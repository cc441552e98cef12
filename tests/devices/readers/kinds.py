"""The readers on a line, each with its emulated module, under one handle: what all must do."""

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
    """Return what turns one bit of a line over, beginning with a byte, `end` bytes left alone."""

    def harm(line: bytes, source: Random) -> bytes:
        part = bytearray(line)
        part[source.randrange(first, len(line) - end)] ^= 1 << source.randrange(8)
        return bytes(part)

    return harm


def cut(end: int = 0) -> Harm:
    """Return what leaves away the end of a line, more of it than `end` bytes."""

    def harm(line: bytes, source: Random) -> bytes:
        return line[: source.randrange(1, len(line) - end)]

    return harm


def dropped(line: bytes, source: Random) -> bytes:
    """Let the kernel drop some events of digits, as it does when nobody reads them in time."""
    size = EVENT.size
    count = (len(line) - len(hid.stroke(0, hid.KEYS["\n"]))) // size
    first = source.randrange(count)
    after = source.randrange(first + 1, count + 1)
    mark = hid.event(0, hid.SYN, hid.DROPPED, 0) + hid.event(0, hid.SYN, hid.REPORT, 0)
    return line[: first * size] + mark + line[after * size :]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of reader.

    `lay` and `lift` are the hand at an emulated module; `shows` tells which tags a line shows.
    `harms` are the two ways in which one line in a hundred each is damaged; lines arrive in pieces
    of at most `longest` bytes.
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
    made = reader("mat", str(module.port), clock, asyncio.get_running_loop())
    return Bench(module, made, clock)


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
    found = decode(line[:-1])
    return tuple(found[1][2:]) if found and found[1][0] in {"enter", "zone"} else ()


def _shown_by_pn532(line: bytes) -> tuple[str, ...]:
    number = line[13:-2].hex().upper()
    return (number,) if number and line == pn532.listed(number) else ()


def _shown_by_hid(line: bytes) -> tuple[str, ...]:
    names = {code: name for name, code in hid.KEYS.items()}
    keys = [each for each in EVENT.iter_unpack(line) if each[2] == hid.KEY and each[4]]
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
            frame=lambda module, tag: hid.typed(tag, module.clock.now()),
            shows=_shown_by_hid,
            # Bytes of the kernel are never wrong; keys can be lost, and that is marked.
            harms=(dropped, dropped),
            longest=600,
        ),
        "pn532": Kind(
            bench=_pn532,
            tag=lambda n: f"04{n:012X}",
            lay=lambda module, tag: module.place(tag),
            lift=lambda module, _tag: module.lift(),
            frame=lambda _module, tag: pn532.listed(tag),
            shows=_shown_by_pn532,
            # The zero before the start and the one after the check byte carry nothing.
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
