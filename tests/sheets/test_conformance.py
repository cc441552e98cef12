"""Every sheet passes the conformance kit, and so does each game's level ``table``."""

from collections.abc import Sequence

import pytest

from companion.engine.conformance import GameConformance
from companion.engine.conformance.bench import NAMES
from companion.engine.game import Setup
from companion.i18n import shipped_sheets
from companion.i18n.catalogue import Catalogue
from companion.sheets.open_table import GAME
from companion.table.narrowing import intent
from tests.docs.rules.ids import rule_ids
from tests.matrix import WHOLE

pytestmark = pytest.mark.matrix


class Conformance(GameConformance):
    rules = rule_ids("open-table")
    voice = Catalogue
    narrowing = intent
    seeds: Sequence[int] = (1, 2, 3)
    longest = 300
    size = 70 if WHOLE else 25

    @classmethod
    def setups(cls) -> Sequence[Setup]:
        numbers = sorted({cls.game.players[0], min(4, cls.game.players[-1])})
        return [Setup(NAMES[:n], "table") for n in numbers]


@pytest.mark.slow
class TestCategoriesAtTheEnd(Conformance):
    game = shipped_sheets.load("categories-at-the-end")


@pytest.mark.slow
class TestChessClock(Conformance):
    game = shipped_sheets.load("chess-clock")


@pytest.mark.slow
class TestCoOperative(Conformance):
    game = shipped_sheets.load("co-operative")


@pytest.mark.slow
class TestDiceScoreCard(Conformance):
    game = shipped_sheets.load("dice-score-card")
    longest = 400


@pytest.mark.slow
class TestLastOneStanding(Conformance):
    game = shipped_sheets.load("last-one-standing")


@pytest.mark.slow
class TestMostMoney(Conformance):
    game = shipped_sheets.load("most-money")
    size = 70  # each of its many numbers is of use somewhere


@pytest.mark.slow
class TestPartyWithTimer(Conformance):
    game = shipped_sheets.load("party-with-timer")


@pytest.mark.slow
class TestPointsPerRound(Conformance):
    game = shipped_sheets.load("points-per-round")
    seeds = range(8)


@pytest.mark.slow
class TestRaceToANumber(Conformance):
    game = shipped_sheets.load("race-to-a-number")


@pytest.mark.slow
class TestTeams(Conformance):
    game = shipped_sheets.load("teams")


@pytest.mark.slow
class TestTrickTakingWithBids(Conformance):
    game = shipped_sheets.load("trick-taking-with-bids")


@pytest.mark.slow
class TestWorkerPlacement(Conformance):
    game = shipped_sheets.load("worker-placement")
    longest = 400


class TestOpenTable(Conformance):
    game = GAME

    @classmethod
    def setups(cls) -> Sequence[Setup]:
        answers = [{name: value} for name, values in GAME.choices for value in values]
        return [Setup(NAMES[:3], "table", chosen) for chosen in answers]


def test_every_sheet_is_examined() -> None:
    examined = {case.game.id for case in Conformance.__subclasses__()}
    assert {*shipped_sheets.names(), GAME.id} == examined
