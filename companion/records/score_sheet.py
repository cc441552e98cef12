"""The score sheet: the winners, and all points with their reasons."""

from typing import Any

from companion.engine.ranking import MATES, ranking_of
from companion.engine.rules import AnyGame
from companion.engine.text import Seat, text
from companion.table.voice import Voice


def ranking(game: AnyGame, state: Any, voice: Voice) -> tuple[str, ...]:  # noqa: ANN401 - a state
    """Return the score sheet as lines of plain text, the best side first."""
    own, lines = game.returns(state), game.score_breakdown(state)

    def head(name: str, points: int, *, won: bool = False) -> str:
        return f"{name:<24}{points:>4}  {voice.long(text('sheet.won')) if won else ''}".rstrip()

    def name_of(seat: int) -> str:
        return voice.long(text("table.sheet", player=Seat(seat)))

    found: list[str] = []
    for side in sorted(ranking_of(game, state).sides, key=lambda side: side.place):
        if len(side.seats) > 1:
            found.append(head(MATES.join(map(name_of, side.seats)), side.points, won=side.wins > 0))
        for seat in side.seats:
            won = len(side.seats) == 1 and side.wins > 0
            found.append(head(name_of(seat), own[seat], won=won))
            found += [
                f"  {voice.long(line.because):<44}{line.points:>4}  {line.rule}"
                for line in lines
                if line.player == seat
            ]
    return tuple(found)


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
