"""What people chose on the box itself; it outlives a game and a restart."""

import json
import logging
from pathlib import Path
from typing import Final

from companion.storage import durable

FILE: Final = "preferences.json"
_LOG: Final = logging.getLogger(__name__)


def load(folder: Path) -> dict[str, str]:
    """Return the preferences in a state folder; damaged ones are forgotten, and that is said."""
    path = folder / FILE
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {str(key): str(value) for key, value in found.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, AttributeError) as error:
        _LOG.warning("%s is not readable and is ignored: %s", path, error)
        return {}


def save(folder: Path, key: str, value: str) -> None:
    """Write one preference beside the others, whole or not at all."""
    path = folder / FILE
    durable.write(path, json.dumps({**load(folder), key: value}))
