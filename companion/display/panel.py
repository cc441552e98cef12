"""Panel follower: shows a table's screen; dims, blanks and shifts it to prevent burn-in."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

import msgspec
from PIL import Image

from companion.devices import Panel
from companion.devices.clock import Clock, TimerHandle
from companion.display.painter import paint, rows_of
from companion.display.starter_draw import draw_animation, drawn_starter
from companion.engine.log import Entry
from companion.settings.panel_care import PanelCare
from companion.table.clocks.kinds import ClockKind
from companion.table.screens.glance import glance
from companion.table.screens.headline import KeyLayout
from companion.table.screens.screen import Screen
from companion.table.screens.view import view
from companion.table.stage import Stage
from companion.table.table import Table
from companion.table.voice import Voice, WideVoice

BRIGHT: Final = 0xCF
"""The contrast in use, 0 to 255, which is luma's default for an SSD1306."""
LEVELS: Final[Mapping[str, int]] = MappingProxyType({"low": 0x28, "middle": 0x70, "full": BRIGHT})
"""The contrast by what people have set on the box."""
DIM: Final = 0x10
"""The contrast, 0 to 255, when nobody has done anything for a while."""
_USUAL_WIDTH: Final = 128
"""Pixels of a panel that the short words of texts are for."""
STEPS: Final = (0, 1, 0, -1)
"""The columns by which the picture is shifted, in turn. Texts leave a margin of one column for it;
shifting up or down would put every line across two of the controller's pages."""


