"""Where the keys with letters lie, by which speech names them."""

from pathlib import Path

import pytest

from companion.engine import registry
from companion.settings.model import Settings
from companion.settings.reading import SettingsError, load


def read(folder: Path, *lines: str) -> Settings:
    file = folder / "companion.yaml"
    file.write_text("\n".join(lines), encoding="utf-8")
    return load(file, registry.load)


BONNET = "profile: adafruit-oled-bonnet"


@pytest.mark.parametrize(
    ("lines", "places"),
    [
        ((BONNET,), {"a": "left", "b": "right"}),
        ((BONNET, "hand: left"), {"a": "left", "b": "right"}),
        ((BONNET, "panel: {rotate: 180}"), {"a": "right", "b": "left"}),
        (("profile: waveshare-oled-hat",), {"a": "upper", "b": "middle"}),
        ((BONNET, "key_places: {a: lower}"), {"a": "lower"}),
        (("profile: breadboard",), {}),
    ],
)
def test_a_profile_knows_them_and_the_owner_knows_better(
    tmp_path: Path, lines: tuple[str, ...], places: dict[str, str]
) -> None:
    assert read(tmp_path, *lines).key_places == places


@pytest.mark.parametrize("wrong", ["key_places: {a: behind}", "key_places: {up: left}"])
def test_another_key_or_place_is_refused(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(SettingsError, match="key_places"):
        read(tmp_path, BONNET, wrong)
