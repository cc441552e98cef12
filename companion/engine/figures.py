"""Corrections of numbers, such as a player's points, digit by digit.

A number is corrected by an amount, or entered digit by digit, so any value takes three choices at
most. Each digit is a separate correction that reveals nothing else, because points may be secret
during the game.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec import Meta

from companion.engine.action_kinds import (
    Act,
    Check,
    always,
    game_of,
)
from companion.engine.every import Domain, act, seats
from companion.engine.forms import misfit
from companion.engine.game import Correction, Refusal, Step
from companion.engine.records import SeatCorrection
from companion.engine.wording import refuse
from companion.moved import former_names

WORTHS: Final = (100, 10, 1)
"""What the digits of a figure are worth, in the order in which they are dialled."""
_DIGITS: Final = range(10)
_MOST: Final = 999
_READ: Final = Callable[[Any, int], int]
_WRITE: Final = Callable[[Any, int, int], Step[Any]]
_BARRED: Final = Callable[[Any, Any], Refusal | None]
_RULE: Final = Annotated[str, Meta(min_length=1, description="the id of the rule behind it")]
_LIMIT: Final = Annotated[int, Meta(ge=1, le=_MOST, description="a number from 1 to 999")]


class DialTotal(SeatCorrection):
    """Set one digit of a player's points, the one that is ``worth`` 100, 10 or 1."""

    worth: int
    digit: int


def with_digit(now: int, action: DialTotal) -> int:
    """Return a number with another digit; a negative number starts from zero."""
    now = max(0, now)
    return now + (action.digit - now // action.worth % 10) * action.worth


def figure(  # noqa: PLR0913 - all that differs between figures
    kind: type[Correction],
    changes: Domain,
    read: Callable[[Any, int], int],
    write: Callable[[Any, int, int], Step[Any]],
    why_not: Check[Any] = always,
    *,
    rule: str,
    most: int = _MOST,
    barred: Check[Any] = always,
) -> tuple[Act[Any], Act[Any]]:
    """Return two corrections of a number: by one of ``changes``, and by digits (see ``dial``).

    ``kind`` is the correction by a ``change`` of a ``player``'s number, and ``why_not`` returns its
    refusal; ``barred`` returns the refusal of both.
    """

    def effect(state: Any, action: Any) -> Step[Any]:  # noqa: ANN401 - any game's state
        return write(state, action.player, action.change)

    changed = act(kind, effect, why_not, barred=barred, player=seats, change=changes)
    return changed, dial(read, write, rule, most, barred)


def dial(
    read: Callable[[Any, int], int],
    write: Callable[[Any, int, int], Step[Any]],
    rule: str,
    most: int = _MOST,
    barred: Check[Any] = always,
) -> Act[Any]:
    """Return the correction by digits of the number that ``read`` returns for a seat.

    ``write`` returns the step that changes the number by an amount; ``rule`` is the rule of the
    number, which is at most ``most``; ``barred`` returns further refusals.
    """
    found = (
        *misfit(_READ, read, "what reads the figure"),
        *misfit(_WRITE, write, "what writes the figure"),
        *misfit(_BARRED, barred, "what bars it"),
        *misfit(_RULE, rule, "its rule"),
        *misfit(_LIMIT, most, "the most it can be"),
    )
    if found:
        raise TypeError(f"{game_of(read, write)}: dial: {found[0]}")
    worths = [worth for worth in WORTHS if worth <= most]
    fits_always = most >= sum(_DIGITS[-1] * worth for worth in worths)  # skip reading it

    def listed(state: Any) -> Iterator[DialTotal]:  # noqa: ANN401 - any game's state
        for seat in range(len(state.players)):
            for worth in worths:
                first = min(len(_DIGITS), most // worth + 1)
                yield from (DialTotal(seat, worth, digit) for digit in range(first))

    def why_not(state: Any, action: DialTotal) -> Refusal | None:  # noqa: ANN401 - any game's state
        refusal = barred(state, action)
        if refusal is not None:
            return refusal
        if action.player not in seats(state):
            return refuse("no-such-seat", rule)
        is_listed = action.worth in worths and action.digit in _DIGITS
        if is_listed and (fits_always or with_digit(read(state, action.player), action) <= most):
            return None
        return refuse("figure", rule, most=most)

    def effect(state: Any, action: DialTotal) -> Step[Any]:  # noqa: ANN401 - any game's state
        now = read(state, action.player)
        return write(state, action.player, with_digit(now, action) - now)

    return Act(DialTotal, effect, why_not, listed)


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
