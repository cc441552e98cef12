"""Mistakes in a configuration are reported in German."""

from pathlib import Path

import pytest

from companion.engine import registry
from companion.engine.message import reason
from companion.i18n.catalogue import Phrases
from companion.settings import SettingsError, load
from tests.settings.test_reading import find_game, mistakes


def german(error: SettingsError) -> str:
    return Phrases("de", lambda: map(registry.load, registry.names())).tell(reason(error))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "companion.yaml"


@pytest.mark.parametrize(("yaml", "problem"), mistakes("mistakes.de.txt"))
def test_a_mistake_is_reported_with_line_key_and_remedy(
    file: Path, yaml: str, problem: str
) -> None:
    file.write_text(yaml, encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load(file, find_game)
    assert german(caught.value).replace(f"{file.parent}/", "") == f"companion.yaml:{problem}"


def test_a_games_own_checks_are_reported_from_its_own_catalogue(file: Path) -> None:
    file.write_text("game: compass-points\ndata: {board: {size: 8}}\n", encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load(file, registry.load)
    lines = german(caught.value).splitlines()
    place = f"{file}:2: data.board.size"
    assert f"{place}: erwartet: eine ungerade Zahl, denn es gibt ein mittleres Feld" in lines


YAML = [
    ("a: b: c", "1: ist kein YAML: ein ':' ist hier nicht erlaubt"),
    ("a: *b", "1: ist kein YAML: dieser Alias ist nirgends vereinbart"),
    ("a: {b: c", "2: ist kein YAML: es fehlt ',' oder '}'"),
    ("a: 'b", "1: ist kein YAML: die Datei endet mittendrin"),
    ("# x\ngame: \x07", "2: ist kein YAML: das Zeichen U+0007 ist in YAML nicht erlaubt"),
]


@pytest.mark.parametrize(("yaml", "problem"), YAML)
def test_errors_of_the_yaml_parser_are_reported_in_german(
    file: Path, yaml: str, problem: str
) -> None:
    file.write_text(yaml, encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load(file, find_game)
    assert german(caught.value) == f"{file}:{problem}"


def test_other_messages_of_the_parser_stay_english(file: Path) -> None:
    file.write_text("%YAML x\n---\n", encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load(file, find_game)
    assert german(caught.value).endswith("ist kein YAML: did not find expected version number")
