"""Processors that never rest, as those of a computer that is nobody else's.

When a processor of a virtual machine has nothing to do, its host gives it to others, and it comes
back with cold caches: after 20 ms of rest the views of six pages took 2.8 to 3.3 ms of it, 1.7 to
1.8 without a rest. On a Pi nobody else comes. So a program that only counts runs wherever nothing
else wants to (``SCHED_IDLE``), which makes that 2.5.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

_COUNTING: Final = """
import os, sys
os.sched_setaffinity(0, {int(sys.argv[1])})
os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
while True:
    pass
"""


@contextmanager
def awake(*processors: int) -> Iterator[None]:
    """Keep processors from resting; without any, all that this process may use."""
    with ExitStack() as stack:
        for processor in processors or sorted(os.sched_getaffinity(0)):
            stack.enter_context(running(_COUNTING, processor))
        yield


@contextmanager
def running(program: str, processor: int) -> Iterator[None]:
    """Run a program that never ends; it is told on which processor."""
    process = subprocess.Popen([sys.executable, "-c", program, str(processor)])
    try:
        yield
    finally:
        process.kill()
        process.wait()
