"""What nobody is asked for: the list of deviations behind the last question about the game."""

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.owners_copy import OwnersCopy
from companion.engine.rules import AnyGame
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.table.command import Command
from companion.table.lobby.box_settings import StarterRule
from companion.table.lobby.deviations import OPEN, Deviations
from companion.table.lobby.inputs import handle_lobby
from companion.table.lobby.lobby import Lobby, open_lobby
from companion.table.lobby.start import GameStart
from companion.table.screens.view import view
from companion.table.state import SetupAnswer
from tests.manifests import manifests
from tests.table.lobby.test_lobby import answer, listed

NAMES = ("Ann", "Ben")
GAME = (2, "Ann", "Ben")
"""The answers that lead to the last question about a game for two."""
GILDED = (*GAME, OPEN, "option.b_building", "guild", "option.c_building")


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


def test_the_list_is_an_answer_to_the_last_question_about_the_game() -> None:
    stage = answer(lobby(), *GAME)
    assert isinstance(stage, Lobby)
    assert stage.question is not None
    assert stage.question.key == "start"
    assert [each for each, _ in stage.question.answers] == ["go", OPEN]


def test_the_final_scoring_has_options_although_nothing_is_drawn() -> None:
    stage = answer(lobby("gilded-compass"), *GAME, OPEN, "level", "final")
    assert "further.tie_by_value" in listed(stage)
    assert "draw" not in listed(stage)


def test_turns_and_points_only_have_nothing_else_to_choose() -> None:
    for game in registry.names():
        if len(registry.load(game).all_levels) == 1:
            continue
        seated = finished_to_list(lobby(game))
        begins = ["begins"] if "choose_start" in registry.load(game).shuffles else []
        assert listed(answer(seated, "level", "table")) == ["level", "clock", *begins]


def test_who_begins_is_not_asked_where_a_game_begins_with_a_seat() -> None:
    for game in ("essence", "compass-points"):
        found = listed(finished_to_list(lobby(game)))
        assert "clock" in found
        assert "begins" not in found


def test_nobody_begins_where_only_the_final_scoring_is_entered() -> None:
    seated = finished_to_list(lobby("inner-compass"))
    assert "begins" in listed(seated)
    final = answer(seated, "level", "final")
    assert {"clock", "begins"}.isdisjoint(listed(final))
    assert isinstance(final, Lobby)
    oldest = replace(final, chosen=replace(final.chosen, begins=StarterRule.OLDEST))
    keys = set[str]()
    after: object = answer(oldest, "back")
    while isinstance(after, Lobby) and after.question is not None:
        keys.add(after.question.key)
        after = handle_lobby(after, Command.CONFIRM)
    assert "oldest" not in keys


@pytest.mark.parametrize(
    ("count", "building", "variant", "dummy"),
    [
        (2, "galleon", "dummy", {"galleon", "rerolls"}),
        (2, "temple", "dummy", {"rerolls"}),
        (2, "galleon", "none", set()),
        (4, "galleon", "dummy", set()),
    ],
)
def test_rulings_about_the_dummy_are_listed_only_with_one(
    count: int, building: str, variant: str, dummy: set[str]
) -> None:
    """GC-R29, GC-R37."""
    known = registry.load("gilded-compass")
    names = (*NAMES, "Red", "Blue")
    usual = Setup(NAMES, "full", {"variant": variant, "c_building": building})
    stage = open_lobby(manifests(known), names, usual, known.id)
    rulings = {"galleon": "dummy_galleon_strict", "rerolls": "rerolls_after_placing"}
    found = listed(answer(stage, count, *names[:count], OPEN))
    assert {name for name, ruling in rulings.items() if f"further.{ruling}" in found} == dummy
    assert "further.extend_per_end" in found


def test_what_was_changed_in_the_list_is_forgotten_where_it_makes_no_difference() -> None:
    ruling = ("further.rerolls_after_placing", True)
    dummy, none = ("option.variant", "dummy"), ("option.variant", "none")
    stage = answer(lobby("gilded-compass"), *GAME, OPEN, *dummy, *ruling, *none, "back")
    assert "rerolls_after_placing" not in finished(stage).setup.options


