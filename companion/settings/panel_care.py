"""How a panel is spared: OLEDs age where they are lit."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PanelCare:
    """Seconds, 0 is never.

    ``dim`` and ``blank`` count from the last input, ``shift`` is between two moves of the picture
    by a column of pixels.
    """

    dim: int = 0
    blank: int = 0
    shift: int = 0
