"""The plug is pulled while people play: what they have seen is there, and the card is whole.

Two ways. A log of all that the card was told to write gives the card as it is after a cut at any
moment, with any part lost of what was not yet flushed. And the machine itself is ended while it
starts and while it plays, and has to come back.
"""

import asyncio
import json
import random
import struct
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from labs.card.conftest import First, another, going_on, sparse
from labs.card.machine import Machine, MachineError, switched_on
from labs.card.players import Door, play
from labs.powercut.cuts import Disk, choose, instants, lose
from labs.powercut.remains import Remains, examine
from labs.powercut.writes import SECTOR, Write, read

CUTS: Final = 20
ENTRIES: Final = 60
"""Entries that are seen by phones before the end."""
SEED: Final = 1
STATE: Final = "/lib/compass-companion"
"""On the data partition, which is mounted at /var."""
LOG: Final = 8 << 30
"""Bytes that the log may grow to; the file is sparse."""
STARTS: Final = (8, 16, 24, 32, 40, 55, 80, 120)
"""Seconds after which a start is cut short; the data partition is mounted after about a minute."""
NEVER: Final = "what no console says"
LOGINS: Final = "cat /var/lib/compass-companion/logins.json"
Promise = tuple[int, int]
"""How many requests the card had had by then, and the newest entry that was seen."""


def requests(log: Path) -> int:
    """Return how many requests a log holds by now (its superblock says so)."""
    with log.open("rb") as file:
        return int(struct.unpack("<QQQ", file.read(24))[2])


def door(machine: Machine) -> Door:
    """Return the way to the pages of a running card."""
    codes = json.loads(machine.run(LOGINS))
    return Door(f"http://127.0.0.1:{machine.web}", codes["code"], codes["host_code"])


def played(machine: Machine, entries: int) -> list[Promise]:
    """Let people play until phones have seen so many entries."""
    promises: list[Promise] = []
    log = machine.recording

    def seen(entry: int) -> None:
        promises.append((0 if log is None else requests(log), entry))

    asyncio.run(play(door(machine), seen, lambda: len(promises) >= entries))
    return promises


async def newest(way: Door) -> int:
    """Return the newest entry of the game on the table."""
    async with way.page("host", "/api/host", code=way.host_code) as host:
        return max(int(line["n"]) for line in host.phone.log)


def data_partition(disk: Path) -> tuple[int, int]:
    """Return where the data partition begins, and its size, in sectors."""
    shown = subprocess.run(
        ("/usr/sbin/sfdisk", "--json", disk), capture_output=True, text=True, check=True
    )
    last = json.loads(shown.stdout)["partitiontable"]["partitions"][-1]
    return int(last["start"]), int(last["size"])


def within(
    writes: Sequence[Write], promises: Sequence[Promise], place: tuple[int, int]
) -> list[Write]:
    """Return the requests as the data partition gets them, promises behind its end.

    Nothing else of the card may be written: the system is only read.
    """
    start, size = place
    marks = dict(promises)
    moved: list[Write] = []
    for number, write in enumerate((*writes, None)):
        if number in marks:
            promised = json.dumps({"game 1": marks[number]}).encode()
            moved.append(Write(size, memoryview(promised), is_flush=False))
        if write is None:
            break
        if not write.content:
            moved.append(write)
            continue
        assert start <= write.sector < start + size, "outside of /var"
        moved.append(Write(write.sector - start, write.content, write.is_flush))
    return moved


def left_by_cuts(
    base: Path, log: Path, promises: Sequence[Promise], folder: Path
) -> Iterator[tuple[dict[str, int], int, Remains]]:
    """Yield for each cut what was promised, how many sectors are lost, and what is found."""
    place = data_partition(base)
    whole = folder / "data.img"
    cut_out = ("bs=1M", "iflag=skip_bytes,count_bytes", f"skip={place[0] * SECTOR}")
    size = f"count={place[1] * SECTOR}"
    subprocess.run(
        ("/usr/bin/dd", f"if={base}", f"of={whole}", *cut_out, size, "conv=sparse", "status=none"),
        check=True,
    )
    writes = within(read(log), promises, place)
    source = random.Random(SEED)
    disk = Disk(whole, writes)
    for number, cut in enumerate(choose(list(instants(writes, place[1])), CUTS, source)):
        disk.advance(cut)
        after = sparse(disk.base, folder / "cut.img")
        lost = lose(after, cut, source)
        yield dict(cut.promised), lost, examine(after, folder / str(number), STATE)


def test_nothing_that_was_seen_is_lost_by_a_cut_at_any_moment(first: First, tmp_path: Path) -> None:
    machine = another(first, tmp_path)
    base = sparse(machine.disk, tmp_path / "base.img")
    log = tmp_path / "writes.log"
    with log.open("wb") as file:
        file.truncate(LOG)
    machine.recording = log
    with switched_on(machine):
        machine.await_ready()
        promises = played(machine, ENTRIES)
    print(f"\n{requests(log)} requests, {len(promises)} entries seen")
    sectors = 0
    for promised, lost, remains in left_by_cuts(base, log, promises, tmp_path):
        assert remains.lost(promised) == {}
        assert remains.damaged == ()
        sectors += lost
    print(f"{CUTS} cuts, {sectors} sectors lost")
    assert sectors > 0


def test_a_box_that_is_cut_while_it_plays_and_while_it_starts_comes_back(
    first: First, tmp_path: Path
) -> None:
    """Without a chance to end anything, before and after the card is mounted and checked."""
    with going_on(first, tmp_path) as machine:
        entry = played(machine, 5)[-1][1]
    for seconds in STARTS:
        with switched_on(machine), suppress(MachineError):
            machine.await_said(NEVER, seconds)
    with switched_on(machine):
        print(f"\nready {machine.await_ready():.0f} s after the kernel began")
        assert asyncio.run(newest(door(machine))) >= entry
        played(machine, 5)