@pytest.mark.parametrize(("option", "value"), [("first_bonus", 9), ("repetition_stop", 7)])
def test_a_value_that_only_the_box_s_file_knows_can_be_kept(option: str, value: int) -> None:
    game = "inner-compass" if option == "first_bonus" else "compass-jewels"
    stage = finished_to_list(lobby(game, **{option: value}))
    asked = answer(stage, f"further.{option}")
    assert isinstance(asked, Lobby)
    assert asked.question is not None
    assert asked.question.answers[asked.cursor][0] == value
    kept = handle_lobby(asked, Command.CONFIRM)
    assert isinstance(kept, Lobby)
    assert finished(answer(kept, "back")).setup.options[option] == value
    other = answer(kept, f"further.{option}", 3, f"further.{option}")
    assert isinstance(other, Lobby)
    assert other.question is not None
    assert value in [each for each, _ in other.question.answers], "it can be chosen again"


def finished_to_list(stage: Lobby) -> Lobby:
    """Return the lobby with its list open, after the usual answers."""
    while stage.question is not None and stage.question.key != "start":
        after = handle_lobby(stage, Command.CONFIRM)
        assert isinstance(after, Lobby)
        stage = after
    after = answer(stage, OPEN)
    assert isinstance(after, Lobby)
    return after


def test_an_open_sheet_begins_once_its_players_are_known() -> None:
    assert isinstance(answer(lobby("chess-clock"), *NAMES), GameStart)


def test_each_option_is_listed_with_its_value() -> None:
    assert "2 lines: the end" in rows(opened(lobby()))
    assert "2 lines: play on" in rows(opened(lobby(double_clear="go_on")))


def test_a_value_is_chosen_and_the_list_shows_it() -> None:
    stage = opened(lobby(), "further.double_clear", "go_on")
    assert rows(stage)[stage.cursor] == "2 lines: play on"
    agreed = finished(answer(stage, "back"))
    assert agreed.setup.options["double_clear"] == "go_on"
    assert registry.load("inner-compass").check({}, agreed.setup.options) == ()


def test_what_nobody_touches_is_not_in_the_setup() -> None:
    agreed = finished(answer(opened(lobby()), "back"))
    assert agreed.setup.options == {"mode": "standard"}
    assert agreed.enter == {"deal"}


def test_a_value_can_be_set_back_although_the_box_s_file_has_another() -> None:
    agreed = finished(answer(opened(lobby(floor="emotion"), "further.floor", "total"), "back"))
    assert agreed.setup.options["floor"] == "total"


def test_the_cursor_stands_on_the_value_in_force() -> None:
    stage = opened(lobby(first_bonus=5), "further.first_bonus")
    assert stage.question is not None
    assert stage.question.answers[stage.cursor][0] == 5


def test_what_is_printed_on_the_copy_is_in_force_unless_somebody_chose() -> None:
    known = OwnersCopy(frozenset({"discount"}), {}, {"discount": "spaces"})
    stage = replace(lobby(), copies={"inner-compass": known})
    assert "−1: 2 lowest spaces" in rows(opened(stage))


def test_back_closes_the_values_and_then_the_list() -> None:
    stage = opened(lobby(), "further.floor")
    values, listed = stage, handle_lobby(stage, Command.BACK)
    assert isinstance(listed, Lobby)
    assert values.is_inside
    assert listed.is_inside
    asked = handle_lobby(listed, Command.BACK)
    assert isinstance(asked, Lobby)
    assert asked.question is not None
    assert asked.question.key == "start"
    assert not asked.is_inside


def test_a_page_answers_as_the_panel_does() -> None:
    stage = opened(lobby())
    assert stage.question is not None
    names = [each for each, _ in stage.question.answers]
    after = handle_lobby(stage, SetupAnswer(OPEN, names.index("further.show_totals")))
    assert isinstance(after, Lobby)
    after = handle_lobby(after, SetupAnswer("further.show_totals", 1))
    assert isinstance(after, Lobby)
    assert after.deviations.of(after.game) == {"further.show_totals": True}


