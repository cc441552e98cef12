"""A name that is not in the list is entered on a grid of letters."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.game import Setup
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES, Alphabets
from companion.table.command import PLAIN, STEPS, Command
from companion.table.lobby.inputs import handle_lobby, lobby_input
from companion.table.lobby.key_labels import lobby_labels
from companion.table.lobby.lobby import Lobby, Naming, open_lobby
from companion.table.name_entry import (
    ACROSS,
    LONGEST,
    GridMark,
    NameEntry,
    begin,
    confirm,
    delete_letter,
    enter_answer,
    move,
)
from companion.table.screens.headline import KeyLayout
from companion.table.screens.screen import Screen
from companion.table.screens.view import view
from companion.table.state import DoneInput, TableInput, with_console
from tests.manifests import manifests
from tests.table.lobby.test_lobby import answer

NAMES = ("Ann", "Ben", "Cem")
MOST_ROWS = 6
"""Lines between title and footer of the usual panel."""
KEYS = (*PLAIN, *STEPS, Command.CONFIRM)


def lobby(language: str = "en") -> Lobby:
    known = registry.load("inner-compass")
    opened = open_lobby(manifests(known), NAMES, Setup(NAMES, known.levels[0]), known.id)
    return with_console(opened, language=language, languages=LANGUAGES, alphabets=Alphabets())


def on_letters(*answers: object) -> Lobby:
    """Return the lobby with the letters of the name that follows some answers."""
    after = answer(lobby(), 3, *answers, "dial")
    assert isinstance(after, Lobby)
    return after


def entry(stage: object) -> NameEntry:
    assert isinstance(stage, Lobby)
    assert stage.dialling is not None
    return stage.dialling


def pressed(stage: Lobby, *keys: TableInput) -> Lobby:
    """Return the lobby after keys of a box, which it takes as the session does."""
    for key in keys:
        meant = lobby_input(stage, key)
        assert meant is not None
        after = handle_lobby(stage, meant)
        assert isinstance(after, Lobby)
        stage = after
    return stage


def screen(stage: Lobby, keys: KeyLayout = KeyLayout.FULL) -> Screen:
    return view(stage, Catalogue(stage.console.language, stage.game, NAMES), keys=keys)


def after_keys(start: NameEntry, keys: Iterable[Command]) -> NameEntry:
    for key in keys:
        start = confirm(start)[0] if key is Command.CONFIRM else move(start, key)
    return start


class TestJoystick:
    def test_letters_become_a_name_with_one_capital(self) -> None:
        stage = pressed(on_letters(), Command.CONFIRM, Command.RIGHT, Command.CONFIRM)
        assert screen(stage).title == "Name: Ab_"

    def test_it_moves_over_the_grid_and_round_its_edges(self) -> None:
        start = NameEntry(name="X")
        assert start.letters[after_keys(start, [Command.DOWN, Command.RIGHT]).at] == "H"
        left = move(start, Command.LEFT)
        assert left.mark is GridMark.DONE
        assert start.letters[move(left, Command.LEFT).at] == "F"
        assert move(left, Command.RIGHT) == start

    def test_up_and_down_alone_reach_all_letters(self) -> None:
        here, seen = NameEntry(), set[str]()
        for _ in here.letters:
            seen.add(here.letters[here.at])
            here = move(here, Command.DOWN)
        assert seen == set(here.letters)
        assert here == NameEntry()

    @given(st.lists(st.sampled_from(KEYS), max_size=30))
    def test_done_is_within_four_steps_of_every_letter(self, keys: list[Command]) -> None:
        here = replace(after_keys(NameEntry(), keys), name="X")
        ways = (
            [way] * steps
            for way in (Command.LEFT, Command.RIGHT)
            for steps in range(ACROSS // 2 + 2)
        )
        assert any(after_keys(here, way).mark is GridMark.DONE for way in ways)

    def test_nothing_is_done_before_the_first_letter(self) -> None:
        letters = on_letters()
        assert entry(pressed(letters, Command.LEFT)).mark is GridMark.LETTER
        shown = screen(letters).letters
        assert shown is not None
        assert not shown.done


class TestTwoKeys:
    """The first seat's button confirms, the other one leads on: to rows, then within one."""

    def test_a_row_is_chosen_first_then_a_letter_in_it(self) -> None:
        take, on = DoneInput(0), DoneInput(1)
        stage = pressed(on_letters(), on, on)
        shown = screen(stage, KeyLayout.SEATS).letters
        assert shown is not None
        assert (shown.rows[shown.row], shown.column) == ("GHIJKL", None)
        stage = pressed(stage, take, on, take)
        assert entry(stage).name == "H"

    def test_done_comes_before_all_rows(self) -> None:
        take, on = DoneInput(0), DoneInput(1)
        stage = pressed(on_letters(), take, on)
        assert entry(stage).mark is GridMark.DONE
        assert dict(pressed(stage, take).given)["name.0"] == "A"

    def test_a_row_entered_by_mistake_is_left_behind_its_last_letter(self) -> None:
        inside = after_keys(NameEntry(), [Command.NEXT, Command.CONFIRM])
        assert inside.mark is GridMark.IN_ROW
        left = after_keys(inside, [Command.NEXT] * ACROSS)
        assert (left.mark, left.at) == (GridMark.ROW, 0)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_letter_can_be_reached(self, language: str) -> None:
        start = begin(Alphabets(), language)
        for number, row in enumerate(start.rows):
            for column, letter in enumerate(row):
                keys = (
                    *(Command.NEXT,) * (number + 1),
                    *(Command.CONFIRM, *(Command.NEXT,) * column, Command.CONFIRM),
                )
                assert after_keys(start, keys).name == letter


