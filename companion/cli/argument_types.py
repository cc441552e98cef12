"""Argument types for numbers on the command line, each with its bounds."""

from argparse import ArgumentTypeError
from math import isfinite
from typing import Final

import msgspec

from companion.engine.message import say
from companion.i18n.catalogue import Phrases

MOST: Final = 2**53 - 1
"""The largest seed or number of a game: records are JSON, whose readers may know no larger one."""
MOST_GAMES: Final = 1_000_000
"""The most games that one call plays."""
MOST_PLAYERS: Final = 99
"""The most players that a game is asked about: how many it takes, it says itself."""
_LONGEST: Final = 30
"""Characters of a number that are read."""


class IntegerArgument(msgspec.Struct, frozen=True):
    """Parses a whole number from ``least`` to ``most`` (argparse: ``type``)."""

    words: Phrases
    least: int = 0
    most: int = MOST

    def __call__(self, given: str) -> int:
        """Return the number. Raises ``ArgumentTypeError``."""
        try:
            number = int(given[:_LONGEST])
        except ValueError:
            number = self.least - 1
        if len(given) > _LONGEST or not self.least <= number <= self.most:
            message = say(
                "expected a number from {least} to {most}", least=self.least, most=self.most
            )
            raise ArgumentTypeError(self.words.tell(message))
        return number


class DecimalArgument(msgspec.Struct, frozen=True):
    """An argparse ``type`` for decimal numbers from 0 to ``most``."""

    words: Phrases
    most: int

    def __call__(self, given: str) -> float:
        """Return the number. Raises ``ArgumentTypeError``."""
        try:
            number = float(given)
        except ValueError:
            number = -1.0
        if not isfinite(number) or not 0 <= number <= self.most:
            message = say("expected a number from {least} to {most}", least=0, most=self.most)
            raise ArgumentTypeError(self.words.tell(message))
        return number
