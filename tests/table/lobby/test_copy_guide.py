"""At the first game people compare their copy with what the box assumes; the box keeps it."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from companion.display.painter import overflow, rows_of
from companion.engine import registry
from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.engine.owners_copy import (
    NONE,
    OwnersCopy,
    PrintedSheet,
    PrintedSquare,
    with_value_at,
)
from companion.engine.text import Text, text
from companion.games.compass_jewels.refusals import colour_name
from companion.games.inner_compass.variant import DATA
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.table.command import Command
from companion.table.lobby.copy_guide import copy_from_answers, questions, unconfirmed_questions
from companion.table.lobby.inputs import handle_lobby, lobby_input
from companion.table.lobby.lobby import Lobby, open_lobby
from companion.table.lobby.printed_sheet import move_cursor
from companion.table.lobby.start import GameStart
from companion.table.screens.screen import ROWS, Screen
from companion.table.screens.view import view
from companion.table.setup_question import AnswerBoard
from companion.table.state import with_console
from companion.table.table import (
    ActionInput,
    Table,
    begin,
    handle,
)
from tests.manifests import manifests
from tests.table.conftest import NOW
from tests.table.lobby.test_lobby import answer

GAME = "inner-compass"
USUAL = (2, "Ann", "Ben")


def lobby(copy: OwnersCopy | None = None, game: str = GAME) -> Lobby:
    known = registry.load(game)
    opened = open_lobby(manifests(known), ("Ann", "Ben"), Setup(("Ann", "Ben"), "track"), game)
    return replace(
        with_console(opened, language="en", languages=LANGUAGES),
        copies={game: OwnersCopy() if copy is None else copy},
    )


def asked(stage: Lobby, *answers: object) -> Lobby:
    after = answer(stage, *answers)
    assert isinstance(after, Lobby)
    return after


def started(stage: Lobby, *answers: object) -> GameStart:
    """Return the start of the game once everything is answered."""
    after = answer(stage, *answers, "go")
    assert isinstance(after, GameStart)
    return after


def screen(stage: Lobby | Table, rows: int = ROWS) -> Screen:
    names = ("Ann", "Ben", "Cem", "Dua")
    return view(stage, Catalogue(stage.console.language or "en", stage.game, names), rows)


def test_it_asks_what_is_printed_and_keeps_what_is_so() -> None:
    first = asked(lobby(), *USUAL)
    assert "Compare your copy …" in [row.text for row in screen(first).rows]
    track = asked(first, "check")
    asking = screen(track)
    words = " ".join((asking.title, *(row.text for row in asking.rows)))
    assert words.startswith("Does your track read 6 5 4 3 2 1")
    done = started(track, *("yes",) * 8)
    assert done.copy is not None
    assert done.copy.confirmed >= {"track", "discount", "section.A", "section.D", "cards"}
    assert done.setup.data == {}


@pytest.mark.slow
def test_what_differs_is_asked_place_by_place_and_counts_at_once() -> None:
    other = asked(lobby(), *USUAL, "check", "no")
    assert (screen(other).title, screen(other).status) == ("EP of space 1?", "1/6")
    done = started(other, 7, 5, 4, 3, 2, 0, *("yes",) * 7)
    assert done.setup.data["track"] == {"ep": [7, 5, 4, 3, 2, 0]}
    state = done.game.new_initial_state(done.setup)
    assert state.variant.track_values == (7, 5, 4, 3, 2, 0)


def touching(stage: Lobby, *keys: Command) -> Lobby:
    """Press keys of the box; no one of them starts the game."""
    for key in keys:
        meant = lobby_input(stage, key)
        assert meant is not None
        after = handle_lobby(stage, meant)
        assert isinstance(after, Lobby)
        stage = after
    return stage


def test_a_section_is_drawn_and_its_squares_are_stepped_through() -> None:
    shown = asked(lobby(), *USUAL, "check", *("yes",) * 3)
    drawn = screen(shown).diagrams[0]
    assert drawn is not None
    icons = [[cell.icon[-1] for cell in row] for row in drawn.rows]
    assert [list(row) for row in DATA["board"]["sections"]["A"]] == icons
    assert [row.text for row in screen(shown).rows] == ["Like this", "Different"]
    assert overflow(screen(shown), (128, 64)) == ()
    first, *_ = DATA["board"]["sections"]["A"]
    touched = touching(asked(shown, "no"), Command.RIGHT, Command.CONFIRM, Command.CONFIRM)
    seen = screen(touched)
    assert (seen.title, seen.status) == ("What differs?", "1/2")
    following = "YBKWR"[("YBKWR".index(first[1]) + 2) % 5]
    assert seen.diagrams
    assert (seen.diagrams[0].rows[0][1].icon, seen.diagrams[0].rows[0][1].mark) == (
        f"emotion-{following}",
        "cursor",
    )
    below = touching(touched, Command.UP)
    assert screen(below).rows[1].mark == "cursor", "above the first row it is done"
    done = started(touching(below, Command.CONFIRM), *("yes",) * 4)
    board: Any = done.setup.data["board"]
    sections = DATA["board"]["sections"]
    assert board["sections"] == {
        **sections,
        "A": [f"{first[0]}{following}{first[2]}", *sections["A"][1:]],
    }
    done.game.new_initial_state(done.setup)


def test_back_takes_back_one_touch() -> None:
    open_ = asked(lobby(), *USUAL, "check", *("yes",) * 3, "no")
    twice = touching(open_, Command.CONFIRM, Command.CONFIRM, Command.BACK)
    assert screen(twice) == screen(touching(open_, Command.CONFIRM))


@pytest.mark.parametrize("rows", [(3, 3, 3), (1, 12, 12), (9,) * 9])
def test_a_joystick_reaches_every_square_and_done(rows: tuple[int, ...]) -> None:
    name = text("lobby.value", value="x")
    printed = PrintedSquare(name, name)
    squares = tuple((name,) * width for width in rows)
    board = AnswerBoard(
        PrintedSheet(squares, ("x",) * sum(rows), lambda _: printed, list), is_open=True
    )
    reached, new = {0}, [0]
    while new:
        here = new.pop()
        for way in (Command.UP, Command.DOWN, Command.LEFT, Command.RIGHT):
            there = move_cursor(board, here, way)
            if there not in reached:
                reached.add(there)
                new.append(there)
    assert reached == set(range(sum(rows) + 1))


def test_the_discount_mark_is_an_option_of_the_rules() -> None:
    done = started(lobby(), *USUAL, "check", "yes", "no", "spaces", *("yes",) * 6)
    assert done.setup.options["discount"] == "spaces"
    assert done.game.new_initial_state(done.setup).variant.discount == "spaces"


def test_what_the_discount_leads_to_is_asked_together_with_it() -> None:
    """IC-R15: a discounted Happiness costs 1 or 2 beside the cubes of others."""
    price = asked(lobby(), *USUAL, "check", "yes", "yes")
    assert price.question is not None
    assert price.question.key == "copy.floor"
    done = started(price, "no", "emotion", *("yes",) * 5)
    assert done.setup.options["floor"] == "emotion"
    assert done.game.new_initial_state(done.setup).variant.floor == "emotion"


@pytest.mark.parametrize(("says", "value"), [(("yes",), "emotions"), (("no", "spaces"), "spaces")])
@pytest.mark.parametrize("before", ["emotions", "spaces"])
def test_an_answer_about_the_copy_replaces_the_last_game_s_option(
    before: str, says: tuple[str, ...], value: str
) -> None:
    stage = lobby()
    stage = replace(stage, base=replace(stage.base, options={"discount": before}))
    done = started(stage, *USUAL, "check", "yes", *says, *("yes",) * 6)
    assert done.setup.options["discount"] == value
    assert done.copy is not None
    assert done.copy.options["discount"] == value


@pytest.mark.slow
def test_an_answer_about_the_copy_replaces_the_last_game_s_data() -> None:
    stage = lobby()
    last = {"track": {"ep": [9, 5, 4, 3, 2, 1]}, "cards": {"Y": 3}}
    stage = replace(stage, base=replace(stage.base, data=last))
    as_printed = started(stage, *USUAL, "check", *("yes",) * 8)
    assert as_printed.setup.data == {}
    assert started(stage, *USUAL).setup.data == last
    differing = started(stage, *USUAL, "check", "no", 7, 5, 4, 3, 2, 0, *("yes",) * 7)
    assert differing.setup.data == {"track": {"ep": [7, 5, 4, 3, 2, 0]}}


@pytest.mark.parametrize("name", registry.names())
def test_yes_means_the_usual_value_of_an_option(name: str) -> None:
    game = registry.load(name)
    usual = {option.name: option.usual for option in game.further_options}
    for question in game.copy_questions({}):
        if question.is_option:
            assert question.cells[0].values[0][0] == usual[question.path[0]]


def test_nobody_has_to_compare_and_it_is_offered_again() -> None:
    done = started(lobby(), *USUAL)
    assert done.copy is None
    assert unconfirmed_questions(done.game, OwnersCopy())


def offered(stage: Lobby) -> list[object]:
    """Return the answers to the last question before the game."""
    last = asked(stage, *USUAL)
    assert last.question is not None
    return [value for value, _ in last.question.answers]


def test_what_has_just_been_compared_is_not_offered_again() -> None:
    done = asked(lobby(), *USUAL, "check", *("yes",) * 8)
    assert done.question is not None
    assert [value for value, _ in done.question.answers] == ["go", "deviations"]


def test_what_is_confirmed_is_not_asked_again() -> None:
    known = OwnersCopy(frozenset({"track", "discount", "floor", "cards"}))
    first = asked(lobby(known), *USUAL, "check")
    assert screen(first).title == "Section A so?"
    everything = frozenset(q.key for q in registry.load(GAME).copy_questions({}))
    assert "check" not in offered(lobby(OwnersCopy(everything)))


def test_without_a_copy_nobody_is_asked() -> None:
    assert "check" not in offered(replace(lobby(), copies={}))


def data_after(name: str, given: Mapping[str, object]) -> Mapping[str, Any]:
    """Return what is known about a copy after these answers; a game can be played with it."""
    game = registry.load(name)
    copy = copy_from_answers(game, OwnersCopy(), {"copy": "check", **given})
    assert game.check(copy.data, {}) == ()
    assert {question.key for question in unconfirmed_questions(game, copy)} == set()
    names = ("Ann", "Ben", "Cem", "Dua")[: game.players[0]]
    game.new_initial_state(Setup(names, game.levels[-1], {}, copy.data))
    return copy.data


def test_the_path_of_essence_is_touched_field_by_field() -> None:
    touches = {"copy.fields": "no", "copy.fields.0": (), "copy.fields.at.0": 84}
    more = {"copy.fields.at.1": 84, "copy.fields.at.2": "done"}
    fields = data_after("essence", {**touches, **more})["fields"]
    assert (len(fields), fields[0], fields[83], fields[84]) == (85, "yellow", "blue", "green")


def test_colours_in_another_order_are_told_at_once() -> None:
    order = ("white", "blue", "green", "yellow")
    given = {"copy.fields": "no", "copy.fields.0": order, "copy.fields.at.0": "done"}
    assert data_after("essence", given)["fields"] == ["yellow", *order * 21]


def test_a_square_of_compass_points_is_told_part_by_part() -> None:
    game = registry.load("compass-points")
    given: dict[str, object] = {"copy": "check", "copy.board": "no", "copy.board.0": 9}
    told = []
    for square, parts in (("a8", ("d", "W", "-30")), ("b9", (".",)), ("i3", ("l>", "NE", "2"))):
        for part in (square, *parts):
            *_, question = questions(game, OwnersCopy(), given)
            told.append(question.key)
            number = (9 - int(square[1])) * 9 + "abcdefghi".index(square[0])
            answer = number if part == square else part
            assert answer in [value for value, _ in question.answers]
            given[question.key] = answer
    assert told[:5] == [
        "copy.board.at.0",
        *(f"copy.board.at.0.{n}" for n in range(3)),
        "copy.board.at.1",
    ]
    *_, last = questions(game, OwnersCopy(), given)
    board = data_after("compass-points", {**given, last.key: "done"})["board"]
    assert (board["squares"]["a8"], board["squares"]["i3"]) == ("dW-30", "l>NE2")
    assert "b9" not in board["squares"]
    assert board["squares"]["c9"] == "lNW+20"


def test_every_inscription_of_compass_points_can_be_told() -> None:
    (question,) = registry.load("compass-points").copy_questions({})
    assert question.sheet is not None
    sheet = question.sheet((9,))
    told: set[str] = set()
    open_: list[tuple[str, ...]] = [()]
    while open_:
        message = open_.pop()
        cell = sheet.part(message)
        if cell is None:
            told.add("".join(message))
        else:
            open_ += [(*message, value) for value, _ in cell.values]
    assert set(sheet.values) <= told
    for inscribed in told:
        assert sheet.printed(inscribed).icon or inscribed == "."


def test_a_board_of_another_size_begins_blank() -> None:
    given = {"copy.board": "no", "copy.board.0": 7, "copy.board.at.0": 1, "copy.board.at.0.0": "l"}
    rest = {"copy.board.at.0.1": "", "copy.board.at.0.2": "+30", "copy.board.at.1": "done"}
    board = data_after("compass-points", {**given, **rest})["board"]
    assert (board["size"], board["squares"]) == (7, {"b7": "l+30"})


def test_colours_of_cards_are_told_by_name_none_twice() -> None:
    game = registry.load("compass-jewels")
    given: dict[str, object] = {"copy": "check", "copy.colours": "no", "copy.colours.0": "pink"}
    *_, last = questions(game, OwnersCopy(), given)
    assert "pink" not in [value for value, _ in last.answers]
    colours = dict(zip(range(5), ("pink", "orange", "green", "blue", "black"), strict=True))
    rest = {f"copy.colours.{n}": colour for n, colour in colours.items()}
    data = data_after("compass-jewels", {**given, **rest})
    assert data["colours"]["Y"] == {"name": "orange", "hue": "#e07b2a"}
    state = game.new_initial_state(Setup(("Ann", "Ben"), "full", {}, data))
    name = colour_name(state.variant, "Y")
    assert isinstance(name, Text)
    assert Catalogue("de", game, ()).long(name) == "orange (Y)"
    assert Catalogue("de", game, ()).long(text("hue.pink")) == "rosa"


@pytest.mark.slow
def test_cards_are_told_by_their_numbers() -> None:
    after = asked(lobby(), *USUAL, "check", *("yes",) * 7, "no")
    assert (screen(after).title, screen(after).status) == ("Cards: Happiness?", "1/5")
    done = started(after, 12, 12, 13, 16, 16)
    assert done.setup.data["cards"] == {"Y": 12, "B": 12, "K": 13, "W": 16, "R": 16}
    assert done.game.new_initial_state(done.setup).variant.deck == (12, 12, 13, 16, 16)


def test_maps_are_told_one_by_one() -> None:
    game = registry.load("gilded-compass")
    (question,) = game.copy_questions({})
    worths = ["1/0", "2/0", "3/1", "5/2"] * 6
    data = with_value_at({}, question.path, question.value(tuple(worths)))
    assert data["maps"]["fire"] == ["1/0", "2/0", "3/1", "5/2"]
    assert game.check(data, {}) == ()


@pytest.mark.slow
def test_all_26_maps_of_the_book_can_be_told() -> None:
    """GC-R2: two more of one colour than we assume; where there is no fifth, nobody asks on."""
    stage = asked(lobby(game="gilded-compass"), *USUAL, "check", "no")
    worths = ("1/0", "2/1", "3/2", "4/3")
    agreed = started(stage, *worths, "5/4", "6/5", *(*worths, NONE) * 5)
    maps = agreed.setup.data["maps"]
    assert isinstance(maps, dict)
    assert [len(each) for each in maps.values()] == [6, 4, 4, 4, 4, 4]
    assert agreed.game.check(agreed.setup.data, agreed.setup.options) == ()
    variant = agreed.game.new_initial_state(agreed.setup).variant
    assert sum(count for _, count in variant.tiles("maps")) == 26


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in registry.names() if name != "open-table"])
def test_every_game_has_questions_that_fit_a_panel(name: str, language: str) -> None:
    game = registry.load(name)
    voice = Catalogue(language, game, ())
    asked_ = game.copy_questions({})
    assert asked_
    for question in asked_:
        for ask in (question.ask, *(cell.ask for cell in question.cells)):
            assert len(voice.short(ask)) <= 21, voice.short(ask)
            assert voice.long(ask) != ask.key


@pytest.mark.slow
@pytest.mark.parametrize("size", [(128, 64), (128, 32)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["inner-compass", "essence", "compass-points"])
def test_every_picture_fits_a_panel(name: str, language: str, size: tuple[int, int]) -> None:
    shown, open_ = with_picture(with_console(lobby(game=name), language=language))
    assert overflow(screen(shown, rows_of(size)), size) == ()
    assert open_.question is not None
    for cursor in (*range(0, len(open_.question.answers), 7), len(open_.question.answers) - 1):
        seen = screen(replace(open_, cursor=cursor), rows_of(size))
        assert overflow(seen, size) == (), cursor


def with_picture(stage: Lobby) -> tuple[Lobby, Lobby]:
    """Return the setup where a picture is shown, and where its squares are touched."""
    shown = None
    while (question := stage.question) is not None:
        if question.board is not None and question.board.is_open:
            assert shown is not None
            return shown, stage
        shown = stage if question.board is not None else shown
        given = {"start": "check"}
        which = given.get(question.key, "no" if question.board else None)
        stage = asked(stage, question.answers[stage.cursor][0] if which is None else which)
    raise AssertionError(stage)


def test_points_carry_a_mark_until_the_copy_is_confirmed(draw: Draw) -> None:
    game = registry.load("compass-points")
    setup = Setup(("Ann", "Ben", "Cem", "Dua"), game.levels[0])
    table = with_console(begin(game, setup, ("all",), NOW, draw).table, language="en")
    while not game.open_score(table.state):
        table = handle(table, ActionInput(table.candidates[0]), NOW, draw).table
    sure = screen(handle(table, Command.WHY, NOW, draw).table)
    marked = screen(handle(with_console(table, unsure=True), Command.WHY, NOW, draw).table)
    assert sure.status.endswith("points")
    assert marked.status == f"~{sure.status}"
    assert overflow(marked, (128, 64)) == ()


def test_the_next_games_begin_with_what_is_known(draw: Draw) -> None:
    known = OwnersCopy(frozenset(), {"track": {"ep": [9, 5, 4, 3, 2, 1]}})
    done = started(lobby(known), *USUAL)
    table = begin(done.game, done.setup, done.enter, NOW, draw).table
    assert table.state.variant.track_values[0] == 9
    compared = asked(lobby(known), *USUAL, "check").question
    assert compared is not None
    assert compared.ask.params["ep"] == "9 5 4 3 2 1"
    assert handle_lobby(lobby(known), Command.NEXT) is not None
