"""Groups of boxes with their settings and target version."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import msgspec
from sqlalchemy import delete, insert, select, update

from companion.fleet.remote_settings import SOUND
from companion.fleet.upgrades import VERSION
from companion.i18n.languages import LANGUAGES
from companion.protocol.mqtt import SettingsReport
from companion.table.lobby.box_settings import BRIGHTNESS
from companion_hub.club.tables import BOX_GROUP, GROUPED
from companion_hub.live import LiveBox
from companion_hub.message_parsing import BoxId
from companion_hub.store import Store

SETTINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "language": tuple(LANGUAGES),
    "sound": SOUND,
    "brightness": BRIGHTNESS,
}
"""Settings of a box that a group can set, with their possible values."""
_NAME: Final = re.compile(r"[^\W_][\w .-]{0,39}")
_MARK: Final = 12
"""Digits of the name of what is wanted."""


class GroupError(ValueError):
    """An operation was refused; its text is the message key of the reason."""


class GroupSettings(msgspec.Struct, frozen=True):
    """Desired settings and version of boxes; empty values leave the current ones."""

    settings: Mapping[str, str] = msgspec.field(default_factory=dict)
    version: str = ""

    @property
    def mark(self) -> str:
        """An id of these settings, by which a box reports the last request; empty without any."""
        if not self.settings and not self.version:
            return ""
        encoded = json.dumps([self.settings, self.version], sort_keys=True)
        return hashlib.sha256(encoded.encode()).hexdigest()[:_MARK]


class RolloutState(StrEnum):
    """Roll-out state of a group's settings on a box."""

    FREE = "free"
    """Nothing is wanted of it."""
    PENDING = "pending"
    REFUSED = "refused"
    DONE = "done"


def rollout_state(box: LiveBox, wanted: GroupSettings) -> RolloutState:
    """Return the roll-out state of desired settings on a box."""
    report = reported_settings(box)
    if not wanted.mark:
        return RolloutState.FREE
    if report.get("of") != wanted.mark:
        return RolloutState.PENDING
    if refusals(box):
        return RolloutState.REFUSED
    if wanted.version and box.status.get("version") != wanted.version:
        return RolloutState.PENDING
    return RolloutState.DONE


def reported_settings(box: LiveBox) -> Mapping[str, Any]:
    """Return the settings reported by a box."""
    return box.messages.get(SettingsReport.topic.name, {})


def refusals(box: LiveBox) -> dict[str, str]:
    """Return the settings refused by a box, with the reasons."""
    refused = reported_settings(box).get("refused")
    if not isinstance(refused, dict):
        return {}
    return {str(key): str(why) for key, why in sorted(refused.items())}


def parse_group_settings(settings: Mapping[str, str], version: str) -> GroupSettings:
    """Return desired settings; empty values are omitted. Raises ``GroupError``."""
    chosen = {key: value for key, value in settings.items() if value}
    if any(value not in SETTINGS.get(key, ()) for key, value in chosen.items()):
        raise GroupError("bad_setting")
    if version and not VERSION.fullmatch(version):
        raise GroupError("bad_version")
    return GroupSettings(chosen, version)


@dataclass(slots=True)
class Groups:
    """All groups of a hub."""

    store: Store

    async def all(self) -> dict[str, GroupSettings]:
        """Return the desired settings of each group by name."""
        columns = BOX_GROUP.c
        wanted = select(columns.name, columns.settings, columns.version).order_by(columns.name)
        async with self.store.engine.connect() as db:
            return {row[0]: GroupSettings(row[1], row[2]) for row in await db.execute(wanted)}

    async def members(self) -> dict[BoxId, str]:
        """Return the group of each box that has one."""
        columns = GROUPED.c
        wanted = select(columns.site, columns.box, columns.group)
        async with self.store.engine.connect() as db:
            return {BoxId(row[0], row[1]): row[2] for row in await db.execute(wanted)}

    async def add(self, name: str) -> str:
        """Create a group without desired settings. Raises ``GroupError``."""
        plain = name.strip()
        if not _NAME.fullmatch(plain):
            raise GroupError("bad_group")
        async with self.store.writing() as db:
            existing = select(BOX_GROUP.c.name).where(BOX_GROUP.c.name == plain)
            if (await db.execute(existing)).first() is not None:
                raise GroupError("group_there")
            await db.execute(insert(BOX_GROUP).values(name=plain, settings={}, version=""))
        return plain

    async def want(self, name: str, wanted: GroupSettings) -> None:
        """Set the desired settings of a group. Raises ``GroupError``."""
        values = {"settings": dict(wanted.settings), "version": wanted.version}
        async with self.store.writing() as db:
            this = update(BOX_GROUP).where(BOX_GROUP.c.name == name)
            if not (await db.execute(this.values(**values))).rowcount:
                raise GroupError("no_group")

    async def remove(self, name: str) -> None:
        """Remove a group; its boxes keep their settings."""
        async with self.store.writing() as db:
            await db.execute(delete(GROUPED).where(GROUPED.c.group == name))
            await db.execute(delete(BOX_GROUP).where(BOX_GROUP.c.name == name))

    async def put(self, origin: BoxId, name: str) -> None:
        """Assign a box to a group, or to none with an empty name. Raises ``GroupError``."""
        columns = GROUPED.c
        async with self.store.writing() as db:
            if name:
                existing = select(BOX_GROUP.c.name).where(BOX_GROUP.c.name == name)
                if (await db.execute(existing)).first() is None:
                    raise GroupError("no_group")
            this = (columns.site == origin.site) & (columns.box == origin.box)
            await db.execute(delete(GROUPED).where(this))
            if name:
                values = {"site": origin.site, "box": origin.box, "group": name}
                await db.execute(insert(GROUPED).values(**values))
