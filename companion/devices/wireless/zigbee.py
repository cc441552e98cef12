"""Presses of Zigbee buttons, as Zigbee2MQTT publishes them. Pure.

A device's state is JSON at its topic, with a press in `action`; some installations publish each
property at a topic of its own below that, or both (zigbee2mqtt.io, "MQTT topics and messages").
"""

import json
import re
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

import msgspec

from companion.devices import Gesture
from companion.devices.wireless import KEY

GESTURES: Final = MappingProxyType(
    {
        "single": Gesture.CLICK,
        "click": Gesture.CLICK,
        "on": Gesture.CLICK,
        "toggle": Gesture.CLICK,
        "short_press": Gesture.CLICK,
        "short_release": Gesture.CLICK,
        "on_press_release": Gesture.CLICK,
        "double": Gesture.DOUBLE_CLICK,
        "double_press": Gesture.DOUBLE_CLICK,
        "hold": Gesture.LONG_PRESS,
        "long": Gesture.LONG_PRESS,
        "long_press": Gesture.LONG_PRESS,
        # Dimmers repeat `on_hold` for as long as it lasts, and end it once.
        "on_hold_release": Gesture.LONG_PRESS,
        "brightness_move_up": Gesture.LONG_PRESS,
    }
)
"""What the actions of common buttons are; of all others nothing is known, and nothing happens."""
_OF_KEY: Final = re.compile(r"(?:button_)?([1-9]\d?)_([a-z_]+)", re.ASCII)
"""The action of a device with several keys, such as `2_single` or `button_2_single`."""
_ACTION, _BATTERY = "/action", "/battery"
_FULL: Final = 100
_LONGEST: Final = 4096
"""The most bytes of a message that are looked at."""


class Form(StrEnum):
    """The format in which a press was published."""

    STATE = "state"
    """In the JSON of the device's state."""
    PROPERTY = "property"
    """At a topic of its own."""


class ZigbeeMessage(msgspec.Struct, frozen=True):
    """The contents of a message; `key` is the number of the device's key, 0 if it has only one."""

    device: str
    form: Form
    gesture: Gesture | None = None
    key: int = 0
    battery: int | None = None

    @property
    def button(self) -> str:
        """The address of the key that was pressed."""
        return f"{self.device}{KEY}{self.key}" if self.key else self.device


def filters_of(base: str, device: str) -> tuple[str, ...]:
    """Return the topics at which a device below `base` may publish."""
    fits = device.startswith(f"{base}/") and not set("+#") & set(device)
    return (device, device + _ACTION, device + _BATTERY) if fits else ()


def read_message(base: str, topic: str, payload: bytes) -> ZigbeeMessage | None:
    """Return the contents of a message at a topic below `base`, `None` if no button's."""
    if len(payload) > _LONGEST or topic.startswith(f"{base}/bridge/"):
        return None
    for ending in (_ACTION, _BATTERY):
        if topic.endswith(ending):
            found = {ending[1:]: _plain(payload)}
            return _of_values(topic.removesuffix(ending), Form.PROPERTY, found)
    values = _plain(payload)
    return _of_values(topic, Form.STATE, values) if isinstance(values, dict) else None


def _plain(payload: bytes) -> object:
    """Return parsed JSON, or the text itself if it is not JSON."""
    try:
        return json.loads(payload)
    except (ValueError, RecursionError):
        return payload.decode(errors="replace")


def _of_values(device: str, form: Form, values: dict[str, Any]) -> ZigbeeMessage | None:
    action = values.get("action")
    gesture, key = _gesture(action) if isinstance(action, str) else (None, 0)
    level = _percent(values.get("battery"))
    if gesture is None and level is None:
        return None
    return ZigbeeMessage(device, form, gesture, key, level)


def _percent(battery: object) -> int | None:
    """Return the battery level in percent, `None` for an invalid value."""
    if not isinstance(battery, (int, float)) or isinstance(battery, bool):
        return None
    return round(battery) if 0 <= battery <= _FULL else None


def _gesture(action: str) -> tuple[Gesture | None, int]:
    """Return the gesture of an action, and the key that was pressed."""
    if action in GESTURES:
        return GESTURES[action], 0
    match = _OF_KEY.fullmatch(action)
    if match is None:
        return None, 0
    return GESTURES.get(match[2]), int(match[1])
