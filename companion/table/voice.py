"""The protocol that translates texts into a language."""

from typing import Final, Protocol

from companion.engine.text import Text

COLUMNS: Final = 21
"""Characters in a line of a panel of 128 pixels."""
_BRIEF: Final = 26
"""The longest words that leave room for a value beside them on a line of twice the width."""


class Voice(Protocol):
    """Translates texts into one language."""

    def long(self, message: Text) -> str:
        """Return the full wording of a text."""

    def short(self, message: Text) -> str:
        """Return a wording that fits a line of 21 characters."""

    def rule(self, rule: str) -> str:
        """Return a rule by its id in a sentence or two; empty if the game has no wording."""

    @property
    def columns(self) -> int:
        """The number of characters in a line of the display."""

    @property
    def tells_rules(self) -> bool:
        """Whether the game has wordings of its rules."""


class WideVoice:
    """A voice for a panel of 256 pixels: full wordings that leave room for a value beside them."""

    columns = 2 * COLUMNS

    def __init__(self, voice: Voice) -> None:
        """Wrap another voice."""
        self._voice = voice
        self.long = voice.long
        self.rule = voice.rule
        self.tells_rules = voice.tells_rules

    def short(self, message: Text) -> str:
        """Return the full wording if it is short enough, else the one for a narrow line."""
        full = self._voice.long(message)
        return full if len(full) <= _BRIEF else self._voice.short(message)
