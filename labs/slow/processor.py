"""A tenth of a processor, about what a Zero 2 W has: a control group with a quota.

That is what systemd's `CPUQuota=10%` with `CPUQuotaPeriodSec=10ms` sets, without a systemd. The
period matters: within the usual 100 ms the group would run at full speed for 10 ms and then stand
still for 90, but a slow processor is not a stopped one. Neighbours matter less: the group has
priority over all others on its machine.

The kernel notices that a share is used up at its tick, every 4 ms at 250 Hz, or whenever another
program runs on that processor. Left to the tick, the group runs for 4 ms as fast as it can and then
stands still for 36, which no processor does. So a metronome wakes up there every half millisecond,
does nothing, and makes the kernel look: the longest standstill of a program that is always busy
falls from 36.7 ms to 9.5, while it still gets a tenth (0.1000). `standstill` measures it. What the
group leaves of its processor keeps that awake.

All threads run on one processor, of which this is a tenth. On several, a thread that hands over to
another one waits once more, because the kernel hands out what is left of a share to processors.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from labs.bench.awake import awake, running

SHARE: Final = 0.1
PERIOD: Final = 10_000
"""Microseconds after which the group gets its next share."""
QUOTA: Final = round(SHARE * PERIOD)
_GROUPS: Final = Path("/sys/fs/cgroup")
_ENTER: Final = 'echo $$ >"$0/cgroup.procs" && exec taskset --cpu-list "$1" "${@:2}"'
_METRONOME: Final = """
import os, sys, time
os.sched_setaffinity(0, {int(sys.argv[1])})
os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
while True:
    time.sleep(0.0005)
"""
_STANDSTILL: Final = """
import time
begun = last = time.perf_counter()
longest = 0.0
while last - begun < 3:
    now = time.perf_counter()
    longest, last = max(longest, now - last), now
print(longest)
"""


@contextmanager
def tenth() -> Iterator[tuple[str, ...]]:
    """Yield the beginning of a command that then runs on a tenth of one processor."""
    group, processor = _new_group(), max(os.sched_getaffinity(0))
    try:
        with running(_METRONOME, processor), awake(processor):
            yield "/bin/bash", "-c", _ENTER, str(group), str(processor)
    finally:
        group.rmdir()


def _new_group() -> Path:
    """Create the group in the unified hierarchy or in that of version 1; may raise ``OSError``."""
    unified = (_GROUPS / "cgroup.controllers").exists()
    group = (_GROUPS if unified else _GROUPS / "cpu") / f"companion-{os.getpid()}"
    group.mkdir()
    limits = (
        {"cpu.max": f"{QUOTA} {PERIOD}", "cpu.weight": "10000"}
        if unified
        else {"cpu.cfs_period_us": PERIOD, "cpu.cfs_quota_us": QUOTA, "cpu.shares": 200_000}
    )
    try:
        for name, limit in limits.items():
            (group / name).write_text(f"{limit}\n", encoding="ascii")
    except OSError:
        group.rmdir()
        raise
    return group


def standstill(under: tuple[str, ...]) -> float:
    """Return the longest standstill, in seconds, of a program that is always busy."""
    command = [*under, sys.executable, "-c", _STANDSTILL]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
