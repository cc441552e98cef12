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
    longest = 150
    size = 70 if WHOLE else 25

    @classmethod
    def setups(cls) -> Sequence[Setup]:
        numbers = sorted({cls.game.players[0], min(4, cls.game.players[-1])})
        return [Setup(NAMES[:n], "table") for n in numbers]


class TestCategoriesAtTheEnd(Conformance):
    game = shipped_sheets.load("categories-at-the-end")


class TestChessClock(Conformance):
    game = shipped_sheets.load("chess-clock")


class TestCoOperative(Conformance):
    game = shipped_sheets.load("co-operative")


class TestDiceScoreCard(Conformance):
    game = shipped_sheets.load("dice-score-card")
    longest = 400


class TestLastOneStanding(Conformance):
    game = shipped_sheets.load("last-one-standing")


class TestMostMoney(Conformance):
    game = shipped_sheets.load("most-money")
    size = 70  # each of its many numbers is of use somewhere


class TestPartyWithTimer(Conformance):
    game = shipped_sheets.load("party-with-timer")


class TestPointsPerRound(Conformance):
    game = shipped_sheets.load("points-per-round")
    seeds = range(8)


class TestRaceToANumber(Conformance):
    game = shipped_sheets.load("race-to-a-number")


class TestTeams(Conformance):
    game = shipped_sheets.load("teams")


class TestTrickTakingWithBids(Conformance):
    game = shipped_sheets.load("trick-taking-with-bids")


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
