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
from companion.devices.readers.pn532 import Pn532Reader
from companion.devices.readers.rdm6300 import Rdm6300Reader
from companion.emulation import pn532, rdm6300
from companion.emulation.array import EmulatedArray
from companion.emulation.clock import ManualClock
from companion.emulation.pn532 import EmulatedPn532
from companion.emulation.rdm6300 import EmulatedRdm6300
from tests.devices.readers.bench import Bench

AnyBench = Bench[Any, Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of reader.

    `lay` and `lift` are the hand at an emulated module; `shows` tells which tags a line shows.
    `vital`: the first byte of a line that says anything, and one past the last.
    """

    bench: Callable[[Path], AnyBench]
    tag: Callable[[int], str]
    lay: Callable[[Any, str], None]
    lift: Callable[[Any, str], None]
    frame: Callable[[Any, str], bytes]
    shows: Callable[[bytes], tuple[str, ...]]
    vital: tuple[int, int | None] = (0, None)

    def harmed(self, line: bytes, source: Random, fate: int) -> bytes:
        """Return a line with a wrong bit (fate 0), cut (fate 1), or as it is."""
        part, (first, end) = bytearray(line), self.vital
        end = len(line) if end is None else len(line) + end
        if fate == 0:
            part[source.randrange(first, end)] ^= 1 << source.randrange(8)
        elif fate == 1:
            del part[source.randrange(max(first, 1), end) :]
        return bytes(part)


def _array(folder: Path) -> AnyBench:
    clock = ManualClock()
    module = EmulatedArray(folder / "array", clock)
    reader = ArrayReader("array", str(module.port), clock, asyncio.get_running_loop())
    return Bench(module, reader, clock)


def _pn532(folder: Path) -> AnyBench:
    clock = ManualClock()
    module = EmulatedPn532(folder / "nfc")
    reader = Pn532Reader("nfc", str(module.port), clock, asyncio.get_running_loop())
    return Bench(module, reader, clock)


def _rdm6300(folder: Path) -> AnyBench:
    clock = ManualClock()
    module = EmulatedRdm6300(folder / "rfid", clock)
    reader = Rdm6300Reader("rfid", str(module.port), clock, asyncio.get_running_loop())
    return Bench(module, reader, clock)


def _zone(tag: str) -> str:
    return str(1 + int(tag[-2:], 16) % 16)


def _shown_by_array(line: bytes) -> tuple[str, ...]:
    found = decode(line[:-1])
    return tuple(found[1][2:]) if found and found[1][0] in {"enter", "zone"} else ()


def _shown_by_pn532(line: bytes) -> tuple[str, ...]:
    number = line[13:-2].hex().upper()
    return (number,) if number and line == pn532.listed(number) else ()


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
        "pn532": Kind(
            bench=_pn532,
            tag=lambda n: f"04{n:012X}",
            lay=lambda module, tag: module.place(tag),
            lift=lambda module, _tag: module.lift(),
            frame=lambda _module, tag: pn532.listed(tag),
            shows=_shown_by_pn532,
            # The zero before the start and the one after the check byte carry nothing.
            vital=(1, -1),
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
