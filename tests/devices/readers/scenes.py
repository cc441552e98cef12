"""Scenes for all readers: short in tests, long in labs/long."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.devices.readers.bench import STEP, perform
from tests.devices.readers.kinds import AnyBench, Kind

LYING = 3
"""Most tags that lie there at once, on readers that recognise several."""


@dataclass(slots=True)
class Tally:
    """What became of the events on a bad line."""

    frames: int = 0
    """Undamaged frames that showed a tag."""
    harmed: int = 0
    phantoms: int = 0
    """Tags that were reported, although no undamaged frame had shown them."""
    twice: int = 0
    """Tags that entered more than once, or did not leave exactly as often as they entered."""
    lost: int = 0
    """Tags that an undamaged frame had shown, and that were not reported."""


def on_a_bad_line(folder: Path, kind: Kind, events: int, seed: int = 522) -> Tally:
    """Lay and lift ``events`` different tags, twenty a second, and tally the reports.

    Of a hundred lines, one has a wrong bit and one is cut; all arrive in pieces.
    """
    source, tally = Random(seed), Tally()
    shown: set[str] = set()

    def harm(line: bytes) -> bytes:
        fate, tags = source.randrange(100), kind.shows(line)
        if fate > 1 and tags:
            shown.update(tags)
            tally.frames += 1
        tally.harmed += fate <= 1
        return kind.harms[fate](line, source) if fate <= 1 else line

    async def scene(bench: AnyBench) -> None:
        bench.harm, bench.longest = harm, kind.longest
        lying: list[str] = []
        for n in range(events):
            if lying and source.random() < len(lying) / LYING:
                kind.lift(bench.module, lying.pop(source.randrange(len(lying))))
            else:
                lying.append(kind.tag(n))
                kind.lay(bench.module, lying[-1])
            await bench.pass_time(STEP)
        bench.harm = bytes
        for tag in lying:
            kind.lift(bench.module, tag)
        await bench.pass_time(30, step=1)
        entered = [tag for tag, present in bench.collector.tags if present]
        left = [tag for tag, present in bench.collector.tags if not present]
        tally.phantoms = len(set(entered) - shown)
        tally.lost = len(shown - set(entered))
        tally.twice = len(entered) - len(set(entered))
        if bench.reader.presence:
            tally.twice += abs(len(left) - len(set(left))) + len(set(left) ^ set(entered))

    perform(lambda: kind.bench(folder), scene)
    return tally


def lie_still(folder: Path, kind: Kind, seconds: float) -> None:
    """Leave a tag there for so many seconds, then lift it: it enters once, and leaves once."""
    tag = kind.tag(1)

    async def scene(bench: AnyBench) -> None:
        kind.lay(bench.module, tag)
        await bench.pass_time(seconds)
        assert bench.collector.tags == [(tag, True)]
        kind.lift(bench.module, tag)
        await bench.pass_time(0.3)
        assert bench.collector.tags == [(tag, True), (tag, False)][: 1 + bench.reader.presence]

    perform(lambda: kind.bench(folder), scene)