def test_another_game_keeps_its_own() -> None:
    """What was chosen for one game means nothing to another one, and waits for its return."""
    stage = lobby("inner-compass", registry.load("compass-jewels"))
    chosen = answer(stage, "inner-compass", *GAME, OPEN, "further.floor", "emotion", "back")
    assert isinstance(chosen, Lobby)
    other = finished(answer(replace(chosen, given=()), "compass-jewels"))
    assert "floor" not in other.setup.options


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", registry.names())
def test_every_entry_and_value_fits_the_panel(game: str, language: str) -> None:
    known = registry.load(game)
    voice = Catalogue(language, known, NAMES)
    opened_ = finished_to_list(lobby(game))
    for level in known.all_levels:
        for way in ("box", "each"):
            chosen = {"level": level, "draw": way, "option.variant": "dummy"}
            listing = replace(opened_, deviations=Deviations({game: chosen}, "list"))
            assert listing.question is not None
            for key, name in listing.question.answers:
                asked = replace(listing, deviations=Deviations({game: chosen}, str(key))).question
                assert asked is not None
                for words in (name, asked.ask, *(value for _, value in asked.answers)):
                    assert 0 < len(voice.short(words)) <= voice.columns, voice.short(words)


def test_the_clock_and_who_begins_are_in_the_list() -> None:
    stage = opened(lobby())
    assert rows(stage)[-3:] == ["Clock: no limit", "Begins: as usual", "Back"]
    begun = opened(lobby(), "begins", "oldest")
    assert begun.question is not None
    assert begun.question.answers[begun.cursor] == ("begins", begun.question.answers[-2][1])
    assert "Begins: the oldest" in rows(begun)
    timed = opened(lobby(), "clock")
    assert timed.question is not None
    assert timed.question.key == "settings.clock"
    closed = handle_lobby(timed, Command.BACK)
    assert isinstance(closed, Lobby)
    assert rows(closed) == rows(stage)
    back = handle_lobby(begun, Command.BACK)
    assert isinstance(back, Lobby)
    assert back.question is not None
    assert back.question.key == "oldest"


@pytest.mark.parametrize(
    ("game", "answers", "wanted"),
    [
        (
            "inner-compass",
            ("level", "scoring", "option.mode", "advanced"),
            {"further.floor", "further.exact_move"},
        ),
        ("gilded-compass", (), {"option.b_building", "option.c_building"}),
        ("open-table", (), {"option.rounds"}),
    ],
)
def test_what_a_settings_file_says_of_a_game_is_in_the_list(
    game: str, answers: tuple[object, ...], wanted: set[str]
) -> None:
    stage = opened(lobby(game), *answers)
    assert stage.question is not None
    assert wanted <= {key for key, _ in stage.question.answers}


@pytest.mark.parametrize(
    ("game", "level", "without"),
    [
        ("inner-compass", "track", {"exact_move", "unknown_cards"}),
        ("inner-compass", "scoring", {"arrangement", "unknown_cards"}),
        ("inner-compass", "full", {"arrangement"}),
        (
            "inner-compass",
            "final",
            {
                *("discount", "floor", "exact_move", "double_clear"),
                *("show_totals", "arrangement", "unknown_cards"),
            },
        ),
        (
            "gilded-compass",
            "final",
            {
                *("university_resolves", "extend_per_end", "artifacts_open"),
                *("rerolls_after_placing", "dummy_galleon_strict"),
            },
        ),
        ("gilded-compass", "open", set()),
    ],
)
def test_what_a_level_ignores_is_not_in_its_list(game: str, level: str, without: set[str]) -> None:
    """All options are relevant with these answers, but for the level."""
    known = registry.load(game)
    relevant = [("option.mode", "advanced"), ("option.variant", "dummy")]
    relevant += [("option.c_building", "galleon")]
    chosen = {key: value for key, value in relevant if key[7:] in dict(known.choices)}
    seated = finished_to_list(lobby(game))
    stage = replace(seated, deviations=Deviations({game: {"level": level, **chosen}}, "list"))
    found = {key for key in listed(stage) if str(key).startswith("further.")}
    others = {option.name for option in known.further_options} - without
    assert found == {f"further.{name}" for name in others}
