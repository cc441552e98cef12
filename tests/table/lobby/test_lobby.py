"""Setting up a game on the box: a few questions, with the cursor on the usual answers."""

import pytest
from msgspec.structs import replace

from companion.display.painter.layout import lay_out
from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.rules import AnyGame
from companion.i18n.catalogue import Catalogue
from companion.table.command import Command
from companion.table.lobby.inputs import handle_lobby
from companion.table.lobby.key_labels import lobby_labels
from companion.table.lobby.last_game import LastGame
from companion.table.lobby.lobby import Lobby, Naming, can_gather, on_usual, open_lobby
from companion.table.lobby.start import GameStart
from companion.table.screens.view import view
from companion.table.state import (
    JoinInfo,
    LanguageInput,
    PlayersInput,
    with_console,
)
from tests.manifests import manifests

NAMES = ("Ann", "Ben", "Red", "Blue", "Green")
USUAL = Setup(("Ann", "Ben"), "scoring", {"mode": "advanced", "floor": "emotion"}, {"cards": {}})


USUAL_GAME = "inner-compass"


def lobby(*games: AnyGame) -> Lobby:
    chosen = games or (registry.load("inner-compass"),)
    return open_lobby(manifests(*chosen), NAMES, USUAL, "inner-compass")


def answer(stage: Lobby, *answers: object) -> Lobby | GameStart:
    """Move the cursor to each answer in turn and take it."""
    after: Lobby | GameStart = stage
    for answer in answers:
        assert isinstance(after, Lobby)
        assert after.question is not None
        assert answer in [value for value, _ in after.question.answers]
        while after.question.answers[after.cursor][0] != answer:
            after = handle_lobby(after, Command.NEXT)
            assert isinstance(after, Lobby)
            assert after.question is not None
        after = handle_lobby(after, Command.CONFIRM)
    return after


def changed(*answers: object) -> tuple[object, ...]:
    """Return the answers that change something in the list, and close it."""
    return ("deviations", *answers, "back")


def listed(stage: Lobby | GameStart) -> list[object]:
    """Return the entries of the list, which is open."""
    assert isinstance(stage, Lobby)
    assert stage.question is not None
    return [each for each, _ in stage.question.answers][:-1]


def test_confirming_everything_gives_the_usual_game() -> None:
    stage: Lobby | GameStart = lobby()
    while isinstance(stage, Lobby):
        stage = handle_lobby(stage, Command.CONFIRM)
    assert stage == GameStart(registry.load("inner-compass"), USUAL, frozenset({"deal"}))


def test_number_names_level_and_rules_are_asked() -> None:
    agreed = answer(lobby(), 3, "Red", "Ann", "Green", *changed("level", "track"), "go")
    assert isinstance(agreed, GameStart)
    assert agreed.setup.players == ("Red", "Ann", "Green")
    assert agreed.setup.level == "track"
    assert agreed.setup.options == {"mode": "advanced", "floor": "emotion"}
    assert agreed.setup.data == USUAL.data


def test_a_name_can_be_taken_only_once() -> None:
    stage = answer(lobby(), 2, "Ann")
    assert isinstance(stage, Lobby)
    assert stage.question is not None
    assert "Ann" not in [value for value, _ in stage.question.answers]


def test_the_table_may_shuffle_everything_itself() -> None:
    agreed = answer(lobby(), 2, "Ann", "Ben", *changed("draw", "table"), "go")
    assert isinstance(agreed, GameStart)
    assert agreed.enter == {"place_section", "draw_tile", "place_token", "choose_start", "deal"}


def test_the_table_may_shuffle_some_things_and_not_others() -> None:
    each = ("draw", "each", "draw.draw_tile", "table", "draw.choose_start", "table")
    agreed = answer(lobby(), 2, "Ann", "Ben", *changed(*each), "go")
    assert isinstance(agreed, GameStart)
    assert agreed.enter == {"draw_tile", "choose_start", "deal"}


def test_each_seat_has_its_own_value_of_a_seat_choice() -> None:
    """The pawns of Essence: whoever takes another's gives their own for it."""
    essence = registry.load("essence")
    ((option, pawns),) = essence.seat_choices
    usual = answer(lobby(essence), 3, "Ann", "Ben", "Red", "go")
    assert isinstance(usual, GameStart)
    assert usual.setup.options[option] == list(pawns[:3])
    swapped = changed("seat.colours.0", pawns[2], "seat.colours.1", pawns[5])
    agreed = answer(lobby(essence), 3, "Ann", "Ben", "Red", *swapped, "go")
    assert isinstance(agreed, GameStart)
    assert agreed.setup.options[option] == [pawns[2], pawns[5], pawns[0]]


