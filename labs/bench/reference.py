"""A fixed piece of work by which measurements tell a slow program from a slow computer.

What a limit in milliseconds would say on one computer, a multiple of this says on any: both are
measured in the same run. It does what rules and pages do: makes small objects, looks them up,
compares, sorts, writes and reads JSON.
"""

import json
import time
from collections.abc import Callable
from functools import cache
from typing import Final

from msgspec import Struct

_ITEMS: Final = 2000
_TIMES: Final = 15


class _Item(Struct, frozen=True):
    name: str
    number: int
    around: tuple[int, ...]


def work() -> int:
    """Do the work once; its result says nothing."""
    items = [_Item(f"item-{n}", n * 7919 % _ITEMS, tuple(range(n % 6))) for n in range(_ITEMS)]
    by_number = {item.number: item for item in items}
    ranked = sorted(items, key=lambda item: (-len(item.around), item.number))
    found = sum(by_number[item.number].name == item.name for item in ranked)
    answers = [{"name": item.name, "at": item.number, "around": item.around} for item in ranked]
    return found + len(json.loads(json.dumps(answers)))


@cache
def reference() -> float:
    """Return the least processor time of the work in this process, in seconds."""
    return min(seconds(work) for _ in range(_TIMES))


def seconds(act: Callable[[], object]) -> float:
    """Return the processor time that something takes, in seconds."""
    began = time.process_time()
    act()
    return time.process_time() - began


def multiple(spent: float) -> float:
    """Return a time in seconds as a multiple of the reference."""
    return spent / reference()
