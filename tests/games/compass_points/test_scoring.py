"""Scores of players and teams, with their reasons (sections 6, 9 and 10)."""

import pytest

from companion.engine.game import ScoreLine
from companion.engine.text import text
from companion.games.compass_points import GAME
from companion.games.compass_points.scoring import teams
from companion.i18n.catalogue import Catalogue
from companion.records.score_sheet import ranking
from tests.games.compass_points.tables import NAMES, moments, played, position, scores

LAST = "W N0, N N0, E N0, S N0"


@pytest.mark.parametrize(
    ("points", "winners"),
    [
        ({"N": 10, "S": -30, "E": -15, "W": -4}, (1, 3)),
        ({"N": 100, "S": -90, "E": 4, "W": 4}, (0, 2)),
        ({"N": 10, "S": -5, "E": 5}, (0, 1, 2, 3)),
        ({}, (0, 1, 2, 3)),
    ],
)
def test_the_team_with_the_higher_sum_wins(
    points: dict[str, int], winners: tuple[int, ...]
) -> None:
    """CP-END-3; equal sums are a draw (CP-END-4, CP-R11)."""
    state = played(position(pawn="d5", number=12, scores=points), LAST).state
    assert GAME.winners(state) == winners


def test_it_does_not_matter_who_ended_the_game() -> None:
    """CP-END-2, CP-END-3: the doubled score counts for its owner's team."""
    state = played(position(pawn="e8", scores={"N": 12, "W": 20}), "N N0, E N3, S N0, W N0").state
    assert teams(state) == (24, 20)
    assert GAME.winners(state) == (0, 2)


def test_scores_may_fall_below_zero() -> None:
    """CP-SETUP-1, CP-R22."""
    state = played(position(pawn="i5", number=3), "S N0, W N0, N N0, E N0").state
    assert scores(state) == (0, -120, 0, 0)


def test_every_point_has_a_reason() -> None:
    """CP-R3: points belong to players, not to teams."""
    state = position(pawn="g2", number=1, scores={"E": 5})
    state = played(state, "N S1, E N0, S N0, W W2", "E", "S").state
    assert GAME.score_breakdown(state) == (
        ScoreLine(1, 20, "CP-SCORE-2", text("score.2", where="g1+20")),
        ScoreLine(1, 5, "CP-SETUP-1", text("score.corrected")),
        ScoreLine(2, -30, "CP-SCORE-1", text("score.1", where="e1-30")),
        ScoreLine(2, 20, "CP-SCORE-2", text("score.2", where="g1+20")),
    )


def test_what_happens_again_is_counted() -> None:
    """CP-SCORE-5."""
    state = played(position(pawn="e3"), "N N0, E N0, S N0, W N0").state
    assert GAME.score_breakdown(state) == (
        ScoreLine(2, 180, "CP-SCORE-1", text("score.1", where="e3+45×4")),
    )


def test_the_goal_has_its_own_reason() -> None:
    """CP-GOAL-4."""
    state = played(position(pawn="e8", scores={"N": 12}), "N N0, E N3, S N0, W N0").state
    assert GAME.score_breakdown(state) == (
        ScoreLine(0, 12, "CP-GOAL-4", text("score.goal")),
        ScoreLine(0, 12, "CP-SETUP-1", text("score.corrected")),
    )


@pytest.mark.slow
def test_lines_sum_to_scores_and_scores_to_teams() -> None:
    for seed in range(20):
        for moment in moments(seed):
            state = moment.step.state
            sums = [0, 0, 0, 0]
            for line in GAME.score_breakdown(state):
                sums[line.player] += line.points
            assert tuple(sums) == scores(state)
            assert teams(state) == (sums[0] + sums[2], sums[1] + sums[3])


def test_on_the_score_sheet_teams_are_listed_together() -> None:
    """CP-END-3: the better team comes first, though East has the most points of all."""
    points = {"N": 10, "S": 20, "E": 40, "W": -30}
    state = played(position(pawn="d5", number=12, scores=points), LAST).state
    lines = ranking(GAME, state, Catalogue("en", GAME, NAMES))
    heads = [line.split("  ")[0] for line in lines if not line.startswith(" ")]
    assert heads == ["Ann + Cem", "Ann", "Cem", "Ben + Dua", "Ben", "Dua"]
    assert lines[0].split() == ["Ann", "+", "Cem", "30", "wins"]
