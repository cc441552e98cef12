"""Games for exports: random ones in a journal's archive, read back as people find them."""

from functools import lru_cache
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.engine import registry
from companion.engine.game import Setup
from companion.records import archive
from companion.records.archive import ArchivedGame
from companion.records.jsonl import GameRecord
from companion.records.random_play import BEGAN, record
from companion.records.result import result_of, result_struct
from companion.storage.journal import Journal
from companion.storage.setup import setup_struct

NAMES = ("Ann", "=1+1", "Çem & <b>Dua</b>", '"Eva", 3rd', "Jörg", "Li 李", "Guy\x07")
PLAIN_NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Flo", "Gus")
"""Names that everything takes: the others are tests of what exports escape or refuse."""
_DAY = 86_400


def records(name: str, count: int, names: tuple[str, ...] = NAMES) -> list[GameRecord]:
    """Return random games of all numbers of players and levels in turn."""
    game = registry.load(name)
    kinds = cycle((seats, level) for level in game.levels for seats in game.players)
    return [
        record(game, Setup(names[:seats], level), seed, began=BEGAN + seed * _DAY)
        for seed, (seats, level) in enumerate(islice(kinds, count))
    ]


def store(journal: Journal, recorded: GameRecord) -> int:
    """Put a game into a journal as a box does, and return its number."""
    setup = setup_struct(recorded.setup, recorded.enter)
    first, last = recorded.entries[0], recorded.entries[-1]
    play = journal.begin(recorded.game, recorded.rules_version, setup, first.wall)
    journal.append(play, recorded.entries)
    table = archive.table_of(recorded)
    journal.finish(play, last.wall + 60, result_struct(result_of(table)))
    return play


@lru_cache(maxsize=8)
def played(name: str, count: int, names: tuple[str, ...] = NAMES) -> tuple[ArchivedGame, ...]:
    """Return the archive of a box that has followed so many games."""
    with TemporaryDirectory() as folder, Journal.open(Path(folder) / "journal") as journal:
        for recorded in records(name, count, names):
            store(journal, recorded)
        return archive.list_games(journal)


def left(name: str) -> ArchivedGame:
    """Return a game that was left after its first half."""
    (whole,) = records(name, 1)
    half = whole.entries[: len(whole.entries) // 2]
    with TemporaryDirectory() as folder, Journal.open(Path(folder) / "journal") as journal:
        store(journal, GameRecord(whole.game, whole.rules_version, whole.setup, (), half))
        return archive.list_games(journal)[0]
