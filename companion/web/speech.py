"""A language in which somebody is told what happens at a table."""

from dataclasses import dataclass

from companion.table.voice import Voice
from companion.web.words import Words


@dataclass(frozen=True, slots=True)
class Speech:
    """A language, with the game's texts and those of the pages in it."""

    language: str
    voice: Voice
    words: Words