def test_back_asks_the_last_question_again() -> None:
    first = lobby()
    stage = handle_lobby(first, Command.CONFIRM)
    assert isinstance(stage, Lobby)
    assert handle_lobby(stage, Command.BACK) == first
    assert handle_lobby(first, Command.BACK) == first


def test_the_game_is_asked_for_if_there_are_several() -> None:
    game = registry.load("inner-compass")
    alone = lobby(game).question
    among_two = lobby(game, registry.load("essence")).question
    assert alone is not None
    assert alone.key == "players"
    assert among_two is not None
    assert among_two.key == "game"


def test_another_game_has_nothing_of_the_last_ones_options_and_data() -> None:
    games = [registry.load(name) for name in registry.names()]
    for game in games:
        stage: Lobby | GameStart = open_lobby(
            manifests(*games), ("Ann", "Ben", "Cleo", "Dan"), USUAL, USUAL_GAME
        )
        stage = answer(stage, game.id) if isinstance(stage, Lobby) else stage
        while isinstance(stage, Lobby):
            stage = handle_lobby(stage, Command.CONFIRM)
        rules = stage.game.at(stage.setup.level)
        assert rules.new_initial_state(stage.setup) is not None
        assert stage.setup.data == (USUAL.data if game.id == USUAL_GAME else {})


def test_other_keys_change_nothing() -> None:
    assert handle_lobby(lobby(), Command.UNDO) == lobby()


def new_box() -> Lobby:
    stage = with_console(lobby(), language="en", languages=("en", "de"))
    return replace(stage, asks_language=True)


def test_a_new_box_asks_for_its_language_by_their_own_names_beside_its_address() -> None:
    address = "HTTP://192.168.1.5:8080/J/1234"
    stage = with_console(new_box(), join=JoinInfo(address, "1234"))
    shown = view(stage, Catalogue("en", stage.game, ()))
    assert [row.text for row in shown.rows if row.text] == ["English", "Deutsch"]
    assert shown.qr == address
    after = answer(stage, "de")
    assert isinstance(after, Lobby)
    assert after.console.language == "de"
    assert view(after, Catalogue("de", stage.game, ())).title == "Wie viele spielen?"


def test_address_code_and_game_stay_in_view_after_the_choice_of_the_game() -> None:
    join = JoinInfo("HTTP://192.168.100.50:8080/J/1234", "1234")
    several = lobby(registry.load("inner-compass"), registry.load("essence"))
    stage = answer(with_console(several, join=join), "inner-compass")
    for question in ("players", "start"):
        assert isinstance(stage, Lobby)
        assert stage.question is not None
        assert stage.question.key == question
        screen = view(stage, Catalogue("en", stage.game, ()))
        rows = lay_out(screen, (128, 64)).labels
        shown = " ".join([label.shown for label in rows])
        for words in ("Inner Compass", "192.168.100.50:8080", "Code", "1234"):
            assert words in shown, (question, shown)
        low = lay_out(view(stage, Catalogue("en", stage.game, ()), rows=2), (128, 32)).labels
        assert "Code" not in [label.shown for label in low], "there is no room"
        stage = answer(stage, 2, "Ann", "Ben") if question == "players" else stage


def test_one_press_accepts_the_language() -> None:
    stage = handle_lobby(new_box(), Command.CONFIRM)
    assert isinstance(stage, Lobby)
    assert stage.console.language == "en"
    assert stage.question is not None
    assert stage.question.key == "players"
    assert "language" not in stage.answers


def test_back_leads_from_a_wrong_language_to_the_list_of_all() -> None:
    stage = answer(new_box(), "de")
    assert isinstance(stage, Lobby)
    assert Command.BACK in lobby_labels(stage)
    again = handle_lobby(stage, Command.BACK)
    assert isinstance(again, Lobby)
    assert again.question is not None
    assert (again.question.key, again.cursor) == ("language", 1)


def test_no_key_says_back_where_there_is_nothing_to_go_back_to() -> None:
    for stage in (new_box(), lobby()):
        assert Command.BACK not in lobby_labels(stage)
        assert handle_lobby(stage, Command.BACK) == stage
    assert Command.BACK in lobby_labels(replace(lobby(), can_return=True))


