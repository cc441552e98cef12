"""A language in which somebody is told what happens at a table."""

import msgspec

from companion.protocol.http.words import Words
from companion.table.voice import Voice


class Speech(msgspec.Struct, frozen=True):
    """A language, with the game's texts and those of the pages in it."""

    language: str
    voice: Voice
    words: Words
