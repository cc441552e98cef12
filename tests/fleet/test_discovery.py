"""What Home Assistant is told, checked against what it takes.

The keys are those of Home Assistant 2025.4 (components/mqtt: the schemas of its platforms); the
real program reads the same message in `make homeassistant`.
"""

import json
import re
from typing import Any, Final

import pytest

from companion.engine import registry
from companion.fleet.discovery import SEATS, Device, birth_topic, discovery, topic_of
from companion.fleet.events import TableEvent
from companion.fleet.inbound import COMMANDS
from companion.fleet.state import Phase, TableConditions, state_of
from companion.protocol.mqtt import CommandRequestMessage
from companion.protocol.payload import message_in
from companion.protocol.topics import Topics
from tests.web.scene import GAMES, Scene

TOPICS = Topics("club", "table-7")
DEVICE = Device("Table 7", "Back room", "1.0", "http://table.local/")

COMMON: Final = {"p", "unique_id", "name", "icon", "entity_category", "enabled_by_default", "qos"}
AVAILABLE: Final = {"availability", "availability_mode"}
ATTRIBUTES: Final = {"json_attributes_topic", "json_attributes_template"}
PLATFORMS: Final[dict[str, tuple[set[str], set[str]]]] = {
    "sensor": (
        {"state_topic"},
        {
            *("value_template", "device_class", "state_class", "unit_of_measurement", "options"),
            *("expire_after", "force_update", "suggested_display_precision"),
        },
    ),
    "binary_sensor": (
        {"state_topic"},
        {
            "value_template",
            "device_class",
            "payload_on",
            "payload_off",
            "expire_after",
            "off_delay",
        },
    ),
    "event": ({"state_topic", "event_types"}, {"value_template", "device_class"}),
    "button": ({"command_topic"}, {"payload_press", "command_template", "device_class", "retain"}),
}
"""The keys that a platform needs, and those that it may have, beside what all have."""
AT_THE_TOP: Final = {"dev", "o", "cmps", "qos", "availability", "availability_mode"}
OF_A_DEVICE: Final = {
    *("identifiers", "connections", "name", "manufacturer", "model", "model_id", "hw_version"),
    *("sw_version", "serial_number", "suggested_area", "configuration_url", "via_device"),
}


def check(payload: dict[str, Any]) -> None:
    """Raise ``AssertionError`` unless Home Assistant would take the message."""
    assert payload.keys() <= AT_THE_TOP
    assert payload["dev"].keys() <= OF_A_DEVICE
    assert payload["dev"]["identifiers"]
    assert payload["o"]["name"]
    identities = [component["unique_id"] for component in payload["cmps"].values()]
    assert len({*identities}) == len(identities)
    for key, component in payload["cmps"].items():
        assert re.fullmatch(r"[a-z0-9_]+", key)
        needed, possible = PLATFORMS[component["p"]]
        assert needed <= component.keys()
        assert component.keys() <= needed | possible | COMMON | AVAILABLE | ATTRIBUTES
        if component.get("device_class") == "enum":
            assert "state_class" not in component
            assert "unit_of_measurement" not in component
            assert component["options"]
        for each in component.get("availability", ()):
            assert each.keys() <= {"topic", "value_template"}


@pytest.fixture
def payload() -> dict[str, Any]:
    return json.loads(json.dumps(discovery(TOPICS, DEVICE)))  # type: ignore[no-any-return] # JSON


def test_home_assistant_would_take_it(payload: dict[str, Any]) -> None:
    check(payload)


@pytest.mark.parametrize("spoiled", ["object_id", "platform_", "unit"])
def test_a_key_that_it_does_not_know_would_be_found(payload: dict[str, Any], spoiled: str) -> None:
    payload["cmps"]["round"][spoiled] = "x"
    with pytest.raises(AssertionError):
        check(payload)


def test_there_is_an_entity_for_whatever_people_ask_for(payload: dict[str, Any]) -> None:
    kinds = [component["p"] for component in payload["cmps"].values()]
    counts = {kind: kinds.count(kind) for kind in PLATFORMS}
    assert counts == {"event": 1, "sensor": 4 + SEATS, "binary_sensor": 1, "button": 2}


def test_the_largest_game_has_points_for_all_its_seats() -> None:
    assert max(registry.load(game).players[-1] for game in GAMES) == SEATS


def test_events_and_phases_are_all_announced(payload: dict[str, Any]) -> None:
    assert payload["cmps"]["turn"]["event_types"] == [*TableEvent]
    assert payload["cmps"]["phase"]["options"] == [*Phase]


def test_buttons_send_what_a_box_understands(payload: dict[str, Any]) -> None:
    buttons = [each for each in payload["cmps"].values() if each["p"] == "button"]
    for button in buttons:
        assert (
            message_in(button["payload_press"].encode(), CommandRequestMessage).command in COMMANDS
        )
        assert button["command_topic"] == TOPICS.of("cmd")


def test_every_template_reads_a_field_that_there_is(payload: dict[str, Any]) -> None:
    state = state_of(Scene("compass-points").table, TableConditions())
    status = {"state"}
    for name in re.findall(r"value_json\.(\w+)", json.dumps(payload)):
        assert name in state or name in status


def test_topics() -> None:
    assert topic_of("homeassistant", TOPICS) == "homeassistant/device/companion_club_table-7/config"
    assert birth_topic("homeassistant") == "homeassistant/status"
    assert TOPICS.name(TOPICS.of("cfg/desired")) == "cfg/desired"


def test_a_box_without_pages_and_room_says_nothing_of_them() -> None:
    device = discovery(TOPICS, Device("Table 7", "", "1.0", ""))["dev"]
    assert "suggested_area" not in device
    assert "configuration_url" not in device
