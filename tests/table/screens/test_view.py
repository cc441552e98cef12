"""What a table shows, in the words of the English catalogue."""

from companion.engine.fold import Draw
from companion.games.inner_compass.actions import CorrectTrack, EndTurn, Imprint
from companion.i18n.catalogue import Catalogue
from companion.table.command import Command
from companion.table.screens.screen import RowMark, Screen, Tone
from companion.table.screens.view import view
from companion.table.table import (
    ActionInput,
    Table,
    TagInput,
    handle,
)
from companion.table.voice import WideVoice
from tests.table.conftest import NOW


def screen(table: Table) -> Screen:
    return view(table, Catalogue("en", table.game, table.setup.players))


def test_the_track_is_listed_from_the_top_with_name_ep_and_both_prices(table: Table) -> None:
    shown = screen(table)
    assert shown.title == "Ann: imprint, done?"
    assert [row.text for row in shown.rows] == [
        "Sadness",
        "X",
        "Fear",
        "Anger",
        "Happiness",
        "Love",
    ]
    assert [row.value for row in shown.rows] == [
        "6EP 2👤3👥",
        "5EP     ",
        "4EP 2👤3👥",
        "3EP 3👤4👥",
        "2EP 1👤1👥",
        "1EP 2👤3👥",
    ]


def test_a_discount_is_marked(table: Table) -> None:
    marked = [row.text for row in screen(table).rows if row.mark is RowMark.DISCOUNT]
    assert marked == ["Happiness", "Love"]


def test_the_footer_says_what_is_to_be_done(table: Table) -> None:
    assert screen(table).footer == "A end turn  B clock", "a key that ends a turn says so"
    wide = WideVoice(Catalogue("en", table.game, table.setup.players))
    assert view(table, wide).footer == "Ann: imprint or done  A end turn  B clock"


def test_ep_are_hidden_unless_configured_otherwise(table: Table) -> None:
    """IC-R29."""
    assert screen(table).status == ""


def test_a_seat_is_chosen_by_its_players_name(table: Table, draw: Draw) -> None:
    opened = handle(table, Command.CORRECT, NOW, draw).table
    asked = handle(opened, Command.CONFIRM, NOW, draw).table
    assert [row.text for row in screen(asked).rows] == ["Ann", "Ben"]


def test_a_list_shows_choices_and_cursor(table: Table, draw: Draw) -> None:
    shown = screen(handle(table, Command.NEXT, NOW, draw).table)
    assert shown.rows[0].text == "Done"
    assert [row.mark for row in shown.rows].count(RowMark.CURSOR) == 1


def test_a_refusal_is_a_toast_with_reason_and_rule(table: Table, draw: Draw) -> None:
    x_on_top = ActionInput(CorrectTrack("X", 1))
    shown = screen(handle(table, x_on_top, NOW, draw).table)
    assert shown.tone is Tone.TOAST
    assert shown.title == "Not possible"
    assert shown.rows[0].text == "X may not lie on the top space."
    assert shown.footer == "IC-TRACK-3 A/B ok"


def test_what_is_taken_back_is_said_with_the_players_name(table: Table, draw: Draw) -> None:
    """The title is the beginning of the message, so no word stands twice."""
    ended = handle(table, ActionInput(EndTurn()), NOW, draw).table
    shown = screen(handle(ended, Command.UNDO, NOW, draw).table)
    assert (shown.title, shown.rows[0].text) == ("Undone", "Ann's turn end")
    imprinted = handle(table, ActionInput(Imprint("Y", None, None, None)), NOW, draw).table
    shown = screen(handle(imprinted, Command.UNDO, NOW, draw).table)
    assert (shown.title, shown.rows[0].text) == ("Undone", "Ann: Happiness")


def test_an_unknown_tag_is_named(table: Table, draw: Draw) -> None:
    shown = screen(handle(table, TagInput("0415C3A1B2", None), NOW, draw).table)
    assert shown.rows[0].text == "Unknown tag 0415C3A1B2. Confirm to learn it."
