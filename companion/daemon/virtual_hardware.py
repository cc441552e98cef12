"""Adapts the emulated hardware to the pages of the virtual box.

Nothing is polled: bus and pins report changes, and only while there are watchers.
"""

from asyncio import AbstractEventLoop
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Self

from PIL.Image import Image

from companion.emulation.box import EmulatedBox
from companion.emulation.oled import OledChip
from companion.emulation.robot import Robot, RobotError
from companion.emulation.ssd1322 import GreyChip
from companion.engine.game import Action
from companion.session.session import Session
from companion.table.state import Table
from companion.web.views.viewer import Hardware
from companion.web.views.virtual_box import NotByHandError


@dataclass(slots=True)
class EmulatedHardware:
    """The emulated hardware of a box, for the pages that show it.

    ``tags`` returns the id of the piece that each tag stands for.
    """

    box: EmulatedBox
    loop: AbstractEventLoop
    tags: Callable[[], Mapping[str, str]]
    _watchers: set[Callable[[], None]] = field(default_factory=set)
    _pending: bool = False
    """Whether a report of changes is on its way to the event loop."""

    @property
    def description(self) -> Hardware:
        """The parts of the box that pages draw."""
        chip = self._chip
        return Hardware(
            None if chip is None else chip.size,
            tuple(self.box.pins),
            tuple(self.box.lamps),
            tuple(self.box.readers),
            tuple(self.box.turns),
        )

    def watch(self, changed: Callable[[], None]) -> None:
        """Call ``changed`` whenever a visible or audible change happens."""
        self._watchers.add(changed)
        self._observe(self._tell)

    def forget(self, changed: Callable[[], None]) -> None:
        """Stop calling ``changed``; without watchers nothing is observed."""
        self._watchers.discard(changed)
        if not self._watchers:
            self._observe(None)

    def _observe(self, notify: Callable[[], None] | None) -> None:
        self.box.bus.report_to(notify)
        self.box.factory.report_to(notify)
        if self.box.spi is not None:
            self.box.spi.report_to(notify)

    def _tell(self) -> None:
        """Cross from the thread of the bus or pin to the loop; changes are merged into one."""
        if not self._pending:
            self._pending = True
            self.loop.call_soon_threadsafe(self._pass_on)

    def _pass_on(self) -> None:
        self._pending = False
        for changed in tuple(self._watchers):
            changed()

    @property
    def _chip(self) -> OledChip | GreyChip | None:
        return next(iter(self.box.panels.values()), None)

    def frame(self) -> bytes | None:
        """Return the panel's brightness and pixels, one bit each; ``None`` without a panel."""
        chip = self._chip
        if chip is None:
            return None
        lit = chip.settings["display on"] and chip.settings["pump"]
        try:
            pixels = _lit(chip.image()).tobytes()
        except ValueError:
            # The chip is being set up: for an instant its panel shows a jumble.
            lit, pixels = 0, bytes(chip.size[0] * chip.size[1] // 8)
        return bytes([chip.settings["contrast"] if lit else 0]) + pixels

    def lamps(self) -> dict[str, list[bool]]:
        """Return which LEDs of each lamp are lit."""
        return {name: list(self.box.signals.colour(name)) for name in self.box.lamps}

    def tone(self) -> float | None:
        """Return the frequency in hertz of the tone that sounds, ``None`` in silence."""
        return self.box.signals.tone

    def lying(self) -> dict[str, list[str]]:
        """Return the pieces on each reader; an unknown tag appears as its number."""
        pieces = self.tags()
        return {
            name: [] if reader.tag is None else [pieces.get(reader.tag, reader.tag)]
            for name, reader in self.box.readers.items()
        }

    def lay(self, piece: str, reader: str) -> None:
        """Place a piece on a reader. Raises ``KeyError`` with the unknown name."""
        tag = {name: tag for tag, name in self.tags().items()}[piece]
        self.box.readers[reader].place(tag)
        self._tell()

    def lift(self, reader: str) -> None:
        """Remove everything from a reader. Raises ``KeyError`` for an unknown reader."""
        self.box.readers[reader].lift()
        self._tell()

    def press(self, button: str) -> None:
        """Press a button. Raises ``KeyError`` for an unknown button."""
        self.box.buttons.press(button)

    def release(self, button: str) -> None:
        """Release a button. Raises ``KeyError`` for an unknown button."""
        self.box.buttons.release(button)

    def turn(self, knob: str, by: int) -> None:
        """Turn a knob by detents, clockwise if positive. Raises ``KeyError`` for unknown knobs."""
        self.box.knobs.turn(knob, by)


def _lit(image: Image) -> Image:
    """Return which pixels are lit, however brightly."""
    return image.point(lambda grey: 255 if grey else 0).convert("1")


@dataclass(slots=True)
class RobotHand:
    """The robot at the emulated hardware, controlled from pages."""

    robot: Robot

    @classmethod
    def at(cls, session: Session, box: EmulatedBox) -> Self:
        """Return a robot that follows a session from now on."""
        return cls(Robot(session, box))

    async def perform(self, action: Action) -> None:
        """Carry out an action by hand. Raises ``NotByHandError`` if that is not possible."""
        try:
            await self.robot.perform(action)
        except RobotError as error:
            raise NotByHandError(str(error)) from error


def pieces_by_tag(session: Session) -> dict[str, str]:
    """Return the piece of each tag; no tag has a piece during the setup."""
    stage = session.stage
    return dict(session.controls.tags(stage)) if isinstance(stage, Table) else {}
