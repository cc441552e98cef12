"""Input from displays with a key for each command: orders, answers, a language."""

import pytest

from companion.engine.fold import Draw
from companion.engine.rules import AnyGame
from companion.table.command import Command
from companion.table.effects import LeaveGame, Rematch
from companion.table.lobby.inputs import handle_lobby
from companion.table.lobby.lobby import Lobby, open_lobby
from companion.table.lobby.start import GameStart
from companion.table.log_repair.turn_log import open_log
from companion.table.state import (
    ActionInput,
    CommandInput,
    DisplayInput,
    LanguageInput,
    SetupAnswer,
    StepChange,
    Table,
    TableInput,
    with_console,
)
from companion.table.table import handle
from tests import early_end
from tests.manifests import manifests
from tests.table.conftest import NOW
from tests.table.lobby.test_lobby import NAMES, USUAL
from tests.table.test_table import act, effects, touch, with_three_memories


def test_an_order_closes_what_covers_the_game_first(table: Table, draw: Draw) -> None:
    opened = act(table, Command.MENU, draw=draw)
    paused = act(opened, CommandInput(Command.PAUSE), draw=draw)
    assert paused.clocks.paused
    assert paused.console.cover is None


def test_leaving_leads_to_another_game(table: Table, draw: Draw) -> None:
    assert effects(table, CommandInput(Command.LEAVE), draw=draw) == (LeaveGame(),)


def test_leaving_while_a_step_is_being_changed_leaves_the_game_as_it_was(
    table: Table, draw: Draw
) -> None:
    table = with_three_memories(table, draw)
    played = act(table, touch(table, "token-B"), draw=draw)
    changing = act(open_log(played), Command.CONFIRM, Command.CONFIRM, draw=draw)
    assert isinstance(changing.choosing, StepChange)
    outcome = handle(changing, CommandInput(Command.LEAVE), NOW, draw)
    assert outcome.effects == (LeaveGame(),)
    assert not isinstance(outcome.table.choosing, StepChange)
    assert outcome.table.state is played.state


@pytest.mark.parametrize("asked", [Command.CORRECT, CommandInput(Command.CONFIRM), Command.LEAVE])
def test_after_the_end_the_next_game_is_asked_for(
    asked: TableInput, table: Table, draw: Draw
) -> None:
    over = act(table, *early_end.KEYS, draw=draw)
    assert effects(over, asked, draw=draw) == (LeaveGame(),)
    assert effects(table, Command.CORRECT, draw=draw) == ()


def test_after_the_end_the_key_for_a_pause_asks_for_a_rematch(table: Table, draw: Draw) -> None:
    over = act(table, *early_end.KEYS, draw=draw)
    assert effects(over, Command.PAUSE, draw=draw) == (Rematch(),)
    assert effects(table, Command.PAUSE, draw=draw) == ()


def test_a_language_is_spoken_if_it_is_known(table: Table, draw: Draw) -> None:
    table = with_console(table, language="en", languages=("en", "de"))
    opened = act(table, Command.MENU, draw=draw)
    assert act(opened, LanguageInput("de"), draw=draw) == with_console(opened, language="de")
    assert act(table, LanguageInput("zz"), draw=draw) == table


def test_sound_and_brightness_are_set_one_by_one_as_far_as_they_exist(
    table: Table, draw: Draw
) -> None:
    opened = act(table, Command.MENU, draw=draw)
    quiet = act(opened, DisplayInput(quiet=True), draw=draw)
    assert quiet == with_console(opened, quiet=True)
    assert act(quiet, DisplayInput(brightness="low"), draw=draw) == with_console(
        quiet, brightness="low"
    )
    assert act(quiet, DisplayInput(brightness="dark"), draw=draw) == quiet


def test_a_seat_that_may_not_act_changes_nothing(table: Table, draw: Draw) -> None:
    refused = act(table, Command.UNDO, Command.MENU, draw=draw)
    action = table.candidates[0]
    assert act(refused, ActionInput(action, 1), draw=draw) is refused
    assert len(act(refused, ActionInput(action, 0), draw=draw).entries) > len(refused.entries)


def test_an_answer_to_no_question_changes_nothing(table: Table, draw: Draw) -> None:
    assert act(table, SetupAnswer("players", 0), draw=draw) is table


class TestTheSetup:
    def lobby(self, game: AnyGame) -> Lobby:
        lobby = open_lobby(manifests(game), NAMES, USUAL, game.id)
        return with_console(lobby, language="en", languages=("en", "de"))

    def test_an_answer_is_taken_whatever_the_cursor_says(self, game: AnyGame) -> None:
        after = handle_lobby(self.lobby(game), SetupAnswer("players", 1))
        assert isinstance(after, Lobby)
        assert after.given == (("players", 3),)

    def test_an_answer_to_another_question_is_ignored(self, game: AnyGame) -> None:
        lobby = self.lobby(game)
        assert handle_lobby(lobby, SetupAnswer("level", 0)) == lobby
        assert handle_lobby(lobby, SetupAnswer("players", 99)) == lobby

    def test_the_last_answer_begins_the_game(self, game: AnyGame) -> None:
        stage: Lobby | GameStart = self.lobby(game)
        while isinstance(stage, Lobby):
            assert stage.question is not None
            stage = handle_lobby(stage, SetupAnswer(stage.question.key, 0))
        assert stage.game is game

    def test_a_language_is_spoken_if_it_is_known(self, game: AnyGame) -> None:
        lobby = self.lobby(game)
        after = handle_lobby(lobby, LanguageInput("de"))
        assert isinstance(after, Lobby)
        assert after.console.language == "de"
        assert handle_lobby(lobby, LanguageInput("zz")) == lobby

    def test_sound_and_brightness_are_set_under_any_question(self, game: AnyGame) -> None:
        lobby = self.lobby(game)
        after = handle_lobby(lobby, DisplayInput(quiet=True, brightness="low"))
        assert after == with_console(lobby, quiet=True, brightness="low")
