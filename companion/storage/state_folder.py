"""Where programs keep what belongs to a box, unless its settings say so."""

import os
from pathlib import Path


def default_state() -> Path:
    """Return the default state folder, by the XDG base directory specification."""
    base = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(base).expanduser() / "compass-companion"
