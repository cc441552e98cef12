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

from companion.cli import main
from companion.display.painter import paint
from companion.engine import registry
from companion.engine.conformance import ConformanceError, GameConformance
from companion.engine.text import Text, text
from companion.i18n.catalogue import Catalogue
from companion.web.views.position import Position
from companion.web.views.projection import offer_for
from companion.web.views.viewer import Viewer
from tests.rig import Rig, running, settings
from tests.third_party.code_lines import code_lines

ROOT = Path(__file__).parents[2]
PACKAGE = Path(__file__).parent / "last_pebble"
TUTORIAL = ROOT / "docs" / "tutorial.md"
BUILD = "import sys; from flit_core.buildapi import build_wheel; print(build_wheel(sys.argv[1]))"

MORE = "last-pebble-more"
CODE = ("__init__.py", "more.py")

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
    for name in [module for module in sys.modules if module.partition(".")[0] == "last_pebble"]:
        del sys.modules[name]


def play(folder: Path, scene: Scene, **changes: Any) -> None:  # noqa: ANN401 - Settings
    """Run a scene on an emulated box with the game on it."""
    configuration = settings(folder, level="full", options={}, **{"game": MORE, **changes})

    async def begin() -> None:
        async with running(configuration, folder) as rig:
            if rig.table.laying:
                await rig.lay_out()
            await scene(rig)

    asyncio.run(begin())


async def rows_on_panel(rig: Rig) -> list[tuple[str, str]]:
    """Return the rows of the screen once the panel shows them."""
    picture = await rig.picture()
    assert picture.tobytes() == paint(rig.screen, picture.size).tobytes()
    return [(row.text, row.value) for row in rig.screen.rows]


