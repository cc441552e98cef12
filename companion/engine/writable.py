"""Which texts can be written: JSON and YAML can spell characters that no file or socket takes."""

from collections.abc import Mapping


def is_writable(value: object) -> bool:
    """Return whether every text in a JSON value can be written as UTF-8.

    A lone surrogate (U+D800 to U+DFFF) cannot (RFC 3629, section 3); JSON and YAML can escape one.
    """
    if isinstance(value, str):
        return not any("\ud800" <= character <= "\udfff" for character in value)
    if isinstance(value, Mapping):
        return all(is_writable(key) and is_writable(item) for key, item in value.items())
    if isinstance(value, list | tuple):
        return all(map(is_writable, value))
    return True
