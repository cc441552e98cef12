"""How fast readers' bytes are decoded, compared with the baud rate of each reader."""

import time
from collections.abc import Callable, Sequence

import pytest

from companion.devices.readers import array, pn532, rdm6300
from companion.devices.readers.array.protocol import LineParser, encode
from companion.emulation.rdm6300 import frame

FRAMES = 20_000
Feed = Callable[[bytes], Sequence[object]]
LINES: dict[str, tuple[Feed, Callable[[int], bytes], int]] = {
    "rdm6300": (
        rdm6300.Rdm6300FrameParser().feed,
        lambda n: frame(f"{n:010X}"),
        rdm6300.Rdm6300Reader.baudrate,
    ),
    "pn532": (
        pn532.Pn532FrameParser().feed,
        lambda n: pn532.frame(b"\xd5\x4b\x01\x01\x00\x44\x00\x07\x04" + n.to_bytes(6)),
        pn532.Pn532Reader.baudrate,
    ),
    "array": (
        LineParser().feed,
        lambda n: encode(n, "enter", "3", f"{n:014X}"),
        array.ArrayReader.baudrate,
    ),
}


@pytest.mark.parametrize("name", LINES)
def test_throughput_of_the_parser(name: str) -> None:
    feed, frame, baudrate = LINES[name]
    line = b"".join(map(frame, range(FRAMES)))
    started = time.perf_counter()
    events = sum(len(feed(line[i : i + 32])) for i in range(0, len(line), 32))
    seconds = time.perf_counter() - started
    assert events == FRAMES
    speed = len(line) / seconds
    print(f"\n{name}: {FRAMES / seconds:,.0f} frames/s, {speed / 1e6:.2f} MB/s")
    assert speed > 10 * baudrate / 10  # ten bits a byte: the line sets this, not the computer
