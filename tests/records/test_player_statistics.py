"""The few figures about a box's games, against what their results say."""

from companion.records.player_statistics import player_statistics
from tests.records.exports.played import left, played


def test_everybody_has_games_wins_and_points() -> None:
    games = played("compass-points", 3)
    found = {each.name: each for each in player_statistics((*games, left("compass-points")))}
    assert found.keys() == {name for game in games for name in game.setup.players}
    for name, each in found.items():
        mine = [(game.result, game.setup.players.index(name)) for game in games if game.result]
        ranked_by = [game.ranking.points[game.setup.players.index(name)] for game in games]
        assert each.games == len(mine)
        assert each.wins == sum(result.ranking.wins[seat] for result, seat in mine)
        assert each.best == max(ranked_by)  # in teams the points of both
        assert each.low <= each.wins / each.games <= each.high


def test_nobody_has_none() -> None:
    assert player_statistics([]) == ()
