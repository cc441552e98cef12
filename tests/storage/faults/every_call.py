"""Meets faults at the system calls of a life, one after the other: ``LIFE FAULTS FOLDER [AT ...]``.

Several faults are separated by commas. Prints one JSON object for each run. It is a process of its
own because it forks, which a process with threads should not. Without places it goes on until the
life is over before the fault.
"""

import errno
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tests.storage.faults.calls import Deed, run
from tests.storage.faults.lives import LIVES, Life

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
    """Meet each fault."""
    life, faults, folder, *places = sys.argv[1:]
    for fault in faults.split(","):
        meet(LIVES[life], fault, Path(folder, fault), map(int, places) if places else count(1))


def meet(life: Life, fault: str, folder: Path, places: Iterable[int]) -> None:
    """Live once for each place of a fault."""
    folder.mkdir(parents=True, exist_ok=True)
    for at in places:
        place = folder / str(at)
        life.prepare(place)
        deed = FAULTS[fault](at)
        done = run(partial(life.live, place), place, deed, reads=fault == "unreadable")
        said = [said.decode(errors="replace") for said in done.said]
        print(json.dumps({"calls": done.calls, "said": said, "status": done.status}), flush=True)
        life.judge(place, done)
        if len(done.calls) < at or fault == "none":
            return


if __name__ == "__main__":
    main()
