"""What is known of a game before its rules are imported."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from companion.engine.manifest import FILE, Manifest, manifest_of
from companion.schema.mistakes import Invalid


@pytest.fixture(name="package")
def some_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder of a package that cannot be imported."""
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / "unheard_of"
    folder.mkdir()
    (folder / "__init__.py").write_text("raise RuntimeError('imported')\n")
    yield folder
    assert "unheard_of" not in sys.modules


def test_is_read_without_the_package(package: Path) -> None:
    (package / FILE).write_text("title: Unheard Of\nleast: 2\nmost: 6\nstep: 2\n")
    manifest = manifest_of("unheard_of")
    assert manifest == Manifest("Unheard Of", 2, 6, 2)
    assert manifest is not None
    assert list(manifest.players) == [2, 4, 6]


def test_a_package_may_have_none(package: Path) -> None:
    assert package.is_dir()
    assert manifest_of("unheard_of") is None
    assert manifest_of("no_such_module") is None


def test_a_module_has_none_of_its_package() -> None:
    """Two games in one package are not the same game."""
    assert manifest_of("companion.games.essence") is not None
    assert manifest_of("companion.games.essence.game") is None


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "title: Odd\nleast: two\nmost: 4",
            "manifest.yaml:2: least: found 'two', expected a whole",
        ),
        ("title: Odd\nleast: 3\nmost: 2", "most at least as much as least"),
        ("title: ''\nleast: 2\nmost: 2", "manifest.yaml:1: title: found ''"),
        ("least: 2\nmost: 2", "manifest.yaml:1: title: "),
        ("title: Odd\nleast: 2\nmost: 2\nlevels: [full]", "manifest.yaml:4: levels: "),
        ("title: Odd\nleast: 2\nleast: 3\nmost: 4", "manifest.yaml:3: least: is given twice"),
        ("title: Odd\nteams: [", "manifest.yaml:3: is not YAML: did not find expected"),
        ("- a", "manifest.yaml:1: found a list"),
        ("title:\tOdd\n\tleast: 2", "manifest.yaml:2: is not YAML: "),
        (b"title: \xe9", "manifest.yaml: is not written in UTF-8; save it so"),
    ],
)
def test_a_mistake_is_one_sentence(package: Path, written: str | bytes, said: str) -> None:
    (package / FILE).write_bytes(written if isinstance(written, bytes) else written.encode())
    with pytest.raises(Invalid) as caught:
        manifest_of("unheard_of")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_nothing_of_a_game_is_imported_for_its_title() -> None:
    program = """
        import sys
        from companion.engine import registry
        print(*(registry.manifest(name).title for name in registry.names()), sep=", ")
        print([name for name in sys.modules if name.startswith("companion.games.")])
    """
    run = subprocess.run(
        [sys.executable, "-c", dedent(program)], capture_output=True, check=True, text=True
    )
    titles, modules = run.stdout.splitlines()
    assert titles == "Compass, Compass Points, Essence, Gilded Compass, Inner Compass, Open table"
    assert modules == "[]"
