"""What the buttons of a box mean."""

import pytest

from companion.devices import ButtonEvent, Gesture
from companion.session.keymap import keys_of, meaning
from companion.table.command import Command
from companion.table.screens.headline import KeyLayout
from companion.table.state import DoneInput, PassInput

CLICK, LONG = Gesture.CLICK, Gesture.LONG_PRESS


@pytest.mark.parametrize(
    ("button", "gesture", "expected"),
    [
        ("up", Gesture.PRESS, Command.UP),
        ("down", Gesture.REPEAT, Command.DOWN),
        ("a", CLICK, Command.CONFIRM),
        ("a", LONG, Command.CORRECT),
        ("b", CLICK, Command.BACK),
        ("b", LONG, Command.UNDO),
        ("press", LONG, Command.PAUSE),
        ("left", LONG, Command.MENU),
        ("right", LONG, Command.WHY),
        ("c", CLICK, Command.WHY),
        ("c", LONG, Command.MENU),
        ("a", Gesture.PRESS, None),
        ("x", CLICK, None),
    ],
)
def test_keys_and_joystick_give_commands(
    button: str, gesture: Gesture, expected: Command | None
) -> None:
    assert meaning(ButtonEvent(button, gesture)) == expected


def test_a_knob_moves_a_cursor_and_confirms_and_holding_it_is_what_holding_a_joystick_is() -> None:
    assert meaning(ButtonEvent("knob", Gesture.CLOCKWISE)) is Command.NEXT
    assert meaning(ButtonEvent("knob", Gesture.COUNTERCLOCKWISE)) is Command.PREVIOUS
    assert meaning(ButtonEvent("seat2", Gesture.CLOCKWISE)) is Command.NEXT
    assert meaning(ButtonEvent("knob", CLICK)) is Command.CONFIRM
    assert meaning(ButtonEvent("knob", LONG)) is Command.PAUSE
    assert meaning(ButtonEvent("knob", LONG), KeyLayout.KNOB) is Command.MENU


def test_without_left_and_right_two_keys_lead_through_everything() -> None:
    assert meaning(ButtonEvent("up", Gesture.PRESS), KeyLayout.THREE) is Command.PREVIOUS
    assert meaning(ButtonEvent("down", Gesture.REPEAT), KeyLayout.THREE) is Command.NEXT


def test_a_button_at_a_seat_means_done_or_undo() -> None:
    assert meaning(ButtonEvent("seat3", CLICK)) == DoneInput(2)
    assert meaning(ButtonEvent("seat3", LONG)) is Command.UNDO
    assert meaning(ButtonEvent("seat3", Gesture.DOUBLE_CLICK)) == PassInput(2)
    assert meaning(ButtonEvent("seat", CLICK)) is None


def test_on_a_box_without_a_back_key_holding_a_opens_the_menu() -> None:
    assert meaning(ButtonEvent("a", LONG), KeyLayout.THREE) is Command.MENU
    assert meaning(ButtonEvent("a", CLICK), KeyLayout.THREE) is Command.CONFIRM


@pytest.mark.parametrize(
    ("buttons", "keys"),
    [
        (("up", "down", "a"), KeyLayout.THREE),
        (("up", "down", "left", "right", "press"), KeyLayout.FULL),
        (("up", "down", "a", "b"), KeyLayout.FULL),
        (("knob", "seat1"), KeyLayout.KNOB),
        (("knob", "up", "down", "a"), KeyLayout.THREE),
        (("knob", "b"), KeyLayout.FULL),
        (("seat1", "seat2"), KeyLayout.SEATS),
    ],
)
def test_the_buttons_decide_which_keys_a_footer_may_name(
    buttons: tuple[str, ...], keys: KeyLayout
) -> None:
    assert keys_of(buttons) is keys
