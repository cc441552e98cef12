"""Enrolment code of a hub, as an entry of the box's settings."""

from enum import StrEnum

import msgspec

from companion.engine.text import Text, text


class HubState(StrEnum):
    """How far a box has come."""

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
    """What is shown of it: the code, or once it has joined, the name of the box."""

    state: HubState = HubState.IDLE
    what: str = ""

    @property
    def message(self) -> Text:
        """Return the text that people read."""
        return text(f"hub.{self.state}", what=self.what)
