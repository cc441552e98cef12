"""Attack for a long time: ``PYTHONPATH=hub python -m labs.fuzz [TARGET ...] [--hours 1]``.

What does harm is made as small as possible and kept in labs/fuzz/corpus, where every run of the
tests tries it again. The exit status is 1 if there was anything.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from labs.fuzz.attack import Tally, attack
from labs.fuzz.everything import SHARES, TARGETS

MEMORY: Final = Path("/dev/shm")  # noqa: S108 - journals are synced thousands of times
_EVERY: Final = 10.0
"""Seconds between two lines of progress."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Attack the targets one after the other; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m labs.fuzz", description=__doc__)
    parser.add_argument("target", nargs="*", help=f"of {', '.join(TARGETS)} (all)")
    parser.add_argument("--hours", type=float, default=1.0, help="for all together (1)")
    parser.add_argument("--inputs", type=int, default=1_000_000, help="for each at most (10^6)")
    parser.add_argument("--seed", type=int, default=None, help="to repeat a run (the time)")
    options = parser.parse_args(arguments)
    names = [name for name in TARGETS if not options.target or name in options.target]
    seed = int(time.time()) if options.seed is None else options.seed
    ends = time.monotonic() + options.hours * 3600
    harm = 0
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        for number, name in enumerate(names):
            shares = [SHARES.get(other, 1) for other in names[number:]]
            seconds = max(0.0, ends - time.monotonic()) * shares[0] / sum(shares)
            tally = _attacked(name, Path(folder), seed, seconds, options.inputs)
            print(f"{name}: {tally}", flush=True)
            for finding in tally.found.values():
                print(f"HARM {finding}", flush=True)
            harm += len(tally.found)
    print(f"{harm} findings, seed {seed}")
    return 1 if harm else 0


def _attacked(name: str, folder: Path, seed: int, seconds: float, inputs: int) -> Tally:
    told = time.monotonic()

    def tell(tally: Tally) -> None:
        nonlocal told
        if time.monotonic() - told > _EVERY:
            told = time.monotonic()
            print(f"  {name}: {tally}", file=sys.stderr, flush=True)

    def enough(tally: Tally) -> bool:
        return tally.seconds >= seconds or tally.inputs >= inputs

    return attack(TARGETS[name](folder), Random(seed), enough, tell)


if __name__ == "__main__":
    sys.exit(main())
