"""Meets a fault at the system calls of a life, one after the other: ``LIFE FAULT FOLDER [AT ...]``.

Prints one JSON object for each run. It is a process of its own because it forks, which a process
with threads should not. Without places it goes on until the life is over before the fault.
"""

import errno
import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tests.faults.calls import Deed, run
from tests.faults.lives import LIVES

FAULTS: Final[Mapping[str, Callable[[int], Deed]]] = MappingProxyType(
    {
        "none": lambda _: Deed(),
        "kill": Deed,
        "full": lambda at: Deed(at, errno.ENOSPC),
        "full for a while": lambda at: Deed(at, errno.ENOSPC, at + 5),
        "broken": lambda at: Deed(at, errno.EIO),
        "unreadable": lambda at: Deed(at, errno.EIO, at + 25),
    }
)


def main() -> None:
    """Live once for each place of the fault."""
    life, fault, folder = LIVES[sys.argv[1]], FAULTS[sys.argv[2]], Path(sys.argv[3])
    folder.mkdir(exist_ok=True)
    for at in map(int, sys.argv[4:]) if sys.argv[4:] else count(1):
        place = folder / str(at)
        life.prepare(place)
        done = run(partial(life.live, place), place, fault(at), reads=sys.argv[2] == "unreadable")
        said = [said.decode(errors="replace") for said in done.said]
        print(json.dumps({"calls": done.calls, "said": said, "status": done.status}), flush=True)
        life.judge(place, done)
        if len(done.calls) < at or sys.argv[2] == "none":
            return


if __name__ == "__main__":
    main()
