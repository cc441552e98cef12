"""The table learns tags: piece by piece, or when an unknown one turns up."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.display.painter.layout import lay_out
from companion.display.painter.primitives import LINE
from companion.engine import registry
from companion.engine.fold import Draw, sampler
from companion.engine.game import Setup
from companion.engine.text import text
from companion.i18n.catalogue import Catalogue
from companion.table.command import Command
from companion.table.enrolment import Enrolment, kind_of
from companion.table.modes.enrolment import start_enrolment
from companion.table.screens.screen import Screen
from companion.table.screens.view import view
from companion.table.state import (
    Notice,
    ReminderInput,
    notify,
    with_console,
)
from companion.table.table import Table, TagInput, begin
from tests.table.conftest import NOW
from tests.table.modes.test_menu import choose
from tests.table.test_table import act, touch

NEW, OTHER = "0415C3A1B2", "0415C3A1B3"


@pytest.fixture
def table(table: Table) -> Table:
    return with_console(table, language="en", languages=("en", "de"))


@pytest.fixture
def enrolling(table: Table, draw: Draw) -> Table:
    return choose(table, "enrol", draw)


def enrolment(table: Table) -> Enrolment:
    assert table.enrol is not None
    return table.enrol


def screen(table: Table) -> Screen:
    return view(table, Catalogue("en", table.game, table.setup.players))


def test_the_box_names_a_piece_and_after_reading_it_the_next(enrolling: Table, draw: Draw) -> None:
    first = enrolment(enrolling).piece
    assert [row.text for row in screen(enrolling).rows] == ["Hold to a reader:", "Token Happiness"]
    after = act(enrolling, TagInput(NEW, None), draw=draw)
    assert enrolment(after).learned == ((NEW, first.id),)
    assert screen(after).status == f"2/{len(enrolment(after).pieces)}"
    assert after.entries == enrolling.entries


def test_a_tag_of_another_piece_is_named_and_asked_about(enrolling: Table, draw: Draw) -> None:
    clash = act(enrolling, touch(enrolling, "token-K"), draw=draw)
    assert enrolment(clash).learned == ()
    assert "That tag is under:" in " ".join(row.text for row in screen(clash).rows)
    for answer in (Command.CONFIRM, touch(enrolling, "token-K")):
        taken = act(clash, answer, draw=draw)
        assert enrolment(taken).learned == (("tag of token-K", enrolment(clash).piece.id),)
    assert enrolment(act(clash, Command.NEXT, draw=draw)).clash is None


def test_a_tag_learned_just_now_is_not_silently_given_to_a_second_piece(
    enrolling: Table, draw: Draw
) -> None:
    twice = act(enrolling, TagInput(NEW, None), TagInput(NEW, None), draw=draw)
    assert enrolment(twice).clash == (NEW, enrolment(enrolling).piece.id)


def test_people_can_go_back_and_read_a_piece_again(enrolling: Table, draw: Draw) -> None:
    back = act(enrolling, TagInput(NEW, None), Command.PREVIOUS, draw=draw)
    assert enrolment(back).read == NEW
    again = act(back, TagInput(OTHER, None), draw=draw)
    assert dict(enrolment(again).learned)[OTHER] == enrolment(enrolling).piece.id


def test_it_ends_after_the_last_piece_or_on_request(enrolling: Table, draw: Draw) -> None:
    last = act(enrolling, Command.PREVIOUS, TagInput(NEW, None), draw=draw)
    assert enrolment(last).over
    assert screen(last).title != "Learn tags"
    ended = act(enrolling, Command.BACK, draw=draw)
    assert enrolment(ended).over
    assert act(ended, Command.NEXT, draw=draw).enrol is None


def test_an_unknown_tag_in_play_offers_to_be_learned(table: Table, draw: Draw) -> None:
    """Its kind is asked for first, so that no list has a hundred pieces."""
    asked = act(table, TagInput(NEW, None), Command.CONFIRM, draw=draw)
    assert screen(asked).title == f"{NEW}: which?"
    kinds = screen(asked).rows
    assert (kinds[0].text, kinds[0].value) == ("Token Happiness …", "6")
    assert len(kinds) < 12 < len(table.game.pieces(table.state))
    second = enrolment(act(asked, Command.NEXT, draw=draw))
    listed = act(asked, Command.CONFIRM, draw=draw)
    assert {kind_of(enrolment(listed).pieces[at]) for at in enrolment(listed).listed} == {"token"}
    chosen = act(listed, Command.NEXT, Command.NEXT, Command.CONFIRM, draw=draw)
    pieces = table.game.pieces(table.state)
    assert enrolment(chosen).learned == ((NEW, pieces[2].id),)
    assert enrolment(chosen).over
    back = act(listed, Command.BACK, draw=draw)
    assert [row.text for row in screen(back).rows] == [row.text for row in kinds]
    assert kind_of(second.piece) != "token"


def test_any_other_key_leaves_an_unknown_tag_alone(table: Table, draw: Draw) -> None:
    after = act(table, TagInput(NEW, None), Command.BACK, draw=draw)
    assert after.enrol is None


def test_an_enrolment_goes_on_once_a_message_has_been_read(enrolling: Table, draw: Draw) -> None:
    """Trouble with a reader, or with storing the tag, is told over it."""
    notified = notify(enrolling, Notice(text("table.device", what="reader 1")))
    assert screen(notified).title != screen(enrolling).title
    assert notified.enrol == enrolling.enrol
    learned = act(notified, TagInput(NEW, None), draw=draw)
    assert learned.notice is None
    assert learned == act(enrolling, TagInput(NEW, None), draw=draw)


def test_a_reminder_disturbs_no_enrolment(enrolling: Table, draw: Draw) -> None:
    reminded = act(enrolling, ReminderInput(), draw=draw)
    assert reminded.reminder is not None
    assert reminded.console == enrolling.console


def test_a_game_without_tags_says_so(
    table: Table, draw: Draw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(table.game), "pieces", lambda _game, _state: ())
    after = choose(table, "enrol", draw)
    assert after.enrol is None
    assert after.notice is not None
    assert after.notice.message.key == "enrol.nothing"
    assert start_enrolment(table).notice == after.notice


def enrolment_of(name: str, **changes: object) -> tuple[Table, Catalogue]:
    game = registry.load(name)
    setup = Setup(("Ann", "Ben", "Cleo", "Dan")[: max(2, min(game.players))], game.levels[-1])
    table = start_enrolment(begin(game, setup, (), NOW, sampler(random.Random(1))).table)
    learning: Any = table.enrol
    shown = with_console(table, cover=replace(learning, **changes))
    return shown, Catalogue("de", game, setup.players)


@pytest.mark.parametrize("size", [(128, 64), (128, 32), (256, 64)])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"clash": (NEW, "card-R/BGPY-2")},
        {"learned": ((NEW, "card-R/BGPY-1"),)},
        {"tag": NEW},
        {"tag": NEW, "kind": "card"},
    ],
    ids=["hold", "clash", "learned", "kind", "piece"],
)
def test_a_card_is_drawn_with_its_colours(
    size: tuple[int, int], changes: dict[str, object]
) -> None:
    """Letters such as R/BGPY are never alone, and no row hides behind a number."""
    table, voice = enrolment_of("compass-jewels", **changes)
    shown = view(table, voice, rows=size[1] // LINE - 2)
    (card,) = shown.diagrams
    assert [[cell.icon for cell in row] for row in card.rows] == [
        ["", "B", ""],
        ["Y", "R", "G"],
        ["", "P", ""],
    ]
    layout = lay_out(shown, size)
    words = " ".join(label.shown for label in layout.labels)
    assert len(layout.pictures) == len("RBGPY")
    assert "+" not in words
    if "tag" not in changes:
        assert "R/BGPY#2" in words if "clash" in changes else "R/BGPY#1" in words


@pytest.mark.parametrize("rows", [6, 2])
def test_the_piece_that_the_tag_may_belong_to_is_named_whole(rows: int) -> None:
    """Two cards differ only at the end of their names."""
    table, voice = enrolment_of("compass-jewels", tag=NEW, kind="card")
    size = (128, (rows + 2) * LINE)
    labels = [label.shown for label in lay_out(view(table, voice, rows), size).labels]
    assert any(shown.endswith("R/BGPY#1") for shown in labels)
    assert any(shown.endswith("R/BGPY#2") for shown in labels)


def test_an_arrow_stands_beside_a_card_with_a_direction() -> None:
    table, voice = enrolment_of("compass-points")
    shown = view(table, voice)
    assert [row.icon for row in shown.rows if "Norden" in row.text] == ["way-N"]
    table, voice = enrolment_of("compass-points", tag=NEW, kind="direction")
    listed = view(table, voice).rows
    ways = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    assert {row.icon for row in listed} == {f"way-{way}" for way in ways}
