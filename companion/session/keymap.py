"""Maps the buttons of a box to commands of the table."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from companion.devices import ButtonEvent, Gesture, WirelessPress
from companion.table.binding import find
from companion.table.command import PLAIN, Command
from companion.table.enrolment import seat_of_button
from companion.table.lobby.lobby import Lobby
from companion.table.modes.stack import bindings
from companion.table.modes.turn import acting
from companion.table.screens.headline import KeyLayout
from companion.table.stage import Stage
from companion.table.state import DoneInput, Notice, PassInput, Table, TagInput

Meaning: TypeAlias = Command | DoneInput | PassInput
"""What a button may mean."""
REPEATING: Final = frozenset({"up", "down"})
"""Buttons that repeat while they are held."""
SEAT: Final = "seat"
"""The prefix of buttons that belong to a seat; the seat's number follows, counted from 1."""

KNOB: Final = "knob"
"""The knob of the box; that of a seat is called like the seat's button."""
TURNS: Final[Mapping[Gesture, Command]] = MappingProxyType(
    {Gesture.CLOCKWISE: Command.NEXT, Gesture.COUNTERCLOCKWISE: Command.PREVIOUS}
)
"""What turning a knob means."""
_CONFIRMING: Final = frozenset({"a", "press", KNOB})
"""The keys of the box that confirm."""
_COMMANDS: Final[Mapping[tuple[str, Gesture], Command]] = MappingProxyType(
    {
        ("up", Gesture.PRESS): Command.UP,
        ("up", Gesture.REPEAT): Command.UP,
        ("down", Gesture.PRESS): Command.DOWN,
        ("down", Gesture.REPEAT): Command.DOWN,
        ("right", Gesture.CLICK): Command.RIGHT,
        ("right", Gesture.LONG_PRESS): Command.WHY,
        ("left", Gesture.CLICK): Command.LEFT,
        ("left", Gesture.LONG_PRESS): Command.MENU,
        ("press", Gesture.CLICK): Command.CONFIRM,
        ("press", Gesture.LONG_PRESS): Command.PAUSE,
        (KNOB, Gesture.CLICK): Command.CONFIRM,
        (KNOB, Gesture.LONG_PRESS): Command.PAUSE,
        ("a", Gesture.CLICK): Command.CONFIRM,
        ("a", Gesture.LONG_PRESS): Command.CORRECT,
        ("b", Gesture.CLICK): Command.BACK,
        ("b", Gesture.LONG_PRESS): Command.UNDO,
        ("c", Gesture.CLICK): Command.WHY,
        ("c", Gesture.LONG_PRESS): Command.MENU,
    }
)
_WAYS_BACK: Final = frozenset({"b", "left"})


def keys_of(buttons: Collection[str]) -> KeyLayout:
    """Return the key layout of a box with these buttons."""
    if not _CONFIRMING & set(buttons):
        return KeyLayout.SEATS
    if _WAYS_BACK & set(buttons):
        return KeyLayout.FULL
    return KeyLayout.THREE if {"a", "press"} & set(buttons) else KeyLayout.KNOB


def meaning(event: ButtonEvent, keys: KeyLayout = KeyLayout.FULL) -> Meaning | None:
    """Return the command of a gesture on a button, ``None`` without one.

    A button at a seat makes the simplest box: a press means *done*, a long press undoes. On a box
    without a key for going back, holding A opens the menu, which offers everything else. A knob
    moves a cursor wherever it is.
    """
    if event.gesture is Gesture.RELEASE:
        return Command.RELEASE
    if event.gesture in TURNS:
        return TURNS[event.gesture]
    if event.button.startswith(SEAT):
        return _at_seat(event)
    if keys.is_small and event.button in _CONFIRMING and event.gesture is Gesture.LONG_PRESS:
        return Command.MENU
    command = _COMMANDS.get((event.button, event.gesture))
    # Boxes with two direction keys step through squares by distance: four directions become two.
    return command if keys is KeyLayout.FULL else PLAIN.get(command, command)  # type: ignore[arg-type]


def meaning_at(
    stage: Stage, event: ButtonEvent, keys: KeyLayout, knobs: Collection[str] = ()
) -> Meaning | None:
    """Return the command of a gesture on a button at a stage, ``None`` without one.

    Where *up* stands for *back* on a box without B, the mode says so. On a box with nothing but
    buttons at seats, one that is held goes back during a setup, and does what the mode says after
    the end. ``knobs`` are the buttons that have one: a seat's knob moves the cursor for the acting
    player, and confirms.
    """
    meant = meaning(event, keys)
    is_held = keys is KeyLayout.SEATS and meant is Command.UNDO
    if isinstance(stage, Lobby):
        return Command.BACK if is_held else meant
    if event.gesture in TURNS and _is_idle(stage, event.button):
        return None
    if isinstance(meant, DoneInput) and event.button in knobs and stage.has_open_list:
        return meant if _is_idle(stage, event.button) else Command.CONFIRM
    if keys.is_small and meant is Command.PREVIOUS:
        back = find(bindings(stage), Command.BACK)
        return Command.BACK if back is not None and back.upward else meant
    if is_held:
        held = next((each for each in bindings(stage) if each.held), None)
        return Command.UNDO if held is None else Command(held.trigger)
    return meant


def _is_idle(table: Table, knob: str) -> bool:
    """Return whether a knob belongs to a seat that is not acting, so that it has no effect."""
    number = knob.removeprefix(SEAT)
    if number == knob or table.is_over:
        return False
    cover = table.console.cover
    is_covered = cover is not None and not isinstance(cover, Notice)
    return is_covered or not number.isdecimal() or int(number) - 1 not in acting(table)


def meaning_of_press(
    stage: Stage, press: WirelessPress, seat: int | None, keys: KeyLayout
) -> Meaning | TagInput | None:
    """Return the command of a wireless button's press: that of ``seat``, or of no seat yet.

    It acts like a wired button of its seat, except while buttons or tags are enrolled.
    """
    learning = None if isinstance(stage, Lobby) else stage.enrol
    if learning is not None and not learning.over:
        if not learning.of_buttons:
            return None
        pieces = (each for each in learning.pieces if seat == seat_of_button(each.id))
        return TagInput(press.button, next(pieces, None))
    if seat is None:
        return None
    return meaning_at(stage, ButtonEvent(f"{SEAT}{seat + 1}", press.gesture), keys)


def _at_seat(event: ButtonEvent) -> Meaning | None:
    number = event.button.removeprefix(SEAT)
    if event.gesture is Gesture.CLICK and number.isdecimal():
        return DoneInput(int(number) - 1)
    if event.gesture is Gesture.DOUBLE_CLICK and number.isdecimal():
        return PassInput(int(number) - 1)
    return Command.UNDO if event.gesture is Gesture.LONG_PRESS else None
