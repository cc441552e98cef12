"""Credentials that a hub has issued: broker address, names and password.

It is kept in the state folder, readable for the box alone; the owner's file stays as it is, and
what stands there goes first.
"""

import json
import logging
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import asdict, replace

from companion.settings import FleetSettings
from companion.settings.fleet import TOPIC_NAME
from companion.storage import bounded_file, durable

FILE: Final = "hub.json"
"""The file's name in the state folder."""
PASSWORD: Final = "hub.password"  # noqa: S105 - the name of a file
_HOST: Final = re.compile(r"[A-Za-z0-9:._-]{1,253}")
_SECRET: Final = re.compile(r"[!-~]{16,200}")
_LONGEST: Final = 60
_LAST_PORT: Final = 65535
_LOG: Final = logging.getLogger(__name__)


class Credentials(msgspec.Struct, frozen=True):
    """A box's place at a broker."""

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
    """Return what a hub has answered, checked. Raises ``ValueError``."""
    broker = data.get("broker")
    broker = broker if isinstance(broker, dict) else {}
    host, port, tls = broker.get("host"), broker.get("port"), broker.get("tls")
    site, box = data.get("site"), data.get("box")
    title, room = data.get("title", ""), data.get("room", "")
    right = (
        isinstance(host, str)
        and bool(_HOST.fullmatch(host))
        and type(port) is int
        and 0 < port <= _LAST_PORT
        and isinstance(tls, bool)
        and all(isinstance(name, str) and TOPIC_NAME.fullmatch(name) for name in (site, box))
        and all(isinstance(text_, str) and len(text_) <= _LONGEST for text_ in (title, room))
    )
    if not right:
        raise ValueError("the hub gives no broker, or names that no broker takes")
    address = (str(host), int(str(port)), tls is True)
    return Credentials(*address, str(site), str(box), title, room, hub)


def password_in(data: Mapping[str, Any]) -> str:
    """Return the password in an answer. Raises ``ValueError``."""
    password = data.get("password")
    if not isinstance(password, str) or not _SECRET.fullmatch(password):
        raise ValueError("the hub gives no password")
    return password


def store_credentials(folder: Path, credentials: Credentials, password: str) -> None:
    """Write credentials so that a power cut leaves none or all. Raises ``OSError``."""
    durable.write(folder / PASSWORD, password + "\n", private=True)
    durable.write(folder / FILE, json.dumps(asdict(credentials)) + "\n", private=True)


def stored_credentials(folder: Path, hub: str) -> Credentials | None:
    """Return what a hub has given, if it was this one; nothing that cannot be read."""
    try:
        data = json.loads(bounded_file.read_text(folder / FILE))
        if not isinstance(data, dict) or data.get("hub") != hub:
            return None
        there = {key: data.get(key) for key in ("port", "tls")}
        return credentials_in({**data, "broker": {"host": data.get("broker"), **there}}, hub)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        _LOG.warning("what the hub has given cannot be read: %s; join it again", error)
        return None
