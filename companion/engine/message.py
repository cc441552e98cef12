"""Messages to whoever sets a box up, for games: the module itself lies below the engine."""

from companion.schema.message import (
    LONGEST,
    Message,
    either,
    joined,
    reason,
    say,
    translated,
)

__all__ = ["LONGEST", "Message", "either", "joined", "reason", "say", "translated"]
