"""Figures that are dialled: a player's points as they stand, when the box joins a game late.

A figure is dialled digit by digit, so any of them takes three choices at most. Each is a correction
of its own and says only its digit: points may be secret as long as the game goes on.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from companion.engine.game import Refusal, Step
from companion.engine.phases import Act
from companion.engine.records import SeatCorrection
from companion.engine.wording import refuse

WORTHS: Final = (100, 10, 1)
"""What the digits of a figure are worth, in the order in which they are dialled."""
_DIGITS: Final = range(10)


class DialTotal(SeatCorrection):
    """Set one digit of a player's points, the one that is ``worth`` 100, 10 or 1."""

    worth: int
    digit: int


def dialled(now: int, action: DialTotal) -> int:
    """Return a figure with another digit; whoever is below zero begins at zero."""
    now = max(0, now)
    return now + (action.digit - now // action.worth % 10) * action.worth


def dial(
    read: Callable[[Any, int], int],
    write: Callable[[Any, int, int], Step[Any]],
    rule: str,
    most: int = 999,
    check: Callable[[Any, Any], Refusal | None] = lambda _state, _action: None,
) -> Act[Any]:
    """Return the correction that dials the figure which ``read`` returns for a seat.

    ``write`` returns the step after which the figure has changed by a number; ``rule`` is the one
    behind the figure, which is never more than ``most``; ``check`` says what else is in the way.
    """
    worths = [worth for worth in WORTHS if worth <= most]
    fits_always = most >= sum(_DIGITS[-1] * worth for worth in worths)  # no need to read it

    def listed(state: Any) -> Iterator[DialTotal]:  # noqa: ANN401 - any game's state
        for seat in range(len(state.players)):
            for worth in worths:
                first = min(len(_DIGITS), most // worth + 1)
                yield from (DialTotal(seat, worth, digit) for digit in range(first))

    def why_not(state: Any, action: DialTotal) -> Refusal | None:  # noqa: ANN401 - any game's state
        barred = check(state, action)
        if barred is not None:
            return barred
        known = action.worth in worths and action.digit in _DIGITS
        if known and (fits_always or dialled(read(state, action.player), action) <= most):
            return None
        return refuse("figure", rule, most=most)

    def effect(state: Any, action: DialTotal) -> Step[Any]:  # noqa: ANN401 - any game's state
        now = read(state, action.player)
        return write(state, action.player, dialled(now, action) - now)

    return Act(DialTotal, effect, why_not, listed)
