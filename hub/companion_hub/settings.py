"""Reads the hub's settings from a TOML file."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.engine.message import Message, join, say
from companion.fleet.connection import Address
from companion_hub.source import Cluster, name_of_client


class HubSettingsError(ValueError):
    """The file is invalid; the message names the key and the possible values."""


class BrokerAddress(msgspec.Struct, frozen=True):
    """The address of the broker for enrolled boxes."""

    host: str = ""
    """Empty for the name by which they have found the hub."""
    port: int = 1883
    tls: bool = False


class HubSettings(msgspec.Struct, frozen=True):
    """All settings."""

    broker: Address
    site: str
    database: str
    """A URL of SQLAlchemy."""
    bind: str
    port: int
    """The port of the pages; 0 for none."""
    nats: Cluster | None = None
    """The cluster that keeps logs and results, if the broker is its gateway."""
    offered: BrokerAddress | None = None
    """``None`` if boxes do not join by a code."""
    updates: Path | None = None
    """The folder of updates for boxes that run from a card."""


DYNAMIC_SECURITY: Final = "dynamic-security"
"""Who keeps the accounts of boxes: the plugin of Mosquitto."""
_KEYS: Final[Mapping[str, Mapping[str, object]]] = {
    "broker": {
        "host": "127.0.0.1",
        "port": 1883,
        "user": "",
        "password_file": "",
        "tls": False,
        "ca": "",
        "certificate": "",
        "key": "",
        "keepalive": 60,
        "site": "+",
    },
    "nats": {"servers": [], "user": "", "password_file": "", "replicas": 3},
    "database": {"url": "sqlite+aiosqlite:///hub.sqlite3"},
    "pages": {"bind": "127.0.0.1", "port": 8090},
    "updates": {"folder": ""},
    "enrolment": {"accounts": "", "host": "", "port": 1883, "tls": False},
}
"""All keys with their defaults, which also say of what type a value is."""
_KINDS: Final[Mapping[type, Message]] = {
    str: say("a text"),
    int: say("a whole number"),
    bool: say("true or false"),
    list: say("a list"),
}


def load(file: Path) -> HubSettings:
    """Return the settings in a file. Raises ``HubSettingsError`` or ``OSError``."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise HubSettingsError(join(": ", [str(file), str(error)])) from error
    return settings_of(data, file.parent)


def settings_of(data: Mapping[str, Any], folder: Path = Path()) -> HubSettings:
    """Return settings; paths start at a folder. Raises ``HubSettingsError``."""
    sections = {section: _section(data, section) for section in _KEYS}
    for section in data:
        if section not in _KEYS:
            raise HubSettingsError(
                say(
                    "[{section}] is unknown; there are: {known}",
                    section=section,
                    known=", ".join(_KEYS),
                )
            )
    broker, pages = sections["broker"], sections["pages"]

    def path(key: str, section: Mapping[str, Any] = broker) -> Path | None:
        return folder / section[key] if section[key] else None

    address = Address(
        host=broker["host"],
        port=broker["port"],
        client=name_of_client(),
        user=broker["user"],
        password=path("password_file"),
        tls=broker["tls"],
        ca=path("ca"),
        certificate=path("certificate"),
        key=path("key"),
        keepalive=broker["keepalive"],
    )
    url = sections["database"]["url"]
    nats = sections["nats"]
    cluster = None
    if nats["servers"]:
        secret = path("password_file", nats)
        cluster = Cluster(nats["servers"], nats["user"], secret, nats["replicas"])
    offered = _offered(sections["enrolment"], broker["user"])
    updates = path("folder", sections["updates"])
    bind, port = pages["bind"], pages["port"]
    return HubSettings(address, broker["site"], url, bind, port, cluster, offered, updates)


def _offered(given: Mapping[str, Any], user: str) -> BrokerAddress | None:
    """Return the configuration of enrolment. Raises ``HubSettingsError``."""
    if not given["accounts"]:
        return None
    if given["accounts"] != DYNAMIC_SECURITY:
        raise HubSettingsError(
            say(
                "enrolment.accounts: there is only {plugin!r}, of Mosquitto",
                plugin=DYNAMIC_SECURITY,
            )
        )
    if not user:
        raise HubSettingsError(
            say("enrolment.accounts needs broker.user: an account that may make others")
        )
    return BrokerAddress(given["host"], given["port"], given["tls"])


def _section(data: Mapping[str, Any], section: str) -> dict[str, Any]:
    usual = _KEYS[section]
    own = data.get(section, {})
    if not isinstance(own, dict):
        raise HubSettingsError(
            say("{section} is not a section: write [{section}]", section=section)
        )
    for key, value in own.items():
        if key not in usual:
            raise HubSettingsError(
                say(
                    "{section}.{key} is unknown; there are: {known}",
                    section=section,
                    key=key,
                    known=", ".join(usual),
                )
            )
        if type(value) is not type(usual[key]):
            raise HubSettingsError(
                say(
                    "{section}.{key}: found {value!r}, expected {kind}",
                    section=section,
                    key=key,
                    value=value,
                    kind=_KINDS[type(usual[key])],
                )
            )
    return {**usual, **own}
