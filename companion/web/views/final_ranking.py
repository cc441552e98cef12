"""Final ranking for pages, with the game's address in the archive."""

from typing import Any

from companion.engine.sides import ranking_of
from companion.table.state import Table


def final_ranking(table: Table, play: int) -> dict[str, Any] | None:
    """Return the podium, best first, and the game's number in the archive, 0 if it has none.

    Those of a team stand there together, with the sum of their points; whoever has left the game
    does not. ``None`` before the end.
    """
    if not table.is_over:
        return None
    ranking = ranking_of(table.game, table.state, table.winners)
    steps = [
        {"seats": list(side.seats), "place": side.place, "points": side.points}
        for side in ranking.ordered
    ]
    return {"podium": steps, "play": play}
