"""The buttons and readers of a box: what an input of theirs means at the stage."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from companion.devices import ButtonEvent, DeviceStatus, Input, TagEvent, WirelessPress
from companion.session.keymap import meaning_at, meaning_of_press
from companion.session.place_watch import PlaceWatch
from companion.table.binding import InputSource
from companion.table.command import Command
from companion.table.lobby.lobby import Lobby
from companion.table.screens.headline import KeyLayout
from companion.table.stage import Stage
from companion.table.state import ReminderInput
from companion.table.table import Table, TableInput, TagInput

Trial: TypeAlias = Callable[[ButtonEvent | TagEvent], None]
"""Told of each button and tag while somebody tries them, before it means anything."""


class Wake(Protocol):
    """Lights the display at an input."""

    def __call__(self, *, touched: bool, back: bool) -> bool:
        """Return whether a key has now done all that it is for."""


@dataclass(slots=True, eq=False)
class Controls:
    """The players' physical inputs. ``tags`` maps the number of each tag to its piece's id."""

    tags: Callable[[Table], Mapping[str, str]]
    keys: KeyLayout = KeyLayout.FULL
    wiring: Mapping[str, int | str] = field(default_factory=dict)
    """The pin of each button, by the button's name."""
    knobs: Collection[str] = ()
    """The buttons that have a knob."""
    reads_tags: bool = True
    """Whether there is a reader."""
    zones: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """The place of the game above each zone, by reader and zone."""
    seat_of: Callable[[str], int | None] | None = None
    """Returns the seat of a button without wires, by its address, if the box hears any."""
    wake: Wake | None = None
    """Called at every input; returns whether a key did nothing but light or change the display."""
    _trial: Trial | None = field(init=False, default=None)

    @property
    def sources(self) -> frozenset[str]:
        """The sources of inputs that are there besides keys."""
        at_seats = any(name.startswith(InputSource.SEAT) for name in (*self.wiring, *self.knobs))
        there = {
            InputSource.SEAT: at_seats or self.seat_of is not None,
            InputSource.TAG: self.reads_tags,
            InputSource.PLACE: bool(self.zones),
        }
        return frozenset(source for source, is_there in there.items() if is_there)

    def try_devices(self, trial: Trial | None) -> None:
        """Set the observer of buttons and tags before they take effect, or remove it."""
        self._trial = trial

    @property
    def is_trying(self) -> bool:
        """Whether there is an observer of buttons and tags."""
        return self._trial is not None

    def meaning(
        self, item: Input | TableInput, stage: Stage, places: PlaceWatch
    ) -> TableInput | None:
        """Return what an input means at a stage; ``places`` waits for tags on places to rest."""
        if self._trial is not None and isinstance(item, ButtonEvent | TagEvent):
            self._trial(item)
        if isinstance(item, ButtonEvent):
            return meaning_at(stage, item, self.keys, self.knobs)
        if isinstance(item, WirelessPress):
            seat = None if self.seat_of is None else self.seat_of(item.button)
            return meaning_of_press(stage, item, seat, self.keys)
        if isinstance(item, TagEvent):
            return self._tag(item, stage, places)
        return None if isinstance(item, DeviceStatus) else item

    def only_looks(self, item: Input | TableInput, meant: TableInput) -> bool:
        """Light the display; if it was dark, a key does only that, while a piece counts."""
        if self.wake is None or isinstance(item, ReminderInput):
            return False
        by_hand = isinstance(item, ButtonEvent | TagEvent | WirelessPress)
        touched = by_hand and meant is not Command.RELEASE
        looked = self.wake(touched=touched, back=meant is Command.BACK)
        return looked and isinstance(item, ButtonEvent)

    def touch(self, tag: str, stage: Stage) -> TagInput | None:
        """Return the piece of a tag at a table, ``None`` during a setup."""
        if isinstance(stage, Lobby):
            return None
        pieces = {piece.id: piece for piece in stage.game.pieces(stage.state)}
        return TagInput(tag, pieces.get(self.tags(stage).get(tag, "")))

    def _tag(self, event: TagEvent, stage: Stage, places: PlaceWatch) -> TagInput | None:
        """Return what a tag means; one on a place has to wait until the table has come to rest."""
        enrolment = None if isinstance(stage, Lobby) else stage.enrol
        if places.is_place(event):
            places.take(event)
            if enrolment is None:
                return None
        learns_buttons = enrolment is not None and enrolment.of_buttons
        if not event.present or learns_buttons:
            return None
        return self.touch(event.tag, stage)
