"""Choices as pages get them: what a player decides, and what the box is only told."""

import pytest
from msgspec.structs import replace

from companion.sheets.actions import Tally
from companion.table.narrowing.intent import Choice, Constraint
from companion.web.views.offer import counted_field, for_box, for_seat, struct
from companion.web.views.position import Position
from tests.web.scene import Scene, speech


@pytest.mark.parametrize(
    ("game", "secret"),
    [("essence", "Vote"), ("compass-points", "LaySpeed")],
)
def test_what_the_box_is_only_told_is_marked(game: str, secret: str) -> None:
    """A card that the box has not read is no decision of the player (ES-VOTE-1, CP-SPEED-1)."""
    scene = Scene(game)
    for _ in scene.play(40):
        table = scene.table
        seats = table.game.active_players(table.state)
        offers = [for_seat(Position(table), seat) for seat in seats]
        both = [each for each in offers if any(type(a).__name__ == secret for a in each.actions)]
        if both:
            break
    else:
        pytest.fail("nobody lays a card")
    offer = both[0]
    marked = {
        type(choice.action).__name__
        for choice, option in zip(
            offer.choices, struct(offer, speech("en", table).voice)["options"], strict=True
        )
        if option.get("report")
    }
    reports = {kind.__name__ for kind in table.game.reports}
    possible = {type(action).__name__ for action in offer.actions}
    assert marked == possible & reports != set()
    at_box = struct(for_box(Position(table)), speech("en", table).voice)["options"]
    assert any(option.get("report") for option in at_box)


def test_actions_that_differ_in_a_number_alone_are_listed_by_it() -> None:
    """A phone shows a hundred buttons of one number each, not a hundred sentences."""
    choices = tuple(
        Choice(Constraint("count", (str(n),)), n, Tally(0, "points", n)) for n in range(20)
    )
    assert counted_field(choices) == "count"
    assert counted_field(choices[:12]) is None, "a few are read in full"
    other = replace(choices[0], action=Tally(1, "points", 0))
    assert counted_field((*choices[1:], other)) is None, "whose points they are differs as well"
    assert counted_field((*choices, replace(choices[0], action=None))) is None