def test_a_phone_may_choose_the_language_of_a_new_box() -> None:
    stage = handle_lobby(new_box(), LanguageInput("de"))
    assert isinstance(stage, Lobby)
    assert stage.console.language == "de"
    assert stage.question is not None
    assert stage.question.key == "players"


def test_a_robot_may_sit_in_any_seat_but_the_first() -> None:
    stage = replace(lobby(), robots=("Robot", "Robot 2"))
    stage = answer(stage, 3)  # type: ignore[assignment]  # questions are left
    assert stage.question is not None
    assert "Robot" not in [value for value, _ in stage.question.answers]
    agreed = answer(stage, "Ann", "Robot", "Robot 2", "go")
    assert isinstance(agreed, GameStart)
    assert agreed.setup.players == ("Ann", "Robot", "Robot 2")
    assert agreed.setup.robots == (1, 2)


def test_one_robot_is_offered_at_a_time_and_after_the_people() -> None:
    stage = answer(replace(lobby(), robots=("Robot", "Robot 2")), 3, "Ann")
    assert isinstance(stage, Lobby)
    assert stage.question is not None
    names = [value for value, _ in stage.question.answers]
    assert names == ["Ben", "Red", "Blue", "Green", "dial", "Robot"]


def test_people_alone_are_no_robots() -> None:
    agreed = answer(replace(lobby(), robots=("Robot",)), 2, "Ann", "Ben", "go")
    assert isinstance(agreed, GameStart)
    assert agreed.setup.robots == ()


def test_with_a_robot_the_box_follows_everything_and_nobody_is_asked_how_much() -> None:
    stage = answer(replace(lobby(), robots=("Robot",)), 2, "Ann", "Robot")
    assert isinstance(stage, Lobby)
    assert stage.answers["level"] == "full"
    assert "level" not in listed(answer(stage, "deviations"))


