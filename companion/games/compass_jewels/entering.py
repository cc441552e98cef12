"""The level ``scoring``: players use their own cards and enter their jewels.

The box tracks no cards. Each player enters how many jewels of each worth they have declared.
"""

from typing import Final

from msgspec.structs import replace

from companion.engine.game import Setup, Step
from companion.engine.holdings import (
    Holding,
    HoldingsPhase,
    HoldingsQuestion,
    HoldingsWords,
    no_holdings,
)
from companion.engine.text import text
from companion.games.compass_jewels import scoring, setup
from companion.games.compass_jewels.area import SQUARES
from companion.games.compass_jewels.events import GameOver
from companion.games.compass_jewels.jewels import POINTS, SCORE_RULES, SIZE
from companion.games.compass_jewels.state import Phase, State, Told
from companion.games.compass_jewels.variant import CHECKERS, PLAYERS, SCORING

MOST: Final = (len(SQUARES) - CHECKERS * PLAYERS[0]) // SIZE
"""The most jewels of both players: the cards under the checkers are nobody's (CJ-R7)."""
COLOURS: Final = tuple(sorted(POINTS, key=lambda colours: -POINTS[colours]))
"""The numbers of colours that a jewel can have, the dearest jewels first."""
_JEWELS: Final = "jewels."


def first(chosen: Setup) -> State:
    """Return the state before the first card is laid, or at ``scoring`` level, entered."""
    state = setup.begin(chosen)
    if chosen.level != SCORING:
        return state
    seats = len(state.players)
    return Told(
        state.variant,
        state.players,
        Phase.ENTER,
        progress=no_holdings(seats),
        jewels=((0,) * len(COLOURS),) * seats,
    )


def _questions(state: Told, seat: int) -> tuple[HoldingsQuestion, ...]:
    left = MOST - sum(map(sum, state.jewels))
    return tuple(
        HoldingsQuestion(
            key, SCORE_RULES[colours], (Holding(key, left + _count(state, seat, key)),)
        )
        for colours in COLOURS
        for key in (f"{_JEWELS}{colours}",)
    )


def _which(key: str) -> int:
    return COLOURS.index(int(key.removeprefix(_JEWELS)))


def _count(state: Told, seat: int, key: str) -> int:
    return state.jewels[seat][_which(key)]


def _put(state: Told, seat: int, key: str, count: int) -> Told:
    which, own = _which(key), state.jewels[seat]
    changed = (*own[:which], count, *own[which + 1 :])
    return replace(state, jewels=(*state.jewels[:seat], changed, *state.jewels[seat + 1 :]))


def _finish(state: Told) -> Step[Told]:
    return Step(replace(state, phase=Phase.OVER), (GameOver("CJ-END-1"),))


def _resume(state: Told) -> Told:
    return replace(state, phase=Phase.ENTER)


ENTRIES: Final = HoldingsWords(
    lambda key: text(f"entry.{key}"),
    lambda key: key.startswith(_JEWELS),
    lambda n: text("line.points", n=n),
)
ENTERING: Final = HoldingsPhase[Told](
    "CJ-JEWEL-6", _questions, _count, _put, _finish, _resume, scoring.returns, ENTRIES
)
"""The jewels of a player."""


def violations(state: Told) -> tuple[str, ...]:
    """Return the violations among the entered jewels."""
    total = sum(map(sum, state.jewels))
    return (f"{total} jewels have been told",) if total > MOST else ()
