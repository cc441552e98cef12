"""Matrices of cases that are too many for every run of the tests.

A test takes a sample, always the same one, in which everything that matters by itself occurs.
``MATRICES=whole`` takes all cases: `make matrices`.
"""

import os
from collections.abc import Callable, Hashable, Iterable, Sequence
from random import Random
from typing import Final, TypeVar

Case = TypeVar("Case")
WHOLE: Final = os.environ.get("MATRICES") == "whole"
SEED: Final = 39
"""Decides which of several cases with the same parts is taken."""


def covering(
    cases: Iterable[Case], parts: Callable[[Case], Iterable[Hashable]], *, whole: bool = WHOLE
) -> Sequence[Case]:
    """Return cases, in their order, such that each part of any case is in one of them.

    >>> both = [(size, colour) for size in "SML" for colour in ("red", "blue")]
    >>> len(covering(both, lambda case: case, whole=False))
    3
    """
    listed = tuple(cases)
    if whole:
        return listed
    drawn = Random(SEED).sample(range(len(listed)), len(listed))
    covered: set[Hashable] = set()
    taken: set[int] = set()
    for at in drawn:
        new = {*parts(listed[at])} - covered
        if new:
            covered |= new
            taken.add(at)
    return tuple(listed[at] for at in sorted(taken))


def example_count(few: int) -> int:
    """Return how many examples hypothesis draws: ``few``, or with ``MATRICES=whole`` ten times."""
    return 10 * few if WHOLE else few
