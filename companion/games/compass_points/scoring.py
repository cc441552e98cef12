"""Points of players and teams, with reasons (sections 6, 9 and 10)."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.engine.game import ScoreLine
from companion.engine.text import text
from companion.games.compass_points.state import Gain, Phase, State
from companion.games.compass_points.variant import SIDES, TEAMS

_RULES: Final = ("CP-SCORE-1", "CP-SCORE-2", "CP-SCORE-3")
"""The rules for points on squares with one letter, with two letters and with none."""


def returns(state: State) -> tuple[int, ...]:
    """Return each player's score; teams matter only at the end (CP-SETUP-1, CP-R3)."""
    return tuple(player.score for player in state.players)


def teams(state: State) -> tuple[int, ...]:
    """Return the score of each team, the sum of both players' (CP-END-3)."""
    scores = returns(state)
    return tuple(sum(scores[seat] for seat in team) for team in TEAMS)


def winners(state: State) -> tuple[int, ...]:
    """Return the seats of the team with the higher score; all four after a draw (CP-END-4, CP-R11).

    It does not matter who ended the game (CP-END-3), and a doubled score counts (CP-END-2).
    """
    if state.phase is not Phase.OVER:
        return ()
    totals = teams(state)
    best = [team for team, total in zip(TEAMS, totals, strict=True) if total == max(totals)]
    return tuple(sorted(seat for team in best for seat in team))


def score_breakdown(state: State) -> tuple[ScoreLine, ...]:
    """Return every player's score lines in seat order."""
    return tuple(line for seat in range(len(SIDES)) for line in _lines(state, seat))


def _lines(state: State, seat: int) -> Iterator[ScoreLine]:
    player = state.players[seat]
    for rule in _RULES:
        gains = [gain for gain in player.gains if gain.rule == rule]
        if gains:
            points = sum(gain.points for gain in gains)
            key = f"score.{rule.rpartition('-')[2]}"
            yield ScoreLine(seat, points, rule, text(key, where=_where(gains)))
    if player.doubled:
        yield ScoreLine(seat, player.doubled, "CP-GOAL-4", text("score.goal"))
    if player.corrected:
        yield ScoreLine(seat, player.corrected, "CP-SETUP-1", text("score.corrected"))


def _where(gains: list[Gain]) -> str:
    """Return the sources of points, such as ``e3+45×2 i5-30``."""
    counts = Counter(f"{gain.square}{gain.points:+}" for gain in gains)
    return " ".join(f"{entry}×{n}" if n > 1 else entry for entry, n in counts.items())
