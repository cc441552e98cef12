"""Dice as multisets: values from 1 to 6 in ascending order."""

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Final, TypeAlias

Dice: TypeAlias = tuple[int, ...]

FACES: Final = range(1, 7)
UNSEEN: Final = 0
"""A die of which the box is not told what it shows: it may be placed with any value."""


def difference(dice: Dice, removed: Iterable[int]) -> Dice:
    """Return ``dice`` without those in ``removed``, as far as present."""
    left = list(dice)
    for value in removed:
        if value in left:
            left.remove(value)
    return tuple(sorted(left))


def holds(dice: Dice, needed: Iterable[int]) -> bool:
    """Return whether ``dice`` contain all that are ``needed``, using each die once."""
    left = list(dice)
    for value in needed:
        if value not in left:
            return False
        left.remove(value)
    return True


def together(*groups: Iterable[int]) -> Dice:
    """Return the dice of several groups as one multiset."""
    return tuple(sorted(value for group in groups for value in group))


def choices(dice: Dice, size: int) -> tuple[Dice, ...]:
    """Return the different multisets of ``size`` dice from ``dice``, in ascending order."""
    chosen = combinations_with_replacement(dict.fromkeys(together(dice)), size)
    return tuple(each for each in chosen if holds(dice, each))


def shown(dice: Dice) -> Dice:
    """Return the possible values of dice: unseen ones any, each as often as there are dice."""
    if UNSEEN not in dice:
        return dice
    return tuple(value for value in FACES for _ in dice)
