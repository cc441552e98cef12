"""The score sheet: who won, and every point with its reason."""

from typing import Any

from companion.engine.rules import AnyGame
from companion.engine.teams import ranking_points, team_of
from companion.engine.text import Seat, text
from companion.table.screens.view import Voice


def ranking(game: AnyGame, state: Any, voice: Voice) -> tuple[str, ...]:  # noqa: ANN401 - a state
    """Return the score sheet as lines of plain text, best player or team first."""
    totals = game.returns(state)
    best = game.winners(state)
    points = ranking_points(game, state)
    order = sorted(
        range(len(totals)),
        key=lambda seat: (-points[seat], seat not in best, team_of(game, seat), seat),
    )
    lines: list[str] = []
    for seat in order:
        name = voice.long(text("table.sheet", player=Seat(seat)))
        won = voice.long(text("sheet.won")) if seat in best else ""
        lines.append(f"{name:<24}{totals[seat]:>4}  {won}".rstrip())
        for line in game.score_breakdown(state):
            if line.player == seat:
                because = voice.long(line.because)
                lines.append(f"  {because:<44}{line.points:>4}  {line.rule}")
    return tuple(lines)


def as_struct(game: AnyGame, state: Any, voice: Voice) -> dict[str, object]:  # noqa: ANN401 - a state
    """Return the score sheet as a JSON object."""
    return {
        "returns": list(game.returns(state)),
        "winners": list(game.winners(state)),
        "lines": [
            {
                "player": line.player,
                "points": line.points,
                "rule": line.rule,
                "because": voice.long(line.because),
                "facts": {
                    name: value
                    for name, value in line.because.params.items()
                    if isinstance(value, str | int)
                },
            }
            for line in game.score_breakdown(state)
        ],
    }
