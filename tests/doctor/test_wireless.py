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
