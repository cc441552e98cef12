"""JSON from a disk or a backup: what no companion writes is no document.

A long row of brackets, a number of thousands of digits, a lone surrogate or a NaN is valid to
``json.loads`` or ends it in an error of its own; here each is a ``ValueError``.
"""

import json
from typing import Any, NoReturn

from companion.engine.message import say
from companion.schema.writable import is_writable


def loads(text: str | bytes) -> Any:  # noqa: ANN401 - any JSON value
    """Return the JSON value in a text. Raises ``ValueError``."""
    try:
        value = json.loads(text, parse_constant=_refuse)
        writable = is_writable(value)
    except RecursionError as error:
        raise ValueError(say("values are nested too deeply")) from error
    if not writable:
        raise ValueError(say("a character here cannot be written: leave out the lone surrogate"))
    return value


def load_object(text: str | bytes) -> dict[str, Any]:
    """Return the JSON object in a text. Raises ``ValueError``, also for any other value."""
    value = loads(text)
    if not isinstance(value, dict):
        raise ValueError(say("no JSON object"))  # noqa: TRY004 - a file has no types, only values
    return value


def _refuse(constant: str) -> NoReturn:
    """Refuse NaN and infinities, which are no JSON (RFC 8259, section 6)."""
    raise ValueError(say("{constant} is no number in JSON", constant=constant))
