"""Evaluation of votes, and the sources of a pawn's steps (sections 7 and 9)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.engine.game import ScoreLine
from companion.engine.text import text
from companion.games.essence.questions import Symbol
from companion.games.essence.state import Phase, Player, State

Votes = Sequence[int | None]
"""The number that each seat has laid; ``None`` for seats that do not vote."""

_PAIR: Final = 2
"""The number of players at which both always gain the same, so that nobody wins (ES-END-6)."""


def individual(votes: Votes, active: int) -> tuple[int, ...]:
    """Return the gains of an individual question (ES-SCORE-IND-1, ES-SCORE-IND-2)."""
    agree = [
        seat != active and vote is not None and vote == votes[active]
        for seat, vote in enumerate(votes)
    ]
    return tuple(sum(agree) if seat == active else int(agrees) for seat, agrees in enumerate(agree))


def group(votes: Votes, _active: int) -> tuple[int, ...]:
    """Return the gains of a group question (ES-SCORE-GRP-1, ES-SCORE-GRP-2)."""
    count = Counter(votes)
    return tuple(0 if vote is None else count[vote] - 1 for vote in votes)


_GAINS: Final[Mapping[Symbol, Callable[[Votes, int], tuple[int, ...]]]] = {
    "individual": individual,
    "group": group,
}


def gains(symbol: Symbol, votes: Votes, active: int, *, coin: bool) -> tuple[int, ...]:
    """Return each seat's gains; a coin doubles the active player's (ES-COIN-3, ES-R14).

    ``symbol`` is the subject of the question, ``individual`` or ``group`` (ES-R15).
    """
    plain = _GAINS[symbol](votes, active)
    return tuple(gain * 2 if coin and seat == active else gain for seat, gain in enumerate(plain))


def score_breakdown(state: State) -> tuple[ScoreLine, ...]:
    """Return the reasons of each pawn's steps; players who have left have none (ES-R18)."""
    return tuple(
        ScoreLine(seat, points, rule, text(f"score.{reason}"))
        for seat in state.seats
        for reason, rule, points in _lines(state.players[seat])
        if points
    )


def _lines(player: Player) -> tuple[tuple[str, str, int], ...]:
    return (
        ("as_active", "ES-SCORE-IND-1", player.as_active),
        ("as_other", "ES-SCORE-IND-1", player.as_other),
        ("in_group", "ES-SCORE-GRP-1", player.in_group),
        ("doubled", "ES-COIN-3", player.doubled),
        ("changes", "ES-CHANGE-2", -player.changes),
        ("corrected", "ES-MOVE-1", player.corrected),
    )


def returns(state: State) -> tuple[int, ...]:
    """Return each pawn's field, 0 for players who have left (ES-R18)."""
    return tuple(0 if player.away else player.field for player in state.players)


def gone(state: State) -> tuple[int, ...]:
    """Return the seats of players who have left (ES-R18)."""
    return tuple(seat for seat, player in enumerate(state.players) if player.away)


def farthest(fields: Mapping[int, int]) -> tuple[int, ...]:
    """Return the seats whose pawns are farthest along (ES-END-5, ES-R9)."""
    return tuple(seat for seat, field in fields.items() if field == max(fields.values()))


def winners(state: State) -> tuple[int, ...]:
    """Return the winners: tied pawns share the win (ES-END-6, ES-R13).

    Of two players, neither wins; the number of players at the beginning counts, even if a player
    has left since.
    """
    if state.phase is not Phase.OVER or len(state.players) == _PAIR:
        return ()
    return farthest({seat: state.players[seat].field for seat in state.seats})
