"""Credentials that a hub has issued: broker address, names and password.

They are stored in the state folder, readable only by the box. The settings file is not changed, and
its settings take precedence.
"""

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import asdict, replace

from companion.schema.bounds import entire
from companion.schema.mistakes import Invalid
from companion.schema.reading import fits, parse_json_object, read
from companion.settings import FleetSettings
from companion.settings.fleet import TOPIC_NAME
from companion.storage import bounded_file, durable

FILE: Final = "hub.json"
"""The file's name in the state folder."""
PASSWORD: Final = "hub.password"  # noqa: S105 - the name of a file
Host: TypeAlias = Annotated[str, Meta(pattern=entire("[A-Za-z0-9:._-]{1,253}"), max_length=253)]
Secret: TypeAlias = Annotated[str, Meta(pattern=entire("[!-~]{16,200}"), max_length=200)]
TopicName: TypeAlias = Annotated[str, Meta(pattern=entire(TOPIC_NAME.pattern), max_length=100)]
Title: TypeAlias = Annotated[str, Meta(max_length=60)]
_LOG: Final = logging.getLogger(__name__)


class Broker(msgspec.Struct, frozen=True):
    """The address of the broker."""

    host: Host
    port: Annotated[int, Meta(ge=1, le=65535)]
    tls: bool


class Place(msgspec.Struct, frozen=True):
    """A hub's answer about a box's account at a broker; other fields are allowed."""

    broker: Broker
    site: TopicName
    box: TopicName
    title: Title = ""
    room: Title = ""


class Credentials(msgspec.Struct, frozen=True):
    """A box's account at a broker."""

    broker: str
    port: int
    tls: bool
    site: str
    box: str
    title: str
    room: str
    hub: str
    """The address of the hub that has given it."""

    def applied(self, settings: FleetSettings, folder: Path) -> FleetSettings:
        """Return settings with it. The broker's address may be named by the owner's file."""
        named = bool(settings.broker)
        return replace(
            settings,
            broker=settings.broker or self.broker,
            port=settings.port if named else self.port,
            tls=settings.tls if named else self.tls,
            site=self.site,
            box=self.box,
            title=self.title,
            room=self.room,
            user=self.box,
            password=folder / PASSWORD,
        )


def credentials_in(data: Mapping[str, Any], hub: str) -> Credentials:
    """Return the validated answer of a hub. Raises ``ValueError``."""
    try:
        place = read(Place, data)
    except Invalid as mistake:
        told = f"the hub gives no broker, or names that no broker takes: {mistake}"
        raise ValueError(told) from None
    broker = place.broker
    names = (place.site, place.box, place.title, place.room)
    return Credentials(broker.host, broker.port, broker.tls, *names, hub)


def password_in(data: Mapping[str, Any]) -> str:
    """Return the password in an answer. Raises ``ValueError``."""
    password = data.get("password")
    if not fits(Secret, password):  # a message must not show it
        raise ValueError("the hub gives no password")
    return str(password)


def store_credentials(folder: Path, credentials: Credentials, password: str) -> None:
    """Write credentials atomically. Raises ``OSError``."""
    durable.write(folder / PASSWORD, password + "\n", private=True)
    durable.write(folder / FILE, json.dumps(asdict(credentials)) + "\n", private=True)


def stored_credentials(folder: Path, hub: str) -> Credentials | None:
    """Return the credentials issued by this hub; ``None`` if they are unreadable."""
    try:
        data = parse_json_object(bounded_file.read_text(folder / FILE))
        if data.get("hub") != hub:
            return None
        there = {key: data.get(key) for key in ("port", "tls")}
        return credentials_in({**data, "broker": {"host": data.get("broker"), **there}}, hub)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        _LOG.warning("what the hub has given cannot be read: %s; join it again", error)
        return None
