"""At the first game people compare their copy with what the box assumes; the box keeps it."""

from dataclasses import replace
from typing import Any

import pytest

from companion.display.painter import overflow
from companion.engine import registry
from companion.engine.copy import OwnersCopy, placed
from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.i18n.catalogue import LANGUAGES, Catalogue
from companion.table.command import Command
from companion.table.copy_guide import learned, questions, unsure
from companion.table.lobby import Lobby, Start, handle_lobby, open_lobby
from companion.table.screen import Screen
from companion.table.state import showing
from companion.table.table import Table, Take, begin, handle
from companion.table.view import view
from tests.table.conftest import NOW
from tests.table.test_lobby import answer

GAME = "inner-compass"
USUAL = (2, "Ann", "Ben", "track", "standard", "box")


def lobby(copy: OwnersCopy | None = None, game: str = GAME) -> Lobby:
    known = registry.load(game)
    opened = open_lobby((known,), ("Ann", "Ben"), Setup(("Ann", "Ben"), "track"), game)
    return replace(
        showing(opened, language="en", languages=LANGUAGES),
        copies={game: OwnersCopy() if copy is None else copy},
    )


def asked(stage: Lobby, *answers: object) -> Lobby:
    after = answer(stage, *answers)
    assert isinstance(after, Lobby)
    return after


def started(stage: Lobby, *answers: object) -> Start:
    after = answer(stage, *answers)
    assert isinstance(after, Start)
    return after


def screen(stage: Lobby | Table) -> Screen:
    names = ("Ann", "Ben", "Cem", "Dua")
    return view(stage, Catalogue(stage.console.language or "en", stage.game, names))


def test_it_asks_what_is_printed_and_keeps_what_is_so() -> None:
    first = asked(lobby(), *USUAL)
    assert screen(first).title == "Compare your copy?"
    track = asked(first, "check")
    assert screen(track).title == "Track: 6 5 4 3 2 1?"
    done = started(track, *("yes",) * 7)
    assert done.copy is not None
    assert done.copy.confirmed >= {"track", "discount", "section.A", "section.D", "cards"}
    assert done.setup.data == {}


def test_what_differs_is_asked_place_by_place_and_counts_at_once() -> None:
    other = asked(lobby(), *USUAL, "check", "no")
    assert (screen(other).title, screen(other).status) == ("EP of space 1?", "1/6")
    done = started(other, 7, 5, 4, 3, 2, 0, *("yes",) * 6)
    assert done.setup.data["track"] == {"ep": [7, 5, 4, 3, 2, 0]}
    state = done.game.new_initial_state(done.setup)
    assert state.variant.track_values == (7, 5, 4, 3, 2, 0)


def test_a_section_is_told_by_its_nine_colours() -> None:
    after = asked(lobby(), *USUAL, "check", "yes", "yes", "no")
    assert screen(after).title == "A row 1, col. 1?"
    done = started(after, *"RYKBRKBWY", *("yes",) * 4)
    board: Any = done.setup.data["board"]
    sections = board["sections"]
    assert sections["A"] == ["RYK", "BRK", "BWY"]
    assert set(sections) == {"A", "B", "C", "D"}
    done.game.new_initial_state(done.setup)


def test_the_discount_mark_is_an_option_of_the_rules() -> None:
    done = started(lobby(), *USUAL, "check", "yes", "no", "spaces", *("yes",) * 5)
    assert done.setup.options["discount"] == "spaces"
    assert done.game.new_initial_state(done.setup).variant.discount == "spaces"


def test_later_is_an_answer_too_and_it_asks_again() -> None:
    done = started(lobby(), *USUAL, "later")
    assert done.copy == OwnersCopy()
    assert unsure(done.game, done.copy)


def test_what_is_confirmed_is_not_asked_again() -> None:
    known = OwnersCopy(frozenset({"track", "discount", "cards"}))
    first = asked(lobby(known), *USUAL, "check")
    assert screen(first).title.startswith("A: ")
    everything = frozenset(q.key for q in registry.load(GAME).copy_questions({}))
    assert isinstance(answer(lobby(OwnersCopy(everything)), *USUAL), Start)


def test_without_a_copy_nobody_is_asked() -> None:
    assert isinstance(answer(replace(lobby(), copies={}), *USUAL), Start)


def test_what_no_few_questions_can_tell_belongs_into_the_file() -> None:
    game = registry.load("compass-points")
    given = {"copy": "check", "copy.board": "no"}
    *_, last = questions(game, OwnersCopy(), given)
    assert last.key == "copy.board.file"
    assert "board" not in learned(game, OwnersCopy(), given).confirmed


def test_cards_are_told_by_their_numbers() -> None:
    after = asked(lobby(), *USUAL, "check", *("yes",) * 6, "no")
    assert (screen(after).title, screen(after).status) == ("Cards: Happiness?", "1/5")
    done = started(after, 12, 12, 13, 16, 16)
    assert done.setup.data["cards"] == {"Y": 12, "B": 12, "K": 13, "W": 16, "R": 16}
    assert done.game.new_initial_state(done.setup).variant.deck == (12, 12, 13, 16, 16)


def test_maps_are_told_one_by_one() -> None:
    game = registry.load("gilded-compass")
    (question,) = game.copy_questions({})
    worths = ["1/0", "2/0", "3/1", "5/2"] * 6
    data = placed({}, question.path, question.value(tuple(worths)))
    assert data["maps"]["fire"] == ["1/0", "2/0", "3/1", "5/2"]
    assert game.check(data, {}) == ()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_questions_that_fit_a_panel(name: str, language: str) -> None:
    game = registry.load(name)
    voice = Catalogue(language, game, ())
    asked_ = game.copy_questions({})
    assert asked_
    for question in asked_:
        for ask in (question.ask, *(cell.ask for cell in question.cells)):
            assert len(voice.short(ask)) <= 21, voice.short(ask)
            assert voice.long(ask) != ask.key


def test_points_carry_a_mark_until_the_copy_is_confirmed(draw: Draw) -> None:
    game = registry.load("compass-points")
    setup = Setup(("Ann", "Ben", "Cem", "Dua"), game.levels[0])
    table = showing(begin(game, setup, ("all",), NOW, draw).table, language="en")
    while not game.open_score(table.state):
        table = handle(table, Take(table.candidates[0]), NOW, draw).table
    sure = screen(handle(table, Command.WHY, NOW, draw).table)
    marked = screen(handle(showing(table, unsure=True), Command.WHY, NOW, draw).table)
    assert sure.status.endswith("points")
    assert marked.status == f"~{sure.status}"
    assert overflow(marked, (128, 64)) == ()


def test_the_next_games_begin_with_what_is_known(draw: Draw) -> None:
    known = OwnersCopy(frozenset(), {"track": {"ep": [9, 5, 4, 3, 2, 1]}})
    done = started(lobby(known), *USUAL, "later")
    table = begin(done.game, done.setup, done.enter, NOW, draw).table
    assert table.state.variant.track_values[0] == 9
    assert screen(asked(lobby(known), *USUAL, "check")).title == "Track: 9 5 4 3 2 1?"
    assert handle_lobby(lobby(known), Command.NEXT) is not None