@pytest.mark.parametrize(("level", "listed_there"), [("full", True), ("scoring", False)])
def test_who_deals_is_listed_only_where_the_box_follows_the_cards(
    level: str,
    listed_there: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    game = registry.load("compass-jewels")
    stage = open_lobby(manifests(game), ("Ann", "Ben"), Setup(("Ann", "Ben"), "full"), game.id)
    opened = answer(stage, "Ann", "Ben", "deviations", "level", level)
    assert ("option.orientation_source" in listed(opened)) is listed_there
    agreed = answer(opened, "back", "go") if isinstance(opened, Lobby) else opened
    assert isinstance(agreed, GameStart)
    assert agreed.setup.level == level


@pytest.mark.parametrize(("players", "there"), [(3, True), (4, False)])
def test_what_so_many_players_do_not_have_is_neither_listed_nor_kept(
    players: int,
    there: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """The last game's variant for two or three is none of the next one's, with four."""
    game = registry.load("gilded-compass")
    usual = Setup(NAMES[:players], "full", {"variant": "dummy"})
    seated = answer(open_lobby(manifests(game), NAMES, usual, game.id), players, *NAMES[:players])
    assert isinstance(seated, Lobby)
    assert ("option.variant" in listed(answer(seated, "deviations"))) is there
    agreed = answer(seated, "go")
    assert isinstance(agreed, GameStart)
    assert (agreed.setup.options.get("variant") == "dummy") is there
    game.require(agreed.setup)


def test_a_final_scoring_has_nothing_to_draw() -> None:
    stage = answer(lobby(), 2, "Ann", "Ben", "deviations", "level", "final")
    assert "draw" not in listed(stage)
    agreed = answer(stage, "back", "go") if isinstance(stage, Lobby) else stage
    assert isinstance(agreed, GameStart)
    assert agreed.setup.level == "final"
    assert agreed.enter == frozenset({"deal"})


def test_everybody_who_is_here_is_seated_at_once() -> None:
    stage = handle_lobby(lobby(), PlayersInput(("Zoe", "Ann", "Yan")))
    agreed = answer(stage, "go") if isinstance(stage, Lobby) else stage
    assert isinstance(agreed, GameStart)
    assert agreed.setup.players == ("Zoe", "Ann", "Yan")
    assert agreed.setup.robots == ()


def test_gathering_replaces_what_was_answered_but_the_game() -> None:
    games = (registry.load("essence"), registry.load("inner-compass"))
    stage = answer(lobby(*games), "inner-compass", 4, "Ann", "Ben")
    assert isinstance(stage, Lobby)
    stage = handle_lobby(stage, PlayersInput(("Zoe", "Yan")))
    assert isinstance(stage, Lobby)
    assert stage.given == (
        ("game", "inner-compass"),
        ("players", 2),
        ("name.0", "Zoe"),
        ("name.1", "Yan"),
    )
    assert stage.question is not None
    assert stage.question.key == "start"


def test_people_gather_for_a_game_that_is_chosen_and_for_so_many() -> None:
    games = (registry.load("essence"), registry.load("inner-compass"))
    unchosen = lobby(*games)
    assert not can_gather(unchosen, 3)
    assert handle_lobby(unchosen, PlayersInput(("Zoe", "Yan"))) is unchosen
    chosen = answer(unchosen, "inner-compass")
    assert isinstance(chosen, Lobby)
    assert [count for count in range(9) if can_gather(chosen, count)] == [2, 3, 4]
    assert handle_lobby(chosen, PlayersInput(("Zoe",))) is chosen


def test_who_has_chosen_a_colour_plays_it_and_has_it_again() -> None:
    stage = handle_lobby(lobby(), PlayersInput(("Ann", "Ben"), ("", "brown")))
    agreed = answer(stage, "go") if isinstance(stage, Lobby) else stage
    assert isinstance(agreed, GameStart)
    assert agreed.setup.options["colours"] == ["orange", "brown"]
    again = open_lobby(manifests(agreed.game), NAMES, agreed.setup, agreed.game.id)
    turned = answer(again, 3, "Ben", "Red", "Ann", "go")
    assert isinstance(turned, GameStart)
    assert turned.setup.options["colours"] == ["brown", "teal", "orange"]


def test_a_colour_that_names_somebody_is_theirs() -> None:
    english = Naming(NAMES, (), {"Orange": "orange"})
    before = Setup(("Ben", "Ann"), "track", {"colours": ["teal", "orange"]})
    again = open_lobby(
        manifests(registry.load("inner-compass")), (*NAMES, "Orange"), before, "inner-compass"
    )
    speaking = with_console(replace(again, naming={"en": english}), language="en")
    begun = answer(speaking, 2, "Orange", "Ann", "go")
    assert isinstance(begun, GameStart)
    assert "colours" not in begun.setup.options, "orange, teal"


def test_the_colour_of_a_pawn_is_asked_of_nobody_who_has_chosen_it() -> None:
    essence = registry.load("essence")
    stage = handle_lobby(lobby(essence), PlayersInput(("Ann", "Ben"), ("violet", "")))
    assert isinstance(stage, Lobby)
    assert stage.question is not None
    assert stage.question.key == "start"
    agreed = answer(stage, "go")
    assert isinstance(agreed, GameStart)
    assert agreed.setup.options["colours"] == ["violet", "red"]


def test_the_last_game_is_one_press_away_with_everything_as_it_was() -> None:
    last = LastGame(USUAL_GAME, USUAL, frozenset({"place_token", "deal"}), 1)
    stage = replace(lobby(), last=last)
    again = handle_lobby(on_usual(stage), Command.CONFIRM)
    game = registry.load(USUAL_GAME)
    assert again == GameStart(game, USUAL, frozenset({"place_token", "deal"}), 1)


def test_each_game_is_one_press_away_from_its_players_as_it_recommends() -> None:
    for name in registry.names():
        game = registry.load(name)
        people = ("Ann", "Ben", "Cleo", "Dan")[: max(2, game.players[0])]
        nothing = Setup((), game.levels[0])
        stage = handle_lobby(
            open_lobby(manifests(game), people, nothing, "another"), PlayersInput(people)
        )
        agreed = handle_lobby(stage, Command.CONFIRM) if isinstance(stage, Lobby) else stage
        assert isinstance(agreed, GameStart)
        assert agreed.setup.level == (game.recommended.level or game.levels[-1])
        assert game.recommended.options.items() <= agreed.setup.options.items()
        assert game.recommended.enter <= agreed.enter
        game.require(agreed.setup)


def test_a_game_that_nobody_shuffles_anything_in_asks_nobody_who_does() -> None:
    points = registry.load("compass-points")
    stage = answer(lobby(points), "Ann", "Ben", "Red", "Blue", "deviations")
    assert listed(stage) == ["level", "clock"]


def test_how_many_play_is_asked_only_where_it_is_open() -> None:
    for name in registry.names():
        game = registry.load(name)
        question = lobby(game).question
        assert question is not None
        assert (question.key == "players") is (len(game.players) > 1)
