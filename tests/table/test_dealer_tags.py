"""Who deals is said by two tags, in either order, as points are."""

import random
from typing import Final

import pytest

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.sheets.actions import NameDealer
from companion.table.play import begin
from companion.table.state import Table, TagInput, Timestamp
from companion.table.table import handle

NAMES: Final = ("Ann", "Ben", "Cleo", "Dora")
SHEETS: Final = ("points-per-round", "trick-taking-with-bids", "teams")


def begun(name: str) -> Table:
    draw = sampler(random.Random(1))
    return begin(registry.load(name), Setup(NAMES, "table"), (), Timestamp(0, 1000.0), draw).table


def lay(table: Table, *names: str) -> Table:
    """Lay the tags of some pieces on the reader, one after the other."""
    pieces = {piece.id: piece for piece in table.game.pieces(table.state)}
    for number, name in enumerate(names, 1):
        at = Timestamp(number * 1000, 1000.0 + number)
        item = TagInput(name, pieces[name])
        table = handle(table, item, at, sampler(random.Random(1))).table
    return table


def dealers(table: Table) -> list[int]:
    named = (step.action for step in table.steps)
    return [action.player for action in named if isinstance(action, NameDealer)]


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("tags", [("dealer", "player-3"), ("player-3", "dealer")])
def test_a_players_tag_and_the_dealers_name_the_dealer(name: str, tags: tuple[str, str]) -> None:
    after = lay(begun(name), *tags)
    assert dealers(after) == [2]
    assert (after.selection, after.notice) == ((), None)


def test_a_number_still_follows_a_players_tag() -> None:
    after = lay(begun("points-per-round"), "player-3", "number-5")
    assert not dealers(after)
    assert after.game.returns(after.state) == (0, 0, 5, 0)