class TestName:
    def test_back_deletes_one_letter_and_leaves_when_none_is_left(self) -> None:
        two = pressed(on_letters(), Command.CONFIRM, Command.CONFIRM)
        assert lobby_labels(two)[Command.BACK].key == "binding.delete"
        one = pressed(two, Command.BACK)
        assert screen(one).title == "Name: A_"
        none = pressed(one, Command.BACK)
        assert screen(none).title == "Name: _"
        assert lobby_labels(none)[Command.BACK].key == "binding.back"
        assert screen(pressed(none, Command.BACK)).title == "Who sits first?"

    @pytest.mark.parametrize("key", [Command.MENU, Command.UNDO])
    def test_keys_that_are_held_on_small_boxes_delete_too(self, key: Command) -> None:
        two = pressed(on_letters(), Command.CONFIRM, Command.CONFIRM)
        assert entry(pressed(two, key)).name == "A"
        assert dict(pressed(two, key).given) == dict(two.given)

    @given(st.lists(st.sampled_from((*KEYS, Command.BACK)), max_size=40))
    def test_no_key_loses_more_than_a_letter(self, keys: list[Command]) -> None:
        here = NameEntry()
        for key in keys:
            before = here.name
            here = delete_letter(here) if key is Command.BACK else after_keys(here, [key])
            if here.mark is GridMark.DONE:
                assert here.name
            assert before[:-1] == here.name or here.name.startswith(before)

    def test_a_name_that_was_entered_is_offered_after_going_back(self) -> None:
        stage = pressed(on_letters(), Command.CONFIRM, Command.LEFT, Command.CONFIRM)
        assert dict(stage.given)["name.0"] == "A"
        back = pressed(stage, Command.BACK)
        assert back.question is not None
        assert back.question.answers[back.cursor][0] == "A"

    def test_whoever_enters_a_name_finds_the_letters_for_the_next(self) -> None:
        stage = pressed(on_letters(), Command.CONFIRM, Command.LEFT, Command.CONFIRM)
        assert stage.question is not None
        assert stage.question.answers[stage.cursor][0] == "dial"

    @pytest.mark.parametrize("moves", [(), (Command.DOWN,), (Command.DOWN, Command.LEFT)])
    def test_a_held_key_ends_the_name_from_every_letter(self, moves: tuple[Command, ...]) -> None:
        one = pressed(on_letters(), Command.CONFIRM, *moves)
        assert lobby_labels(one)[Command.CORRECT].key == "dial.take"
        assert dict(pressed(one, Command.CORRECT).given)["name.0"] == "A"

    def test_no_held_key_ends_an_empty_name(self) -> None:
        none = on_letters()
        assert Command.CORRECT not in lobby_labels(none)
        assert entry(pressed(none, Command.CORRECT)) == entry(none)

    def test_the_held_key_is_said_where_there_is_one(self) -> None:
        one = pressed(on_letters(), Command.CONFIRM)
        for keys in KeyLayout:
            grid = screen(one, keys).letters
            assert grid is not None
            assert grid.held == ("hold A" if keys is KeyLayout.FULL else "")

    def test_the_letters_for_the_next_name_follow_where_nobody_is_known(self) -> None:
        naming = Naming(("Player 1", "Player 2"), (), {}, frozenset({"Player 1", "Player 2"}))
        stage = replace(lobby(), names=naming.names, naming={"en": naming}, usual=())
        first = answer(stage, 3, "dial")
        assert isinstance(first, Lobby)
        assert screen(first).status == "1/3"
        second = pressed(first, Command.CONFIRM, Command.CORRECT)
        assert entry(second) == NameEntry(entry(first).letters)
        assert screen(second).status == "2/3"
        listed = pressed(second, Command.BACK)
        assert listed.dialling is None
        assert listed.question is not None
        assert listed.question.key == "name.1"
        third = pressed(second, Command.CONFIRM, Command.CORRECT)
        last = pressed(third, Command.RIGHT, Command.CONFIRM, Command.CORRECT)
        assert last.dialling is None
        assert [name for key, name in last.given if key.startswith("name.")] == ["A", "A 2", "B"]

    def test_people_come_first_then_the_letters_then_colours(self) -> None:
        naming = Naming(
            (*NAMES, "Player 1", "Orange"), (), {"Orange": "orange"}, frozenset({"Player 1"})
        )
        stage = replace(lobby(), names=naming.names, naming={"en": naming})
        question = answer(stage, 3).question  # type: ignore[union-attr]  # it asks for names
        assert question is not None
        assert [name for name, _ in question.answers] == [*NAMES, "dial", "Player 1", "Orange"]

    def test_one_press_takes_a_made_up_name_where_nobody_is_known(self) -> None:
        naming = Naming(("Orange", "Teal"), (), {"Orange": "orange", "Teal": "teal"})
        stage = replace(lobby(), names=naming.names, naming={"en": naming}, usual=())
        after = answer(stage, 3)
        assert isinstance(after, Lobby)
        assert dict(pressed(after, Command.CONFIRM).given)["name.0"] == "Orange"

    def test_two_people_of_one_name_are_told_apart(self) -> None:
        after = on_letters("Ann")
        for letter in "ANN":
            changed, _ = enter_answer(entry(after), letter)
            after = replace(after, dialling=changed, cursor=changed.cursor)
        after = pressed(after, Command.RIGHT)
        while entry(after).mark is not GridMark.DONE:
            after = pressed(after, Command.RIGHT)
        assert dict(pressed(after, Command.CONFIRM).given)["name.1"] == "Ann 2"

    def test_a_long_name_ends_by_itself(self) -> None:
        stage = pressed(on_letters(), *(Command.CONFIRM,) * LONGEST)
        assert dict(stage.given)["name.0"] == "A" + "a" * (LONGEST - 1)

    def test_a_capital_follows_a_hyphen(self) -> None:
        entered = NameEntry()
        for letter in "JO-A":
            entered, _ = enter_answer(entered, letter)
        assert entered.name == "Jo-A"


class TestAlphabets:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_letters_of_a_language_fit_the_panel(self, language: str) -> None:
        letters = begin(Alphabets(), language).letters
        assert len(letters) <= ACROSS * MOST_ROWS
        assert len(set(letters)) == len(letters)
        assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZ") <= set(letters)
        assert "-" in letters

    def test_a_box_writes_in_its_language(self) -> None:
        assert "Ł" in begin(Alphabets(), "pl").letters
        assert "Ü" in entry(answer(lobby("de"), 3, "dial")).letters

    def test_a_language_without_letters_has_those_of_english(self) -> None:
        assert begin({}, "xx").letters == begin(Alphabets(), "en").letters
