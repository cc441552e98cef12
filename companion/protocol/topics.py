"""MQTT topics, which are also NATS subjects: letters, digits, ``-`` and ``_`` only."""

from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar, Final, Literal

import msgspec

from companion.protocol.extent import Extent

VERSION: Final = 1
"""The version of all payloads, in those of boxes and in the topics."""


class Endpoint(StrEnum):
    """A sender or receiver at a broker."""

    BOX = "box"
    HUB = "hub"
    ASSISTANT = "homeassistant"


BOX: Final = frozenset({Endpoint.BOX})
HUB: Final = frozenset({Endpoint.HUB})
ASSISTANT: Final = frozenset({Endpoint.ASSISTANT})


class TopicPattern(msgspec.Struct, frozen=True):
    """Declaration of a message besides its fields."""

    name: str
    """Below the topics of a box; ``{game}`` stands for the number of a game."""
    senders: frozenset[Endpoint]
    receivers: frozenset[Endpoint]
    since: str
    """The version of the box that has brought it."""
    retained: bool = False
    """Whether the broker keeps the newest one."""
    qos: int = 1
    longest: int = 50_000
    """The most bytes that are read."""
    items: int | None = 5000
    """Entries of all objects and lists together, ``None`` where types bound them."""
    answers: tuple[str, ...] = ()
    """The topics of what comes of it."""

    @property
    def extent(self) -> Extent | None:
        """The maximum size of a message."""
        return None if self.items is None else Extent(self.longest, self.items)

    @property
    def filter(self) -> str:
        """The name with an MQTT wildcard for each variable part."""
        return "/".join("+" if part.startswith("{") else part for part in self.name.split("/"))

    def at(self, *parts: object) -> str:
        """Return the name with values for the variable parts."""
        given = iter(parts)
        levels = (
            str(next(given)) if part.startswith("{") else part for part in self.name.split("/")
        )
        return "/".join(levels)

    def fits(self, name: str) -> bool:
        """Return whether a name matches this topic."""
        own, other = self.name.split("/"), name.split("/")
        pairs = zip(own, other, strict=False)
        return len(own) == len(other) and all(
            part == level or (part.startswith("{") and bool(level)) for part, level in pairs
        )


class MqttMessage(msgspec.Struct, frozen=True):
    """A message by MQTT; unknown fields are ignored."""

    topic: ClassVar[TopicPattern]

    @classmethod
    def declared_name(cls) -> str:
        """Return the name of its topic, empty for a base class."""
        return cls.topic.name if "topic" in vars(cls) else ""


class MessageFromBox(MqttMessage, frozen=True, kw_only=True):
    """A message from a box; ``v`` is the version of its payload."""

    v: Literal[1] = VERSION


class Topics(msgspec.Struct, frozen=True):
    """The topics of a box."""

    site: str
    box: str

    def of(self, name: str) -> str:
        """Return the whole topic."""
        return f"companion/v{VERSION}/{self.site}/{self.box}/{name}"

    def name(self, topic: str) -> str:
        """Return the part of a topic that was passed to ``of``."""
        return topic.removeprefix(self.of(""))


def every_box(site: str, name: str) -> str:
    """Return the topic of a name for all boxes of a site, ``+`` for all sites."""
    return Topics(site, "+").of(name)


def filters(messages: Iterable[type[MqttMessage]]) -> tuple[str, ...]:
    """Return the filters of the topics of messages."""
    return tuple(message.topic.filter for message in messages)
