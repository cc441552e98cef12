"""What a host reads out: the rules of the setup, with the side of the player board."""

import pytest

from companion.engine.game import Setup
from companion.games.inner_compass import GAME
from companion.i18n.catalogue import Catalogue


def rules(mode: str, level: str = "track") -> tuple[str, ...]:
    setup = Setup(("Ann", "Ben"), level, {"mode": mode})
    return GAME.setup_rules(GAME.new_initial_state(setup))


@pytest.mark.parametrize("level", GAME.levels)
def test_the_advanced_game_has_the_rule_about_its_side(level: str) -> None:
    """IC-SETUP-3, IC-ADV-1."""
    assert "IC-ADV-1" not in rules("standard", level)
    before, after = rules("advanced", level)[2:4]
    assert (before, after) == ("IC-SETUP-3", "IC-ADV-1")
    assert [rule for rule in rules("advanced", level) if rule != "IC-ADV-1"] == [
        *rules("standard", level)
    ]


@pytest.mark.parametrize(
    ("language", "side"), [("en", "without special icons"), ("de", "ohne besondere Symbole")]
)
def test_the_side_of_the_player_board_is_named(language: str, side: str) -> None:
    assert side in Catalogue(language, GAME, ("Ann", "Ben")).rule("IC-SETUP-3")


def test_a_game_that_was_played_is_not_set_up() -> None:
    assert rules("advanced", "final") == ()
