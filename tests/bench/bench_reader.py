"""How fast frames of tags are read, against the 960 bytes a second that a reader can send."""

import time

from companion.devices.readers.rdm6300 import FrameParser
from companion.emulation.rdm6300 import frame

FRAMES = 20_000


def test_throughput_of_the_parser() -> None:
    line = b"".join(frame(f"{n:010X}") for n in range(FRAMES))
    parser = FrameParser()
    started = time.perf_counter()
    tags = sum(len(parser.feed(line[i : i + 32])) for i in range(0, len(line), 32))
    seconds = time.perf_counter() - started
    assert tags == FRAMES
    print(f"\n{FRAMES / seconds:,.0f} frames/s, {len(line) / seconds / 1e6:.2f} MB/s")
    assert len(line) / seconds > 100 * 960
