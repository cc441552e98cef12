"""Messages by MQTT as they come in, at a box and at the hub: nothing in them is believed."""

import json
from collections.abc import Mapping
from typing import Any

from companion.engine.writable import is_writable


class NotUnderstoodError(ValueError):
    """A message cannot be used; the text is a short code for its reason, such as ``no-json``."""


def object_in(payload: bytes, longest: int) -> Mapping[str, Any]:
    """Return the JSON object in a message of at most ``longest`` bytes.

    Raises ``NotUnderstoodError``, also for text that could not be written again as UTF-8.
    """
    if len(payload) > longest:
        raise NotUnderstoodError("too-long")
    try:
        data = json.loads(payload)
        writable = is_writable(data)
    except (ValueError, RecursionError):
        raise NotUnderstoodError("no-json") from None
    if not isinstance(data, dict) or not writable:
        raise NotUnderstoodError("no-object")
    return data