@pytest.mark.slow
def test_it_is_listed_beside_the_built_in_games(site: Path) -> None:
    listed = {line.split()[0]: line for line in run(site, "companion", "games").splitlines()}
    assert {"inner-compass", "last-pebble", MORE} <= set(listed)
    assert "2-4 players, levels: full" in listed["last-pebble"]


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("game", ["last-pebble", MORE])
def test_the_demo_plays_it_to_its_score_sheet(game: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--game", game, "--seed", "2"]) == 0
    output = capfd.readouterr().out
    taken = re.findall(r"^Player \d takes (\d)", output, re.MULTILINE)
    assert sum(map(int, taken)) == 12
    assert output.count("┌") >= 2
    assert re.search(r"^  1 point +1  LP-2$", output, re.MULTILINE)
    assert re.search(r"^Player \d +1  wins", output, re.MULTILINE)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("game", ["last-pebble", MORE])
def test_it_plays_itself_without_breaking_an_invariant(
    game: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["selfplay", game, "--games", "50"]) == 0
    output = capfd.readouterr().out
    assert re.match(r"50 games, \d+ actions, 0 games broke an invariant", output)


@pytest.mark.usefixtures("installed")
def test_the_smallest_game_shows_on_the_panel(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        points = [("Ann", "0 points"), ("Ben", "0 points")]
        assert await rows_on_panel(rig) == [*points, ("Ann: take 1 to 3", "")]
        assert rig.screen.footer == "A choose  B clock"
        await rig.tap("down")
        assert [row.text for row in rig.screen.rows] == ["Take 1", "Take 2", "Take 3"]
        await rig.tap("down", "a")
        assert rig.table.state.left == 10
        await rig.read_who_is_next()
        assert rig.screen.footer == "A choose  B clock"

    play(tmp_path, scene, game="last-pebble", players=("Ann", "Ben"))


@pytest.mark.usefixtures("installed")
def test_a_phone_offers_its_seat_the_same_choices(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        seat = rig.table.game.current_player(rig.table.state)
        offer = offer_for(Position(rig.table), Viewer(seat))
        assert offer is not None
        assert [choice.value for choice in offer.choices] == ["take"] * 3
        assert offer.candidates == rig.table.game.legal_actions(rig.table.state, seat)

    play(tmp_path, scene, game="last-pebble", players=("Ann", "Ben"))


@pytest.mark.usefixtures("installed")
def test_a_card_on_the_reader_takes_pebbles(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        assert rig.table.state.left == 12
        await rig.lay("card-3")
        assert rig.table.state.left == 9

    play(tmp_path, scene)


@pytest.mark.usefixtures("installed")
def test_the_panel_says_why_not_and_by_which_rule(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        for _ in range(3):
            await rig.lay("card-3")
        await rig.lay("card-2")
        await rig.lay("card-3")
        assert "not more than there are." in " ".join(row.text for row in rig.screen.rows)
        assert rig.screen.footer == "LP-1 A/B ok"

    play(tmp_path, scene)


@pytest.mark.usefixtures("installed")
def test_a_game_without_german_words_speaks_english(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(site / "last_pebble", tmp_path / "last_pebble")
    words = tmp_path / "last_pebble" / "words.yaml"
    words.write_text(words.read_text("utf-8").partition("\nde:")[0], encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    game = registry.load("last-pebble")
    voice = Catalogue("de", game, ("Ann",))
    assert Catalogue.languages(game) == ("en",)
    assert voice.long(text("verb.take")) == "Take pebbles"
    assert voice.long(text("table.points", n=2)) == "2 Punkte"


@pytest.mark.usefixtures("installed")
def test_it_speaks_the_language_of_the_box(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        assert rig.screen.rows[-1].text.endswith(": nimm 1-3")

    play(tmp_path, scene, language="de")


@pytest.mark.usefixtures("installed")
def test_a_question_with_a_long_name_takes_two_lines(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        assert [row.text for row in rig.screen.rows[2:]] == ["Maximiliane: nimm", "1-3"]
        assert await rows_on_panel(rig)

    play(tmp_path, scene, language="de", players=("Maximiliane", "Ben"))


@pytest.mark.usefixtures("installed")
def test_an_action_without_words_is_named() -> None:
    class Silent(Catalogue):
        def long(self, message: Text) -> str:
            return message.key if message.key == "verb.take" else super().long(message)

    kit = type("Kit", (GameConformance,), {"game": registry.load("last-pebble"), "voice": Silent})
    with pytest.raises(ConformanceError, match=r"take: verb\.take has no words, language en"):
        kit().test_actions_have_words()


@pytest.mark.slow
def test_its_own_tests_pass(site: Path, tmp_path: Path) -> None:
    for test in (PACKAGE / "tests").glob("*.py"):
        (tmp_path / test.name).write_bytes(test.read_bytes())
    output = run(site, "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path))
    assert re.search(r"\b1\d\d passed", output)


def test_nothing_in_the_project_refers_to_it() -> None:
    sources = (path for path in (ROOT / "companion").rglob("*") if path.suffix in {".py", ".yaml"})
    named = re.compile(r"last[-_]pebble|LastPebble")
    assert [path for path in sources if named.search(path.read_text(encoding="utf-8"))] == []


def test_the_smallest_game_takes_about_sixty_lines() -> None:
    rules = (PACKAGE / "last_pebble" / "__init__.py").read_text("utf-8")
    words = _blocks()["last_pebble/words.yaml"]
    assert len([line for line in (rules + words[0]).splitlines() if line]) <= 60


def test_all_code_of_the_tutorial_has_sixty_lines() -> None:
    """Both of its games, with chance, tags, corrections and an invariant."""
    sources = [(PACKAGE / "last_pebble" / name).read_text("utf-8") for name in CODE]
    assert 0 < sum(map(code_lines, sources)) <= 60


def _blocks() -> dict[str, list[str]]:
    """Return the parts of each file that the tutorial shows, in order."""
    page = TUTORIAL.read_text(encoding="utf-8")
    blocks: dict[str, list[str]] = {}
    for name, block in re.findall(
        r"^`([\w/.]+)`[^\n]*:\n\n```\w*\n(.*?)^```$", page, re.MULTILINE | re.DOTALL
    ):
        blocks.setdefault(name, []).append(block)
    return blocks


def test_the_tutorial_shows_the_actual_files() -> None:
    """It shows all code as a whole, and the beginnings of words and of the package's entries."""
    blocks = _blocks()
    assert set(blocks) == {
        *("last_pebble/__init__.py", "last_pebble/more.py", "last_pebble/words.yaml"),
        *("pyproject.toml", "tests/test_last_pebble.py"),
    }
    for name, parts in blocks.items():
        file = (PACKAGE / name).read_text(encoding="utf-8")
        assert all(part in file for part in parts), name
        if name.endswith(".py"):
            assert "\n\n".join(parts) == file


def test_the_tutorial_can_be_read_in_one_sitting() -> None:
    assert len(TUTORIAL.read_text(encoding="utf-8").splitlines()) <= 290


@pytest.mark.slow
def test_what_the_tutorial_shows_can_be_installed_and_played_as_it_says(tmp_path: Path) -> None:
    """Its files are typed from the page alone, and its commands run one after the other.

    The companion itself is here already; what pip would fetch for it is in this environment.
    """
    package, environment = tmp_path / "package", tmp_path / "package" / ".venv"
    for name, parts in _blocks().items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text("\n\n".join(parts), encoding="utf-8")
    (block,) = re.findall(
        r"^```sh\n(.*?)^```$", TUTORIAL.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    make, enter, companion, install, *play = block.splitlines()
    assert (enter, companion) == (
        ". .venv/bin/activate",
        "pip install '/path/to/compass-companion[web]'",
    )
    here = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "PIP_NO_INDEX": "1"}
    _typed(make, package, here)
    (packages,) = environment.glob("lib/python3*/site-packages")
    paths = [str(ROOT), *(path for path in sys.path if path.endswith("site-packages"))]
    (packages / "companion.pth").write_text("\n".join(paths), encoding="utf-8")
    script = environment / "bin" / "companion"
    script.write_text(f'#!/bin/sh\nexec {environment}/bin/python -m companion "$@"\n')
    script.chmod(0o755)
    inside = {**here, "PATH": f"{environment}/bin:/usr/bin:/bin"}
    _typed(f"{install} --no-build-isolation --no-deps", package, inside)
    assert [line.split()[:2] for line in play] == [["companion", "demo"], ["companion", "selfplay"]]
    assert "Last Pebble" in _typed("companion games", package, inside)
    demo, selfplay = play
    assert "wins" in _typed(demo.replace("--speed 1", "--speed 0"), package, inside)
    assert _typed(selfplay, package, inside).startswith("1000 games")


def _typed(command: str, folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env={"LC_ALL": "C.UTF-8", "HOME": str(folder), **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout
