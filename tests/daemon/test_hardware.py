"""Which pins a box uses."""

from pathlib import Path

import pytest

from companion.daemon.hardware import pin_factories
from companion.devices import gpiod_pins
from companion.emulation.box import EmulatedBox
from companion.emulation.manual_clock import ManualClock
from tests.rig import settings


def test_emulated_pins_serve_only_a_box_that_wants_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A box may have an emulated panel beside buttons that are really wired."""
    monkeypatch.setattr(gpiod_pins, "line_event_factory", lambda: None)
    emulated = EmulatedBox(ManualClock(), tmp_path, {})
    mock = settings(tmp_path, gpio="mock")
    assert pin_factories(mock, emulated) == (emulated.factory, emulated.factory)
    assert pin_factories(settings(tmp_path, gpio="default"), emulated) == (None, None)
    assert pin_factories(mock, None) == (None, None)
