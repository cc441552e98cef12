"""Feeds a target with spoiled inputs and keeps count: rate, outcomes, slowest input, growth."""

import gc
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from types import FrameType
from typing import Final, Protocol

HANG: Final = 2.0
"""Seconds of a processor that an input may take at most."""
WAIT: Final = 30.0
"""Seconds that an input may take on a busy machine, where work takes longer."""
SLOW: Final = 0.05
"""Seconds of a processor above which an input is tried once more, and the quicker time counts.

To look for garbage among all objects takes as long, and to import on demand longer; neither is the
cost of the input that it falls to.
"""
LONGEST_SENTENCE: Final = 2000
"""The most characters of a refusal: it names what was found, but does not repeat it at length."""
AGAIN: Final = 0.3
"""How often a spoiled input is spoiled once more."""
OFTEN: Final = 2000
"""Inputs after which memory has warmed up, and between two looks at it."""
MOST_FOUND: Final = 20
"""After so many different findings an attack ends."""
CORPUS: Final = Path(__file__).parent / "corpus"
"""A folder for each target: ``seeds`` to be spoiled, and cases ``found`` that once did harm."""


class Target(Protocol):
    """Something that takes inputs from outside."""

    name: str

    def seeds(self) -> Sequence[bytes]:
        """Return sound inputs."""

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return a seed with something wrong in it."""

    def feed(self, case: bytes) -> Counter[str]:
        """Take a case; return how its inputs fared: ``taken``, or the code of the refusal.

        Anything else that happens is a finding: an exception, and first of all AssertionError.
        """


class HangError(Exception):
    """An input has taken too long."""


@dataclass(frozen=True)
class Finding:
    """A case that did harm: what happened, and the file that keeps it."""

    target: str
    what: str
    file: Path

    def __str__(self) -> str:
        return f"{self.target}: {self.what}\n  {self.file}"


@dataclass
class Tally:
    """What became of an attack so far."""

    cases: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    """Seconds of a processor that the slowest case took."""
    slow: bytes = b""
    """The slowest case, if it was ``SLOW``."""
    outcomes: Counter[str] = field(default_factory=Counter)
    found: dict[str, Finding] = field(default_factory=dict)
    """The cases that did harm, by what happened where."""
    blocks: int = 0
    """How many more blocks of memory Python holds than when the attack had warmed up."""
    resident: int = 0
    """How many more kilobytes of memory the process holds than then."""

    @property
    def inputs(self) -> int:
        """How many inputs there were; a case may have several."""
        return sum(self.outcomes.values())

    def __str__(self) -> str:
        tallied = ", ".join(f"{count} {outcome}" for outcome, count in self.outcomes.most_common(6))
        rate = self.inputs / self.seconds if self.seconds else 0.0
        slow = f" ({self.slow!r:.200})" if self.slow else ""
        return (
            f"{self.inputs} inputs in {self.seconds:.0f} s ({rate:.0f} a second), slowest "
            f"{self.slowest:.2f} s{slow}, {self.blocks:+} blocks, {self.resident:+} kB: {tallied}"
        )


def one_sentence(message: str) -> None:
    """Fail unless a refusal is one printable line that is not too long."""
    assert message.strip(), "a refusal without a word"
    assert "\n" not in message, f"more than one line: {message!r:.300}"
    assert len(message) <= LONGEST_SENTENCE, f"{len(message)} characters: {message!r:.300}"
    message.encode()


def cases_of(target: Target) -> list[Path]:
    """Return the cases that once did harm to a target."""
    return sorted((CORPUS / target.name).glob("found/*"))


@contextmanager
def patience() -> Iterator[None]:
    """Raise ``HangError`` inside the block after ``HANG`` seconds of work, or a long wait."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise HangError

    timers = (
        (signal.SIGPROF, signal.ITIMER_PROF, HANG),
        (signal.SIGALRM, signal.ITIMER_REAL, WAIT),
    )
    former = [(number, signal.signal(number, end)) for number, _, _ in timers]
    for _, timer, seconds in timers:
        signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        for _, timer, _ in timers:
            signal.setitimer(timer, 0.0)
        for number, handler in former:
            signal.signal(number, handler)


def attack(
    target: Target,
    source: Random,
    enough: Callable[[Tally], bool],
    told: Callable[[Tally], None] = lambda _: None,
) -> Tally:
    """Feed spoiled seeds until there are enough, or too many different ones have done harm."""
    tally = Tally()
    seeds = target.seeds()
    began = time.perf_counter()
    due, warm = OFTEN, tuple[int, ...]()
    while not enough(tally) and len(tally.found) < MOST_FOUND:
        case = target.spoil(source.choice(seeds), source)
        while source.random() < AGAIN:
            case = target.spoil(case, source)
        outcome, worked = measured(target, case)
        if isinstance(outcome, Exception):
            _note(tally, target, case, outcome)
        else:
            tally.outcomes += outcome
            if worked > SLOW:
                worked = min(worked, measured(target, case)[1])
            if worked > tally.slowest:
                tally.slowest, tally.slow = worked, case if worked > SLOW else b""
        tally.cases += 1
        tally.seconds = time.perf_counter() - began
        if tally.inputs >= due:
            due = tally.inputs + OFTEN
            warm = warm or held()
            tally.blocks, tally.resident = (
                now - then for now, then in zip(held(), warm, strict=True)
            )
            told(tally)
    return tally


def measured(target: Target, case: bytes) -> tuple[Counter[str] | Exception, float]:
    """Return how a case fared, and the seconds of a processor that it took."""
    started = time.process_time()
    outcome = tried(target, case)
    return outcome, time.process_time() - started


def tried(target: Target, case: bytes) -> Counter[str] | Exception:
    """Return how the inputs of a case fared, or what happened instead."""
    try:
        with patience():
            return target.feed(case)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what was looked for
        return error


def _note(tally: Tally, target: Target, case: bytes, error: Exception) -> None:
    """Keep a case, unless one that failed at the same place was kept before."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    key = f"{type(error).__name__} in {Path(place.filename).name}:{place.lineno}"
    if key not in tally.found:
        tally.found[key] = Finding(target.name, f"{key}: {error!s:.300}", kept(target, case))


def held() -> tuple[int, int]:
    """Return the blocks of memory that Python holds, and the kilobytes of the whole process."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return sys.getallocatedblocks(), pages * 4


def kept(target: Target, case: bytes) -> Path:
    """Keep a case, as small as it can be made, with those that every run tries again."""
    small = reduced(target, case)
    file = CORPUS / target.name / "found" / sha256(small).hexdigest()[:12]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(small)
    return file


def reduced(target: Target, case: bytes, tries: int = 400) -> bytes:
    """Return a smaller case that fails as well: parts are left out as long as it does."""
    failure = type(tried(target, case))
    size = len(case) // 2
    while size and tries > 0 and failure is not HangError:
        at = 0
        while at < len(case) and tries > 0:
            tries -= 1
            shorter = case[:at] + case[at + size :]
            if type(tried(target, shorter)) is failure:
                case = shorter
            else:
                at += size
        size //= 2
    return case
