"""The list of games that were left, on a box that has followed many."""

import tracemalloc
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from companion.daemon.suspended_games import MOST, suspended_games
from companion.engine.game import Setup
from companion.records.result import Result, result_struct
from companion.storage.journal import Journal, archive
from companion.storage.journal.archive import ArchiveRow
from companion.storage.journal.database import connect, insert_play, transaction
from companion.storage.journal.rows import Play, PlayRow
from companion.storage.setup import setup_struct

WHOLE: Final = Result(
    over=True,
    points=(30, 20),
    winners=(0,),
    places=(1, 2),
    seconds=(900, 800),
    length=1700,
    actions=70,
    undone=0,
    corrections=0,
    ended=2.0,
)
LEFT: Final = replace(WHOLE, over=False)
UNTOUCHED: Final = replace(LEFT, actions=0)


def put_away(path: Path, *results: Result | None) -> None:
    """Write finished games into a journal; one without a result is one whose result is unknown."""
    with Journal.open(path):
        pass
    setup = setup_struct(Setup(("Ada", "Ben"), "full"), ())
    with closing(connect(path)) as connection, transaction(connection):
        for number, result in enumerate(results, 1):
            insert_play(connection, PlayRow.of(Play(number, "essence", "1", setup, 1.0, 2.0)))
            summary = {} if result is None else result_struct(result)
            archive.insert(connection, ArchiveRow.of(number, summary, ()))


def test_those_that_were_begun_and_left_are_listed_the_latest_first(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    put_away(path, LEFT, WHOLE, None, UNTOUCHED, LEFT, WHOLE, *(LEFT,) * (MOST - 1))
    with Journal.open(path) as journal:
        listed = suspended_games(journal)
    assert [game.play for game in listed] == [*range(6 + MOST - 1, 6, -1), 5]
    assert listed[0].players == ("Ada", "Ben")


@pytest.mark.slow
def test_a_thousand_finished_games_cost_no_memory_when_the_next_begins(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        path = tmp_path / f"{count}" / "journal.db"
        put_away(path, LEFT, *(WHOLE,) * count)
        with Journal.open(path) as journal:
            suspended_games(journal)
            tracemalloc.start()
            try:
                assert len(suspended_games(journal)) == 1
                return tracemalloc.get_traced_memory()[1]
            finally:
                tracemalloc.stop()

    assert peak(1000) < 2 * peak(1)
