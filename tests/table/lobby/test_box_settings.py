"""What people set on the box: by the first question of the setup, or in the menu during a game."""

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.i18n.catalogue import Catalogue
from companion.table.clocks.choice import USUAL
from companion.table.clocks.kinds import ClockKind
from companion.table.clocks.time_control import control_of
from companion.table.command import Command
from companion.table.hub_code import HubCode, HubState
from companion.table.lobby.box_settings import BRIGHTNESS, StarterRule
from companion.table.lobby.inputs import handle_lobby
from companion.table.lobby.lobby import SETTINGS, Lobby, open_lobby
from companion.table.lobby.start import GameStart
from companion.table.play import draw_with_starter
from companion.table.screens.screen import RowMark, Screen
from companion.table.screens.view import view
from companion.table.state import SetupAnswer, with_console
from companion.table.table import Table, begin, handle
from tests.manifests import manifests
from tests.table.conftest import NOW
from tests.table.lobby.test_lobby import answer
from tests.table.modes.test_menu import choose

NAMES = ("Ann", "Ben", "Cem")


def lobby(game: str = "inner-compass") -> Lobby:
    known = registry.load(game)
    setup = Setup(NAMES, known.levels[0])
    opened = open_lobby(manifests(known), NAMES, setup, known.id)
    return with_console(opened, language="en", languages=("en", "de"))


def screen(stage: Lobby | Table) -> Screen:
    return view(stage, Catalogue(stage.console.language, stage.game, NAMES))


def settings(stage: Lobby, *answers: object) -> Lobby:
    after = answer(stage, SETTINGS, *answers)
    assert isinstance(after, Lobby)
    return after


def finished(stage: Lobby) -> GameStart:
    after: Lobby | GameStart = stage
    while isinstance(after, Lobby):
        after = handle_lobby(after, Command.CONFIRM)
    return after


def test_a_box_with_a_hub_shows_there_how_it_joins() -> None:
    stage = with_console(lobby(), hub=HubCode())
    assert "Join a hub …" in [row.text for row in screen(settings(stage)).rows]
    opened = settings(stage, "hub")
    for language, code in (("en", "Hub: BCDF-GHJK"), ("de", "Hub: BCDF-GHJK")):
        known = HubCode(HubState.CODE, "BCDF-GHJK")
        shown = screen(with_console(opened, hub=known, language=language))
        assert shown.title == code
        assert len(shown.rows) == 1
    assert opened.chosen.open == "hub"
    closed = settings(stage, "hub", "back")
    assert closed.chosen.open == "list"
    assert settings(stage, "hub", "back", "back").chosen.open == ""


@pytest.mark.parametrize("state", HubState)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_step_of_joining_fits_the_panel(state: HubState, language: str) -> None:
    what = "BCDF-GHJK" if state is HubState.CODE else "Table 7"
    words = Catalogue(language, lobby().game, NAMES)
    assert 0 < len(words.short(HubCode(state, what).message)) <= words.columns


def test_they_are_the_last_answer_to_the_first_question() -> None:
    *_, last, _, game = screen(lobby()).rows
    assert (last.text, game.text) == ("Settings …", "Inner Compass")
    assert [row.text for row in screen(settings(lobby())).rows] == [
        "Lang.: English",
        "Sound: on",
        "Brightness: full",
        "Clock: no limit",
        "Begins: as usual",
        "Back",
    ]


def test_language_sound_and_brightness_change_at_once_and_the_list_stays() -> None:
    after = settings(lobby(), "language", "sound", "brightness")
    assert (after.console.language, after.console.quiet) == ("de", True)
    assert after.console.brightness == BRIGHTNESS[0]
    assert [row.text for row in screen(after).rows][:3] == [
        "Sprache: Deutsch",
        "Ton: aus",
        "Helligkeit: wenig",
    ]
    back = answer(after, "back")
    assert isinstance(back, Lobby)
    assert back.question is not None
    assert back.question.key == "players"


@pytest.mark.parametrize("kind", list(ClockKind))
def test_every_clock_can_be_chosen(kind: ClockKind) -> None:
    chosen = settings(lobby(), "clock", kind, "back")
    started = finished(chosen)
    assert control_of(started.setup.clock).kind is kind
    assert set(USUAL) == set(ClockKind)


def pressed(stage: Lobby, *commands: Command) -> Lobby:
    for command in commands:
        after = handle_lobby(stage, command)
        assert isinstance(after, Lobby)
        stage = after
    return stage


def under_cursor(stage: Lobby) -> str:
    (row,) = (row for row in screen(stage).rows if row.mark is RowMark.CURSOR)
    return row.text


