"""A table may play another number of rounds than the sheet says."""

import pytest

from companion.engine.game import Setup, SetupError
from companion.i18n import shipped_sheets

NAMES = ("Ann", "Ben", "Cleo")
GAME = shipped_sheets.load("dice-score-card")


def played(options: dict[str, object]) -> int:
    rounds: int = GAME.new_initial_state(Setup(NAMES, "table", options)).rounds
    return rounds


def test_the_number_that_was_chosen_is_played() -> None:
    assert played({}) == played({"rounds": "usual"}) == 13
    assert played({"rounds": 4}) == 4


def test_it_is_a_number_that_a_sheet_may_have() -> None:
    for wrong in (0, 201, "many", True):
        with pytest.raises(SetupError):
            GAME.require(Setup(NAMES, "table", {"rounds": wrong}))
    GAME.require(Setup(NAMES, "table", {"rounds": 200}))


def test_it_is_offered_only_where_a_sheet_has_a_number_of_rounds() -> None:
    offering = {
        name
        for name in shipped_sheets.names()
        if "rounds" in [each.name for each in shipped_sheets.load(name).further_options]
    }
    assert offering == {"dice-score-card", "trick-taking-with-bids", "worker-placement"}
