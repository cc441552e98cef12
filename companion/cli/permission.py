"""Explains which files of an installed box cannot be read, and suggests a command that can."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.engine.message import say
from companion.i18n.system_errors import describe_error

INSTALLED: Final = Path("/etc/compass-companion/companion.yaml")
"""The settings of a box that was installed as a package."""
STATE: Final = Path("/var/lib/compass-companion")
"""The state folder of such a box."""
SERVING: Final = Path("/run/compass-companion")
"""Exists while the service runs (the unit's RuntimeDirectory)."""
_AS_THE_BOX: Final = frozenset({"doctor", "enrol", "run"})
"""Commands that open devices, which the box's own user is allowed to."""
_ALONE: Final = frozenset({"enrol", "run"})
"""Commands that need the devices for themselves."""
_FILES: Final = ("--export", "--import")
"""Options that name files of the calling person, which the box's user may not be able to reach."""


def usual_settings() -> Path | None:
    """Return the settings file of an installed box, readable or not; ``None`` if there is none."""
    try:
        return INSTALLED if INSTALLED.exists() else None
    except PermissionError:
        return INSTALLED


def permission_help(
    error: PermissionError, given: Sequence[str], *, serving: Path = SERVING
) -> str:
    """Return a message about the unreadable file with a call that works, based on ``given``."""
    path = Path(str(error.filename))
    if not any(path.is_relative_to(place) for place in (INSTALLED.parent, STATE)):
        return describe_error(error)
    from shlex import join  # for the one sentence in a thousand starts

    command = given[0]
    files = any(word.startswith(_FILES) for word in given)
    call = join(["companion", *given])
    if command not in _AS_THE_BOX or files:
        return say("{path}: only root may read this: sudo {call}", path=path, call=call)
    if command in _ALONE and serving.exists():
        return say(
            "{path}: only the box itself may read this, and its service runs: sudo systemctl stop "
            "companion, then sudo -u companion {call}",
            path=path,
            call=call,
        )
    return say(
        "{path}: only the box itself may read this: sudo -u companion {call}", path=path, call=call
    )
