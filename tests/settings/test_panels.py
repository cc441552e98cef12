"""The panels that a box may have, from its file to the settings."""

from pathlib import Path

import pytest

from companion.engine import registry
from companion.settings import PanelSettings, SettingsError, load


def panel(folder: Path, yaml: str) -> PanelSettings:
    file = folder / "box.yaml"
    file.write_text(yaml)
    found = load(file, registry.load).panel
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("driver", "size", "bus"),
    [
        ("ssd1309", (128, 64), 1),
        ("sh1106", (128, 64), 1),
        ("ssd1322", (256, 64), "/dev/spidev0.0"),
    ],
)
def test_another_panel_has_its_own_size_and_bus(
    tmp_path: Path, driver: str, size: tuple[int, int], bus: object
) -> None:
    """Nobody has to repeat in pixels which panel it is."""
    found = panel(tmp_path, f"profile: adafruit-oled-bonnet\npanel: {{driver: {driver}}}\n")
    assert (found.driver, found.size, found.bus) == (driver, size, bus)


def test_a_spi_panel_has_two_pins_more(tmp_path: Path) -> None:
    found = panel(tmp_path, "profile: breadboard\npanel: {driver: ssd1322, dc: 2, reset: 3}\n")
    assert (found.dc, found.reset) == (2, 3)
    usual = panel(tmp_path, "profile: breadboard\npanel: {driver: ssd1322}\n")
    assert (usual.dc, usual.reset) == (24, 25)


def test_without_a_profile_every_panel_is_emulated(tmp_path: Path) -> None:
    assert panel(tmp_path, "panel: {driver: ssd1322}\n").bus == "emulated"


BONNET = {"up": 17, "down": 22, "left": 27, "right": 23, "press": 4, "a": 5, "b": 6}


def buttons(folder: Path, yaml: str) -> dict[str, int]:
    file = folder / "box.yaml"
    file.write_text(f"profile: adafruit-oled-bonnet\n{yaml}")
    return dict(load(file, registry.load).buttons)


def test_a_joystick_turns_with_its_panel(tmp_path: Path) -> None:
    """What points up for the reader of the picture is up."""
    assert buttons(tmp_path, "") == BONNET
    turned = buttons(tmp_path, "panel: {rotate: 180}\n")
    assert turned == {**BONNET, "up": 22, "down": 17, "left": 23, "right": 27}


def test_directions_that_the_box_names_itself_stay(tmp_path: Path) -> None:
    """They are as they are wired, whatever the panel does."""
    named = buttons(tmp_path, "panel: {rotate: 180}\nbuttons: {left: 23, right: 27}\n")
    assert (named["left"], named["right"]) == (23, 27)
    assert (named["up"], named["down"]) == (22, 17)


def test_one_setting_makes_a_box_for_the_left_hand(tmp_path: Path) -> None:
    """The box is turned round: the joystick is on the right, and A where it was over there."""
    left = buttons(tmp_path, "hand: left\n")
    assert left == {"up": 22, "down": 17, "left": 23, "right": 27, "press": 4, "a": 6, "b": 5}
    assert panel(tmp_path, "profile: adafruit-oled-bonnet\nhand: left\n").rotate == 180


def test_a_spi_panels_pins_are_not_used_twice(tmp_path: Path) -> None:
    """The table's seat buttons are on 24 and 25."""
    with pytest.raises(SettingsError, match="pin 24 is taken by"):
        panel(tmp_path, "profile: table\npanel: {driver: ssd1322}\n")
    free = "profile: table\npanel: {driver: ssd1322, dc: 2, reset: 3}\n"
    assert panel(tmp_path, free).dc == 2
