"""Writes the rights at a Mosquitto broker from the declared messages, for an operator to copy."""

from collections.abc import Iterator
from typing import Final

from companion.protocol.mqtt import MESSAGES

_BOX: Final = "companion/v1/club/%u"
"""Where a box publishes: Mosquitto puts the name of its account in place of ``%u``."""
_ANY: Final = "companion/v1/club/+"


def rights() -> str:
    """Return the file ``mosquitto.acl``."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    topics = [message.topic for message in MESSAGES]
    yield "# Rights at a Mosquitto broker; see docs/fleet.md. `club` is the site."
    yield "# Written from the declared messages: PYTHONPATH=hub python -m tools.protocol"
    yield ""
    yield "# A box has an account of its own name: it writes its topics and reads those for it."
    for topic in topics:
        way = "write" if "box" in topic.senders else "read"
        yield f"pattern {way} {_BOX}/{topic.filter}"
    yield "# It announces itself to Home Assistant, and is told when that has started."
    yield "pattern write homeassistant/device/companion_club_%u/config"
    yield "pattern read homeassistant/status"
    yield ""
    yield "# The hub alone reads logs, which hold the secrets of games that are over."
    yield "user hub"
    yield "topic read companion/v1/club/#"
    yield from (f"topic write {_ANY}/{each.filter}" for each in topics if "hub" in each.senders)
    yield ""
    yield "# Home Assistant sees what lies open, and may press its buttons."
    yield "user homeassistant"
    for topic in topics:
        if "homeassistant" in topic.receivers:
            yield f"topic read {_ANY}/{topic.filter}"
        if "homeassistant" in topic.senders:
            yield f"topic write {_ANY}/{topic.filter}"
    yield "topic readwrite homeassistant/#"
