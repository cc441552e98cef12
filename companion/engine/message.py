"""Messages to whoever sets a box up, for games: the module itself lies below the engine."""

from companion.schema.message import (
    LONGEST,
    Message,
    either,
    join,
    reason,
    say,
    translate,
)

__all__ = ["LONGEST", "Message", "either", "join", "reason", "say", "translate"]
