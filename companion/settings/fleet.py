"""Reads the settings of the fleet; by default a box belongs to none."""

import re
from typing import Any, Final

from companion.engine.message import say
from companion.settings.model import AFTER_END, LIVE, NAMES, FleetSettings, MqttButtonSettings
from companion.settings.nodes import (
    Section,
    UnexpectedValueError,
    Value,
    choice,
    flag,
    path,
    text,
    whole,
)

TOPIC_NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?", re.ASCII)
"""Names in topics: every broker takes them, and NATS translates them into subjects as they are."""
_HOST: Final = re.compile(r"[a-z0-9:]([a-z0-9:._-]*[a-z0-9])?", re.IGNORECASE | re.ASCII)
_HUB: Final = re.compile(
    r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.IGNORECASE | re.ASCII
)
_NONE: Final = "none"


def fleet_settings(value: Value) -> FleetSettings:
    """Read address, names and credentials."""
    keys = Section.of(value)
    for key in ("broker", "box"):
        if key not in keys.values and "hub" not in keys.values:
            raise UnexpectedValueError(value, say("lacks the key {key!r}", key=key))
    usual = FleetSettings("", "")
    settings = FleetSettings(
        **broker_fields(keys, usual),
        box=keys.get("box", _name, usual.box),
        site=keys.get("site", _name, usual.site),
        title=keys.get("title", text, usual.title),
        room=keys.get("room", text, usual.room),
        certificate=keys.get("certificate", path, usual.certificate),
        key=keys.get("key", path, usual.key),
        keepalive_s=keys.get("keepalive_s", whole(10, 3600), usual.keepalive_s),
        names=keys.get("names", choice(*NAMES), usual.names),
        secrets=keys.get("secrets", choice(AFTER_END, LIVE), usual.secrets),
        homeassistant=keys.get("homeassistant", _prefix, usual.homeassistant),
        hub=keys.get("hub", _address, usual.hub),
        updates=keys.get("updates", flag, usual.updates),
    )
    keys.end()
    _check_certificates(keys, settings)
    return settings


def broker_fields(keys: Section, usual: FleetSettings | MqttButtonSettings) -> dict[str, Any]:
    """Read a broker, and the account there, as fields of the settings that name one."""
    return {
        "broker": keys.get("broker", host, usual.broker),
        "port": keys.get("port", whole(1, 65535), usual.port),
        "user": keys.get("user", text, usual.user),
        "password": keys.get("password_file", path, usual.password),
        "tls": keys.get("tls", flag, usual.tls),
        "ca": keys.get("ca", path, usual.ca),
    }


def _check_certificates(keys: Section, settings: FleetSettings) -> None:
    """Report certificates that would have no effect."""
    for key in ("ca", "certificate"):
        of_hub = key == "ca" and settings.hub.startswith("https:")
        if key in keys.values and not settings.tls and not of_hub:
            keys.values[key].report(say("has no effect without tls: true"))
    if "key" in keys.values and settings.certificate is None:
        keys.values["key"].report(say("has no effect without a certificate"))


def host(value: Value) -> str:
    """Read the name or address of a computer."""
    name = text(value)
    if not _HOST.fullmatch(name):
        raise value.refusal(say("the name of a computer such as hub.local, without port"))
    return name


def _address(value: Value) -> str:
    """Read the address of a hub's pages, without anything behind the port."""
    address = text(value).rstrip("/")
    if not _HUB.fullmatch(address):
        raise value.refusal(say("the address of a hub's pages such as http://hub.local:8090"))
    return address


def _name(value: Value) -> str:
    """Read a name in topics."""
    name = text(value)
    if not TOPIC_NAME.fullmatch(name):
        raise value.refusal(say("a name of up to 32 characters a-z, 0-9 and -, such as table-7"))
    return name


def _prefix(value: Value) -> str:
    """Read the first level of Home Assistant's topics, or ``none``."""
    prefix = text(value)
    if prefix == _NONE:
        return ""
    if not re.fullmatch(r"[a-z0-9_-]{1,32}", prefix, re.ASCII):
        raise value.refusal(say("the prefix of topics such as homeassistant, or none"))
    return prefix
