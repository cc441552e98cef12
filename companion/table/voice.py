"""The protocol that turns texts into words of a language."""

from typing import Final, Protocol

from companion.engine.text import Text

COLUMNS: Final = 21
"""Characters in a line of a panel of 128 pixels."""
_BRIEF: Final = 26
"""The longest words that leave room for a value beside them on a line of twice the width."""


class Voice(Protocol):
    """Puts texts into the words of one language."""

    def long(self, message: Text) -> str:
        """Return the full wording of a text."""

    def short(self, message: Text) -> str:
        """Return a wording that fits a line of 21 characters."""

    def rule(self, rule: str) -> str:
        """Return the rule with this id in a sentence or two; empty if the game has no words."""

    @property
    def columns(self) -> int:
        """Characters in a line of the display that the words are for."""

    @property
    def tells_rules(self) -> bool:
        """Whether the game has wordings of its rules."""


class WideVoice:
    """A voice for a panel of 256 pixels: it says in full what leaves room for a value beside it."""

    columns = 2 * COLUMNS

    def __init__(self, voice: Voice) -> None:
        """Speak like another voice, where there is room."""
        self._voice = voice
        self.long = voice.long
        self.rule = voice.rule
        self.tells_rules = voice.tells_rules

    def short(self, message: Text) -> str:
        """Return the full wording if it is brief enough, else the one for a narrow line."""
        full = self._voice.long(message)
        return full if len(full) <= _BRIEF else self._voice.short(message)
