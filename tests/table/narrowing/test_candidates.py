"""What can be chosen is worked out once for a position, however many ask."""

import pytest
from msgspec.structs import replace

from companion.engine.game import Action
from companion.engine.rules import AnyGame
from companion.table.choosing.squares import squares
from companion.table.narrowing.candidates import (
    ChoiceContext,
    candidates,
    distinct_candidates,
    has_corrections,
    legal,
    public_choices,
)
from companion.table.narrowing.intent import Constraint, narrow
from companion.table.state import with_choosing
from companion.table.table import Table
from tests.web.scene import GAMES, Scene


class Counting:
    """A game that counts how often it lists legal actions and draws the board for choosing."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.listed = self.drawn = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self.game, name)

    def legal_actions(self, state: object, seat: int) -> tuple[Action, ...]:
        self.listed += 1
        return self.game.legal_actions(state, seat)

    def chooser(self, state: object) -> object:
        self.drawn += 1
        return self.game.chooser(state)


def counted(table: Table) -> tuple[Table, Counting]:
    game = Counting(table.game)
    return replace(table, game=game), game


def test_a_cursor_that_moves_asks_the_rules_nothing_new() -> None:
    scene = Scene()
    table, game = counted(scene.table)
    found = squares(table)
    assert len(found) > 1
    for cursor in range(len(found)):
        assert squares(with_choosing(table, cursor=cursor)) is found
    assert (game.listed, game.drawn) == (1, 1)


def test_another_position_or_selection_is_worked_out_anew() -> None:
    scene = Scene()
    before = scene.table
    first = before.candidates
    next(scene.play())
    assert scene.table.candidates is not first
    chosen = Constraint("space", ("d",))
    assert with_choosing(before, selection=(chosen,)).candidates == narrow(first, (chosen,))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_is_remembered_is_what_the_rules_say(game: str) -> None:
    scene = Scene(game)
    for _ in scene.play(30):
        table = scene.table
        asked, state = table.game, table.state
        if table.is_over:
            break
        seats = asked.active_players(state)
        assert [legal(asked, state, seat) for seat in seats] == [
            asked.legal_actions(state, seat) for seat in seats
        ]
        position = ChoiceContext(asked, state, None, ())
        listed = dict.fromkeys(a for seat in seats for a in asked.legal_actions(state, seat))
        assert candidates(position) == tuple(listed)
        assert distinct_candidates(replace(position, exact=True)) == candidates(position)
        assert has_corrections(position) == bool(asked.corrections(state))
        assert not any(
            table.is_secret(choice.action)
            for choice in public_choices(position)
            if choice.action is not None
        )


def test_what_may_be_set_by_hand_is_tried_once() -> None:
    """Each line of each menu asks, on every display."""
    table = Scene("essence").table
    tried: list[object] = []

    class Trying(Counting):
        def corrections(self, state: object) -> tuple[Action, ...]:
            tried.append(state)
            return self.game.corrections(state)

    game: AnyGame = Trying(table.game)  # type: ignore[assignment]  # only asks the game
    asked = [has_corrections(ChoiceContext(game, table.state, None, ())) for _ in range(3)]
    assert asked == [bool(table.game.corrections(table.state))] * 3
    assert tried == [table.state]
