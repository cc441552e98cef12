"""What the CLDR says of a language: its plurals, and how it writes lists and numbers."""

from collections.abc import Mapping
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.messages.plurals import get_plural

_STYLES: Final = {"and": "standard", "or": "or"}
"""The lists that we write, by what stands before the last item, and what CLDR calls them."""
_PARTS: Final = {"two": "2", "start": "start", "middle": "middle", "end": "end"}


def is_known(locale: str) -> bool:
    """Return whether the CLDR has a locale."""
    try:
        Locale.parse(locale)
    except (UnknownLocaleError, ValueError):
        return False
    return True


def plural_forms(language: str) -> str:
    """Return the header ``Plural-Forms`` of a language."""
    return str(get_plural(language))


def plurals(language: str) -> int:
    """Return how many forms of a plural a language has."""
    return int(get_plural(language).num_plurals)


def own_name(language: str) -> str:
    """Return what a language is called in itself, with a capital letter as in a menu."""
    name = Locale.parse(language).get_display_name(language) or language
    return name[:1].upper() + name[1:]


def formats(locale: str) -> Mapping[str, str]:
    """Return how lists and numbers are written, by the ids in ``language.po``."""
    found = Locale.parse(locale)
    symbols = found.number_symbols["latn"]
    lists = {
        f"list.{ours}.{part}": found.list_patterns[style][theirs]
        for ours, style in _STYLES.items()
        for part, theirs in _PARTS.items()
    }
    return {**lists, "number.decimal": symbols["decimal"], "number.group": symbols["group"]}
