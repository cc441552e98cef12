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
    """Something is not done; its text is the key of the words that say why."""


class GroupSettings(msgspec.Struct, frozen=True):
    """How a box is to be: settings, and a version; empty for whatever it has."""

    settings: Mapping[str, str] = msgspec.field(default_factory=dict)
    version: str = ""

    @property
    def mark(self) -> str:
        """A name for it, by which a box says what it has been told last; empty for no wish."""
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
    """Tell how a box stands to what is wanted of it."""
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
    """Return what a box has reported of its settings."""
    return box.messages.get(SettingsReport.topic.name, {})


def refusals(box: LiveBox) -> dict[str, str]:
    """Return what a box has refused, and why."""
    refused = reported_settings(box).get("refused")
    if not isinstance(refused, dict):
        return {}
    return {str(key): str(why) for key, why in sorted(refused.items())}


def parse_group_settings(settings: Mapping[str, str], version: str) -> GroupSettings:
    """Return a wish; empty values are none. Raises ``GroupError``."""
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
        """Return what is wanted of the boxes of each group, by its name."""
        columns = BOX_GROUP.c
        wanted = select(columns.name, columns.settings, columns.version).order_by(columns.name)
        async with self.store.engine.connect() as db:
            return {row[0]: GroupSettings(row[1], row[2]) for row in await db.execute(wanted)}

    async def members(self) -> dict[BoxId, str]:
        """Return the group of each box that is in one."""
        columns = GROUPED.c
        wanted = select(columns.site, columns.box, columns.group)
        async with self.store.engine.connect() as db:
            return {BoxId(row[0], row[1]): row[2] for row in await db.execute(wanted)}

    async def add(self, name: str) -> str:
        """Make a group of which nothing is wanted yet. Raises ``GroupError``."""
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
        """Say how the boxes of a group are to be. Raises ``GroupError``."""
        values = {"settings": dict(wanted.settings), "version": wanted.version}
        async with self.store.writing() as db:
            this = update(BOX_GROUP).where(BOX_GROUP.c.name == name)
            if not (await db.execute(this.values(**values))).rowcount:
                raise GroupError("no_group")

    async def remove(self, name: str) -> None:
        """Remove a group; its boxes stay as they are."""
        async with self.store.writing() as db:
            await db.execute(delete(GROUPED).where(GROUPED.c.group == name))
            await db.execute(delete(BOX_GROUP).where(BOX_GROUP.c.name == name))

    async def put(self, origin: BoxId, name: str) -> None:
        """Put a box into a group, or with an empty name into none. Raises ``GroupError``."""
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
