"""Screens that cover the game: the menu, *why?* and reminders; and the buttons at the seats."""

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.engine.log import EntryKind
from companion.engine.rules import AnyGame
from companion.i18n.catalogue import Catalogue
from companion.table.command import Command
from companion.table.effects import LeaveGame, PowerOff
from companion.table.screens.headline import KeyLayout
from companion.table.screens.screen import Screen
from companion.table.screens.view import view
from companion.table.state import IdleFace, with_console
from companion.table.table import (
    DoneInput,
    JoinInfo,
    PlacementInput,
    ReminderInput,
    Table,
    TagInput,
    begin,
    handle,
)
from tests.menu_names import names
from tests.table.conftest import NOW
from tests.table.test_table import act, effects, touch, with_three_memories


@pytest.fixture
def table(table: Table) -> Table:
    return with_console(table, language="en", languages=("en", "de"))


def screen(table: Table, keys: KeyLayout = KeyLayout.FULL) -> Screen:
    return view(table, Catalogue("en", table.game, table.setup.players), keys=keys)


def choose(table: Table, item: str, draw: Draw) -> Table:
    table = act(table, Command.MENU, draw=draw)
    place = names(table).index(item)
    return act(table, *(Command.NEXT,) * place, Command.CONFIRM, draw=draw)


class TestTheMenu:
    def test_covers_the_game_without_changing_it(self, table: Table, draw: Draw) -> None:
        opened = act(table, Command.MENU, draw=draw)
        assert screen(opened).title == "Menu"
        for key in (Command.MENU, Command.BACK):
            assert act(opened, key, draw=draw) == table
        assert choose(table, "back", draw) == table

    def test_offers_what_other_boxes_have_keys_for(self, table: Table, draw: Draw) -> None:
        paused = choose(table, "pause", draw)
        assert paused.clocks.paused
        assert not choose(paused, "resume", draw).clocks.paused
        assert choose(table, "correct", draw).corrections is not None
        assert choose(table, "clock", draw).console.face is IdleFace.CLOCK
        after = act(table, touch(table, "token-B"), draw=draw)
        assert choose(after, "undo", draw).state == table.state

    def test_leads_back_out_of_a_list_on_boxes_without_a_back_key(
        self, table: Table, draw: Draw
    ) -> None:
        listed = act(table, Command.NEXT, draw=draw)
        assert choose(listed, "back", draw).cursor is None

    def test_switches_to_each_other_language(self, table: Table, draw: Draw) -> None:
        german = choose(table, "de", draw)
        assert german.console.language == "de"
        assert german.entries == table.entries
        assert "de" not in names(german)

    def test_shows_the_join_code_where_phones_can_join(self, table: Table, draw: Draw) -> None:
        assert "join" not in names(table)
        joined = choose(
            with_console(table, join=JoinInfo("HTTP://BOX/J/4821", "4821")), "join", draw
        )
        assert screen(joined).qr == "HTTP://BOX/J/4821"
        assert screen(act(joined, Command.CONFIRM, draw=draw)).qr == ""

    def test_asks_before_a_game_is_left(self, table: Table, draw: Draw) -> None:
        asked = choose(table, "leave", draw)
        assert [row.text for row in screen(asked).rows] == [
            *("No, go on", "Yes, leave this one", "End it: standings")
        ]
        assert effects(asked, Command.CONFIRM, draw=draw) == ()
        assert effects(asked, Command.NEXT, Command.CONFIRM, draw=draw) == (LeaveGame(),)

    def test_only_closes_when_a_piece_is_laid(self, table: Table, draw: Draw) -> None:
        opened = act(table, Command.MENU, draw=draw)
        after = act(opened, touch(opened, "token-B"), draw=draw)
        assert after.console.cover is None
        assert after.entries == table.entries

    def test_on_three_keys_is_the_way_to_everything(self, table: Table, draw: Draw) -> None:
        listed = act(table, Command.NEXT, draw=draw)
        assert screen(listed, KeyLayout.THREE).footer == "A take, end turn"


