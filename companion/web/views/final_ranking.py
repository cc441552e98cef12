"""Final ranking for pages, with the game's address in the archive."""

from typing import Any

from companion.engine.ranking import ranking_of
from companion.table.state import Table


def final_ranking(table: Table, play: int) -> dict[str, Any] | None:
    """Return the ranking, best first, and the game's number in the archive, 0 if it has none.

    The members of a team share an entry with the sum of their points; players who have left the
    game are not listed. ``None`` before the end.
    """
    if not table.is_over:
        return None
    ranking = ranking_of(table.game, table.state, table.winners)
    steps = [
        {"seats": list(side.seats), "place": side.place, "points": side.points}
        for side in ranking.ordered
    ]
    return {"podium": steps, "play": play}
