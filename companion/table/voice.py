"""How texts become words."""

from typing import Protocol

from companion.engine.text import Text


class Voice(Protocol):
    """Puts texts into words of a language."""

    def long(self, message: Text) -> str:
        """Return the words in full."""

    def short(self, message: Text) -> str:
        """Return words that fit a line of 21 columns."""

    def rule(self, rule: str) -> str:
        """Return a rule of the game in a sentence or two; empty if there are no words for it."""

    @property
    def tells_rules(self) -> bool:
        """Whether the game has words for its rules."""
