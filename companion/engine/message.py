"""Setup messages for games: the module itself is below the engine."""

from typing import TYPE_CHECKING

from companion.moved import former_names
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


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
