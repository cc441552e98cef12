"""From the command to READY on a tenth of a processor, with pages and a game in progress.

Measured: 6.5 seconds, 0.64 of them working; on a slower day 11.1. With the Python of Debian, and
shares that are measured more finely (see `processor`): 5.3, and 0.52 working.
"""

import socket
from pathlib import Path
from typing import Final

from labs.bench.test_start import CONFIG, bytecode, ready

ROUNDS: Final = 3
MOST: Final = 10.0
"""Seconds until the box is ready: people set this."""


def test_from_start_to_ready(tmp_path: Path, under: tuple[str, ...]) -> None:
    bytecode()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = f"{CONFIG}web: {{port: {port}, bind: 127.0.0.1}}\n"
    ready(tmp_path, "--start", config=config)
    costs = [ready(tmp_path, config=config, under=under) for _ in range(ROUNDS)]
    longest = max(cost.clock for cost in costs)
    processor = max(cost.processor for cost in costs)
    print(f"\nREADY after {longest:.1f} s, {processor:.2f} s of them working, wanted {MOST:.0f}")
    assert longest <= MOST
