"""Voice of a page: a language in which it is written."""

import msgspec

from companion.protocol.http.page_words import PageWords
from companion.table.voice import Voice


class PageVoice(msgspec.Struct, frozen=True):
    """A language, with the game's texts and those of the pages in it."""

    language: str
    voice: Voice
    words: PageWords
