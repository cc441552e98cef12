"""Games that every former version left unfinished go on under this one, to their ends.

`tests/storage/former/VERSION/GAME.journal` is a journal that the code of that version
wrote: a robot at emulated hardware (`tests.rig`) laid the game out and took thirty steps. A release
adds its own.
"""

import asyncio
import shutil
from pathlib import Path

import pytest

from companion.engine import registry
from companion.storage.journal import FILE, Journal
from tests.rig import running, settings

FORMER = Path(__file__).parents[2] / "tests" / "storage" / "former"
JOURNALS = sorted(FORMER.glob("*/*.journal"))


@pytest.mark.parametrize("journal", JOURNALS, ids=lambda file: f"{file.parent.name} {file.stem}")
def test_a_game_of_a_former_version_goes_on(journal: Path, tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    kept = tmp_path / "state" / FILE
    shutil.copy(journal, kept)
    with Journal.open(kept) as reader:
        play = reader.plays()[-1]
        before = reader.entries(play.id)
    assert play.finished is None

    async def on() -> None:
        async with running(settings(tmp_path), tmp_path) as rig:
            assert rig.table.game.id == journal.stem
            assert rig.table.entries[: len(before)] == tuple(before)
            await rig.restart_timeout()
            assert rig.table.is_over

    asyncio.run(on())


def test_each_game_has_a_journal_of_each_version() -> None:
    versions = {file.parent.name for file in JOURNALS}
    games = {(file.parent.name, file.stem) for file in JOURNALS}
    assert versions
    assert games == {(version, name) for version in versions for name in registry.names()}
