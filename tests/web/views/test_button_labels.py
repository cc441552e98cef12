"""What the page of the virtual box says of its buttons, and what pressing them does."""

import random

import pytest

from companion.devices import ButtonEvent, Gesture
from companion.engine import registry
from companion.engine.game import Setup
from companion.i18n.catalogue import Catalogue
from companion.session.keymap import REPEATING, TURNS, keys_of, meaning_at
from companion.table.command import Command
from companion.table.lobby.inputs import handle_lobby, lobby_input
from companion.table.lobby.key_labels import lobby_labels as labels
from companion.table.lobby.lobby import Lobby, open_lobby
from companion.table.screens.headline import KeyLayout
from companion.table.state import JoinInfo, with_console
from companion.table.table import Outcome, Timestamp, handle
from companion.web.views.button_labels import ButtonLabels, button_label_views, button_labels
from companion.web.views.viewer import Hardware, Viewer
from tests.manifests import manifests
from tests.web.scene import GAMES, Scene, speech
from tests.web.views.test_projection import seen

STICK = ("up", "down", "left", "right", "press")
BOXES = {
    "pocket": (*STICK, "a", "b", "c"),
    "three": ("up", "down", "a"),
    "seats": ("seat1", "seat2", "seat3"),
    "all": (*STICK, "a", "b", "seat1", "seat2", "seat3"),
    "knobs": ("knob", "seat1", "seat2", "seat3"),
}
STEPS = 120
PAUSE = 2000
"""Milliseconds between two presses."""


def hardware(buttons: tuple[str, ...]) -> Hardware:
    knobs = buttons if "knob" in buttons else ()
    return Hardware((128, 64), buttons, (), (), knobs)


def spoken(scene: Scene, buttons: tuple[str, ...], language: str = "en") -> dict[str, object]:
    told = button_label_views(
        button_labels(scene.table, hardware(buttons)), speech(language, scene.table).voice
    )
    return {str(use.pop("button")): use for use in map(dict, told)}


def test_each_button_says_what_it_does_in_the_language_of_the_page() -> None:
    scene = Scene()
    mover = scene.table.game.current_player(scene.table.state) + 1
    spoken_labels = spoken(scene, (*BOXES["pocket"], "seat1", "seat2", "seat3"))
    assert spoken_labels["a"] == {"click": "choose", "hold": "correct"}
    assert spoken_labels["c"] == {"click": "why?", "hold": "menu"}
    assert spoken_labels[f"seat{mover}"] == {"click": "choose"}
    assert spoken_labels["down"] == {"click": "choose"}
    # There is nothing to take back, and whose turn it is not, is told whose it is.
    assert spoken_labels["b"] == {"click": "clock"}
    assert spoken_labels[f"seat{mover % 3 + 1}"] == {"click": "what now?"}
    scene.act(Command.MENU)
    assert spoken(scene, ("b",), "de") == {"b": {"click": "zurück"}}


def test_a_box_with_three_keys_opens_the_menu_by_holding_a() -> None:
    spoken_labels = spoken(Scene(), BOXES["three"])
    assert spoken_labels["a"] == {"click": "choose", "hold": "menu"}


def test_only_the_page_of_the_box_is_told() -> None:
    table = Scene().table
    assert seen(table, Viewer(play=True))["keys"]
    for viewer in (Viewer(), Viewer(host=True), Viewer(seat=0)):
        assert "keys" not in seen(table, viewer)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("buttons", BOXES.values(), ids=BOXES)
def test_a_button_with_words_does_something_and_one_without_enters_nothing(
    game: str, buttons: tuple[str, ...]
) -> None:
    scene, source, keys = Scene(game), random.Random(game), keys_of(buttons)
    for _ in range(STEPS):
        scene.now += PAUSE
        for use in button_labels(scene.table, hardware(buttons)):
            pressed(scene, use, keys, has_knobs="knob" in buttons)
        held = source.choice((Gesture.CLICK, Gesture.CLICK, Gesture.LONG_PRESS, Gesture.PRESS))
        turned = buttons if "knob" in buttons else ()
        meant = meaning_at(scene.table, ButtonEvent(source.choice(buttons), held), keys, turned)
        if meant is not None:
            scene.act(meant)


def pressed(scene: Scene, use: ButtonLabels, keys: KeyLayout, *, has_knobs: bool) -> None:
    """See what a button does."""
    table, later = scene.table, Timestamp(scene.now + PAUSE, 0.0)
    first = Gesture.PRESS if use.button in REPEATING else Gesture.CLICK
    for gesture, label in (
        (first, use.click),
        (Gesture.LONG_PRESS, use.hold),
        (Gesture.CLOCKWISE, use.turn),
        (Gesture.COUNTERCLOCKWISE, use.turn_back or use.turn),
    ):
        if gesture in TURNS and not has_knobs:
            continue
        turned = ("knob", "seat1", "seat2", "seat3") if has_knobs else ()
        meant = meaning_at(table, ButtonEvent(use.button, gesture), keys, turned)
        if meant is None:
            continue
        outcome = handle(table, meant, later, scene.draw)
        if label is None:
            assert not outcome.entries, (use, gesture)
        elif isinstance(meant, Command) and label.key != "binding.move":
            assert outcome != Outcome(table), (use, gesture)


class TestBeforeTheGame:
    @pytest.fixture
    def lobby(self) -> Lobby:
        game = registry.load("inner-compass")
        games = (game, registry.load("essence"))
        setup = Setup(("Ann", "Ben"), game.levels[0])
        lobby = open_lobby(manifests(*games), ("Ann", "Ben", "Cleo"), setup, game.id)
        join = JoinInfo("HTTP://BOX/J/1", "1", "77")
        return with_console(lobby, languages=("en", "de"), language="en", join=join)

    def test_the_keys_answer_and_hold_the_languages(self, lobby: Lobby) -> None:
        voice = Catalogue("en", lobby.game, ())
        told = button_label_views(button_labels(lobby, hardware(BOXES["pocket"])), voice)
        spoken_labels = {use["button"]: (use.get("click"), use.get("hold")) for use in told}
        assert spoken_labels["a"] == ("take", None)
        assert spoken_labels["c"] == ("join by phone", "Deutsch")
        assert spoken_labels["down"] == ("next", None)
        assert (spoken_labels["left"], spoken_labels["right"]) == (
            (None, "Deutsch"),
            ("take", "join by phone"),
        )

    @pytest.mark.slow
    def test_a_key_with_words_does_something_and_no_other_does(self, lobby: Lobby) -> None:
        source, stage = random.Random(1), lobby
        for _ in range(400):
            for command in Command:
                self.judge(stage, command)
            command = source.choice(tuple(Command))
            meant = lobby_input(stage, command)
            assert isinstance(meant, Command)
            after = handle_lobby(stage, meant)
            stage = after if isinstance(after, Lobby) else lobby

    def judge(self, lobby: Lobby, command: Command) -> None:
        meant = lobby_input(lobby, command)
        assert isinstance(meant, Command)
        labelled = labels(lobby).get(meant)
        if meant is Command.BACK or (labelled is not None and labelled.key == "binding.move"):
            return  # the session may lead back to the last game; a board has edges
        assert (handle_lobby(lobby, meant) != lobby) == (labelled is not None), (command, lobby)
