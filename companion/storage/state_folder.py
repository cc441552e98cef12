"""Where programs keep what belongs to a box, unless its settings say so."""

import os
from pathlib import Path
from typing import Final

SHEETS: Final = "COMPANION_SHEETS"
"""The variable of the environment that names the folder of a box's own sheets, if it is not usual.

Games are found by their names alone, as those that are installed are: whoever starts the program
says where its sheets are.
"""


def default_state() -> Path:
    """Return the default state folder, by the XDG base directory specification."""
    base = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(base).expanduser() / "compass-companion"


def use_sheets(folder: Path) -> None:
    """Find the sheets of a state folder from now on, also in programs that are started."""
    os.environ[SHEETS] = str(folder)
