"""Settings that protect a panel: lit OLED pixels age."""

import msgspec


class PanelCare(msgspec.Struct, frozen=True):
    """When a panel is protected, in seconds, 0 for never.

    ``dim`` and ``blank`` count from the last input; ``shift`` is the time between two moves of the
    picture by a column of pixels.
    """

    dim: int = 0
    blank: int = 0
    shift: int = 0
    glance: int = 0
    """How long after the last input the screen for those who sit at a distance appears."""
