"""Voice of a page: its language."""

import msgspec

from companion.protocol.http.page_words import PageWords
from companion.table.voice import Voice


class PageVoice(msgspec.Struct, frozen=True):
    """A language, with the texts of the game and of the pages."""

    language: str
    voice: Voice
    words: PageWords
