"""Locale formats of lists and numbers: CLDR patterns from ``language.po``."""

import re
from collections.abc import Sequence
from functools import reduce
from typing import Final

from companion.i18n.languages import about

LISTS: Final = ("and", "or", "plain")
"""Kinds of lists: all of them, one of them, and one with commas only."""
_ROUND: Final = 2
"""Items of the shortest list that is one."""


def listed(language: str, kind: str, items: Sequence[str]) -> str:
    """Return items as a list in words, such as ``A, B and C`` (Unicode TR 35, list patterns)."""
    if not items:
        return ""

    def pair(part: str, first: str, last: str) -> str:
        of = "and" if kind == "plain" else kind
        return _pattern(language, f"list.{of}.{part}", last).format(first, last)

    if kind == "plain":
        return reduce(lambda some, more: pair("middle", some, more), items)
    if len(items) <= _ROUND:
        return items[0] if len(items) == 1 else pair("two", *items)
    *middle, last = items[1:]
    some = pair("start", items[0], middle[0])
    for item in middle[1:]:
        some = pair("middle", some, item)
    return pair("end", some, last)


def _pattern(language: str, key: str, last: str) -> str:
    """Return how two items are joined: in Spanish, *y* is *e* before *Inés*.

    The beginning of such a last item is a regular expression in the context ``before``. CLDR only
    mentions such rules (Unicode TR 35, contextual list patterns); ICU has them in code.
    """
    words = about(language)
    before, instead = (words.pgettext(context, key) for context in ("before", "instead"))
    if key not in (before, instead) and re.match(before, last, re.IGNORECASE):
        return instead
    return words.gettext(key)


def number(language: str, value: float, decimals: int = 0) -> str:
    """Return a number with decimals and thousands separators in a language's format."""
    words = about(language)
    digits = f"{value:,.{decimals}f}"
    if words.gettext("number.first") == "2" and abs(value) < 10_000:  # noqa: PLR2004 - its digits
        digits = digits.replace(",", "")
    marks = {",": words.gettext("number.group"), ".": words.gettext("number.decimal")}
    return "".join(marks.get(letter, letter) for letter in digits)
