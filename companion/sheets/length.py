"""The number of rounds, which a table may choose where a sheet says it."""

from typing import Final

import msgspec

from companion.engine.options import FurtherOption, Whole
from companion.sheets.plan import Plan
from companion.sheets.sheet import MOST_ROUNDS

ROUNDS: Final = "rounds"
"""The name of the option."""
_USUAL: Final = "usual"
"""The value for as many rounds as the sheet says, which may depend on the number of players."""
_LISTED: Final = 20
"""The most rounds in the list; a settings file may say more."""


class RoundCount(msgspec.Struct, frozen=True):
    """A number of rounds, or *usual*."""

    def expected(self, value: object) -> str:
        """Return the expected value instead of ``value``, or ``""`` if it is valid."""
        return "" if value == _USUAL else Whole(1, MOST_ROUNDS).expected(value)


def length_options(plan: Plan) -> tuple[FurtherOption, ...]:
    """Return the option for the number of rounds; none where a game has no fixed number."""
    if not any(plan.rounds):
        return ()
    return (FurtherOption(ROUNDS, (_USUAL, *range(1, _LISTED + 1)), more=RoundCount()),)
