"""The example configuration and the documented table of keys are correct and complete."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from companion.devices import readers
from companion.devices.debounce import LONG_PRESS, SETTLE
from companion.engine.rules import AnyGame
from companion.games.inner_compass import GAME
from companion.settings import SettingsError, SoundSettings, TimingSettings, load, profiles

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = DOCS / "companion.example.yaml"
TABLE = (DOCS / "configuration.md").read_text(encoding="utf-8")


def inner_compass(_name: str) -> AnyGame:
    return GAME


def keys(value: object, path: str = "") -> Iterator[str]:
    """Yield the keys of the example in the notation of the table."""
    if isinstance(value, dict) and path not in {
        "options",
        "data",
        "buttons",
        "knobs",
        "lamps",
        "tags",
    }:
        for key, inner in value.items():
            yield from keys(inner, f"{path}.{key}".removeprefix("."))
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        yield from keys(value[0], f"{path}[]")
    else:
        yield path


def test_the_example_is_valid() -> None:
    settings = load(EXAMPLE, inner_compass)
    assert settings.players == ("Ada", "Ben", "Chiara")
    assert settings.buttons["seat1"] == 16
    assert settings.warnings == ()


def test_every_key_of_the_example_is_in_the_table() -> None:
    for key in keys(yaml.safe_load(EXAMPLE.read_text(encoding="utf-8"))):
        assert f"`{key}`" in TABLE


def test_every_profile_is_in_the_table_and_the_example() -> None:
    for name in profiles():
        assert f"`{name}`" in TABLE
        assert name in EXAMPLE.read_text(encoding="utf-8")


def test_the_table_has_the_drivers_defaults() -> None:
    timing = TimingSettings()
    assert timing.debounce_ms == 1000 * SETTLE
    assert timing.long_press_ms == 1000 * LONG_PRESS.after
    assert re.search(rf"`timing.debounce_ms` .*\| `{timing.debounce_ms}` \|", TABLE)
    assert re.search(rf"`sound.volume` .*\| `{SoundSettings().volume}` \|", TABLE)
    assert re.search(rf"`timing.long_press_ms` .*\| `{timing.long_press_ms}` \|", TABLE)


@given(
    line=st.integers(0, 50),
    garbage=st.text(st.sampled_from("[]{}:-&*!|>'\"%@` #0aé\t\n"), max_size=9),
)
def test_any_change_to_the_example_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, line: int, garbage: str
) -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    lines.insert(line, garbage)
    file = tmp_path_factory.getbasetemp() / "companion.yaml"
    file.write_text("\n".join(lines), encoding="utf-8")
    try:
        settings = load(file, inner_compass)
    except SettingsError as error:
        assert all(problem.message for problem in error.problems)  # noqa: PT017 - it may be valid
    else:
        assert settings.players


def test_every_driver_and_its_keys_are_in_the_table_and_on_its_page() -> None:
    pages = DOCS.parent / "companion" / "devices" / "readers"
    for name in readers.names():
        page = (pages / name / "README.md").read_text(encoding="utf-8")
        assert f"readers/{name}/README.md" in TABLE
        for key, usual in readers.driver(name).keys.items():
            default = str(usual.default).lower()
            assert re.search(rf"\| `readers\[\].{key}` \|[^|]*`{name}`[^|]*\| `{default}`", TABLE)
            assert re.search(rf"\| `{key}` \|[^|]*\| `{default}`", page)
