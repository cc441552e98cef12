"""Plays a game into a journal and prints what that wrote: `GAME FOLDER`, with flushes preloaded."""

import ctypes
import json
import random
import sys
from functools import partial
from pathlib import Path
from typing import Final

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.session.journal_writer import JournalWriter
from companion.storage.journal import FILE, Journal
from companion.table.command import Command
from companion.table.state import ActionInput
from companion.table.table import Timestamp, begin, handle
from labs.bench.apart import NAMES

_SECONDS: Final = 20
"""Between two actions, on the table's clock."""


def written() -> int:
    """Return the bytes that this process has caused to be written to the disk so far."""
    lines = Path("/proc/self/io").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith("write_bytes")).split()[1])


def main(name: str, folder: Path) -> None:
    count, source, game = ctypes.CDLL(None).flushes, random.Random(5), registry.load(name)
    players = NAMES[: max(game.players)]
    draw = sampler(source)
    table = begin(game, Setup(players, game.levels[-1]), (), Timestamp(0, 0.0), draw).table
    writer = JournalWriter(partial(Journal.open, folder / FILE), None)
    writer.flush()
    bytes_before, flushes_before, actions = written(), count(), 0
    writer.begin(table, 0.0)
    writer.append(table.entries)
    writer.flush()
    if table.laying:
        laid = handle(table, Command.BACK, Timestamp(0, 0.0), draw)
        table = laid.table
        writer.append(laid.entries)
        writer.flush()
    bytes_first, flushes_first = written(), count()
    while not table.is_over:
        actions += 1
        moment = Timestamp(1000 * _SECONDS * actions, 1.8e9 + _SECONDS * actions)
        outcome = handle(table, ActionInput(source.choice(table.candidates)), moment, draw)
        table = outcome.table
        writer.append(outcome.entries)
        writer.flush()
    bytes_, flushes = written(), count()
    writer.close()
    print(
        json.dumps(
            {
                "actions": actions,
                "entries": len(table.entries),
                "bytes": (bytes_ - bytes_first) / actions,
                "flushes": (flushes - flushes_first) / actions,
                "game bytes": written() - bytes_before,
                "game flushes": count() - flushes_before,
                "kept": (folder / FILE).stat().st_size,
            }
        )
    )


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
