"""Lists of texts as one text."""

from collections.abc import Sequence

from companion.engine.text import Text, text


def join_texts(texts: Sequence[Text]) -> Text:
    """Return one or more texts as one: *first and second and last*."""
    *others, last = texts
    return text("table.and", first=join_texts(others), last=last) if others else last
