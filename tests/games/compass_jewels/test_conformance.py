"""Compass passes the conformance kit."""

from collections.abc import Sequence

import pytest

from companion.engine.conformance import GameConformance
from companion.engine.game import Setup
from companion.games.compass_jewels import GAME
from companion.games.compass_jewels.variant import SOURCES
from companion.i18n.catalogue import Catalogue
from companion.table.narrowing import intent
from tests.docs.rules.ids import rule_ids


@pytest.mark.slow
class TestCompassJewels(GameConformance):
    game = GAME
    rules = rule_ids("compass-jewels")
    voice = Catalogue
    narrowing = intent
    seeds = range(4)
    size = 100
    guessed_otherwise = ("variant",)

    @classmethod
    def setups(cls) -> Sequence[Setup]:
        names = ("Ann", "Ben")
        full = [Setup(names, "full", {"orientation_source": source}) for source in SOURCES]
        return [*full, Setup(names, "scoring")]
