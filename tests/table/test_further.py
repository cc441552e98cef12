"""Options that nobody is asked for: the list behind the question of the level."""

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.copy import OwnersCopy
from companion.engine.game import Setup
from companion.engine.rules import AnyGame
from companion.i18n.catalogue import Catalogue
from companion.table.command import Command
from companion.table.further import OPEN
from companion.table.lobby import Lobby, open_lobby
from companion.table.lobby_input import handle_lobby
from companion.table.lobby_start import Start
from companion.table.state import SetupAnswer
from companion.table.view import view
from tests.table.test_lobby import answer

NAMES = ("Ann", "Ben")
LEVEL = (2, "Ann", "Ben")
"""The answers that lead to the question of the level."""


def lobby(game: str = "inner-compass", *more: AnyGame, **options: object) -> Lobby:
    known = registry.load(game)
    usual = Setup(NAMES, known.levels[0], options)
    return open_lobby((known, *more), NAMES, usual, known.id)


def opened(stage: Lobby, *answers: object) -> Lobby:
    """Return the lobby with the list open, after further answers in it."""
    after = answer(stage, *LEVEL, OPEN, *answers)
    assert isinstance(after, Lobby)
    return after


def finished(stage: Lobby | Start) -> Start:
    while isinstance(stage, Lobby):
        stage = handle_lobby(stage, Command.CONFIRM)
    return stage


def rows(stage: Lobby, language: str = "en") -> list[str]:
    return [row.text for row in view(stage, Catalogue(language, stage.game, NAMES)).rows]


def test_the_list_is_the_last_answer_to_the_question_of_the_level() -> None:
    stage = answer(lobby(), *LEVEL)
    assert isinstance(stage, Lobby)
    assert stage.question is not None
    assert [each for each, _ in stage.question.answers] == [*stage.game.all_levels, OPEN]


def test_a_game_without_further_options_has_no_list() -> None:
    stage = lobby("compass-points")
    stage = replace(stage, given=tuple(stage.usual[:2]))
    given = {"players": 4, **{f"name.{seat}": name for seat, name in enumerate("ABCD")}}
    stage = replace(stage, given=tuple(given.items()))
    assert stage.question is not None
    assert OPEN not in [each for each, _ in stage.question.answers]


def test_each_option_is_listed_with_its_value() -> None:
    assert "2 lines: the end" in rows(opened(lobby()))
    assert "2 lines: play on" in rows(opened(lobby(double_clear="go_on")))


def test_a_value_is_chosen_and_the_list_shows_it() -> None:
    stage = opened(lobby(), "double_clear", "go_on")
    assert rows(stage)[stage.cursor] == "2 lines: play on"
    agreed = finished(answer(stage, "back"))
    assert agreed.setup.options["double_clear"] == "go_on"
    assert registry.load("inner-compass").check({}, agreed.setup.options) == ()


def test_what_nobody_touches_is_not_in_the_setup() -> None:
    agreed = finished(answer(opened(lobby()), "back"))
    assert agreed.setup.options == {"mode": "standard"}


def test_a_value_can_be_set_back_although_the_box_s_file_has_another() -> None:
    agreed = finished(answer(opened(lobby(floor="emotion"), "floor", "total"), "back"))
    assert agreed.setup.options["floor"] == "total"


def test_the_cursor_stands_on_the_value_in_force() -> None:
    stage = opened(lobby(first_bonus=5), "first_bonus")
    assert stage.question is not None
    assert stage.question.answers[stage.cursor][0] == 5


def test_what_is_printed_on_the_copy_is_in_force_unless_somebody_chose() -> None:
    known = OwnersCopy(frozenset(), {}, {"discount": "spaces"})
    stage = replace(lobby(), copies={"inner-compass": known})
    assert "−1: 2 lowest spaces" in rows(opened(stage))


def test_back_closes_the_values_and_then_the_list() -> None:
    stage = opened(lobby(), "floor")
    values, listed = stage, handle_lobby(stage, Command.BACK)
    assert isinstance(listed, Lobby)
    assert values.is_inside
    assert listed.is_inside
    asked = handle_lobby(listed, Command.BACK)
    assert isinstance(asked, Lobby)
    assert asked.question is not None
    assert asked.question.key == "level"
    assert not asked.is_inside


def test_a_page_answers_as_the_panel_does() -> None:
    stage = opened(lobby())
    assert stage.question is not None
    names = [each for each, _ in stage.question.answers]
    after = handle_lobby(stage, SetupAnswer("further", names.index("show_totals")))
    assert isinstance(after, Lobby)
    after = handle_lobby(after, SetupAnswer("further.show_totals", 1))
    assert isinstance(after, Lobby)
    assert after.further.of(after.game) == {"show_totals": True}


def test_another_game_keeps_its_own() -> None:
    """What was chosen for one game means nothing to another one, and waits for its return."""
    stage = lobby("inner-compass", registry.load("compass-jewels"))
    chosen = answer(stage, "inner-compass", *LEVEL, OPEN, "floor", "emotion", "back")
    assert isinstance(chosen, Lobby)
    other = finished(answer(replace(chosen, given=()), "compass-jewels"))
    assert "floor" not in other.setup.options


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", registry.names())
def test_every_entry_and_value_fits_the_panel(game: str, language: str) -> None:
    known = registry.load(game)
    voice = Catalogue(language, known, NAMES)
    stage = open_lobby((known,), NAMES, Setup(NAMES, known.levels[0]), game)
    for option in known.further_options:
        for value in option.values:
            given = (("players", 2), ("name.0", "Ann"), ("name.1", "Ben"))
            chosen = replace(stage.further, chosen={game: {option.name: value}}, open="list")
            listed = replace(stage, given=given, further=chosen).question
            asked = replace(stage, given=given, further=replace(chosen, open=option.name)).question
            assert listed is not None
            assert asked is not None
            for words in (*(name for _, name in (*listed.answers, *asked.answers)), asked.ask):
                assert 0 < len(voice.short(words)) <= voice.columns, voice.short(words)
