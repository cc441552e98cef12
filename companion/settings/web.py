"""Reads the settings of the web server; by default there is none."""

import re
from ipaddress import ip_address
from typing import Final

from companion.engine.message import say
from companion.settings.model import WebSettings
from companion.settings.nodes import (
    Section,
    UnexpectedValueError,
    Value,
    flag,
    text,
    whole,
)

_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?", re.IGNORECASE | re.ASCII)


def web_settings(value: Value) -> WebSettings:
    """Read port, address and name of the server."""
    keys = Section.of(value)
    usual = WebSettings(0)
    if "port" not in keys.values:
        raise UnexpectedValueError(value, say("lacks the key {key!r}", key="port"))
    settings = WebSettings(
        port=keys.get("port", whole(1, 65535), usual.port),
        bind=keys.get("bind", _address, usual.bind),
        name=keys.get("name", _name, usual.name),
        public=keys.get("public", flag, usual.public),
        https=keys.get("https", flag, usual.https),
    )
    keys.end()
    return settings


def _address(value: Value) -> str:
    """Read an address of this computer."""
    try:
        return str(ip_address(text(value)))
    except ValueError:
        raise value.refusal(say("an address such as 127.0.0.1, or 0.0.0.0 for all")) from None


def _name(value: Value) -> str:
    """Read a host name."""
    name = text(value)
    if not _NAME.fullmatch(name):
        raise value.refusal(say("the name of a computer such as table.local"))
    return name