class TestWhy:
    def test_explains_the_refusal_and_what_can_be_done(self, table: Table, draw: Draw) -> None:
        refused = act(table, touch(table, "tile-joy"), Command.WHY, draw=draw)
        shown = screen(refused)
        assert shown.title == "Why not?"
        assert any(row.text.startswith("IC-") for row in shown.rows)
        refused = act(refused, Command.NEXT, draw=draw)
        assert any(row.text.startswith("Now: Ann") for row in screen(refused).rows)

    def test_asked_again_explains_the_points_then_closes(self, table: Table, draw: Draw) -> None:
        refused = act(table, touch(table, "tile-joy"), Command.WHY, Command.WHY, draw=draw)
        assert screen(refused).title == "Points"
        assert act(refused, Command.WHY, draw=draw).console.cover is None

    def test_remembers_the_refusal_until_the_next_action(self, table: Table, draw: Draw) -> None:
        refused = act(table, touch(table, "tile-joy"), Command.BACK, draw=draw)
        assert screen(act(refused, Command.WHY, draw=draw)).title == "Why not?"
        after = act(refused, touch(refused, "token-B"), Command.WHY, draw=draw)
        assert screen(after).title != "Why not?"

    def test_does_not_reveal_secret_points(self, table: Table, draw: Draw) -> None:
        """EP are hidden until the end (IC-R29)."""
        after = act(table, touch(table, "token-B"), Command.WHY, draw=draw)
        words = " ".join(row.text for row in screen(after).rows)
        assert words == "Points stay secret until the end. The box counts: Track and EP."

    def test_pages_are_turned_and_closed(self, table: Table, draw: Draw) -> None:
        open_totals = replace(
            table,
            state=replace(table.state, variant=replace(table.state.variant, show_totals=True)),
        )
        asked = act(open_totals, touch(open_totals, "token-B"), Command.WHY, draw=draw)
        assert screen(asked).title == "Ann"
        assert screen(act(asked, Command.NEXT, draw=draw)).title == "Ben"
        assert act(asked, Command.BACK, draw=draw).console.cover is None


def test_the_log_is_offered_once_somebody_has_done_something(table: Table, draw: Draw) -> None:
    assert "log" not in [*names(act(table, Command.MENU, draw=draw))]
    played = act(table, touch(table, "token-B"), draw=draw)
    assert "log" in [*names(act(played, Command.MENU, draw=draw))]


def test_nobody_is_told_of_leaving_where_nobody_can(draw: Draw) -> None:
    """Essence lets nobody leave or join before the first action."""
    game = registry.load("essence")
    people = ("Ann", "Ben", "Cleo", "Dan")
    opened = begin(game, Setup(people, game.levels[0]), (), NOW, draw).table
    while opened.laying:
        opened = act(opened, Command.CONFIRM, draw=draw)
    offered = names(act(opened, Command.MENU, draw=draw))
    assert not {"late", "leaves"} & set(offered)


class TestReminders:
    def test_say_what_is_due_until_the_next_input(self, table: Table, draw: Draw) -> None:
        reminded = act(table, ReminderInput(), draw=draw)
        shown = screen(reminded)
        assert shown.title == "! Ann: imprint, done?"
        before = screen(table)
        assert replace(shown, title=before.title) == before, "the game stays to be seen"
        assert reminded.reminder is not None
        assert act(reminded, Command.NEXT, draw=draw).reminder is None

    def test_name_the_task_that_is_still_to_be_done(self, table: Table, draw: Draw) -> None:
        after = act(table, touch(table, "token-B"), ReminderInput(), draw=draw)
        assert after.tasks
        assert after.reminder == after.tasks[0].what

    def test_do_not_cover_what_is_being_read(self, table: Table, draw: Draw) -> None:
        watched = act(with_console(table, face=IdleFace.CLOCK), ReminderInput(), draw=draw)
        assert watched.reminder is not None
        assert watched.notice is None
        refused = act(table, touch(table, "tile-joy"), draw=draw)
        assert act(refused, ReminderInput(), draw=draw).notice == refused.notice

    def test_leave_a_paused_table_alone(self, table: Table, draw: Draw) -> None:
        paused = act(table, Command.PAUSE, draw=draw)
        assert act(paused, ReminderInput(), draw=draw) == paused


