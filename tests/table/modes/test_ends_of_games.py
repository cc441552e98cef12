"""The key that ends a game says so, and its words are whole on every panel in every language."""

import random

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import TERMINAL, Setup
from companion.engine.holdings import DONE, Enter
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.table.binding import Binding, InputSource, find, label
from companion.table.command import Command
from companion.table.log.choice_purpose import InsertBefore
from companion.table.mode import GameEnd
from companion.table.modes.stack import bindings, mode_of
from companion.table.modes.turn import switch_face
from companion.table.screens.bottom_line import bottom_line, is_cut
from companion.table.screens.headline import KeyLayout
from companion.table.state import StepChange, Table, Timestamp
from companion.table.table import ActionInput, begin, handle

DRAW = sampler(random.Random(5))


def entered(done: int) -> Table:
    """Return Compass, of whose two players so many have said that what they entered is right."""
    game, clock = registry.load("compass-jewels"), 0
    table = begin(game, Setup(("Ann", "Ben"), "scoring"), (), Timestamp(0, 0.0), DRAW).table
    for seat in range(done + 1):
        while True:
            clock += 5000
            own = [
                each for each in table.candidates if isinstance(each, Enter) and each.player == seat
            ]
            if not own:
                return table
            ends = [each for each in own if each.what == DONE]
            if ends and seat == done:
                return table
            chosen = ends[0] if ends else min(own, key=lambda each: each.count)
            at = Timestamp(clock, clock / 1000)
            table = handle(table, ActionInput(chosen), at, DRAW).table
            if ends:
                break
    return table


def test_the_last_confirmation_ends_the_game_and_says_so() -> None:
    table = replace(entered(1), handover=None)
    confirms = find(bindings(table), Command.CONFIRM)
    assert confirms is not None
    assert (confirms.label.key, confirms.ends_turn) == ("binding.take_end", True)
    at = table.entries[-1].clock + 60_000
    over = handle(table, Command.CONFIRM, Timestamp(at, at / 1000), DRAW).table
    assert over.game.current_player(over.state) == TERMINAL


def ended() -> Table:
    table = entered(1)
    at = table.entries[-1].clock + 60_000
    return handle(table, Command.CONFIRM, Timestamp(at, at / 1000), DRAW).table


def test_a_step_is_chosen_for_the_log_although_a_repair_has_ended_the_game() -> None:
    """The game's own end may come with the steps after it."""
    over = ended()
    assert isinstance(mode_of(over), GameEnd)
    choosing = StepChange(over, InsertBefore(1), listed=())
    changing = replace(over, choosing=choosing)
    assert mode_of(changing) == choosing
    assert find(bindings(changing), Command.BACK) is not None


def test_nothing_that_plays_is_named_after_the_end() -> None:
    names = {each.trigger for each in bindings(ended()) if each.shown}
    assert names
    assert names.isdisjoint({InputSource.TAG, InputSource.TAP, InputSource.PLACE})
    playing = {each.trigger for each in bindings(entered(1)) if each.shown}
    assert playing >= {InputSource.TAG, InputSource.TAP, InputSource.PLACE}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("points", [0, 99])
def test_what_is_confirmed_is_never_cut(language: str, points: int) -> None:
    table = entered(1)
    voice = Catalogue(language, table.game, table.setup.players)
    says = table.game.action_name(Enter(0, DONE, points))
    bound = (
        Binding(Command.CONFIRM, says, switch_face),
        Binding(Command.BACK, label("summary"), switch_face, minor=True),
    )
    line = bottom_line(bound, voice, KeyLayout.FULL)
    assert not is_cut(bound, voice, KeyLayout.FULL), line
