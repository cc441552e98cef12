"""Reads the settings of wireless buttons; by default there are none."""

import re
from typing import Final

from companion.engine.message import say
from companion.settings.fleet import broker_fields
from companion.settings.model import MqttButtonSettings, WirelessSettings
from companion.settings.nodes import (
    Section,
    UnexpectedValueError,
    Value,
    text,
)

_ADAPTER: Final = re.compile(r"hci\d{1,2}", re.ASCII)
_BASE: Final = re.compile(r"[^+#/\x00-\x1f](?:[^+#\x00-\x1f]{0,98}[^+#/\x00-\x1f])?")


def wireless_settings(value: Value) -> WirelessSettings:
    """Read the enabled kinds of wireless buttons."""
    keys = Section.of(value)
    settings = WirelessSettings(
        mqtt=keys.get("mqtt", _mqtt, None), bluetooth=keys.get("bluetooth", _adapter, "")
    )
    keys.end()
    return settings


def _mqtt(value: Value) -> MqttButtonSettings:
    """Read the broker that receives presses."""
    keys = Section.of(value)
    if "broker" not in keys.values:
        raise UnexpectedValueError(value, say("lacks the key {key!r}", key="broker"))
    usual = MqttButtonSettings("")
    settings = MqttButtonSettings(
        **broker_fields(keys, usual), topic=keys.get("topic", _base, usual.topic)
    )
    keys.end()
    if "ca" in keys.values and not settings.tls:
        keys.values["ca"].report(say("has no effect without tls: true"))
    if "password_file" in keys.values and not settings.user:
        keys.values["password_file"].report(say("has no effect without a user"))
    return settings


def _adapter(value: Value) -> str:
    """Read the name of a Bluetooth adapter."""
    adapter = text(value)
    if not _ADAPTER.fullmatch(adapter):
        raise value.refusal(say("a Bluetooth adapter such as hci0"))
    return adapter


def _base(value: Value) -> str:
    """Read the first level of the topics of all devices."""
    topic = text(value)
    if not _BASE.fullmatch(topic):
        raise value.refusal(say("the base topic of Zigbee2MQTT such as zigbee2mqtt"))
    return topic