class PanelView(msgspec.Struct, eq=False):
    """Shows a table on a panel; a follower of the session.

    Lit OLED pixels age. So the panel is dimmed without input, later blanked (but not while a clock
    with a limit runs), and the picture is periodically shifted by a column.
    """

    panel: Panel
    voice_of: Callable[[Stage], Voice]
    clock: Clock
    keys: KeyLayout = KeyLayout.FULL
    care: PanelCare = msgspec.field(default_factory=PanelCare)
    flushed: Awaitable[bool] | None = None
    dark: bool = False
    glancing: bool = False
    """Whether the screen for those who sit at a distance stands."""
    _dim: bool = False
    _level: int = BRIGHT
    """The contrast in use."""
    _stage: Stage | None = None
    _painted: tuple[Screen, int] | None = None
    """The screen on the panel, and by how many columns it is shifted."""
    _touched: float = 0.0
    _began: float = 0.0
    _timer: TimerHandle | None = None
    _passing: TimerHandle | None = None
    """The timer of the next screen while names pass by."""

    def __post_init__(self) -> None:
        """Start to measure idle time."""
        self._touched = self._began = self.clock.now()
        self._wait()

    def __call__(self, stage: Stage, entries: tuple[Entry, ...]) -> None:
        """Paint the stage; only changes are sent to the panel."""
        if self.care.glance and _paused(stage) and not _paused(self._stage):
            self.glancing = True  # everybody sees a pause at once
        self._stop_passing()
        level = LEVELS.get(stage.console.brightness, BRIGHT)
        if level != self._level:
            self._level = level
            self.panel.contrast(level)
        self._stage = stage
        starter = drawn_starter(stage, entries) if self.care.glance else None
        if starter is not None and isinstance(stage, Table):
            self._pass_on(draw_animation(stage, starter, self.voice_of(stage)))
        else:
            self._draw(self._screen(stage))

    def _draw(self, screen: Screen) -> None:
        """Paint a screen unless it is unchanged, which is frequent."""
        picture = screen, self._shift()
        if picture != self._painted:
            self._painted = picture
            image = paint(screen, self.panel.size, grey=self.panel.grey)
            self.flushed = self.panel.draw(_shifted(image, picture[1]))

    def _screen(self, stage: Stage) -> Screen:
        """Return the screen to show: large text while there is no input."""
        voice = self._voice(stage)
        large = glance(stage, self.voice_of(stage), self.keys, voice) if self.glancing else None
        return large or view(stage, voice, rows_of(self.panel.size), self.keys)

    def _voice(self, stage: Stage) -> Voice:
        voice = self.voice_of(stage)
        return WideVoice(voice) if self.panel.size[0] > _USUAL_WIDTH else voice

    def wake(self, *, touched: bool = True, back: bool = False) -> bool:
        """Light the panel after an input; return whether the input is used up by that.

        A key on a dark panel only lights it. A box that was ``touched`` shows details instead of
        large letters; the key for going ``back`` does nothing else then.
        """
        was_dark, was_large = self.dark, self.glancing
        self._touched = self.clock.now()
        if touched and not was_dark:
            self.glancing = False
        if self._dim:
            self._dim = False
            self.panel.contrast(self._level)
        if self.dark:
            self.dark = False
            self.panel.show()
        self._wait()
        only_looks = was_large and back and self._is_large()
        if only_looks and not was_dark and self._stage is not None:
            self(self._stage, ())
        return was_dark or only_looks

    def _is_large(self) -> bool:
        """Return whether large text may be shown: nothing else has to be read."""
        return (
            self._stage is not None and glance(self._stage, self.voice_of(self._stage)) is not None
        )

    def _pass_on(self, screens: Iterator[tuple[Screen, float]]) -> None:
        """Show screens one after the other, then the current one."""
        self._passing = None
        following = next(screens, None)
        if following is None:
            if self._stage is not None:
                self._draw(self._screen(self._stage))
            return
        screen, seconds = following
        self._draw(screen)
        due = self.clock.now() + seconds
        self._passing = self.clock.call_at(due, partial(self._pass_on, screens))

    def _stop_passing(self) -> None:
        if self._passing is not None:
            self._passing.cancel()
            self._passing = None

    def show_glance(self) -> None:
        """Show the large text at once, as after a time without input."""
        self.glancing = True
        if self._stage is not None:
            self(self._stage, ())

    def close(self) -> None:
        """Cancel the timers."""
        self._stop_passing()
        self._stop_timer()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _shift(self) -> int:
        if not self.care.shift:
            return 0
        return STEPS[int((self.clock.now() - self._began) // self.care.shift) % len(STEPS)]

    def _wait(self) -> None:
        """Set the timer for the next due change."""
        self._stop_timer()
        now = self.clock.now()
        due = []
        if self.care.glance and not self.glancing:
            due.append(self._touched + self.care.glance)
        if self.care.dim and not self._dim:
            due.append(self._touched + self.care.dim)
        if self.care.blank and not self.dark:
            dark = self._touched + self.care.blank
            due.append(dark if dark > now else now + self.care.blank)
        if self.care.shift and not self.dark:
            elapsed = now - self._began
            due.append(now + self.care.shift - elapsed % self.care.shift)
        if due:
            self._timer = self.clock.call_at(min(due), self._spare)

    def _is_idle(self, seconds: float) -> bool:
        """Return whether there was no input for a time, unless that is 0.

        The time compared is the timer's: a difference of times may be rounded down, and the timer
        would be set for the same instant for ever.
        """
        return seconds > 0 and self._touched + seconds <= self.clock.now()

    def _spare(self) -> None:
        self.glancing = self.glancing or self._is_idle(self.care.glance)
        if self._is_idle(self.care.dim) and not self._dim:
            self._dim = True
            self.panel.contrast(DIM)
        if self._is_idle(self.care.blank) and _may_darken(self._stage):
            self.dark = True
            self.panel.hide()
        elif self._stage is not None and not self.dark:
            self(self._stage, ())
        self._wait()


def _paused(stage: Stage | None) -> bool:
    return isinstance(stage, Table) and stage.clocks.paused


def _may_darken(stage: Stage | None) -> bool:
    """Return whether the screen may be blanked: no clock with a limit runs."""
    if not isinstance(stage, Table) or stage.clocks.control.kind is ClockKind.NONE:
        return True
    return stage.clocks.paused or stage.is_over


def _shifted(image: Image.Image, columns: int) -> Image.Image:
    if not columns:
        return image
    moved = Image.new(image.mode, image.size)
    moved.paste(image, (columns, 0))
    return moved
