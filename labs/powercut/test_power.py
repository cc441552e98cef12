"""After the plug is pulled, everything acknowledged is there and every file is intact."""

import random
from collections.abc import Iterator, Mapping
from pathlib import Path

from labs.powercut.conftest import Record
from labs.powercut.cuts import Cut, Disk, choose, instants, lose
from labs.powercut.recorder import Recorder, copy_sparsely
from labs.powercut.remains import Remains, examine
from labs.powercut.writes import read

CUTS = 50
SEED = 1
ACTIONS = 300
"""Entries that are acknowledged before the end."""
PATIENCE = 900.0
"""Seconds for boot and game; on an idle computer they take about two minutes."""


def plenty(promised: Mapping[str, int]) -> bool:
    return sum(promised.values()) >= ACTIONS


def cut_everywhere(box: Recorder, count: int, folder: Path) -> Iterator[tuple[Cut, int, Remains]]:
    """Let a box play, and yield what each power cut leaves: the sectors lost, and the state."""
    took = box.listen(plenty, PATIENCE)
    box.cut()
    writes = read(box.log)
    flushes = sum(write.is_flush for write in writes)
    print(f"\n{took:.0f} s; {len(writes)} requests, {flushes} flushes; promised {box.promised}")
    source = random.Random(SEED)
    possible = list(instants(writes, box.marker))
    disk = Disk(box.base, writes)
    for number, cut in enumerate(choose(possible, count, source)):
        disk.advance(cut)
        after = folder / "cut.img"
        copy_sparsely(disk.base, after)
        lost = lose(after, cut, source)
        yield cut, lost, examine(after, folder / str(number))


def test_no_acknowledged_action_is_lost_and_every_file_is_intact(
    record: Record, tmp_path: Path
) -> None:
    sectors = repaired = 0
    for cut, lost, remains in cut_everywhere(record(), CUTS, tmp_path):
        assert remains.lost(cut.promised) == {}
        assert remains.damaged == ()
        sectors += lost
        repaired += bool(remains.report)
    print(f"{CUTS} power cuts, {sectors} sectors lost, {repaired} journals repaired")
    assert sectors > 0


def test_a_journal_that_does_not_wait_for_the_disk_is_caught(
    record: Record, tmp_path: Path
) -> None:
    """If it were not caught, the test above would prove nothing."""
    problems = [
        remains.lost(cut.promised)
        for cut, _, remains in cut_everywhere(record("careless"), CUTS // 5, tmp_path)
    ]
    print(f"acknowledged and lost: {problems}")
    assert any(problems)
