"""Home Assistant's MQTT discovery: one message for the whole device.

Format: home-assistant.io, integrations/mqtt, "device discovery payload", from 2024.12 on. No
component has an ``object_id``, which was replaced in 2026.4. Components of unoccupied seats are
unavailable: removing and adding them would leave stale entities.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from companion.fleet.events import TableEvent
from companion.fleet.inbound import TOGGLE
from companion.fleet.state import Phase
from companion.protocol.mqtt import (
    CommandRequestMessage,
    EventMessage,
    StateMessage,
    StatusMessage,
)
from companion.protocol.topics import Topics

SEATS: Final = 7
"""The seats of the largest game."""
ONLINE: Final = "online"
_MAKER: Final = "compass-companion"
_THERE: Final = "{{ 'online' if value_json.state == 'online' else 'offline' }}"
_DIAGNOSTIC: Final = "diagnostic"

Struct = dict[str, Any]


class Device(msgspec.Struct, frozen=True):
    """The box as a device."""

    title: str
    room: str
    version: str
    page: str
    """The address of its pages, empty if there are none."""


def topic_of(prefix: str, topics: Topics) -> str:
    """Return the topic of the discovery message."""
    return f"{prefix}/device/{_identity(topics)}/config"


def birth_topic(prefix: str) -> str:
    """Return the topic of Home Assistant's birth message."""
    return f"{prefix}/status"


def _identity(topics: Topics) -> str:
    return f"companion_{topics.site}_{topics.box}"  # unambiguous: no name contains "_"


def discovery(topics: Topics, device: Device) -> Struct:
    """Return the payload."""
    identity = _identity(topics)
    there = {"topic": topics.of(StatusMessage.topic.name), "value_template": _THERE}
    more = {
        "suggested_area": device.room,
        "configuration_url": device.page,
    }
    return {
        "dev": {
            "identifiers": [identity],
            "name": device.title,
            "manufacturer": _MAKER,
            "model": "Companion box",
            "sw_version": device.version,
            "serial_number": topics.box,
            **{key: value for key, value in more.items() if value},
        },
        "o": {"name": _MAKER, "sw": device.version},
        "availability": [there],
        "qos": 1,
        "cmps": {
            key: {"unique_id": f"{identity}_{key}", **component}
            for key, component in _components(topics, there).items()
        },
    }


def _components(topics: Topics, there: Struct) -> Mapping[str, Struct]:
    state = topics.of(StateMessage.topic.name)
    turn = {
        "p": "event",
        "name": "Turn",
        "icon": "mdi:compass-outline",
        "state_topic": topics.of(EventMessage.topic.name),
        "event_types": [str(each) for each in TableEvent],
    }
    return {
        "turn": turn,
        "player": _sensor(state, "Current player", "value_json.player", icon="mdi:account"),
        "phase": _sensor(
            state, "Phase", "value_json.phase", device_class="enum", options=[*map(str, Phase)]
        ),
        "round": _sensor(state, "Round", "value_json.round", icon="mdi:counter"),
        "since": _sensor(state, "Turn since", "value_json.turn_since", device_class="timestamp"),
        **{f"points{seat}": _points(state, there, seat) for seat in range(SEATS)},
        "problem": {
            "p": "binary_sensor",
            "name": "Problem",
            "device_class": "problem",
            "entity_category": _DIAGNOSTIC,
            "state_topic": state,
            "value_template": (
                "{{ 'ON' if value_json.readers_bad or value_json.unsaved else 'OFF' }}"
            ),
            "json_attributes_topic": state,
            "json_attributes_template": (
                "{{ {'devices': value_json.readers_bad, 'unsaved': value_json.unsaved} | tojson }}"
            ),
        },
        "pause": _button(topics, "Pause or resume", TOGGLE, "mdi:play-pause"),
        "undo": _button(topics, "Undo", "undo", "mdi:undo"),
    }


def _sensor(topic: str, name: str, value: str, **more: object) -> Struct:
    return {
        "p": "sensor",
        "name": name,
        "state_topic": topic,
        "value_template": f"{{{{ {value} }}}}",
        **more,
    }


def _points(state: str, there: Struct, seat: int) -> Struct:
    """Return the points of a seat; unavailable if it is unoccupied, or while they are secret."""
    template = f"value_json.points | count > {seat}"
    return {
        **_sensor(
            state,
            f"Points seat {seat + 1}",
            f"value_json.points[{seat}] if {template} else None",
            state_class="measurement",
            unit_of_measurement="points",
            icon="mdi:star-outline",
        ),
        "availability": [
            there,
            {
                "topic": state,
                "value_template": f"{{{{ 'online' if {template} else 'offline' }}}}",
            },
        ],
        "availability_mode": "all",
    }


def _button(topics: Topics, name: str, command: str, icon: str) -> Struct:
    return {
        "p": "button",
        "name": name,
        "icon": icon,
        "command_topic": topics.of(CommandRequestMessage.topic.name),
        "payload_press": f'{{"command":"{command}"}}',
    }
