"""What Zigbee2MQTT publishes of a button is one press, its battery, or nothing."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices import Gesture
from companion.devices.wireless.zigbee import Form, ZigbeeMessage, filters_of, read_message

BASE = "zigbee2mqtt"
TOPIC = "zigbee2mqtt/Ann's button"


def of(topic: str = TOPIC, **values: object) -> ZigbeeMessage | None:
    return read_message(BASE, topic, json.dumps(values).encode())


@pytest.mark.parametrize(
    ("action", "gesture"),
    [
        ("single", Gesture.CLICK),
        ("on", Gesture.CLICK),
        ("short_release", Gesture.CLICK),
        ("double", Gesture.DOUBLE_CLICK),
        ("hold", Gesture.LONG_PRESS),
        ("long", Gesture.LONG_PRESS),
    ],
)
def test_an_action_is_a_gesture(action: str, gesture: Gesture) -> None:
    assert of(action=action, linkquality=87) == ZigbeeMessage(TOPIC, Form.STATE, gesture)
    plain = read_message(BASE, f"{TOPIC}/action", action.encode())
    assert plain == ZigbeeMessage(TOPIC, Form.PROPERTY, gesture)


@pytest.mark.parametrize("action", ["", "release", "triple", "on_hold", "1_release", None, 7, []])
def test_what_is_no_press_is_nothing(action: object) -> None:
    assert of(action=action) is None


def test_each_key_of_a_device_is_a_button() -> None:
    for action in ("2_single", "button_2_single"):
        found = of(action=action)
        assert found is not None
        assert (found.button, found.gesture) == (f"{TOPIC}#2", Gesture.CLICK)


@pytest.mark.parametrize(("battery", "level"), [(85, 85), (99.6, 100), (0, 0)])
def test_the_battery_comes_with_a_press_or_alone(battery: float, level: int) -> None:
    assert of(action="single", battery=battery) == ZigbeeMessage(
        TOPIC, Form.STATE, Gesture.CLICK, battery=level
    )
    assert of(battery=battery) == ZigbeeMessage(TOPIC, Form.STATE, battery=level)
    plain = read_message(BASE, f"{TOPIC}/battery", str(battery).encode())
    assert plain == ZigbeeMessage(TOPIC, Form.PROPERTY, battery=level)


@pytest.mark.parametrize("battery", [True, "85", -1, 101, None])
def test_what_is_no_percentage_is_no_battery(battery: object) -> None:
    assert of(battery=battery) is None


def test_the_bridge_is_no_device() -> None:
    assert of("zigbee2mqtt/bridge/event", action="single") is None


@given(st.binary(max_size=200))
def test_nothing_that_is_published_can_stop_anybody(payload: bytes) -> None:
    for topic in (TOPIC, f"{TOPIC}/action", f"{TOPIC}/battery"):
        found = read_message(BASE, topic, payload)
        assert found is None or found.device == TOPIC


def test_a_deeply_nested_message_is_nothing() -> None:
    assert read_message(BASE, TOPIC, b"[" * 4000) is None
    assert read_message(BASE, TOPIC, b'{"action": "single", "x": "' + b"x" * 5000 + b'"}') is None


def test_only_the_topics_of_a_device_are_subscribed() -> None:
    assert filters_of(BASE, TOPIC) == (TOPIC, f"{TOPIC}/action", f"{TOPIC}/battery")
    assert filters_of(BASE, "AA:BB:CC:DD:EE:FF") == ()
    assert filters_of(BASE, "zigbee2mqtt/#") == ()
