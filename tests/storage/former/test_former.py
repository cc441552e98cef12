"""Files written by earlier versions still open, mean the same, and can be continued.

Each folder beside this file is named after the version that wrote it. It contains journals of games
in progress, the same games exported as records and as text, their scores, and the tutorial's
package as a wheel with its author's tests.
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from companion.cli import main
from companion.engine import registry
from companion.records import replay
from companion.storage.journal import FILE as JOURNAL
from tests.rig import running, settings

FORMER = Path(__file__).parent / "0.1"
JOURNALS = sorted(FORMER.glob("*.journal"))


def test_every_game_has_a_journal() -> None:
    since = {"open-table"}  # games that no former version had
    assert [path.stem for path in JOURNALS] == sorted({*registry.names()} - since)


@pytest.mark.parametrize("journal", JOURNALS, ids=lambda path: path.stem)
def test_a_game_in_progress_can_be_continued(journal: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    shutil.copy(journal, state / JOURNAL)
    record = replay.load(journal.with_suffix(".jsonl"))

    async def go_on() -> None:
        configuration = settings(
            tmp_path, state=state, game="inner-compass", level="track", options={}
        )
        async with running(configuration, tmp_path, ask=True) as rig:
            table = rig.table
            assert (table.game.id, table.setup) == (record.game, record.setup)
            assert table.entries[: len(record.entries)] == record.entries
            assert table.state == replay.final(record)[1].state
            for _ in range(3):
                await rig.robot.step()
            assert len(rig.table.entries) >= len(record.entries) + 3

    asyncio.run(go_on())


@pytest.mark.parametrize("journal", JOURNALS, ids=lambda path: path.stem)
@pytest.mark.parametrize("form", ["json", "text"])
def test_a_journal_is_exported_exactly_as_before(
    journal: Path, tmp_path: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    copied = shutil.copy(journal, tmp_path / "journal")
    assert main(["export", str(copied), "--format", form]) == 0
    suffix = {"json": ".jsonl", "text": ".txt"}[form]
    assert capsys.readouterr().out == journal.with_suffix(suffix).read_text(encoding="utf-8")


@pytest.mark.parametrize("journal", JOURNALS, ids=lambda path: path.stem)
@pytest.mark.parametrize("suffix", [".jsonl", ".txt"])
def test_a_record_has_the_same_points_as_before(
    journal: Path, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", str(journal.with_suffix(suffix)), "--json"]) == 0
    expected = journal.with_suffix(".score.json").read_text(encoding="utf-8")
    assert json.loads(capsys.readouterr().out) == json.loads(expected)


def run_own_tests(folder: Path, source: str) -> str:
    """Run a package's own tests in a folder and return what pytest printed."""
    tests = folder / "test_situation_track.py"
    tests.write_text(source, encoding="utf-8")
    command = [
        sys.executable,
        "-W",
        "default::DeprecationWarning",
        "-m",
        "pytest",
        "-q",
        str(tests),
    ]
    done = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return f"{done.returncode}\n{done.stdout}"


@pytest.mark.slow
def test_a_third_party_package_passes_its_own_tests_once_they_follow_the_one_sentence(
    tmp_path: Path,
) -> None:
    (wheel,) = FORMER.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path)
    source = (FORMER / "test_situation_track.py.txt").read_text(encoding="utf-8")
    gone = "companion.catalogue is gone since 0.3; import companion.i18n.catalogue instead"
    assert gone in run_own_tests(tmp_path, source)
    followed = source.replace("companion.catalogue", "companion.i18n.catalogue")
    report = run_own_tests(tmp_path, followed)
    assert report.startswith("0\n"), report
    assert "companion.table.intent is now companion.table.narrowing.intent" in report
    assert "SituationTrack: BaseGame is now companion.engine.rules.Rules" in report
