"""The installed games."""

from importlib.metadata import EntryPoint
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from companion.engine import registry
from companion.engine.manifest import FILE, Manifest
from companion.engine.ranking import teams_of

TALL_TOWER = Path(__file__).parent / "misdeclared" / "tall_tower"
PEBBLES = Path(__file__).parents[1] / "third_party" / "last_pebble"


def install(monkeypatch: pytest.MonkeyPatch, *more: EntryPoint) -> None:
    """Add entry points to the installed ones."""
    found = registry._found()  # noqa: SLF001 - packages cannot be installed for one test
    monkeypatch.setattr(registry, "_found", lambda: [*found, *more])


@pytest.mark.parametrize("name", registry.names())
def test_a_manifest_says_what_the_rules_say(name: str) -> None:
    manifest, game = registry.manifest(name), registry.load(name)
    assert game.id == name
    assert manifest.title == game.title
    assert manifest.players == game.players
    assert manifest.teams == teams_of(game)


def test_a_game_without_a_manifest_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the tutorial writes it."""
    monkeypatch.syspath_prepend(PEBBLES)
    install(monkeypatch, EntryPoint("last-pebble", "last_pebble:GAME", registry.GROUP))
    assert registry.manifest("last-pebble") == Manifest("Last Pebble", 2, 4)


@pytest.mark.parametrize(
    "value", ["no_such_package:GAME", "no_such.package:GAME", "companion:GAME"]
)
def test_a_broken_package_is_named(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    install(monkeypatch, EntryPoint("odd", value, registry.GROUP))
    for known in (registry.load, registry.manifest):
        with pytest.raises(registry.UnknownGameError, match=r"the game 'odd' cannot be loaded: "):
            known("odd")


def test_a_mistake_in_a_board_is_named_before_anybody_draws_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    copytree(TALL_TOWER, tmp_path / "low_tower", ignore=ignore_patterns("__pycache__"))
    board = tmp_path / "low_tower" / "board.yaml"
    monkeypatch.syspath_prepend(tmp_path)
    install(monkeypatch, EntryPoint("tall-tower", "low_tower:GAME", registry.GROUP))
    assert registry.load_with_board("tall-tower") is registry.load("tall-tower")
    del registry.load("tall-tower").picture
    board.write_text(board.read_text("utf-8").replace("shape: circle", "shape: oval", 1), "utf-8")
    mistake = r"low_tower/board.yaml:3: spaces\[0\].shape: found 'oval', expected one of square, "
    with pytest.raises(registry.UnknownGameError, match=mistake):
        registry.load_with_board("tall-tower")
    board.unlink()
    with pytest.raises(registry.UnknownGameError, match=r"board.yaml"):
        registry.load_with_board("tall-tower")


def test_a_package_that_ends_the_program_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "ending_game.py").write_text("raise SystemExit('bye')")
    install(monkeypatch, EntryPoint("odd", "ending_game:GAME", registry.GROUP))
    with pytest.raises(registry.UnknownGameError, match=r"'odd' cannot be loaded: bye"):
        registry.load("odd")


def test_a_manifest_is_compared_with_its_game_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lobby asks for its game dozens of times for each screen."""
    registry.load("essence")
    monkeypatch.setattr(registry, "manifest_of", None)
    assert registry.load("essence") is registry.load("essence")


def test_a_broken_manifest_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "odd_game").mkdir()
    (tmp_path / "odd_game" / FILE).write_text("title: [")
    install(monkeypatch, EntryPoint("odd", "odd_game:GAME", registry.GROUP))
    with pytest.raises(registry.UnknownGameError, match=r"the game 'odd' cannot be loaded: "):
        registry.manifest("odd")


def test_a_game_that_is_not_installed_is_named_with_those_that_are() -> None:
    for known in (registry.load, registry.manifest):
        with pytest.raises(registry.UnknownGameError, match=r"no game 'chess'; installed are: com"):
            known("chess")


def test_a_game_is_called_by_its_title_in_a_language() -> None:
    titles = registry.manifest("open-table").titles
    assert registry.title("open-table", "de") == titles["de"] != titles["en"]
    assert registry.title("essence", "de") == "Essence"
    assert registry.title("removed", "de") == "removed"
