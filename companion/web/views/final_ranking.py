"""Final ranking for pages, with the game's address in the archive."""

from typing import Any

from companion.engine.teams import ranking_points, team_of
from companion.table.previous_games.previous_game import places
from companion.table.state import Table


def final_ranking(table: Table, play: int) -> dict[str, Any] | None:
    """Return the podium, best first, and the game's number in the archive, 0 if it has none.

    Those of a team stand there together, with the sum of their points; whoever has left the game
    does not. ``None`` before the end.
    """
    if not table.is_over:
        return None
    points = ranking_points(table.game, table.state)
    gone = table.game.gone(table.state)
    ranked = (seat for seat in range(len(points)) if seat not in gone)
    teams = tuple(dict.fromkeys(team_of(table.game, seat) for seat in ranked))
    totals = [points[team[0]] for team in teams]
    first = [i for i, team in enumerate(teams) if team[0] in table.winners]
    steps = [
        {"seats": list(team), "place": place, "points": total}
        for team, place, total in zip(teams, places(totals, first), totals, strict=True)
    ]
    return {"podium": sorted(steps, key=lambda step: step["place"]), "play": play}
