"""The protocol that turns texts into words of a language."""

from typing import Protocol

from companion.engine.text import Text


class Voice(Protocol):
    """Puts texts into the words of one language."""

    def long(self, message: Text) -> str:
        """Return the full wording of a text."""

    def short(self, message: Text) -> str:
        """Return a wording that fits a line of 21 characters."""

    def rule(self, rule: str) -> str:
        """Return the rule with this id in a sentence or two; empty if the game has no words."""

    @property
    def tells_rules(self) -> bool:
        """Whether the game has wordings of its rules."""
