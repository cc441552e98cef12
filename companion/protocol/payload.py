"""Parses and validates MQTT payloads at box and hub."""

import json
from collections.abc import Mapping
from typing import Any, Final, Never, TypeVar

from companion.protocol.topics import MqttMessage
from companion.schema.mistakes import Invalid
from companion.schema.reading import read
from companion.schema.writable import is_writable

M = TypeVar("M", bound=MqttMessage)


class NotUnderstoodError(ValueError):
    """A message is invalid; the text is a short code for the reason, such as ``no-json``."""


def _refused(_constant: str) -> Never:
    """Refuse ``NaN`` and the like, which Python accepts and no database or browser does."""
    raise ValueError


_DECODER: Final = json.JSONDecoder(parse_constant=_refused)


def object_in(payload: bytes, longest: int, *, flat: bool = False) -> Mapping[str, Any]:
    """Return the JSON object in a message of at most ``longest`` bytes.

    Raises ``NotUnderstoodError``, also for text that cannot be encoded as UTF-8 and for values that
    are nested too deeply; with ``flat`` the caller checks every value itself.
    """
    if len(payload) > longest:
        raise NotUnderstoodError("too-long")
    try:
        text = payload.decode()
        data = _DECODER.decode(text)
        # Only an escape can spell what UTF-8 has no bytes for.
        writable = (flat and "\\u" not in text) or is_writable(data)
    except (ValueError, RecursionError):
        raise NotUnderstoodError("no-json") from None
    if not isinstance(data, dict) or not writable:
        raise NotUnderstoodError("no-object")
    return data


def message_in(payload: bytes, declared: type[M]) -> M:
    """Return a message. Raises ``NotUnderstoodError``: ``bad-`` and the first wrong field."""
    data = object_in(payload, declared.topic.longest)
    try:
        return read(declared, data)
    except Invalid as invalid:
        raise NotUnderstoodError(f"bad-{invalid.mistakes[0].path[0]}") from None
