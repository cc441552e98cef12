"""Scoring: lines with reasons, totals and winners (sections 7 and 8)."""

from collections.abc import Iterator

from companion.engine.game import ScoreLine
from companion.engine.text import text
from companion.games.compass_jewels.jewels import POINTS, SCORE_RULES, colours, points
from companion.games.compass_jewels.state import Phase, State, Told


def score_breakdown(state: State) -> tuple[ScoreLine, ...]:
    """Return every player's score lines in seat order (CJ-SCORE-4)."""
    return tuple(line for seat in range(len(state.players)) for line in _lines(state, seat))


def _lines(state: State, seat: int) -> Iterator[ScoreLine]:
    player = state.players[seat]
    for number, jewel in enumerate(player.jewels, 1):
        different = colours(jewel)
        cards = dict(zip(("nw", "ne", "sw", "se"), jewel, strict=True))
        because = text("score.jewel", jewel=number, colours=different, **cards)
        yield ScoreLine(seat, points(jewel), SCORE_RULES[different], because)
    if isinstance(state, Told):
        yield from _entered_lines(state, seat)
    if player.corrected:
        yield ScoreLine(seat, player.corrected, "CJ-R19", text("score.corrected"))


def _entered_lines(state: Told, seat: int) -> Iterator[ScoreLine]:
    for different, count in zip(sorted(POINTS), state.jewels[seat], strict=True):
        if count:
            because = text("score.told", n=count, colours=different, each=POINTS[different])
            yield ScoreLine(seat, count * POINTS[different], SCORE_RULES[different], because)


def returns(state: State) -> tuple[int, ...]:
    """Return each player's total if the game ended now."""
    totals = [0] * len(state.players)
    for line in score_breakdown(state):
        totals[line.player] += line.points
    return tuple(totals)


def winners(state: State) -> tuple[int, ...]:
    """Return the winners: both in a draw, since there is no tie-break (CJ-END-2, CJ-R14)."""
    if state.phase is not Phase.OVER:
        return ()
    totals = returns(state)
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))