class TestSeatButtons:
    def test_mean_done_for_the_seat_whose_turn_it_is(self, table: Table, draw: Draw) -> None:
        table = with_three_memories(table, draw)
        seat = table.game.current_player(table.state)
        done = act(table, touch(table, "token-B"), DoneInput(seat), draw=draw)
        assert done.tasks == ()
        assert done.game.current_player(done.state) == seat
        after = act(done, DoneInput(seat), draw=draw)
        assert after.game.current_player(after.state) != seat

    def test_of_the_next_seat_end_the_turn_that_nobody_has_ended(
        self, table: Table, draw: Draw
    ) -> None:
        seat = table.game.current_player(table.state)
        after = act(table, DoneInput(1 - seat), draw=draw)
        assert after.game.current_player(after.state) == 1 - seat
        assert after.entries[-1].actor == seat

    def test_of_other_seats_are_refused_naming_whose_turn_it_is(
        self, game: AnyGame, draw: Draw
    ) -> None:
        drawn = begin(game, Setup(("Ann", "Ben", "Cleo"), "track"), (), NOW, draw).table
        table = act(drawn, Command.BACK, draw=draw)
        seat = table.game.current_player(table.state)
        refused = act(table, DoneInput((seat + 2) % 3), draw=draw)
        name = table.setup.players[seat]
        assert refused.entries == table.entries
        assert screen(refused).rows[0].text == f"It is {name}’s turn."
        assert "Nobody sits in seat 4" in screen(act(table, DoneInput(3), draw=draw)).rows[0].text

    def test_confirm_what_the_box_drew(self, game: AnyGame, draw: Draw) -> None:
        drawn = begin(game, Setup(("Ann", "Ben"), "track"), (), NOW, draw).table
        assert len(act(drawn, DoneInput(0), draw=draw).tasks) == len(drawn.tasks) - 1


class TestAMismatch:
    """The tokens on the track stand in a different order than the box expects (IC-AP-3)."""

    def test_names_piece_and_place_and_pauses_until_it_is_resolved(
        self, table: Table, draw: Draw
    ) -> None:
        right, wrong = swapped(table)
        differs = act(table, PlacementInput(wrong), draw=draw)
        assert screen(differs).rows[0].text == (
            f"{token(table, 3)} belongs below {emotion(table, 2)}. "
            "Move it, or confirm that the table is right."
        )
        assert differs.entries[-1].kind is EntryKind.PAUSE
        again = act(differs, PlacementInput(right), draw=draw)
        assert again.entries[-1].kind is EntryKind.RESUME
        assert not again.clocks.paused

    def test_ends_when_the_players_say_that_the_table_is_right(
        self, table: Table, draw: Draw
    ) -> None:
        _, wrong = swapped(table)
        mended = act(table, PlacementInput(wrong), Command.CONFIRM, draw=draw)
        assert tuple(mended.game.placements(mended.state).items()) == wrong
        kinds = [entry.kind for entry in mended.entries[len(table.entries) :]]
        assert kinds == [EntryKind.PAUSE, EntryKind.CORRECTION]
        assert not mended.clocks.paused
        assert screen(mended).title == "Corrected"
        assert emotion(mended, 4) in screen(mended).rows[0].text, "it says what it has set"

    def test_is_not_reported_while_a_piece_is_in_somebodys_hand(
        self, table: Table, draw: Draw
    ) -> None:
        right, _ = swapped(table)
        lifted = (("track-1", frozenset[str]()), *right[1:])
        assert act(table, PlacementInput(lifted), draw=draw) == table
        missing = act(table, PlacementInput(lifted, patient=True), draw=draw)
        assert "belongs on top of the track" in screen(missing).rows[0].text


Places = tuple[tuple[str, frozenset[str]], ...]


def swapped(table: Table) -> tuple[Places, Places]:
    """Return the expected placement, and the same with the third and fourth token swapped."""
    right = tuple(table.game.placements(table.state).items())
    first, second, (third, third_token), (fourth, fourth_token), *rest = right
    return right, (first, second, (third, fourth_token), (fourth, third_token), *rest)


def emotion(table: Table, place: int) -> str:
    return token(table, place).removeprefix("Token ")


def token(table: Table, place: int) -> str:
    (piece,) = table.game.placements(table.state)[f"track-{place}"]
    names = {piece.id: piece.name for piece in table.game.pieces(table.state)}
    return Catalogue("en", table.game, table.setup.players).long(names[piece])


def test_an_unknown_tag_closes_nothing_but_the_menu(table: Table, draw: Draw) -> None:
    opened = act(table, Command.NEXT, Command.MENU, draw=draw)
    after = handle(opened, TagInput("0415C3A1B2", None), NOW, draw).table
    assert after.console.cover is None
    assert after.cursor == opened.cursor


class TestSwitchingOff:
    def test_is_offered_only_where_it_is_possible(self, table: Table) -> None:
        assert "off" not in names(table)
        assert names(with_console(table, switches_off=True))[-1] == "off"

    def test_asks_before_it_does_so(self, table: Table, draw: Draw) -> None:
        asked = choose(with_console(table, switches_off=True), "off", draw)
        assert screen(asked).title == "Switch off"
        assert [row.text for row in screen(asked).rows] == ["No, go on", "Yes, switch off"]
        assert effects(asked, Command.CONFIRM, draw=draw) == ()
        assert effects(asked, Command.NEXT, Command.CONFIRM, draw=draw) == (PowerOff(),)
