"""The third-party game that the tutorial writes: installed, found, played and shown.

It is found by its entry point alone. The package is built and unpacked as pip would do it, into a
temporary folder.
"""

import asyncio
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.display.painter import paint
from companion.engine import registry
from companion.engine.text import text
from companion.i18n.catalogue import Catalogue
from companion.table.table import Table
from tests.rig import Rig, running, settings
from tools.catalogues import compile_catalogue

ROOT = Path(__file__).parents[2]
PACKAGE = Path(__file__).parent / "situation_track"
TUTORIAL = ROOT / "docs" / "tutorial.md"
BUILD = "import sys; from flit_core.buildapi import build_wheel; print(build_wheel(sys.argv[1]))"

Scene = Callable[[Rig], Coroutine[Any, Any, None]]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder into which only the package is installed."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-c", BUILD, str(folder)]
    built = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, check=True)
    with zipfile.ZipFile(folder / built.stdout.strip()) as wheel:
        wheel.extractall(folder)
    return folder


def run(site: Path, *arguments: str) -> str:
    """Return the output of ``python -m ...`` where the package is installed."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        env={**os.environ, "PYTHONPATH": str(site)},
        cwd=site,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the package for this process."""
    monkeypatch.syspath_prepend(str(site))
    yield
    for name in [module for module in sys.modules if module.partition(".")[0] == "situation_track"]:
        del sys.modules[name]


def play(folder: Path, scene: Scene, **changes: Any) -> None:  # noqa: ANN401 - Settings
    """Run a scene on an emulated box with the game on it."""
    configuration = settings(folder, game="situation-track", level="full", options={}, **changes)

    async def begin() -> None:
        async with running(configuration, folder) as rig:
            await rig.lay_out()
            await scene(rig)

    asyncio.run(begin())


async def rows_on_panel(rig: Rig) -> list[tuple[str, str]]:
    """Return the rows of the screen once the panel shows them."""
    picture = await rig.picture()
    assert picture.tobytes() == paint(rig.screen, picture.size).tobytes()
    return [(row.text, row.value) for row in rig.screen.rows]


def track(table: Table) -> list[str]:
    return [token.capitalize() for token in table.state.track]


def test_it_is_listed_beside_the_built_in_games(site: Path) -> None:
    listed = {line.split()[0]: line for line in run(site, "companion", "games").splitlines()}
    assert {"inner-compass", "situation-track"} <= set(listed)
    assert "2-4 players, levels: full" in listed["situation-track"]


def test_the_demo_plays_it_to_its_score_sheet(site: Path) -> None:
    output = run(site, "companion", "demo", "--game", "situation-track", "--seed", "2")
    assert len(re.findall(r"^Player \d slides \w+ for \d points", output, re.MULTILINE)) == 12
    assert "The game is over" in output
    assert output.count("┌") >= 2
    points = re.findall(r"^  Slid \w+ +(\d)  ST-4$", output, re.MULTILINE)
    totals = re.findall(r"^Player \d +(\d+)", output, re.MULTILINE)
    assert len(points) == 12
    assert sum(map(int, points)) == sum(map(int, totals))


@pytest.mark.usefixtures("installed")
def test_a_token_on_the_reader_slides_and_the_panel_shows_it(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        before = track(rig.table)
        assert await rows_on_panel(rig) == list(zip(before, "54320", strict=True))
        await rig.lay(f"token-{before[1].lower()}")
        assert await rows_on_panel(rig) == [(f"{before[1]} to the bottom", "")]
        await rig.tap("b")
        moved = [before[0], *before[2:], before[1]]
        assert await rows_on_panel(rig) == list(zip(moved, "54320", strict=True))
        assert rig.table.game.returns(rig.table.state) == (4, 0)

    play(tmp_path, scene)


@pytest.mark.usefixtures("installed")
def test_the_panel_says_why_not_and_by_which_rule(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        bottom = track(rig.table)[-1]
        await rig.lay(f"token-{bottom.lower()}")
        assert await rows_on_panel(rig) == [(f"{bottom} is at the bottom and stays there.", "")]
        assert rig.screen.footer == "ST-3"

    play(tmp_path, scene)


@pytest.mark.usefixtures("installed")
def test_a_game_without_german_words_speaks_english(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(site / "situation_track", tmp_path / "situation_track")
    (tmp_path / "situation_track" / "text" / "de.mo").unlink()
    monkeypatch.syspath_prepend(str(tmp_path))
    game = registry.load("situation-track")
    voice = Catalogue("de", game, ("Ann",))
    assert Catalogue.languages(game) == ("en",)
    assert voice.long(text("token.storm")) == "Storm"
    assert voice.long(text("table.points", n=2)) == "2 Punkte"


@pytest.mark.usefixtures("installed")
def test_it_speaks_the_language_of_the_box(tmp_path: Path) -> None:
    german = {"Dürre", "Fest", "Markt", "Streit", "Sturm"}

    async def scene(rig: Rig) -> None:
        assert {name for name, _ in await rows_on_panel(rig)} == german
        assert rig.screen.footer.endswith(": schiebe")

    play(tmp_path, scene, language="de")


def test_its_own_tests_pass(site: Path, tmp_path: Path) -> None:
    test = PACKAGE / "tests" / "test_situation_track.py"
    (tmp_path / test.name).write_bytes(test.read_bytes())
    output = run(site, "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path))
    assert re.search(r"\b\d\d passed", output)


def test_its_tests_take_no_more_than_ten_lines() -> None:
    lines = (PACKAGE / "tests" / "test_situation_track.py").read_text("utf-8").splitlines()
    assert len([line for line in lines if line]) <= 10


def test_nothing_in_the_project_refers_to_it() -> None:
    sources = (path for path in (ROOT / "companion").rglob("*") if path.suffix in {".py", ".yaml"})
    named = re.compile(r"situation[-_]track|SituationTrack")
    assert [path for path in sources if named.search(path.read_text(encoding="utf-8"))] == []


def test_the_tutorial_shows_its_actual_files() -> None:
    page = TUTORIAL.read_text(encoding="utf-8")
    blocks = dict(
        re.findall(r"^`([\w/.]+)`:\n\n```\w*\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    )
    files = {
        path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8")
        for path in PACKAGE.rglob("*.*")
        if path.suffix in {".py", ".po", ".toml"}
    }
    assert set(blocks) == set(files)
    assert [name for name in files if blocks[name] != files[name]] == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_its_compiled_catalogues_are_up_to_date(language: str) -> None:
    """If this fails: ``python tools/catalogues.py tests/third_party``."""
    source = PACKAGE / "situation_track" / "text" / f"{language}.po"
    assert source.with_suffix(".mo").read_bytes() == compile_catalogue(source)
