"""Options that nobody is asked for: the list behind the last question about the game."""

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.owners_copy import OwnersCopy
from companion.engine.rules import AnyGame
from companion.i18n.catalogue import Catalogue
from companion.table.command import Command
from companion.table.lobby.further_options import OPEN
from companion.table.lobby.inputs import handle_lobby
from companion.table.lobby.lobby import Lobby, open_lobby
from companion.table.lobby.start import GameStart
from companion.table.screens.view import view
from companion.table.state import SetupAnswer
from tests.manifests import manifests
from tests.table.lobby.test_lobby import answer

NAMES = ("Ann", "Ben")
GAME = (2, "Ann", "Ben", "track", "standard")
"""The answers that lead to the last question about a game of Inner Compass, who draws."""
GILDED = (2, "Ann", "Ben", "full", "guild")


def lobby(game: str = "inner-compass", *more: AnyGame, **options: object) -> Lobby:
    known = registry.load(game)
    usual = Setup(NAMES, known.levels[0], options)
    return open_lobby(manifests(known, *more), NAMES, usual, known.id)


def opened(stage: Lobby, *answers: object) -> Lobby:
    """Return the lobby with the list open, after further answers in it."""
    after = answer(stage, *GAME, OPEN, *answers)
    assert isinstance(after, Lobby)
    return after


def finished(stage: Lobby | GameStart) -> GameStart:
    while isinstance(stage, Lobby):
        stage = handle_lobby(stage, Command.CONFIRM)
    return stage


def rows(stage: Lobby, language: str = "en") -> list[str]:
    return [row.text for row in view(stage, Catalogue(language, stage.game, NAMES)).rows]


def listed(stage: Lobby | GameStart) -> list[object]:
    """Return the options in the list, which is open."""
    assert isinstance(stage, Lobby)
    assert stage.question is not None
    return [each for each, _ in stage.question.answers][:-1]


def test_the_list_is_the_last_answer_to_the_last_question_about_the_game() -> None:
    stage = answer(lobby(), *GAME)
    assert isinstance(stage, Lobby)
    assert stage.question is not None
    assert stage.question.key == "draw"
    assert [each for each, _ in stage.question.answers] == ["box", "table", "each", OPEN]


def test_the_final_scoring_has_a_list_although_nothing_is_drawn() -> None:
    stage = answer(lobby("gilded-compass"), 2, "Ann", "Ben", "final", "guild", "temple", "none")
    assert isinstance(stage, GameStart)
    opened_ = answer(lobby("gilded-compass"), 2, "Ann", "Ben", "final", "guild", "temple", OPEN)
    assert "tie_by_value" in listed(opened_)


def test_jewels_only_has_no_list_because_no_option_makes_a_difference() -> None:
    """CJ-R9: no card is laid, so the box cannot improve a jewel."""
    stage: Lobby | GameStart = lobby("compass-jewels")
    keys = []
    while isinstance(stage, Lobby):
        assert stage.question is not None
        answers = [each for each, _ in stage.question.answers]
        keys.append(stage.question.key)
        assert OPEN not in answers or keys[-1] == "draw"
        stage = answer(stage, "scoring" if keys[-1] == "level" else answers[stage.cursor])
    assert "draw" not in keys


@pytest.mark.parametrize(
    ("answers", "dummy"),
    [
        ((*GILDED, "galleon", "dummy", "rolled", "library"), {"galleon", "rerolls"}),
        ((*GILDED, "temple", "dummy", "rolled", "library"), {"rerolls"}),
        ((*GILDED, "galleon", "none", "rolled", "library"), set()),
        ((4, "Ann", "Ben", "Red", "Blue", "full", "guild", "galleon", "rolled", "library"), set()),
    ],
)
def test_rulings_about_the_dummy_are_listed_only_with_one(
    answers: tuple[object, ...], dummy: set[str]
) -> None:
    """GC-R29, GC-R37."""
    known = registry.load("gilded-compass")
    names = (*NAMES, "Red", "Blue")
    stage = open_lobby(
        manifests(known), names, Setup(NAMES, "full", {"variant": "dummy"}), known.id
    )
    rulings = {"galleon": "dummy_galleon_strict", "rerolls": "rerolls_after_placing"}
    found = listed(answer(stage, *answers, OPEN))
    assert {name for name, ruling in rulings.items() if ruling in found} == dummy
    assert "extend_per_end" in found


def test_what_was_changed_in_the_list_is_forgotten_where_it_makes_no_difference() -> None:
    stage = lobby("gilded-compass")
    ruling = ("rerolls_after_placing", True)
    changed = answer(stage, *GILDED, "temple", "dummy", "rolled", "library", OPEN, *ruling, "back")
    for _ in range(3):
        assert isinstance(changed, Lobby)
        changed = handle_lobby(changed, Command.BACK)
    assert isinstance(changed, Lobby)
    assert changed.question is not None
    assert changed.question.key == "option.variant"
    agreed = finished(answer(changed, "none"))
    assert "rerolls_after_placing" not in agreed.setup.options


@pytest.mark.parametrize(("option", "value"), [("first_bonus", 9), ("repetition_stop", 7)])
def test_a_value_that_only_the_box_s_file_knows_can_be_kept(option: str, value: int) -> None:
    game = "inner-compass" if option == "first_bonus" else "compass-jewels"
    stage = finished_to_list(lobby(game, **{option: value}))
    asked = answer(stage, option)
    assert isinstance(asked, Lobby)
    assert asked.question is not None
    assert asked.question.answers[asked.cursor][0] == value
    kept = handle_lobby(asked, Command.CONFIRM)
    assert isinstance(kept, Lobby)
    assert finished(answer(kept, "back")).setup.options[option] == value
    other = answer(kept, option, 3, option)
    assert isinstance(other, Lobby)
    assert other.question is not None
    assert value in [each for each, _ in other.question.answers], "it can be chosen again"


def finished_to_list(stage: Lobby) -> Lobby:
    """Return the lobby with its list open, after the usual answers."""
    while stage.question is not None and stage.question.key != "draw":
        after = handle_lobby(stage, Command.CONFIRM)
        assert isinstance(after, Lobby)
        stage = after
    after = answer(stage, OPEN)
    assert isinstance(after, Lobby)
    return after


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
    known = OwnersCopy(frozenset({"discount"}), {}, {"discount": "spaces"})
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
    assert asked.question.key == "draw"
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
    chosen = answer(stage, "inner-compass", *GAME, OPEN, "floor", "emotion", "back")
    assert isinstance(chosen, Lobby)
    other = finished(answer(replace(chosen, given=()), "compass-jewels"))
    assert "floor" not in other.setup.options


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", registry.names())
def test_every_entry_and_value_fits_the_panel(game: str, language: str) -> None:
    known = registry.load(game)
    voice = Catalogue(language, known, NAMES)
    stage = open_lobby(manifests(known), NAMES, Setup(NAMES, known.levels[0]), game)
    for option in known.further_options:
        for value in option.values:
            needed = ((f"option.{name}", value) for name, value in option.needs)
            seats = (("players", 2), ("name.0", "Ann"), ("name.1", "Ben"))
            given = (*seats, ("level", known.levels[-1]), *needed)
            chosen = replace(stage.further, chosen={game: {option.name: value}}, open="list")
            listed = replace(stage, given=given, further=chosen).question
            asked = replace(stage, given=given, further=replace(chosen, open=option.name)).question
            assert listed is not None
            assert asked is not None
            for words in (*(name for _, name in (*listed.answers, *asked.answers)), asked.ask):
                assert 0 < len(voice.short(words)) <= voice.columns, voice.short(words)
