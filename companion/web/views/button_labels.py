"""Labels of the virtual box's buttons."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import msgspec

from companion.devices import ButtonEvent, Gesture
from companion.engine.text import Text
from companion.session.keymap import REPEATING, TURNS, keys_of, meaning_at
from companion.table.binding import find_for
from companion.table.command import Command
from companion.table.inputs import DoneInput, PassInput
from companion.table.lobby.inputs import lobby_input
from companion.table.lobby.key_labels import lobby_labels
from companion.table.lobby.lobby import Lobby
from companion.table.modes.stack import bindings
from companion.table.stage import Stage
from companion.table.voice import Voice
from companion.web.views.json_text import JsonObject
from companion.web.views.viewer import Hardware

Meaning: TypeAlias = Command | DoneInput


class ButtonLabels(msgspec.Struct, frozen=True):
    """Labels of a button: its actions when clicked, held or turned, ``None`` for no action."""

    button: str
    click: Text | None = None
    hold: Text | None = None
    """The same for a button that is held; one that repeats then does so again and again."""
    turn: Text | None = None
    """What turning the knob above it clockwise does."""
    turn_back: Text | None = None
    """The same against the clock, if it is something else."""


def button_labels(stage: Stage, box: Hardware | None) -> tuple[ButtonLabels, ...]:
    """Return what each button of a box does at a stage."""
    if box is None:
        return ()
    keys, says = keys_of(box.buttons), _labels(stage)

    def label(button: str, gesture: Gesture) -> Text | None:
        meant = meaning_at(stage, ButtonEvent(button, gesture), keys, box.knobs)
        return None if meant is None or isinstance(meant, PassInput) else says(meant)

    def use(button: str) -> ButtonLabels:
        if button in REPEATING:
            return ButtonLabels(button, label(button, Gesture.PRESS))
        click, hold = (label(button, each) for each in (Gesture.CLICK, Gesture.LONG_PRESS))
        if button not in box.knobs:
            return ButtonLabels(button, click, hold)
        turn, back = (label(button, each) for each in TURNS)
        alike = turn and back and back.key in {turn.key, "binding.previous"}
        return ButtonLabels(button, click, hold, turn, None if alike else back)

    return tuple(map(use, box.buttons))


def _labels(stage: Stage) -> Callable[[Meaning], Text | None]:
    """Return a function from a button's meaning to its label at a stage."""
    if isinstance(stage, Lobby):
        return _labels_before(stage)
    listed = bindings(stage)

    def says(meant: Meaning) -> Text | None:
        found = find_for(listed, meant)
        return None if found is None else found.label

    return says


def _labels_before(lobby: Lobby) -> Callable[[Meaning], Text | None]:
    labels = lobby_labels(lobby)

    def says(meant: Meaning) -> Text | None:
        command = lobby_input(lobby, meant)
        return labels.get(command) if isinstance(command, Command) else None

    return says


def button_label_views(used: Sequence[ButtonLabels], voice: Voice) -> Iterator[JsonObject]:
    """Yield the labels of each button, in the voice's language."""
    for use in used:
        labels = {
            "click": use.click,
            "hold": use.hold,
            "turn": use.turn,
            "turn_back": use.turn_back,
        }
        words = {key: voice.long(label) for key, label in labels.items() if label is not None}
        yield JsonObject(button=use.button, **words)
