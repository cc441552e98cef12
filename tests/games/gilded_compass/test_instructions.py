"""What people must do at the table."""

import pytest

from companion.engine.shared_actions import ChooseStart
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.events import KnowledgeGained
from companion.i18n.catalogue import Catalogue
from tests.games.gilded_compass.tables import NAMES, Moment, moments, setup

VOICE = Catalogue("en", GAME, NAMES)


def told(moment: Moment) -> list[str]:
    texts = GAME.instructions(moment.before, moment.action, moment.step)
    return [VOICE.long(text) for text in texts]


def test_tiles_are_laid_out_kind_by_kind() -> None:
    """GC-ROUND-1: an instruction for each tile when the last one of a kind is drawn."""
    lines = [line for moment in moments(1, setup(2, c_building="temple")) for line in told(moment)]
    laid = [line for line in lines if line.startswith("Lay out")]
    assert all(line.startswith("Lay out: Map ") for line in laid[:4])
    assert all(
        line.partition(", ")[0].endswith(("Cartographer", "Excavator")) for line in laid[4:8]
    )
    assert all(line.startswith("Lay out: magical item with ") for line in laid[8:10])
    assert len(laid) == (4 + 4 + 2) * 6


@pytest.mark.slow
@pytest.mark.parametrize("c_building", ["illuminati", "temple"])
@pytest.mark.parametrize("language", Catalogue.languages(GAME))
def test_each_tile_to_lay_fits_a_line_of_the_panel(language: str, c_building: str) -> None:
    voice = Catalogue(language, GAME, NAMES)
    laid = {
        voice.short(what)
        for moment in moments(1, setup(3, c_building=c_building))
        for what in GAME.instructions(moment.before, moment.action, moment.step)
        if what.key == "do.lay"
    }
    assert len(laid) > 20
    assert [line for line in laid if len(line) > voice.columns] == []


def test_what_several_players_take_is_a_line_for_each() -> None:
    """GC-LIB-2, GC-TOWER-5: with the player's name, and none for who takes nothing."""
    gains = trophies = 0
    for moment in moments(1, setup(3, c_building="tower")):
        lines = told(moment)
        gained = [event for event in moment.step.events if isinstance(event, KnowledgeGained)]
        if gained and not isinstance(moment.action, ChooseStart):
            gains += len(gained)
            assert [line for line in lines if "knowledge" in line] == [
                f"{NAMES[event.player]} takes a knowledge tile"
                if event.tiles == 1
                else f"{NAMES[event.player]} takes {event.tiles} knowledge tiles"
                for event in gained
            ]
        taken = [line for line in lines if "trophies" in line]
        trophies += len(taken)
        assert all(line.startswith(NAMES) and not line.endswith(": 0") for line in taken)
    assert gains > 6
    assert trophies > 6


def test_everybody_gets_dice_knowledge_and_a_collection() -> None:
    """GC-SETUP-5, GC-SETUP-8, GC-VARIANT-2."""
    first = next(moments(1, setup(2)))
    assert told(first)[0].endswith(" begins. Everybody takes 8 dice and a knowledge tile")
    assert told(first)[1] == "Everybody gets a private collection, face down"
    with_dummy = next(moments(1, setup(2, b_building="guild", variant="dummy")))
    (lines,) = told(with_dummy)
    assert lines.endswith("takes 8 dice, two dummy dice and a knowledge tile")
