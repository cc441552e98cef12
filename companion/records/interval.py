"""Wilson score interval of a proportion."""

from math import sqrt
from typing import Final

_Z: Final = 1.959964
"""The quantile of the normal distribution for 95 of 100."""


def wilson(hits: float, of: int) -> tuple[float, float]:
    """Return the interval that holds the true share in 95 of 100 cases (Wilson, 1927).

    ``hits`` may be a fraction if a win was shared. Nothing is known of a share of nothing.
    """
    if of == 0:
        return 0.0, 1.0
    share, square = hits / of, _Z * _Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = _Z / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of * of))
    # Exactly, the share is always between them; rounded, at 0 and at 1 it need not be.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))
