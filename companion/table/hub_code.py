"""Enrolment code of a hub, as an entry of the box's settings."""

from enum import StrEnum

import msgspec

from companion.engine.text import Text, text


class HubState(StrEnum):
    """Progress of a box's enrolment."""

    IDLE = "idle"
    ASKING = "asking"
    CODE = "code"
    """The hub has given a code, which an operator types there."""
    JOINED = "joined"
    EXPIRED = "expired"
    AWAY = "away"
    """The hub does not answer."""
    REFUSED = "refused"
    """The hub takes no boxes by a code."""
    UNSAVED = "unsaved"
    """The state folder does not take what the hub has given."""


class HubCode(msgspec.Struct, frozen=True):
    """The code on display, or the name of the box once it has joined."""

    state: HubState = HubState.IDLE
    what: str = ""

    @property
    def message(self) -> Text:
        """Return the displayed text."""
        return text(f"hub.{self.state}", what=self.what)
