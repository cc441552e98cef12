"""What an input of a button or a reader means, and who hears of it before."""

from collections.abc import Callable
from random import Random

from companion.devices import ButtonEvent, DeviceStatus, Gesture, State, TagEvent
from companion.emulation.manual_clock import ManualClock
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.session.controls import Controls
from companion.session.place_watch import PlaceWatch
from companion.session.sensing import Sensing
from companion.table.command import Command
from companion.table.state import ReminderInput
from companion.table.table import Table, TagInput, Timestamp, begin

TAG = "0415C3A1B2"
CLICK = ButtonEvent("a", Gesture.CLICK)
PLACES = PlaceWatch(ManualClock(), lambda: None, Sensing({("tray", ""): "a1"}))


def table() -> Table:
    game = registry.load("inner-compass")
    setup = Setup(("Ann", "Ben"), "full")
    return begin(game, setup, (), Timestamp(0, 0.0), sampler(Random(3))).table


def laid(reader: str, *, present: bool = True) -> TagEvent:
    return TagEvent(reader, "", TAG, present)


def lit(*, looked: bool) -> Callable[..., bool]:
    """Return a display that a key does or does not light."""
    return lambda *, touched, back: looked and touched and not back


def test_a_tag_is_its_piece_and_nothing_when_it_leaves_or_lies_on_a_place() -> None:
    stage = table()
    piece = stage.game.pieces(stage.state)[0]
    controls = Controls(lambda _table: {TAG: piece.id})
    assert controls.meaning(laid("board"), stage, PLACES) == TagInput(TAG, piece)
    assert controls.meaning(laid("board", present=False), stage, PLACES) is None
    assert controls.meaning(laid("tray"), stage, PLACES) is None
    assert Controls(lambda _table: {}).touch(TAG, stage) == TagInput(TAG, None)


def test_who_tries_devices_is_told_of_buttons_and_tags_alone() -> None:
    heard: list[object] = []
    controls = Controls(lambda _table: {})
    controls.try_devices(heard.append)
    assert controls.is_trying
    controls.meaning(CLICK, table(), PLACES)
    controls.meaning(laid("board"), table(), PLACES)
    controls.meaning(DeviceStatus("board", State.OK), table(), PLACES)
    controls.try_devices(None)
    controls.meaning(CLICK, table(), PLACES)
    assert heard == [CLICK, laid("board")]
    assert not controls.is_trying


def test_a_key_that_lights_the_display_does_only_that_but_a_piece_counts() -> None:
    controls = Controls(lambda _table: {}, wake=lit(looked=True))
    assert controls.only_looks(CLICK, Command.CONFIRM)
    assert not controls.only_looks(laid("board"), TagInput(TAG, None))
    assert not controls.only_looks(ReminderInput(), ReminderInput())
    assert not Controls(lambda _table: {}, wake=lit(looked=False)).only_looks(CLICK, Command.BACK)
    assert not Controls(lambda _table: {}).only_looks(CLICK, Command.CONFIRM)
