"""The doctor tells whether buttons without wires can be heard, and how full their batteries are."""

from importlib import util
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.doctor.wireless import examine
from companion.settings import MqttButtonSettings, Settings, WirelessSettings
from companion.storage.button_book import FILE, ButtonBook
from tests.rig import settings


def by_mqtt(folder: Path) -> Settings:
    mqtt = MqttButtonSettings("hub.local")
    return replace(settings(folder), state=folder, wireless=WirelessSettings(mqtt))


def test_a_box_without_any_needs_nothing(tmp_path: Path) -> None:
    assert list(examine(settings(tmp_path))) == []


def test_the_remedy_for_a_missing_library_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = util.find_spec
    monkeypatch.setattr(
        "companion.doctor.wireless.find_spec", lambda name: None if name == "paho" else find(name)
    )
    finding = next(examine(by_mqtt(tmp_path)))
    assert not finding.sound
    assert finding.words == "paho-mqtt is missing: pip install 'compass-companion[fleet]'"


def by_bluetooth(folder: Path) -> Settings:
    wireless = WirelessSettings(bluetooth="hci0")
    return replace(settings(folder), state=folder, wireless=wireless)


def test_the_adapter_and_its_libraries_are_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.doctor.wireless.ADAPTERS", tmp_path)
    missing = next(examine(by_bluetooth(tmp_path)))
    assert (missing.sound, missing.words) == (False, "there is no hci0: see `bluetoothctl list`")
    (tmp_path / "hci0").mkdir()
    found = next(examine(by_bluetooth(tmp_path)))
    assert (found.sound, found.words) == (True, "by hci0")
    monkeypatch.setattr("companion.doctor.wireless.find_spec", lambda _: None)
    without = next(examine(by_bluetooth(tmp_path)))
    assert not without.sound
    assert without.words.endswith("pip install 'compass-companion[bluetooth]'")


def test_nobody_forgets_to_learn_the_buttons(tmp_path: Path) -> None:
    broker, known = examine(by_mqtt(tmp_path))
    assert (broker.sound, broker.words) == (True, "from the broker hub.local")
    assert not known.sound
    assert "menu of the box" in known.words


def test_each_button_is_reported_with_its_battery(tmp_path: Path) -> None:
    book = ButtonBook(tmp_path / FILE)
    for name, seat in (("b", 1), ("a", 0), ("c", 2)):
        book.learn(name, seat)
    book.note_battery("a", 85)
    book.note_battery("b", 10)
    _, *known = examine(by_mqtt(tmp_path))
    assert [(each.subject, each.sound, each.words) for each in known] == [
        ("a", True, "button of seat 1, battery 85 %"),
        ("b", False, "button of seat 2, battery 10 %: change it soon"),
        ("c", True, "button of seat 3"),
    ]