def test_a_clock_with_times_of_ones_own_is_asked_for_part_by_part() -> None:
    """The cursor stands on the usual times, and back leads to the list of settings."""
    asked = settings(lobby(), "clock", "other", "byo_yomi")
    assert screen(asked).title == "Time each?"
    assert under_cursor(asked) == "10 min"
    asked = pressed(asked, Command.NEXT, Command.CONFIRM)
    assert screen(asked).title == "Seconds per turn?"
    asked = pressed(asked, Command.CONFIRM)
    assert under_cursor(asked) == "3 periods"
    chosen = pressed(asked, Command.PREVIOUS, Command.CONFIRM)
    assert "Clock: 15 min 2x30 s" in [row.text for row in screen(chosen).rows]
    clock = {"kind": "byo_yomi", "main": 900_000, "extra": 30_000, "periods": 2}
    closed = answer(chosen, "back")
    assert isinstance(closed, Lobby)
    assert finished(closed).setup.clock == clock
    back = pressed(asked, Command.BACK)
    assert back.chosen.clock is None
    assert "Clock: no limit" in [row.text for row in screen(back).rows]


def test_without_a_choice_the_clock_is_the_one_of_the_box() -> None:
    clock = {"kind": "hourglass", "main": 60_000}
    known = lobby()
    started = finished(replace(known, base=replace(known.base, clock=clock)))
    assert started.setup.clock == clock


def test_the_key_for_going_back_closes_one_thing_at_a_time() -> None:
    opened = settings(lobby(), "clock")
    closed = handle_lobby(opened, Command.BACK)
    assert isinstance(closed, Lobby)
    assert screen(closed).title == "Settings"
    first = handle_lobby(closed, Command.BACK)
    assert isinstance(first, Lobby)
    assert screen(first).title == "How many players?"


@pytest.mark.parametrize(
    ("begins", "first", "asked"),
    [
        (StarterRule.USUAL, None, False),
        (StarterRule.DRAWN, None, False),
        (StarterRule.ASKED, None, True),
        (StarterRule.ROTATED, 2, False),
    ],
)
def test_who_begins_is_settled_before_the_game(
    begins: StarterRule, first: int | None, *, asked: bool
) -> None:
    """After Ben began the last game, Cem begins this one if it goes round."""
    started = finished(replace(settings(lobby(), "begins", begins, "back"), starter=1))
    assert started.first == first
    assert ("choose_start" in started.enter) is asked


def test_the_oldest_is_asked_for_by_name() -> None:
    stage = settings(lobby(), "begins", "oldest", "back")
    after = answer(stage, 3, "Ann", "Ben", "Cem")
    assert isinstance(after, Lobby)
    assert screen(after).title == "Who is the oldest?"
    assert [row.text for row in screen(after).rows] == ["Ann", "Ben", "Cem"]
    chosen = answer(after, 1)
    assert isinstance(chosen, Lobby)
    assert finished(chosen).first == 1


def test_a_game_without_that_chance_is_not_asked() -> None:
    after = answer(settings(lobby("essence"), "begins", "oldest", "back"), 3, "Ann", "Ben", "Cem")
    assert isinstance(after, Lobby)
    assert "oldest" not in screen(after).title


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_box_lets_the_player_begin_who_was_settled_on(first: int) -> None:
    game = registry.load("inner-compass")

    def unlucky(outcomes: tuple[tuple[object, float], ...]) -> object:
        return outcomes[0][0]

    draw = draw_with_starter(unlucky, first)  # type: ignore[arg-type]  # it draws whatever it is given
    table = begin(game, Setup(NAMES, "track"), (), NOW, draw).table
    assert table.game.current_player(table.state) == first


def test_a_phone_answers_the_same_questions() -> None:
    stage = lobby()
    for key, value in (
        ("players", SETTINGS),
        ("settings.list", "sound"),
        ("settings.list", "back"),
    ):
        assert stage.question is not None
        assert stage.question.key == key
        after = handle_lobby(stage, SetupAnswer(key, stage.question.index(value)))
        assert isinstance(after, Lobby)
        stage = after
    assert stage.console.quiet


def test_sound_and_brightness_are_in_the_menu_which_stays(table: Table, draw: Draw) -> None:
    quiet = choose(with_console(table, language="en"), "sound", draw)
    assert quiet.console.quiet
    assert screen(quiet).title == "Menu"
    loud = handle(quiet, Command.CONFIRM, NOW, draw).table
    assert not loud.console.quiet
    dim = choose(table, "brightness", draw)
    assert dim.console.brightness == "low"
